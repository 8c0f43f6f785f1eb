package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

type tree map[string][]byte

func (t tree) names() []string {
	return slices.Sorted(maps.Keys(t))
}

func filesIn(dir string, wanted func(name string) bool) (tree, error) {
	files, system := tree{}, os.DirFS(dir)
	err := fs.WalkDir(system, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && wanted(name) {
			files[name], err = fs.ReadFile(system, name)
		}
		return err
	})
	return files, err
}

func all(string) bool { return true }

func (t tree) put(folder string, files tree) {
	for name, content := range files {
		t[path.Join(folder, name)] = content
	}
}

// addHashed puts the hash of the content into the name: a browser may cache such a file for ever.
func (t tree) addHashed(name string, content []byte) string {
	sum := sha256.Sum256(content)
	ext := path.Ext(name)
	hashed := strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:8]) + ext
	t[hashed] = content
	return path.Base(hashed)
}

// write writes the files to dir and removes all other files there. Unchanged files keep their times.
func (t tree) write(dir string) error {
	for _, name := range t.names() {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := writeFile(file, t[name]); err != nil {
			return err
		}
		// The tarball holds the mode, which must not depend on the umask of the machine.
		if err := os.Chmod(file, 0o644); err != nil {
			return err
		}
	}
	return fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if _, belongs := t[name]; err != nil || entry.IsDir() || belongs {
			return err
		}
		return os.Remove(filepath.Join(dir, filepath.FromSlash(name)))
	})
}

// fill accepts no value without a {{placeholder}}, and no placeholder without a value.
func fill(page string, text []byte, values map[string]string) ([]byte, error) {
	filled := string(text)
	for name, value := range values {
		placeholder := "{{" + name + "}}"
		if !strings.Contains(filled, placeholder) {
			return nil, fmt.Errorf("%s has no %s", page, placeholder)
		}
		filled = strings.ReplaceAll(filled, placeholder, value)
	}
	if at := strings.Index(filled, "{{"); at >= 0 {
		return nil, fmt.Errorf("%s has a placeholder that nothing fills: %.30s", page, filled[at:])
	}
	return []byte(filled), nil
}
