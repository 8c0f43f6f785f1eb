package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite testdata/tarball.txt")

var (
	contentHash = regexp.MustCompile(`\.[0-9a-f]{16}\.`)
	documentIn  = regexp.MustCompile(`^(docs/.*?)[^/]+\.md$`)
)

// listLine returns the line of the list for a file. A hash changes with the content, and
// the list of documents follows from the links to them.
func listLine(name string) string {
	return documentIn.ReplaceAllString(contentHash.ReplaceAllString(name, ".*."), "$1*.md")
}

// inFrame reports whether a line of the list is a file of the frame. The tests have
// a stand-in for the frame, "make release" the frame itself.
func inFrame(line string) bool { return strings.Contains(line, " frame/") }

// TestTarball: npm packs the files that are listed, with these modes, and no others.
func TestTarball(t *testing.T) {
	c := newConsumer(t)
	var packed []struct {
		Files []struct {
			Path string
			Mode int
		}
	}
	cmd := c.command("npm", "pack", "--dry-run", "--json", "--ignore-scripts", "./"+filepath.Join("node_modules", "elicitform"))
	output, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(output, &packed)
	}
	if err != nil || len(packed) != 1 {
		t.Fatalf("npm pack: %v\n%s", err, output)
	}
	var got []string
	for _, file := range packed[0].Files {
		got = append(got, fmt.Sprintf("%03o %s", file.Mode, listLine(file.Path)))
	}
	const list = "testdata/tarball.txt"
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(text)), "\n")
	if os.Getenv("ELICITFORM_PACKAGE") == "" {
		got = slices.DeleteFunc(got, inFrame)
		for _, line := range want {
			if inFrame(line) {
				got = append(got, line)
			}
		}
	}
	slices.SortFunc(got, func(a, b string) int { return strings.Compare(a[4:], b[4:]) })
	got = slices.Compact(got)
	if *update {
		if err := os.WriteFile(list, []byte(strings.Join(got, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("published and not in web/build/%s: %s", list, line)
		}
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("in web/build/%s and not published: %s", list, line)
		}
	}
	if t.Failed() {
		t.Log("if all of this is meant: go test ./web/build -run TestTarball -update")
	}
}

// TestModesDoNotDependOnTheUmask: the bytes of the tarball depend on the modes.
func TestModesDoNotDependOnTheUmask(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.js")
	if err := os.WriteFile(file, []byte("0"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := (tree{"a.js": []byte("0")}).write(dir); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}
