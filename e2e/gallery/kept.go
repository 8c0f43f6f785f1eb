package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// manifest says with what the kept pictures were drawn. Another browser or other fonts
// draw other letters, so that pictures are compared only where both are the same.
type manifest struct {
	Browser string `json:"browser"`
	Fonts   string `json:"fonts"`
}

// fonts identifies the fonts of this machine: how many there are where distributions and
// people put them, and a sum of their names and sizes.
func fonts() string {
	var list []string
	home, _ := os.UserHomeDir()
	folders := []string{"/usr/share/fonts", "/usr/local/share/fonts", filepath.Join(home, ".fonts"), filepath.Join(home, ".local/share/fonts")}
	for _, folder := range folders {
		_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && slices.Contains([]string{".ttf", ".otf", ".ttc", ".otc", ".pfb", ".t1"}, strings.ToLower(filepath.Ext(path))) {
				if info, err := entry.Info(); err == nil {
					list = append(list, fmt.Sprintf("%s %d", filepath.Base(path), info.Size()))
				}
			}
			return nil
		})
	}
	slices.Sort(list)
	sum := sha256.Sum256([]byte(strings.Join(list, "\n")))
	return fmt.Sprintf("%d files, %x", len(list), sum[:8])
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
	return write(filepath.Join(folder, "manifest.json"), append(content, '\n'))
}

func write(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}

// writePicture writes a picture of now into a folder beside the page, and returns its path
// there.
func writePicture(folder, name string, picture image.Image) (string, error) {
	content, err := encode(picture)
	if err != nil {
		return "", err
	}
	file := filepath.Join(folder, name)
	return file, write(testsite.Path(builtFolder, file), content)
}

// keepPicture keeps a picture for the next comparison.
func keepPicture(name string, picture image.Image) error {
	content, err := encode(picture)
	if err != nil {
		return err
	}
	return write(testsite.Path(keptFolder, name), content)
}

// readPicture reads a picture that is kept.
func readPicture(name string) (*image.Paletted, error) {
	file, err := os.Open(testsite.Path(keptFolder, name))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	picture, err := png.Decode(file)
	if err != nil {
		return nil, err
	}
	small, ok := picture.(*image.Paletted)
	if !ok {
		return nil, fmt.Errorf("%s has no palette", name)
	}
	return small, nil
}
