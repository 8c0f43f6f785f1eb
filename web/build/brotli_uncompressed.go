//go:build uncompressed

package main

import "io"

// With the tag uncompressed the build cannot compress, which "make run" does not need. Package brotli imports net/http: without
// both, a new machine compiles the build in half of the time, and net/http later, at the same time as the program.

func brotliWriter(io.Writer, int) io.WriteCloser { panic("built with the tag uncompressed") }

func brotliReader(io.Reader) io.Reader { panic("built with the tag uncompressed") }
