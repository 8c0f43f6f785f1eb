package main

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// TestKeptPictures checks that each scene has its pictures, that none is left of a scene
// that is gone, and that they are small.
func TestKeptPictures(t *testing.T) {
	folder := testsite.Path(keptFolder)
	wanted := map[string]bool{"manifest.json": true, "journey-light.gif": true, "journey-dark.gif": true}
	for _, v := range allVariants() {
		for _, c := range scenes {
			if v.kept() && v.shows(c) && v.in(comparedEngine) {
				wanted[filepath.Join(v.name, c.name+".png")] = true
			}
		}
	}
	var size int64
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, _ := filepath.Rel(folder, path)
		if !wanted[name] {
			t.Errorf("%s is a picture of nothing", name)
		}
		delete(wanted, name)
		info, err := entry.Info()
		if err == nil {
			size += info.Size()
		}
		if strings.HasSuffix(name, ".gif") && info.Size() > 600_000 {
			t.Errorf("%s has %d bytes", name, info.Size())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range wanted {
		t.Errorf("%s is missing: RECORD=1 make gallery takes it", name)
	}
	if size > 6_000_000 {
		t.Errorf("the pictures have %d bytes together", size)
	}
}
