package main

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
)

// keeps reports whether the pictures of a variant are kept and compared. Those of other
// languages are for looking only.
func keeps(v variant) bool { return v.only == nil }

func write(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}

// readPicture reads a picture that is kept.
func readPicture(path string) (*image.Paletted, error) {
	file, err := os.Open(path)
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
		return nil, fmt.Errorf("%s has no palette", path)
	}
	return small, nil
}
