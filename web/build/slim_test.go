package main

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// slimBuilder returns a builder that has just made the slim copies.
func slimBuilder(t *testing.T) *builder {
	t.Helper()
	root, err := projectRoot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b := &builder{root: root, log: io.Discard}
	if err := b.slim(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

// TestProgramLinksNoServerAndNoCryptography checks the reasons for the slim copies
// with the dependencies of the program.
func TestProgramLinksNoServerAndNoCryptography(t *testing.T) {
	b := slimBuilder(t)
	cmd := b.command(t.Context(), "go", "list", "-deps", "-modfile="+b.path(programModFile), "./wasm")
	cmd.Env, cmd.Stdout = wasmEnv(), nil
	list, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.Lines(string(list)) {
		name = strings.TrimSpace(name)
		if name == "net/http" || name == "net" || name == "database/sql/driver" || name == "regexp" || strings.HasPrefix(name, "crypto/") {
			t.Errorf("the program links %s", name)
		}
	}
	if !strings.Contains(string(list), goApp.path+"/pkg/app\n") {
		t.Errorf("the list does not hold go-app:\n%s", list)
	}
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return names
}
