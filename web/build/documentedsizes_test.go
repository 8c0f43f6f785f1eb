package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/andybalholm/brotli"
)

// TestSizesInTheDocuments: the table of docs/imports.md has the sizes of the package's files.
func TestSizesInTheDocuments(t *testing.T) {
	c := newConsumer(t)
	root, err := projectRoot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	document, err := os.ReadFile(filepath.Join(root, "docs", "imports.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| `([a-z-]+\\.js)` \\|.*\\| (\\d+\\.\\d) kB \\|").FindAllStringSubmatch(string(document), -1)
	for _, row := range rows {
		var packed bytes.Buffer
		writer := brotli.NewWriterLevel(&packed, brotli.BestCompression)
		if _, err := writer.Write([]byte(c.read("node_modules/elicitform/" + row[1]))); err != nil || writer.Close() != nil {
			t.Fatal("brotli fails", err)
		}
		written, err := strconv.ParseFloat(row[2], 64)
		if kilobytes := float64(packed.Len()) / 1000; err != nil || math.Abs(written-kilobytes) > 0.1 {
			t.Errorf("docs/imports.md says that %s has %s kB, and it has %.2f", row[1], row[2], kilobytes)
		}
	}
	if len(rows) < 4 {
		t.Errorf("docs/imports.md has the sizes of %d files", len(rows))
	}
}
