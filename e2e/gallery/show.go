package main

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"strconv"
	"time"

	"github.com/elicitform/elicitform/e2e/axe"
)

//go:embed frame.js
var frameScript string

// patience is how long a state may take to come. Only a scene that is broken takes so
// long.
const patience = 60 * time.Second

// studio shows scenes to a camera.
type studio struct {
	camera
	sites sites
	axe   string
}

// show opens a page with the scene in it.
func (s *studio) show(c scene, v variant) error {
	if err := s.look(v); err != nil {
		return err
	}
	if err := s.open(s.sites[c.program] + "/e2e/gallery.html"); err != nil {
		return err
	}
	if err := s.await(inPage, "window.loaded"); err != nil {
		return err
	}
	context := map[string]string{"locale": v.locale, "timeZone": "UTC"}
	scheme := "light"
	if v.dark {
		context["theme"], scheme = "dark", "dark"
	}
	if err := s.do(inPage, fmt.Sprintf(`document.documentElement.style.colorScheme = %q; window.mount({ context: %s, openLink() {} })`, scheme, object(context))); err != nil {
		return err
	}
	if c.program == "" {
		if err := s.await(inPage, "window.hostReady"); err != nil {
			return err
		}
	}
	// The clock of a deadline is not drawn while a picture is taken.
	if err := s.do(inPage, fmt.Sprintf(`window.start("r", %s, %s)`, quote(c.request), object(c.options))); err != nil {
		return err
	}
	if err := s.await(inFrame, `document.querySelector(".step:not(.idle, .preparing) h1, .step > .done") || location.href && document.querySelector("main h1")`); err != nil {
		return err
	}
	if err := s.do(inFrame, frameScript); err != nil {
		return err
	}
	if len(c.steps) == 0 || c.steps[0].do != "" {
		if err := s.await(inFrame, `document.querySelector(".step:not(.idle) .actions button")`); err != nil {
			return err
		}
	}
	for _, step := range c.steps {
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
	return s.settle(c)
}

// settle holds the form still, and waits until it is drawn, the step before it is gone
// and the frame is as high as it is.
func (s *studio) settle(c scene) error {
	const drawn = `(() => { globalThis.galleryDrawn = 0; const count = () => { if (++globalThis.galleryDrawn < 6) requestAnimationFrame(count); }; requestAnimationFrame(count); })()`
	if err := s.do(inFrame, drawn); err != nil {
		return err
	}
	if err := s.await(inFrame, `galleryDrawn >= 6 && !document.querySelector(".leaving") && document.documentElement.scrollHeight <= innerHeight + 1`); err != nil {
		return err
	}
	if err := s.do(inFrame, fmt.Sprintf(`gallery.still(%t)`, c.focus)); err != nil {
		return err
	}
	if err := s.do(inFrame, drawn); err != nil {
		return err
	}
	return s.await(inFrame, `galleryDrawn >= 6 && !document.querySelector(".leaving") && document.documentElement.scrollHeight <= innerHeight + 1`)
}

// take returns a picture of the form.
func (s *studio) take(v variant) (image.Image, error) {
	text, err := s.evaluate(inPage, `String(Math.ceil(document.querySelector("iframe").getBoundingClientRect().height))`)
	if err != nil {
		return nil, err
	}
	height, err := strconv.Atoi(text)
	if err != nil {
		return nil, err
	}
	return s.picture(v.width, height)
}

// findings returns what axe finds in the form, without what is excused.
func (s *studio) findings(c scene, v variant) ([]string, error) {
	if err := s.do(inFrame, s.axe+"\n;globalThis.axeRun = "+axe.Run+"; gallery.look()"); err != nil {
		return nil, err
	}
	if err := s.await(inFrame, `gallery.found`); err != nil {
		return nil, err
	}
	text, err := s.evaluate(inFrame, `gallery.found`)
	if err != nil {
		return nil, err
	}
	found, err := axe.Read(text)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, f := range found {
		// In forced colours the system chooses them, but axe reads the style sheet's.
		ignored := f.Rule == "color-contrast" && (v.forced || c.scrolls && f.Kind == "incomplete")
		if axe.Excuse(f) == "" && !ignored {
			list = append(list, f.String())
		}
	}
	return list, nil
}

// cut returns what is wider than the frame, or cut off in it.
func (s *studio) cut() ([]string, error) {
	text, err := s.evaluate(inFrame, `JSON.stringify(gallery.cut())`)
	if err != nil {
		return nil, err
	}
	var list []string
	return list, json.Unmarshal([]byte(text), &list)
}

// do runs statements.
func (s *studio) do(where place, statements string) error {
	_, err := s.evaluate(where, "(() => { "+statements+"\n; return ''; })()")
	return err
}

// await polls until an expression is true.
func (s *studio) await(where place, expression string) error {
	for deadline := time.Now().Add(patience); ; time.Sleep(8 * time.Millisecond) {
		text, err := s.evaluate(where, "String(!!("+expression+"))")
		if err == nil && text == "true" {
			return nil
		}
		if time.Now().After(deadline) {
			seen, _ := s.evaluate(where, `document.body.innerText.slice(0, 400)`)
			return errors.Join(fmt.Errorf("waited in vain for %s, and saw %q", expression, seen), err)
		}
	}
}

func quote(text string) string { return object(text) }

// object returns a value as JSON text, which is an expression of JavaScript as well.
func object(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	if string(text) == "null" {
		return "{}"
	}
	return string(text)
}
