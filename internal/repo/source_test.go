// Package repo tests the repository itself: imports, workflows, publishing, set-up, and the promises of its documents. Its tests run
// in the root of the repository.
package repo

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMain runs the tests in the root, so that all paths begin there.
func TestMain(m *testing.M) {
	if err := os.Chdir(filepath.Join("..", "..")); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// isGenerated reports whether a folder belongs to git, npm or a build.
func isGenerated(folder string) bool {
	return folder == "build" || slices.Contains([]string{".git", "node_modules", "dist", ".next", ".temp", ".nuxt", ".output", ".angular"}, path.Base(folder)) ||
		strings.HasSuffix(folder, "public/elicitform") || folder == "cmd/elicitform-server/files/site"
}

// sources calls visit for each file with one of these extensions, under all build tags, with its path relative to the root.
func sources(t *testing.T, extensions []string, visit func(name string, content []byte)) {
	t.Helper()
	root := os.DirFS(".")
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (isGenerated(name) || entry.Name() == "testdata" || entry.Name() == "_slim"):
			return fs.SkipDir
		case entry.IsDir() || !slices.Contains(extensions, path.Ext(name)):
			return nil
		}
		content, err := fs.ReadFile(root, name)
		if err == nil {
			visit(name, content)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func text(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Error(err)
	}
	return string(content)
}
