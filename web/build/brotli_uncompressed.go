//go:build uncompressed

package main

import "io"

// The tag uncompressed leaves out package brotli, which imports net/http: on a new machine "make run" compiles the build in
// half of the time without them.

func brotliWriter(io.Writer, int) io.WriteCloser { panic("built with the tag uncompressed") }
