package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// A pixel differs if one of its channels is more than farChannel from the recorded one. Between maxChannel and
// farChannel it differs if the palette has a nearer colour. A pixel that only one picture has differs too. A picture
// is unchanged with up to maxPixels such pixels. The tolerance is for the palette: one browser draws equal pixels.
const (
	maxChannel = 24
	farChannel = 64
	maxPixels  = 12
)

// compare counts the pixels that differ, and marks them in red over a pale picture.
func compare(expected *image.Paletted, got image.Image) (pixels int, marked *image.RGBA) {
	nearest := indexIn(expected.Palette)
	same := func(x, y int) bool {
		now := opaque(got.At(x, y))
		distance := apart(expected.At(x, y), now)
		if distance <= maxChannel || distance > farChannel {
			return distance <= maxChannel
		}
		return nearest(now) == expected.ColorIndexAt(x, y)
	}
	all := expected.Bounds().Union(got.Bounds())
	marked = image.NewRGBA(all)
	for y := all.Min.Y; y < all.Max.Y; y++ {
		for x := all.Min.X; x < all.Max.X; x++ {
			at := image.Pt(x, y)
			if !at.In(expected.Bounds()) || !at.In(got.Bounds()) || !same(x, y) {
				pixels++
				marked.Set(x, y, color.RGBA{0xd0, 0, 0x20, 0xff})
				continue
			}
			grey := color.GrayModel.Convert(got.At(x, y)).(color.Gray)
			marked.Set(x, y, color.Gray{0xc0 + grey.Y/4})
		}
	}
	return pixels, marked
}

// indexIn returns a function that finds the nearest colour of a palette, with a cache.
func indexIn(palette color.Palette) func(color.RGBA) uint8 {
	found := map[color.RGBA]uint8{}
	return func(c color.RGBA) uint8 {
		index, known := found[c]
		if !known {
			index = uint8(palette.Index(c))
			found[c] = index
		}
		return index
	}
}

func apart(a, b color.Color) int {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	distance := func(a, b uint32) int { return int(max(a, b)>>8) - int(min(a, b)>>8) }
	return max(distance(r1, r2), distance(g1, g2), distance(b1, b2))
}

// paletted draws a picture with its most frequent colours. The rare colours are at the edges of letters. The same
// picture always gets the same palette.
func paletted(from image.Image, colours int) *image.Paletted {
	bounds := from.Bounds()
	counts := map[color.RGBA]int{}
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			counts[opaque(from.At(x, y))]++
		}
	}
	found := make([]color.RGBA, 0, len(counts))
	for c := range counts {
		found = append(found, c)
	}
	number := func(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }
	slices.SortFunc(found, func(a, b color.RGBA) int {
		return cmp.Or(counts[b]-counts[a], number(a)-number(b))
	})
	var palette color.Palette
	for _, c := range found[:min(colours, len(found))] {
		palette = append(palette, c)
	}
	nearest := indexIn(palette)
	to := image.NewPaletted(image.Rect(0, 0, bounds.Dx(), bounds.Dy()), palette)
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			to.SetColorIndex(x, y, nearest(opaque(from.At(bounds.Min.X+x, bounds.Min.Y+y))))
		}
	}
	return to
}

func opaque(c color.Color) color.RGBA {
	r, g, b, _ := c.RGBA()
	return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 0xff}
}

// maxColours limits the palette of a recorded picture.
const maxColours = 64

// encode returns the smallest PNG of a picture.
func encode(picture image.Image) ([]byte, error) {
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err := encoder.Encode(&out, picture)
	return out.Bytes(), err
}

// drawnWith names a browser and its fonts. Another browser or font draws other letters, which are not compared.
func drawnWith(browser string) string {
	list, _ := exec.Command("fc-list", "--format", "%{file|basename} %{fontversion}\n").Output()
	fonts := slices.Sorted(strings.Lines(string(list)))
	return fmt.Sprintf("%s, %d fonts, %.8x\n", browser, len(fonts), sha256.Sum256([]byte(strings.Join(fonts, ""))))
}

func write(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}

func writePicture(picture image.Image, path ...string) error {
	content, err := encode(picture)
	if err != nil {
		return err
	}
	return write(testsite.Path(path...), content)
}

func readPicture(name string) (*image.Paletted, error) {
	file, err := os.Open(testsite.Path(recordedFolder, name))
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
