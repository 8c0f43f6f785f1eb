package main

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// plain is a picture of one colour.
func plain(width, height int, c color.Color) *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(picture, picture.Bounds(), image.NewUniform(c), image.Point{}, draw.Src)
	return picture
}

func TestCompare(t *testing.T) {
	// The palette has the colour just beyond the tolerance.
	beyond := color.RGBA{254 - maxChannel, 255, 255, 255}
	page := func(c color.Color) *image.RGBA {
		picture := plain(100, 50, c)
		picture.Set(0, 0, beyond)
		return picture
	}
	white := color.RGBA{255, 255, 255, 255}
	recorded := paletted(page(white), maxColours)
	if pixels, _ := compare(recorded, page(white)); pixels != 0 {
		t.Errorf("%d pixels of the same picture differ", pixels)
	}
	if pixels, _ := compare(recorded, page(color.RGBA{255 - maxChannel, 255, 255, 255})); pixels > maxPixels {
		t.Errorf("%d pixels differ within the tolerance", pixels)
	}
	if pixels, _ := compare(recorded, page(beyond)); pixels != 4999 {
		t.Errorf("%d pixels differ beyond the tolerance", pixels)
	}
	changed := page(white)
	for x := range 13 {
		changed.Set(x, 20, color.Black)
	}
	pixels, marked := compare(recorded, changed)
	if pixels != 13 || pixels <= maxPixels {
		t.Errorf("of 13 black pixels %d differ, and up to %d do not matter", pixels, maxPixels)
	}
	if r, g, _, _ := marked.At(0, 20).RGBA(); r < 0x8000 || g > 0x1000 {
		t.Error("what differs is not marked")
	}
	higher := plain(100, 51, white)
	higher.Set(0, 0, beyond)
	if pixels, _ := compare(recorded, higher); pixels != 100 {
		t.Errorf("%d pixels of a row more differ", pixels)
	}
}

// TestPaletted checks that a picture of few colours stays exact, that a colour beyond the
// limit becomes the nearest one, and that the same picture gives the same bytes.
func TestPaletted(t *testing.T) {
	picture := plain(10, 10, color.RGBA{255, 255, 255, 255})
	picture.Set(1, 1, color.RGBA{200, 0, 0, 255})
	picture.Set(2, 1, color.RGBA{200, 0, 0, 255})
	picture.Set(3, 1, color.RGBA{210, 0, 0, 255})
	if pixels, _ := compare(paletted(picture, 3), picture); pixels != 0 {
		t.Errorf("%d pixels differ", pixels)
	}
	two := paletted(picture, 2)
	if len(two.Palette) != 2 || opaque(two.At(3, 1)) != (color.RGBA{200, 0, 0, 255}) {
		t.Errorf("%d colours, the rare one is %v", len(two.Palette), two.At(3, 1))
	}
	a, err1 := encode(paletted(picture, 3))
	b, err2 := encode(paletted(picture, 3))
	if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
		t.Error("the same picture gives other bytes")
	}
}

// TestRareColours checks that a colour which is not in the palette equals the nearest
// colour of the palette, unless the two are far apart.
func TestRareColours(t *testing.T) {
	rare := plain(40, 10, color.RGBA{0, 0, 0, 255})
	for x := range 40 {
		rare.Set(x, 5, color.RGBA{60, 0, 0, 255})
	}
	recorded := paletted(rare, 1)
	if pixels, _ := compare(recorded, rare); pixels != 0 {
		t.Errorf("%d pixels of a rare colour differ from the nearest one", pixels)
	}
	for x := range 40 {
		rare.Set(x, 5, color.RGBA{70, 0, 0, 255})
	}
	if pixels, _ := compare(recorded, rare); pixels != 40 {
		t.Errorf("%d pixels of another colour differ, want 40", pixels)
	}
}

// TestScenes checks that each scene has its own name, and that the scenes which every
// language shows exist.
func TestScenes(t *testing.T) {
	names := map[string]bool{}
	for _, c := range scenes {
		if names[c.name] || c.title == "" {
			t.Errorf("the scene %q is there twice, or has no title", c.name)
		}
		names[c.name] = true
	}
	for _, name := range spoken {
		if !names[name] {
			t.Errorf("there is no scene %q", name)
		}
	}
}

// TestRecordedPictures checks that each scene has its pictures, that each picture has a
// scene, and that they are small.
func TestRecordedPictures(t *testing.T) {
	folder := testsite.Path(recordedFolder)
	wanted := map[string]bool{"drawn-with.txt": true, "journey-light.gif": true, "journey-light.png": true, "journey-dark.gif": true, "journey-dark.png": true}
	for _, v := range allVariants() {
		for _, c := range scenes {
			if v.isRecorded() && v.shows(c) && v.in(comparedEngine) {
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
