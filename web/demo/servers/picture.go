package servers

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"sync"
)

const (
	pictureWidth  = 480
	pictureHeight = 200
	shore         = 132 // the line between the mountains and the lake
)

// lakePicture is a small landscape as a PNG file: no file has to be shipped, and
// nobody has rights to it.
var lakePicture = sync.OnceValues(func() ([]byte, error) {
	picture := image.NewPaletted(image.Rect(0, 0, pictureWidth, pictureHeight), lakePalette())
	for y := range pictureHeight {
		for x := range pictureWidth {
			picture.SetColorIndex(x, y, lakeColor(x, y))
		}
	}
	var file bytes.Buffer
	err := png.Encode(&file, picture)
	return file.Bytes(), err
})

// The palette: a sky in steps, a sun, two ranges of mountains, a lake in steps.
const (
	skySteps, lakeSteps = 24, 12
	sun                 = skySteps
	farRange            = sun + 1
	nearRange           = sun + 2
	lake                = sun + 3
)

func lakePalette() color.Palette {
	palette := make(color.Palette, 0, lake+lakeSteps)
	for i := range skySteps {
		palette = append(palette, blend(color.RGBA{0x4f, 0x86, 0xc6, 0xff}, color.RGBA{0xfd, 0xe2, 0xb8, 0xff}, i, skySteps))
	}
	palette = append(palette, color.RGBA{0xff, 0xf4, 0xd6, 0xff}, color.RGBA{0x7f, 0x8f, 0xb5, 0xff}, color.RGBA{0x3d, 0x55, 0x6b, 0xff})
	for i := range lakeSteps {
		palette = append(palette, blend(color.RGBA{0xb9, 0xb6, 0xb8, 0xff}, color.RGBA{0x2c, 0x5a, 0x85, 0xff}, i, lakeSteps))
	}
	return palette
}

func blend(from, to color.RGBA, step, steps int) color.RGBA {
	mix := func(a, b uint8) uint8 { return uint8((int(a)*(steps-1-step) + int(b)*step) / (steps - 1)) }
	return color.RGBA{mix(from.R, to.R), mix(from.G, to.G), mix(from.B, to.B), 0xff}
}

func lakeColor(x, y int) uint8 {
	fx := float64(x)
	switch {
	case y >= shore:
		return uint8(lake + (y-shore)*lakeSteps/(pictureHeight-shore))
	case float64(y) > shore-26-18*math.Sin(fx/41)-9*math.Sin(fx/17+1):
		return nearRange
	case float64(y) > shore-58-22*math.Sin(fx/67+2)-8*math.Sin(fx/23):
		return farRange
	case math.Hypot(fx-350, float64(y)-52) < 20:
		return sun
	}
	return uint8(y * skySteps / shore)
}
