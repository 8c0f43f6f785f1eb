package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// The tolerance: a pixel differs if one of its channels is more than farChannel apart
// from what is expected, or more than maxChannel and the palette of the kept picture has
// a colour that is nearer to it. A picture differs if it has another size, or more than
// maxPixels pixels that differ. It is for nothing but the colours of a palette: the same
// browser draws the same pixels.
const (
	maxChannel = 24
	farChannel = 64
	maxPixels  = 12
)

// difference says how two pictures differ. marked has what differs in red over a pale
// picture; it is nil where nothing does.
type difference struct {
	pixels  int
	resized bool
	marked  image.Image
}

func (d difference) matters() bool { return d.resized || d.pixels > maxPixels }

// compare compares a picture with the expected one, which has a palette.
func compare(expected *image.Paletted, got image.Image) difference {
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
	marked := image.NewRGBA(all)
	d := difference{resized: expected.Bounds() != got.Bounds()}
	for y := all.Min.Y; y < all.Max.Y; y++ {
		for x := all.Min.X; x < all.Max.X; x++ {
			at := image.Pt(x, y)
			if !at.In(expected.Bounds()) || !at.In(got.Bounds()) || !same(x, y) {
				d.pixels++
				marked.Set(x, y, color.RGBA{0xd0, 0, 0x20, 0xff})
				continue
			}
			grey := color.GrayModel.Convert(got.At(x, y)).(color.Gray)
			marked.Set(x, y, color.Gray{0xc0 + grey.Y/4})
		}
	}
	if d.pixels > 0 {
		d.marked = marked
	}
	return d
}

// indexIn returns a function that finds the nearest colour of a palette, and keeps what it has found.
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

// apart returns the largest difference of a channel of two colours.
func apart(a, b color.Color) int {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	distance := func(a, b uint32) int { return int(max(a, b)>>8) - int(min(a, b)>>8) }
	return max(distance(r1, r2), distance(g1, g2), distance(b1, b2))
}

// paletted draws a picture with at most that many colours: the most frequent ones, and
// the nearest of them for each other one. A form has few colours; the others are at the
// edges of letters. The same picture always gets the same palette.
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

// maxColours is how many colours a picture that is kept has at most.
const maxColours = 64

// encode returns the smallest PNG of a picture.
func encode(picture image.Image) ([]byte, error) {
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err := encoder.Encode(&out, picture)
	return out.Bytes(), err
}

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
