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
	// minCompressed is the size in bytes from which a file is compressed. A smaller
	// file fits into one network packet.
	minCompressed = 1024
	// best and fast are levels of brotli. The best level takes about fifteen seconds
	// for the program, so the result is cached for the next build.
	best, fast = 11, 5
)

// compressible are the types of files that compression makes smaller. All other types are compressed formats.
var compressible = map[string]bool{
	".css": true, ".html": true, ".js": true, ".json": true, ".svg": true, ".ts": true, ".wasm": true,
}

// compress returns the files and, for each that compression makes smaller, a .br
// and a .gz file.
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

// compressOnce compresses content, or takes the result of an earlier build from the
// cache, where it is stored under the hash of the content.
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
