package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestShortenedNamesAreNobodyElses holds that the members of the host script
// whose names are shortened are no members of what it exports or of what
// browsers bring along, and no names of what is on the wire.
func TestShortenedNamesAreNobodyElses(t *testing.T) {
	c := newConsumer(t)
	root, err := projectRoot()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	list, err := os.ReadFile(filepath.Join(root, "bridge", "host", "internal-names.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(list, &names); err != nil || len(names) == 0 {
		t.Fatalf("no names: %v", err)
	}

	// As a line declares a member, and as a text names one.
	declared := regexp.MustCompile(`(?m)^\s+(?:readonly |get |set )?(\w+)\??[:(<]`)
	written := regexp.MustCompile("[\"'`]" + `(\w+)(?:,\w+)?` + "[\"'`]")
	for _, place := range []struct {
		pattern string
		names   *regexp.Regexp
		known   string // one that must be found there
	}{
		{filepath.Join(c.dir, "node_modules", "elicitform", "*.d.ts"), declared, "elicitAll"},
		{filepath.Join(root, "node_modules", "typescript", "lib", "lib.*.d.ts"), declared, "reload"},
		{filepath.Join(root, "bridge", "host", "*.ts"), written, "elicitationId"},
		{filepath.Join(root, "bridge", "message", "*.ts"), written, "params"},
		{filepath.Join(root, "bridge", "session", "*.ts"), written, "expired"},
		{filepath.Join(root, "bridge", "wire", "*.go"), written, "requestId"},
	} {
		taken := map[string]bool{}
		for _, text := range readAll(t, place.pattern) {
			for _, match := range place.names.FindAllStringSubmatch(text, -1) {
				taken[match[1]] = true
			}
		}
		if !taken[place.known] {
			t.Errorf("%s: %s is not found", place.pattern, place.known)
		}
		for _, name := range names {
			if taken[name] {
				t.Errorf("%s is shortened, but is a name in %s too", name, place.pattern)
			}
		}
	}
}

// readAll reads the files that match, without tests, and without the declarations of the
// relay, in whose scripts no name is shortened.
func readAll(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	test := regexp.MustCompile(`(\.test\.ts|_test\.go|fake\w*\.ts|relay[\w-]*\.d\.ts)$`)
	for _, file := range files {
		if test.MatchString(file) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	return texts
}
