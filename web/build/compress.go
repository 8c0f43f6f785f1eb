package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
)

const (
	// smallest is the size from which a file is worth compressing; below it
	// the response fits into one packet anyway.
	smallest = 1024
	// best and fast are brotli levels. The best one takes the wasm tens of
	// seconds, which is why its output is kept.
	best, fast = 11, 5
	// keepFor is how long compressed content stays that no build asked for.
	keepFor = 7 * 24 * time.Hour
)

// compressible are the types that shrink; the rest is compressed already.
var compressible = map[string]bool{
	".css": true, ".html": true, ".js": true, ".json": true, ".svg": true, ".ts": true, ".wasm": true,
}

// compressed adds a .br and a .gz beside every file that is worth it.
func (b *builder) compressed(files tree) (tree, error) {
	level := best
	if b.quick {
		level = fast
	}
	all := tree{}
	var (
		lock   sync.Mutex
		group  sync.WaitGroup
		failed error
		slots  = make(chan struct{}, runtime.NumCPU())
	)
	add := func(name string, content []byte, err error) {
		lock.Lock()
		defer lock.Unlock()
		if err != nil && failed == nil {
			failed = fmt.Errorf("compress %s: %w", name, err)
		}
		all[name] = content
	}
	for name, content := range files {
		add(name, content, nil)
		if len(content) < smallest || !compressible[path.Ext(name)] {
			continue
		}
		group.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			small, err := b.kept(content, fmt.Sprintf("q%d.br", level), func(w io.Writer) io.WriteCloser {
				return brotli.NewWriterLevel(w, level)
			})
			add(name+".br", small, err)
			small, err = b.kept(content, "gz", func(w io.Writer) io.WriteCloser {
				// The level is a constant that gzip knows, so there is no error.
				z, _ := gzip.NewWriterLevel(w, gzip.BestCompression)
				return z
			})
			add(name+".gz", small, err)
		})
	}
	group.Wait()
	if failed != nil {
		return nil, failed
	}
	return all, b.pruneCache()
}

// kept compresses content once: the result is stored under the hash of the
// content and found there by the next build.
func (b *builder) kept(content []byte, suffix string, compressor func(io.Writer) io.WriteCloser) ([]byte, error) {
	sum := sha256.Sum256(content)
	file := b.path("build", "cache", fmt.Sprintf("%x.%s", sum, suffix))
	if had, err := os.ReadFile(file); err == nil {
		now := time.Now()
		return had, os.Chtimes(file, now, now)
	}
	var small bytes.Buffer
	writer := compressor(&small)
	if _, err := writer.Write(content); err != nil {
		return nil, err
	}
	if err := writer.Close(); err != nil {
		return nil, err
	}
	// Written beside and renamed, so that an interrupted build leaves no half
	// of a file behind that the next one would trust.
	if err := writeFile(file+".part", small.Bytes()); err != nil {
		return nil, err
	}
	return small.Bytes(), os.Rename(file+".part", file)
}

// pruneCache removes what no build asked for in a while.
func (b *builder) pruneCache() error {
	entries, err := os.ReadDir(b.path("build", "cache"))
	if os.IsNotExist(err) {
		return nil
	} else if err != nil {
		return err
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		if time.Since(info.ModTime()) > keepFor {
			if err := os.Remove(filepath.Join(b.path("build", "cache"), entry.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
