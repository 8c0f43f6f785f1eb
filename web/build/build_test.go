package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/andybalholm/brotli"
)

func TestHashedNamesFollowTheContent(t *testing.T) {
	files := tree{}
	name := files.addHashed("frame/boot.js", []byte("abc"))
	// The first 16 hexadecimal digits of the SHA-256 of "abc".
	if want := "boot.ba7816bf8f01cfea.js"; name != want {
		t.Errorf("name %q, want %q", name, want)
	}
	if string(files["frame/"+name]) != "abc" {
		t.Errorf("tree %v", files.names())
	}
	if second := files.addHashed("frame/boot.js", []byte("abd")); second == name {
		t.Error("another content has the same name")
	}
}

func TestWrittenFolderHoldsExactlyTheTree(t *testing.T) {
	dir := t.TempDir()
	if err := (tree{"old.js": []byte("1"), "frame/a.js": []byte("2")}).write(dir); err != nil {
		t.Fatal(err)
	}
	before, _ := os.Stat(filepath.Join(dir, "frame", "a.js"))
	if err := (tree{"new.js": []byte("3"), "frame/a.js": []byte("2")}).write(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "old.js")); !os.IsNotExist(err) {
		t.Error("a file of the older build is still there")
	}
	after, err := os.Stat(filepath.Join(dir, "frame", "a.js"))
	if err != nil || !after.ModTime().Equal(before.ModTime()) {
		t.Error("an unchanged file was written again")
	}
}

func TestFillComplainsWhenPageAndBuildDisagree(t *testing.T) {
	got, err := fill("p.html", []byte(`<link href="{{style}}"><script src="{{script}}">`), map[string]string{"style": "a.css", "script": "b.js"})
	if err != nil || string(got) != `<link href="a.css"><script src="b.js">` {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := fill("p.html", []byte("{{style}}"), map[string]string{"style": "a", "script": "b"}); err == nil {
		t.Error("a value without placeholder passed")
	}
	if _, err := fill("p.html", []byte("{{style}} {{wasm}}"), map[string]string{"style": "a"}); err == nil {
		t.Error("a placeholder without value passed")
	}
}

func TestCompressedFilesUnpackToTheOriginal(t *testing.T) {
	b := &builder{root: t.TempDir(), quick: true, log: io.Discard}
	long := bytes.Repeat([]byte("the same line again and again\n"), 100)
	files, err := b.compress(tree{"a.js": long, "short.js": []byte("1"), "picture.png": long})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"a.js", "a.js.br", "a.js.gz", "picture.png", "short.js"}; !slices.Equal(files.names(), want) {
		t.Errorf("files %v, want %v", files.names(), want)
	}
	unpacked, err := io.ReadAll(brotli.NewReader(bytes.NewReader(files["a.js.br"])))
	if err != nil || !bytes.Equal(unpacked, long) {
		t.Errorf("brotli: %v", err)
	}
	z, err := gzip.NewReader(bytes.NewReader(files["a.js.gz"]))
	if err != nil {
		t.Fatal(err)
	}
	if unpacked, err = io.ReadAll(z); err != nil || !bytes.Equal(unpacked, long) {
		t.Errorf("gzip: %v", err)
	}
}

func TestCompressionIsDoneOncePerContentAndLevel(t *testing.T) {
	b := &builder{root: t.TempDir(), quick: true, log: io.Discard}
	content := bytes.Repeat([]byte("x"), 2000)
	if _, err := b.compress(tree{"a.js": content}); err != nil {
		t.Fatal(err)
	}
	cached, _ := filepath.Glob(filepath.Join(b.root, "build", "cache", "*.q5.br"))
	if len(cached) != 1 {
		t.Fatalf("cached %v", cached)
	}
	if err := os.WriteFile(cached[0], []byte("from the cache"), 0o600); err != nil {
		t.Fatal(err)
	}
	renamed, err := b.compress(tree{"renamed.js": content})
	if err != nil || string(renamed["renamed.js.br"]) != "from the cache" {
		t.Errorf("%q, %v", renamed["renamed.js.br"], err)
	}
	b.quick = false
	best, err := b.compress(tree{"a.js": content})
	if err != nil || string(best["a.js.br"]) == "from the cache" {
		t.Errorf("the best level took the fast one's output (%v)", err)
	}
}
