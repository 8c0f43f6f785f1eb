package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"sync"

	"golang.org/x/sync/errgroup"
)

const (
	// A file below minCompressed bytes fits into one network packet.
	minCompressed = 1024
	// The best level takes about fifteen seconds for the program, so the result is cached.
	best, fast = 11, 5
)

var compressible = map[string]bool{
	".css": true, ".html": true, ".js": true, ".json": true, ".svg": true, ".ts": true, ".wasm": true,
}

// compress adds a .br and a .gz file for each file that compression makes smaller.
func (b *builder) compress(files tree) (tree, error) {
	level := best
	if b.quick {
		level = fast
	}
	codings := map[string]func(io.Writer) io.WriteCloser{
		fmt.Sprintf("q%d.br", level): func(w io.Writer) io.WriteCloser { return brotliWriter(w, level) },
		"gz": func(w io.Writer) io.WriteCloser {
			z, _ := gzip.NewWriterLevel(w, gzip.BestCompression) // The error is about an unknown level.
			return z
		},
	}
	all := maps.Clone(files)
	var lock sync.Mutex
	var group errgroup.Group
	for name, content := range files {
		if len(content) < minCompressed || !compressible[path.Ext(name)] {
			continue
		}
		for coding, compressor := range codings {
			group.Go(func() error {
				small, err := b.compressOnce(content, coding, compressor)
				if err != nil {
					return fmt.Errorf("compress %s: %w", name, err)
				}
				lock.Lock()
				defer lock.Unlock()
				all[name+path.Ext("."+coding)] = small
				return nil
			})
		}
	}
	return all, group.Wait()
}

func (b *builder) compressOnce(content []byte, coding string, compressor func(io.Writer) io.WriteCloser) ([]byte, error) {
	file := b.path("build", "cache", fmt.Sprintf("%x.%s", sha256.Sum256(content), coding))
	if had, err := os.ReadFile(file); err == nil {
		return had, nil
	}
	var small bytes.Buffer
	writer := compressor(&small)
	_, err := writer.Write(content)
	if err = errors.Join(err, writer.Close()); err != nil {
		return nil, err
	}
	// The file is renamed when it is complete: an interrupted build must not leave half a file in the cache.
	if err := writeFile(file+".part", small.Bytes()); err != nil {
		return nil, err
	}
	return small.Bytes(), os.Rename(file+".part", file)
}
