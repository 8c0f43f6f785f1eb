package main

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/gif"

	"github.com/elicitform/elicitform/e2e/driver"
	"github.com/elicitform/elicitform/e2e/testsite"
)

// moment is what is done, what is true then, and for how many hundredths of a second it is shown.
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

// journey is the film: from a form to its answers sent, with a mistake on the way.
func journey() []moment {
	list := []moment{{time: 160}}
	list = append(list, typed("f0", "Ada Lovelace", 60)...)
	list = append(list, moment{do: `gallery.day(2, "14", "2", "2028")`, time: 70, focus: "f2-day"})
	list = append(list,
		moment{do: toErrors.do, until: toErrors.until, time: 180, focus: "summary"},
		moment{do: `gallery.press("f3-1")`, time: 90, focus: "f3-1"},
		moment{do: toReview.do, until: toReview.until, time: 220},
		moment{do: toDone.do, until: toDone.until, time: 260})
	return list
}

var filmSize = image.Pt(480, 880)

// film makes animated pictures of a whole journey, in light and dark.
func (g *gallery) film(s *studio) error {
	for _, v := range variants[:2] {
		v.width = filmSize.X
		if err := s.show(scene{request: booking, options: served}, v); err != nil {
			return err
		}
		film := &gif.GIF{LoopCount: 2} // It is played three times, so that nobody has to read beside something that moves.
		for _, m := range journey() {
			focus := ""
			if m.focus != "" {
				focus = fmt.Sprintf("gallery.byID(%q).focus({ preventScroll: true })", m.focus)
			}
			if err := s.play(driver.Frame, step{m.do, m.until}, step{do: focus}); err != nil {
				return err
			}
			if err := s.settle(m.focus != ""); err != nil {
				return err
			}
			picture, err := s.take(v)
			if err != nil {
				return err
			}
			// What is higher is cut off at the bottom; what is lower ends with the colour of its corner.
			frame := image.NewRGBA(image.Rectangle{Max: filmSize})
			draw.Draw(frame, frame.Bounds(), image.NewUniform(picture.At(0, 0)), image.Point{}, draw.Src)
			draw.Draw(frame, frame.Bounds().Intersect(picture.Bounds()), picture, image.Point{}, draw.Src)
			film.Image, film.Delay = append(film.Image, paletted(frame, maxColours)), append(film.Delay, m.time)
		}
		var out bytes.Buffer
		if err := gif.EncodeAll(&out, film); err != nil {
			return err
		}
		folders := []string{builtFolder}
		if g.record {
			folders = append(folders, keptFolder)
		}
		for _, folder := range folders {
			if err := write(testsite.Path(folder, "journey-"+v.name+".gif"), out.Bytes()); err != nil {
				return err
			}
		}
	}
	return nil
}
