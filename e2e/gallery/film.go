package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// moment is a part of the film: what is done, what is true then, and how long it is
// shown, in hundredths of a second.
type moment struct {
	do, until string
	time      int
	focus     string
}

// typed are moments in which a text is written, some letters at a time.
func typed(id, text string, time int) []moment {
	var list []moment
	for end := 3; ; end += 3 {
		if end >= len(text) {
			return append(list, moment{do: fmt.Sprintf("gallery.fill(%q, %q)", id, text), time: time, focus: id})
		}
		list = append(list, moment{do: fmt.Sprintf("gallery.fill(%q, %q)", id, text[:end]), time: 14, focus: id})
	}
}

// journey is the film: from a form that is filled in to its answers sent, with a mistake
// on the way.
func journey() []moment {
	list := []moment{{time: 160}}
	list = append(list, typed("f0", "Ada Lovelace", 60)...)
	list = append(list, moment{do: `gallery.day(2, "14", "2", "2028")`, time: 70, focus: "f2-day"})
	list = append(list,
		moment{do: `gallery.goOn()`, until: `document.querySelector("#summary li")`, time: 180, focus: "summary"},
		moment{do: `gallery.press("f3-1")`, time: 90, focus: "f3-1"},
		moment{do: `gallery.goOn()`, until: `document.querySelector("dl.answers")`, time: 220},
		moment{do: `gallery.primary()`, until: `document.querySelector(".step > .done")`, time: 260})
	return list
}

// filmSize is how large the film is. What is higher is cut off at the bottom.
var filmSize = image.Pt(480, 880)

// film takes the pictures of a whole journey and makes an animated one of them, in light
// and dark.
func (g *gallery) film(s *studio) error {
	for _, v := range variants[:2] {
		v.width = filmSize.X
		start := scene{name: "journey", request: booking, options: served}
		if err := s.show(start, v); err != nil {
			return err
		}
		var frames []image.Image
		var times []int
		for _, m := range journey() {
			for _, step := range []step{{m.do, m.until}} {
				if step.do != "" {
					if err := s.do(inFrame, step.do); err != nil {
						return err
					}
				}
				if step.until != "" {
					if err := s.await(inFrame, step.until); err != nil {
						return err
					}
				}
			}
			if m.focus != "" {
				if err := s.do(inFrame, fmt.Sprintf("gallery.byID(%q).focus({ preventScroll: true })", m.focus)); err != nil {
					return err
				}
			}
			if err := s.settle(scene{focus: m.focus != ""}); err != nil {
				return err
			}
			picture, err := s.picture(filmSize.X, filmSize.Y)
			if err != nil {
				return err
			}
			frames, times = append(frames, picture), append(times, m.time)
		}
		content, err := animated(frames, times)
		if err != nil {
			return err
		}
		name := "journey-" + v.name + ".gif"
		if err := write(testsite.Path(builtFolder, name), content); err != nil {
			return err
		}
		if g.record {
			if err := write(testsite.Path(keptFolder, name), content); err != nil {
				return err
			}
		}
	}
	return nil
}

// animated makes one picture of several, each shown so many hundredths of a second. All
// have one palette, and of each only the part that has changed is kept. It is played
// three times, so that nobody has to read beside something that moves.
func animated(frames []image.Image, times []int) ([]byte, error) {
	size := frames[0].Bounds()
	strip := image.NewRGBA(image.Rect(0, 0, size.Dx(), size.Dy()*len(frames)))
	for i, frame := range frames {
		draw.Draw(strip, image.Rect(0, i*size.Dy(), size.Dx(), (i+1)*size.Dy()), frame, frame.Bounds().Min, draw.Src)
	}
	// One colour less, for what has not changed.
	all := paletted(strip, maxColours-1)
	palette := append(color.Palette{color.RGBA{}}, all.Palette...)
	film := &gif.GIF{LoopCount: 2, Config: image.Config{ColorModel: palette, Width: size.Dx(), Height: size.Dy()}}
	at := func(frame, x, y int) uint8 { return all.ColorIndexAt(x, frame*size.Dy()+y) }
	for i := range frames {
		changed := image.Rectangle{}
		for y := range size.Dy() {
			for x := range size.Dx() {
				if i == 0 || at(i, x, y) != at(i-1, x, y) {
					changed = changed.Union(image.Rect(x, y, x+1, y+1))
				}
			}
		}
		if changed.Empty() {
			film.Delay[len(film.Delay)-1] += times[i]
			continue
		}
		part := image.NewPaletted(changed, palette)
		for y := changed.Min.Y; y < changed.Max.Y; y++ {
			for x := changed.Min.X; x < changed.Max.X; x++ {
				if i == 0 || at(i, x, y) != at(i-1, x, y) {
					part.SetColorIndex(x, y, at(i, x, y)+1)
				}
			}
		}
		film.Image, film.Delay, film.Disposal = append(film.Image, part), append(film.Delay, times[i]), append(film.Disposal, gif.DisposalNone)
	}
	var out bytes.Buffer
	err := gif.EncodeAll(&out, film)
	return out.Bytes(), err
}
