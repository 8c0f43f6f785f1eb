package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"sync"

	"github.com/andybalholm/brotli"
	"golang.org/x/sync/errgroup"
)

const (
	// smallest is the size in bytes from which a file is compressed. A smaller
	// one fits into one network packet as it is.
	smallest = 1024
	// best and fast are levels of brotli. At the best one the program takes
	// about fifteen seconds, so the result is kept for the next build.
	best, fast = 11, 5
)

// compressible are the types of files that compression makes smaller. All others
// are compressed formats.
var compressible = map[string]bool{
	".css": true, ".html": true, ".js": true, ".json": true, ".svg": true, ".ts": true, ".wasm": true,
}

// compressed returns the files and, for each that compression makes smaller, a .br
// and a .gz file.
func (b *builder) compressed(files tree) (tree, error) {
	all := maps.Clone(files)
	var lock sync.Mutex
	var group errgroup.Group
	for name, content := range files {
		if len(content) < smallest || !compressible[path.Ext(name)] {
			continue
		}
		for suffix, compress := range map[string]func([]byte) ([]byte, error){".br": b.brotli, ".gz": b.gzip} {
			group.Go(func() error {
				small, err := compress(content)
				if err != nil {
					return fmt.Errorf("compress %s: %w", name, err)
				}
				lock.Lock()
				defer lock.Unlock()
				all[name+suffix] = small
				return nil
			})
		}
	}
	return all, group.Wait()
}

func (b *builder) brotli(content []byte) ([]byte, error) {
	level := best
	if b.quick {
		level = fast
	}
	return b.kept(content, fmt.Sprintf("q%d.br", level), func(w io.Writer) io.WriteCloser {
		return brotli.NewWriterLevel(w, level)
	})
}

func (b *builder) gzip(content []byte) ([]byte, error) {
	return b.kept(content, "gz", func(w io.Writer) io.WriteCloser {
		// The error is about an unknown level, and this one is known.
		z, _ := gzip.NewWriterLevel(w, gzip.BestCompression)
		return z
	})
}

// kept compresses content, or takes the result of an earlier build from the
// cache, where it is stored under the hash of the content.
func (b *builder) kept(content []byte, suffix string, compressor func(io.Writer) io.WriteCloser) ([]byte, error) {
	sum := sha256.Sum256(content)
	file := b.path("build", "cache", fmt.Sprintf("%x.%s", sum, suffix))
	if had, err := os.ReadFile(file); err == nil {
		return had, nil
	}
	var small bytes.Buffer
	writer := compressor(&small)
	if _, err := writer.Write(content); err != nil {
		return nil, err
	}
	if err := writer.Close(); err != nil {
		return nil, err
	}
	// Written under another name and then renamed: an interrupted build must not
	// leave half a file in the cache.
	if err := writeFile(file+".part", small.Bytes()); err != nil {
		return nil, err
	}
	return small.Bytes(), os.Rename(file+".part", file)
}
