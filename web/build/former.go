package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"math/bits"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"
)

// A browser that holds a former program can load the new one as a patch: the new
// one compressed with the former one as its dictionary (RFC 9842). The build makes
// these patches, one file for each former program, so that no server has to
// compress anything when it is asked.

// maxFormer is for how many former programs patches are made, and how many of them
// the folder of former programs keeps. A browser that comes from an older one loads
// the whole program.
const maxFormer = 4

// patchHeader begins every patch. The SHA-256 of the dictionary follows. To
// Zstandard both together are a frame to be skipped.
const patchHeader = "\x5e\x2a\x4d\x18\x20\x00\x00\x00"

// keptProgram matches the names of the files in the folder of former programs.
// Other files there are left alone.
var keptProgram = regexp.MustCompile(`^elicitform\.[0-9a-f]{16}\.wasm$`)

// former reads the former programs in a folder, the latest first, without the one
// that has just been built. That one is added to the folder, for the next build,
// and the oldest are removed.
func former(folder, name string, program []byte) ([][]byte, error) {
	if err := writeFile(filepath.Join(folder, name), program); err != nil {
		return nil, err
	}
	now := time.Now()
	if err := os.Chtimes(filepath.Join(folder, name), now, now); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var kept []fs.FileInfo
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			return nil, err
		}
		if keptProgram.MatchString(info.Name()) && info.Name() != name {
			kept = append(kept, info)
		}
	}
	slices.SortFunc(kept, func(a, b fs.FileInfo) int {
		return cmp.Or(b.ModTime().Compare(a.ModTime()), cmp.Compare(a.Name(), b.Name()))
	})
	var programs [][]byte
	for i, info := range kept {
		file := filepath.Join(folder, info.Name())
		if i >= maxFormer {
			if err := os.Remove(file); err != nil {
				return nil, err
			}
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		programs = append(programs, content)
	}
	return programs, nil
}

// addPatches adds a patch to the site for each former program in the folder.
func (b *builder) addPatches(site tree, folder string) error {
	at := slices.IndexFunc(site.names(), func(name string) bool {
		return path.Dir(name) == "frame" && keptProgram.MatchString(path.Base(name))
	})
	if at < 0 {
		return fmt.Errorf("the site has no program")
	}
	name := site.names()[at]
	program := site[name]
	olds, err := former(folder, path.Base(name), program)
	if err != nil {
		return fmt.Errorf("former programs: %w", err)
	}
	for _, old := range olds {
		if !patchable(old, program) {
			continue
		}
		sum := sha256.Sum256(old)
		hash := hex.EncodeToString(sum[:])
		patch, err := b.kept(program, hash+".dcz", func(w io.Writer) io.WriteCloser { return &patchWriter{old: old, to: w} })
		if err != nil {
			return fmt.Errorf("patch: %w", err)
		}
		whole := sizeOr(site, name+".br", len(program))
		if len(patch) >= whole {
			continue
		}
		site[name+"."+hash+".dcz"] = patch
		fmt.Fprintf(b.log, "the update from elicitform.%s.wasm has %d bytes; the whole program has %d as brotli\n", hash[:16], len(patch), whole)
	}
	return nil
}

// patchable reports whether a browser would accept a patch. It refuses one that
// needs more than eight megabytes of memory and more than five quarters of its
// dictionary.
func patchable(old, program []byte) bool {
	return len(program) <= max(8<<20, len(old)/4*5)
}

// patchWriter collects a program, and writes the patch that makes it from an old
// one when it is closed. The whole has to be known before, because the memory that
// the patch asks of the browser is the size of what it makes.
type patchWriter struct {
	bytes.Buffer
	old []byte
	to  io.Writer
}

func (p *patchWriter) Close() error {
	// The encoder has to look back from the end of the program to the beginning of
	// the old one; its window is a power of two.
	window := max(zstd.MinWindowSize, 1<<bits.Len(uint(len(p.old)+p.Len())))
	encoder, err := zstd.NewWriter(nil,
		zstd.WithEncoderDictRaw(0, p.old),
		zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithWindowSize(min(window, zstd.MaxWindowSize)),
		zstd.WithSingleSegment(true),
	)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(p.old)
	patch := encoder.EncodeAll(p.Bytes(), append([]byte(patchHeader), sum[:]...))
	if err := encoder.Close(); err != nil {
		return err
	}
	_, err = p.to.Write(patch)
	return err
}

// compressedForm reports whether a file of a site is the compressed form of another
// one.
func compressedForm(name string) bool {
	return strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".dcz")
}
