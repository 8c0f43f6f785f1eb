package main

import (
	"bytes"
	"errors"
	"image"
	"image/draw"
	"image/png"
	"strconv"
	"time"

	"github.com/elicitform/elicitform/e2e/engines"
)

// windowCamera is a browser that is driven as a person drives it. Its window keeps its
// size: the page gets a narrower form, and a high one is put together of several
// pictures.
type windowCamera struct {
	engines.Browser
	width int
}

// launchWindow returns what starts the browser of an engine.
func launchWindow(name string) func() (camera, error) {
	return func() (camera, error) {
		for _, engine := range engines.Engines {
			if engine.Name == name {
				browser, err := engine.Launch()
				return &windowCamera{Browser: browser}, err
			}
		}
		return nil, errors.New("there is no such engine")
	}
}

func (w *windowCamera) version() string {
	text, err := w.Evaluate(engines.Page, "navigator.userAgent")
	if err != nil {
		return err.Error()
	}
	return text
}

func (w *windowCamera) look(v variant) error {
	w.width = v.width
	return nil
}

func (w *windowCamera) open(url string) error {
	if err := w.Open(url); err != nil {
		return err
	}
	_, err := w.Evaluate(engines.Page, `document.getElementById("place").style.inlineSize = `+strconv.Quote(strconv.Itoa(w.width)+"px"))
	return err
}

func (w *windowCamera) evaluate(where place, expression string) (string, error) {
	if where == inPage {
		return w.Evaluate(engines.Page, expression)
	}
	return w.Evaluate(engines.Frame, expression)
}

func (w *windowCamera) picture(width, height int) (image.Image, error) {
	whole := image.NewRGBA(image.Rect(0, 0, width, height))
	for top := 0; top < height; {
		// The last part of the page cannot be scrolled to the top.
		text, err := w.Evaluate(engines.Page, "(scrollTo(0, "+strconv.Itoa(top)+"), String(Math.round(scrollY)))")
		if err != nil {
			return nil, err
		}
		at, err := strconv.Atoi(text)
		if err != nil {
			return nil, err
		}
		if err := w.drawn(); err != nil {
			return nil, err
		}
		content, err := w.Screenshot()
		if err != nil {
			return nil, err
		}
		part, err := png.Decode(bytes.NewReader(content))
		if err != nil {
			return nil, err
		}
		draw.Draw(whole, image.Rect(0, at, width, at+part.Bounds().Dy()), part, part.Bounds().Min, draw.Src)
		if top = at + part.Bounds().Dy(); part.Bounds().Empty() {
			return nil, errors.New("the picture is empty")
		}
	}
	return whole, nil
}

// drawn waits until the page is drawn where it was scrolled to.
func (w *windowCamera) drawn() error {
	if _, err := w.Evaluate(engines.Page, `(globalThis.drawings = 0, requestAnimationFrame(() => requestAnimationFrame(() => { drawings = 1; })), "")`); err != nil {
		return err
	}
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(8 * time.Millisecond) {
		if text, err := w.Evaluate(engines.Page, "String(drawings)"); err != nil || text == "1" {
			return err
		}
	}
	return errors.New("the page is not drawn")
}

func (w *windowCamera) close() { w.Close() }
