//go:build !uncompressed

package main

import (
	"io"

	"github.com/andybalholm/brotli"
)

func brotliWriter(w io.Writer, level int) io.WriteCloser { return brotli.NewWriterLevel(w, level) }
