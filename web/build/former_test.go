package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
)

// program is a file of that size that does not compress.
func program(seed uint64, size int) []byte {
	random := rand.NewChaCha8([32]byte{byte(seed)})
	content := make([]byte, size)
	_, _ = random.Read(content)
	return content
}

// changed is the same program with one more line at its beginning.
func changed(content []byte, line string) []byte { return append([]byte(line), content...) }

// siteWith is a site with that program, as compressed makes it.
func siteWith(content []byte) (site tree, name string) {
	site = tree{}
	name = site.addHashed("frame/elicitform.wasm", content)
	site["frame/"+name+".br"] = content
	return site, name
}

// unpack makes the program of a patch, as a browser does that has the old one.
func unpack(t *testing.T, old, patch []byte) []byte {
	t.Helper()
	sum := sha256.Sum256(old)
	frame, ok := bytes.CutPrefix(patch, append([]byte("\x5e\x2a\x4d\x18\x20\x00\x00\x00"), sum[:]...))
	if !ok {
		t.Fatalf("a patch begins with % x", patch[:min(len(patch), 40)])
	}
	decoder, err := zstd.NewReader(nil, zstd.WithDecoderDictRaw(0, old))
	if err != nil {
		t.Fatal(err)
	}
	defer decoder.Close()
	made, err := decoder.DecodeAll(frame, nil)
	if err != nil {
		t.Fatal(err)
	}
	var header zstd.Header
	if err := header.Decode(frame); err != nil {
		t.Fatal(err)
	}
	// What RFC 9842 lets a browser refuse.
	if need := max(header.WindowSize, header.FrameContentSize); header.DictionaryID != 0 || need > max(8<<20, uint64(len(old))*5/4) {
		t.Errorf("a patch for a dictionary of %d bytes asks for %d bytes, and dictionary %d", len(old), need, header.DictionaryID)
	}
	return made
}

func TestPatchesMakeTheProgram(t *testing.T) {
	b := &builder{root: t.TempDir(), log: io.Discard}
	folder := b.path("former")
	// Nine megabytes lie beyond the window that browsers grant without a dictionary.
	first := program(1, 9<<20)
	second := changed(first, strings.Repeat("second build ", 100))
	third := changed(second, strings.Repeat("third build ", 100))
	for i, content := range [][]byte{first, second, third} {
		site, name := siteWith(content)
		if err := b.addPatches(site, folder); err != nil {
			t.Fatal(err)
		}
		patches := 0
		for _, old := range [][]byte{first, second, third}[:i] {
			sum := sha256.Sum256(old)
			patch := site["frame/"+name+"."+hex.EncodeToString(sum[:])+".dcz"]
			if len(patch) == 0 || len(patch) > 5000 {
				t.Fatalf("build %d: a patch of %d bytes among %v", i, len(patch), site.names())
			}
			if !bytes.Equal(unpack(t, old, patch), content) {
				t.Errorf("build %d: a patch makes another file", i)
			}
			patches++
		}
		if len(site) != 2+patches {
			t.Errorf("build %d: the site has %v", i, site.names())
		}
	}
}

func TestPatchesThatDoNotHelpAreLeftOut(t *testing.T) {
	b := &builder{root: t.TempDir(), log: io.Discard}
	old := program(1, 1<<20)
	for name, content := range map[string][]byte{
		"nothing in common":                     program(2, 2<<20),
		"the program is small":                  []byte("\x00asm"),
		"too large for what the browser grants": append(slices.Clone(old), program(3, 9<<20)...),
	} {
		site, _ := siteWith(old)
		if err := b.addPatches(site, b.path(name)); err != nil {
			t.Fatal(err)
		}
		site, _ = siteWith(content)
		if err := b.addPatches(site, b.path(name)); err != nil {
			t.Fatal(err)
		}
		if len(site) != 2 {
			t.Errorf("%s: %v", name, site.names())
		}
	}
}

func TestFormerProgramsAreBounded(t *testing.T) {
	folder := t.TempDir()
	foreign := filepath.Join(folder, "notes.txt")
	if err := os.WriteFile(foreign, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var names []string
	for i := range maxFormer + 4 {
		content := fmt.Appendf(nil, "program %d", i)
		site, name := siteWith(content)
		got, err := former(folder, name, site["frame/"+name])
		if err != nil {
			t.Fatal(err)
		}
		if want := min(i, maxFormer); len(got) != want || want > 0 && string(got[0]) != fmt.Sprintf("program %d", i-1) {
			t.Fatalf("build %d: former programs %q", i, got)
		}
		names = append(names, name)
		// File systems may count in whole seconds.
		past := time.Now().Add(time.Duration(i-100) * time.Minute)
		if err := os.Chtimes(filepath.Join(folder, name), past, past); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != maxFormer+2 { // the former ones, the last one and the note
		t.Errorf("%d files are kept", len(entries))
	}
	// The same build again finds the same former programs.
	last := len(names) - 1
	again, err := former(folder, names[last], fmt.Appendf(nil, "program %d", last))
	if err != nil || len(again) != maxFormer || string(again[0]) != fmt.Sprintf("program %d", last-1) {
		t.Errorf("built again: %q, %v", again, err)
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Error(err)
	}
}

func TestPatchesDoNotCountAsLoaded(t *testing.T) {
	site, name := siteWith(program(1, 5000))
	total := printSizes(io.Discard, site, false)
	site["frame/"+name+"."+strings.Repeat("0", 64)+".dcz"] = make([]byte, 1000)
	if got := printSizes(io.Discard, site, false); got != total {
		t.Errorf("a patch makes the frame %d bytes larger", got-total)
	}
}
