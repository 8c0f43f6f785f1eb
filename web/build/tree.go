package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
)

// tree is a folder to be: slash-separated names and their content.
type tree map[string][]byte

// names lists the files in order.
func (t tree) names() []string {
	names := make([]string, 0, len(t))
	for name := range t {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// addHashed adds a file under a name that holds the hash of its content, so
// that a browser may keep it for ever, and returns that name without folder.
func (t tree) addHashed(name string, content []byte) string {
	sum := sha256.Sum256(content)
	ext := path.Ext(name)
	hashed := strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:8]) + ext
	t[hashed] = content
	return path.Base(hashed)
}

// write makes dir hold exactly this tree: what has not changed keeps its
// time, what does not belong is removed.
func (t tree) write(dir string) error {
	for _, name := range t.names() {
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(name)), t[name]); err != nil {
			return err
		}
	}
	return filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		if _, belongs := t[filepath.ToSlash(name)]; belongs {
			return nil
		}
		return os.Remove(file)
	})
}

// fill puts values into the {{placeholders}} of a page. A value without a
// placeholder, or one left over, means that page and build disagree.
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
