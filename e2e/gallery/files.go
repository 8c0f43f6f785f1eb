package main

import (
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

func readPicture(path string) (image.Image, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return png.Decode(file)
}
