package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/gif"
	"image/png"
	"strconv"
	"time"

	cdppage "github.com/chromedp/cdproto/page"

	"github.com/elicitform/elicitform/e2e/axe"
	"github.com/elicitform/elicitform/e2e/driver"
	"github.com/elicitform/elicitform/e2e/testsite"
)

//go:embed frame.js
var frameScript string

// studio shows scenes in a browser and takes pictures of them.
type studio struct {
	driver.Browser
	sites sites
	axe   string
}

func (s *studio) show(c scene, v variant) error {
	if err := s.look(v); err != nil {
		return err
	}
	if err := s.Open(s.sites[c.program] + "/e2e/host.html"); err != nil {
		return err
	}
	context := map[string]string{"locale": v.locale, "timeZone": "UTC"}
	scheme := "light"
	if v.dark {
		context["theme"], scheme = "dark", "dark"
	}
	mount := fmt.Sprintf(`const place = document.getElementById("place");
		document.body.replaceChildren(place); // The page has only the form.
		place.style.inlineSize = "%dpx";
		document.documentElement.style.colorScheme = %q;
		window.mount({ context: %s, openLink() {} })`, v.width, scheme, object(context))
	ask := fmt.Sprintf(`window.start("r", %s, %s)`, object(c.request), object(c.options))
	ready := "window.hostReady"
	if c.program != "" {
		ready = "true"
	}
	if err := s.play(driver.Page, step{until: "window.loaded"}, step{mount, ready}, step{do: ask}); err != nil {
		return err
	}
	steps := []step{{until: `document.querySelector("h1")`}, {do: frameScript}}
	if len(c.steps) == 0 || c.steps[0].do != "" {
		// The mark of a request tells this form from a form that the program draws ahead.
		steps = append(steps, step{until: `document.querySelector("[data-request]:not(#shell)")`})
	}
	if err := s.play(driver.Frame, append(steps, c.steps...)...); err != nil {
		return err
	}
	return s.settle(c.focus)
}

func (s *studio) play(where driver.Place, steps ...step) error {
	for _, step := range steps {
		if step.do != "" {
			if err := s.Evaluate(where, "(async () => { "+step.do+"\n })()", nil); err != nil {
				return err
			}
		}
		if step.until != "" {
			if err := s.await(where, step.until); err != nil {
				return err
			}
		}
	}
	return nil
}

// settle waits until the form is drawn completely, and hides the parts that differ between pictures.
func (s *studio) settle(focus bool) error {
	isDrawn := step{
		`globalThis.galleryDrawn = 0;
		const count = () => { if (++globalThis.galleryDrawn < 6) requestAnimationFrame(count); };
		requestAnimationFrame(count);`,
		`galleryDrawn >= 6 && !document.querySelector(".leaving") && document.documentElement.scrollHeight <= innerHeight + 1`,
	}
	return s.play(driver.Frame, isDrawn, step{do: fmt.Sprintf(`gallery.still(%t)`, focus)}, isDrawn)
}

func (s *studio) findings(c scene, v variant) ([]string, error) {
	// The page shows through a frame with the host's theme. axe does not know that.
	if err := s.play(driver.Frame, step{do: s.axe + `; document.documentElement.style.backgroundColor = "Canvas"`}); err != nil {
		return nil, err
	}
	var text string
	if err := s.Evaluate(driver.Frame, "("+axe.Run+")()", &text); err != nil {
		return nil, err
	}
	found, err := axe.Read(text)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, f := range found {
		// In forced colours the system chooses the colours, but axe reads those of the style sheet.
		ignored := f.Rule == "color-contrast" && (v.forced || c.scrolls && f.Kind == "incomplete")
		if axe.Excuse(f) == "" && !ignored {
			list = append(list, f.String())
		}
	}
	return list, nil
}

func (s *studio) await(where driver.Place, expression string) error {
	for deadline := time.Now().Add(driver.Patience); ; time.Sleep(8 * time.Millisecond) {
		var holds bool
		err := s.Evaluate(where, "!!("+expression+")", &holds)
		if err == nil && holds {
			return nil
		}
		if time.Now().After(deadline) {
			var text string
			_ = s.Evaluate(where, `document.body.innerText.slice(0, 400)`, &text)
			return errors.Join(fmt.Errorf("%s did not become true, with the text %q", expression, text), err)
		}
	}
}

// object returns a value as JSON text, which is a JavaScript expression too.
func object(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// look sets the window's width and colours in Chromium. The windows of other engines keep their size, and the form
// is narrower.
func (s *studio) look(v variant) error {
	c, ok := s.Browser.(*driver.Chromium)
	if !ok {
		return nil
	}
	features := map[string]string{"prefers-color-scheme": "light"}
	if v.dark {
		features["prefers-color-scheme"] = "dark"
	}
	if v.forced {
		features["forced-colors"] = "active"
	}
	return errors.Join(c.Media(features), c.Resize(v.width, 800, 1))
}

// take returns a picture of the form, as high as the form is. An engine that takes pictures of its window only gives it in parts.
func (s *studio) take(v variant) (image.Image, error) {
	// The frame may keep more room than the form needs.
	const needed = `Math.ceil(Math.max(document.documentElement.getBoundingClientRect().height, document.body.scrollHeight))`
	var height int
	if err := s.Evaluate(driver.Frame, needed, &height); err != nil {
		return nil, err
	}
	if c, ok := s.Browser.(*driver.Chromium); ok {
		clip := cdppage.Viewport{Width: float64(v.width), Height: float64(height), Scale: 1}
		if v.field {
			// The frame is at the top of the page.
			const place = `(() => { const { top, height } = document.querySelector(".fields").getBoundingClientRect(); return { y: Math.floor(top) - 12, height: Math.ceil(height) + 24 } })()`
			if err := s.Evaluate(driver.Frame, place, &clip); err != nil {
				return nil, err
			}
		}
		shot, err := c.Picture(cdppage.CaptureScreenshotParams{CaptureBeyondViewport: new(true), Clip: &clip})
		if err != nil {
			return nil, err
		}
		return png.Decode(bytes.NewReader(shot))
	}
	whole := image.NewRGBA(image.Rect(0, 0, v.width, height))
	for top := 0; top < height; {
		// The last part of the page cannot be scrolled to the top.
		var at int
		const scrolledTo = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(Math.round(scrollY)))))`
		if err := s.Evaluate(driver.Page, "(scrollTo(0, "+strconv.Itoa(top)+"), "+scrolledTo+")", &at); err != nil {
			return nil, err
		}
		shot, err := s.Screenshot()
		if err != nil {
			return nil, err
		}
		part, err := png.Decode(bytes.NewReader(shot))
		if err != nil {
			return nil, err
		}
		if part.Bounds().Empty() {
			return nil, errors.New("the picture is empty")
		}
		draw.Draw(whole, image.Rect(0, at, v.width, at+part.Bounds().Dy()), part, part.Bounds().Min, draw.Src)
		top = at + part.Bounds().Dy()
	}
	return whole, nil
}

// moment is a picture of the film: a script, a condition that is true after it, and a time in hundredths of a second.
type moment struct {
	do, until string
	time      int
	focus     string
}

func typed(id, text string, time int) []moment {
	var list []moment
	for end := 3; ; end += 3 {
		if end >= len(text) {
			return append(list, moment{do: fmt.Sprintf("gallery.fill(%q, %q)", id, text), time: time, focus: id})
		}
		list = append(list, moment{do: fmt.Sprintf("gallery.fill(%q, %q)", id, text[:end]), time: 14, focus: id})
	}
}

// journey is the film, from the form to the sent answers, with a mistake on the way.
func journey() []moment {
	list := []moment{{time: 160}}
	list = append(list, typed("f0", "Ada Lovelace", 60)...)
	list = append(list, moment{do: `gallery.day(2, "14", "2", "2028")`, time: 70, focus: "f2-day"})
	list = append(list,
		moment{do: toErrors.do, until: toErrors.until, time: 180, focus: "f3"},
		moment{do: `gallery.press("f3-1")`, time: 90, focus: "f3-1"},
		moment{do: toReview.do, until: toReview.until, time: 220},
		moment{do: toDone.do, until: toDone.until, time: 260})
	return list
}

var filmSize = image.Pt(480, 880)

// chat puts the form into a conversation, as the film shows it.
const chat = `const place = document.getElementById("place"), said = document.createElement("p"), style = document.createElement("style");
	said.textContent = "Find us a table for Monday.";
	style.textContent = "body { display: grid; gap: 12px; align-content: start; margin: 0; padding: 16px; background: light-dark(#f3f4f8, #0f1013); }" +
		"p { justify-self: end; margin: 0; padding: 8px 14px; border-radius: 18px 18px 4px 18px; font: 16px/1.5 ui-sans-serif, system-ui, sans-serif;" +
		"background: light-dark(#2250d6, #9ab6ff); color: light-dark(#fff, #0b1533); }" +
		"#place { inline-size: auto !important; border: 1px solid light-dark(#dfe2e8, #2e3138); border-radius: 16px; overflow: hidden; background: light-dark(#fff, #17181b); }";
	document.head.append(style);
	place.before(said);`

// film makes animated pictures of a whole journey in a chat, in light and dark, and a picture of its beginning for people who
// want nothing to move.
func (g *gallery) film(s *studio) error {
	for _, v := range variants[:2] {
		v.width = filmSize.X
		err := s.show(scene{request: booking, options: served}, v)
		if c, ok := s.Browser.(*driver.Chromium); ok && err == nil {
			err = c.Resize(filmSize.X, filmSize.Y, 1)
		}
		if err = errors.Join(err, s.play(driver.Page, step{do: chat})); err != nil {
			return err
		}
		film, still := &gif.GIF{LoopCount: 2}, []byte(nil) // It ends after three times: moving pictures distract readers of the page.
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
			shot, err := s.Screenshot()
			if err != nil {
				return err
			}
			picture, err := png.Decode(bytes.NewReader(shot))
			if err != nil {
				return err
			}
			if len(film.Image) == 0 {
				still = shot
			}
			film.Image, film.Delay = append(film.Image, paletted(picture, maxColours)), append(film.Delay, m.time)
		}
		var out bytes.Buffer
		if err := gif.EncodeAll(&out, film); err != nil {
			return err
		}
		folders := []string{builtFolder}
		if g.record {
			folders = append(folders, recordedFolder)
		}
		for _, folder := range folders {
			name := testsite.Path(folder, "journey-"+v.name)
			if err := errors.Join(write(name+".gif", out.Bytes()), write(name+".png", still)); err != nil {
				return err
			}
		}
	}
	return nil
}
