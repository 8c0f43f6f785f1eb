package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// manifest says with what the kept pictures were drawn. Another browser or other fonts
// draw other letters, so that pictures are compared only where both are the same.
type manifest struct {
	Browser string `json:"browser"`
	Fonts   string `json:"fonts"`
}

// fontFolders are where distributions and people put fonts.
var fontFolders = []string{"/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts"}

// fonts identifies the fonts of this machine: how many there are, and a sum of their
// names and sizes.
func fonts() string {
	var list []string
	home, _ := os.UserHomeDir()
	for _, folder := range fontFolders {
		folder = strings.Replace(folder, "~", home, 1)
		_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return nil
			}
			switch strings.ToLower(filepath.Ext(path)) {
			case ".ttf", ".otf", ".ttc", ".otc", ".pfb", ".t1":
				if info, err := entry.Info(); err == nil {
					list = append(list, fmt.Sprintf("%s %d", filepath.Base(path), info.Size()))
				}
			}
			return nil
		})
	}
	slices.Sort(list)
	sum := sha256.Sum256([]byte(strings.Join(list, "\n")))
	return fmt.Sprintf("%d files, %s", len(list), hex.EncodeToString(sum[:8]))
}

func readManifest(folder string) (manifest, error) {
	var m manifest
	content, err := os.ReadFile(filepath.Join(folder, "manifest.json"))
	if err == nil {
		err = json.Unmarshal(content, &m)
	}
	return m, err
}

func (m manifest) write(folder string) error {
	content, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "manifest.json"), append(content, '\n'), 0o644)
}

// differs says how the machine differs from the one that the pictures were drawn on, or
// "" if it does not.
func (m manifest) differs(from manifest) string {
	var list []string
	if m.Browser != from.Browser {
		list = append(list, fmt.Sprintf("the browser is %s, the pictures are from %s", m.Browser, from.Browser))
	}
	if m.Fonts != from.Fonts {
		list = append(list, fmt.Sprintf("the fonts are others (%s, the pictures have %s)", m.Fonts, from.Fonts))
	}
	return strings.Join(list, "; ")
}
