package main

import (
	"fmt"
	"slices"
)

// variant is a way to look at all scenes.
type variant struct {
	name, title string
	locale      string
	width       int
	dark        bool
	forced      bool
	// engines lists the engines for it; nil means all.
	engines []string
	// main says that scenes that show little else are in it as well.
	main bool
	// only lists the scenes of a variant that is about something else than their look.
	only []string
	// field says that it shows the kinds of field, and of each the field alone.
	field bool
}

// wide is the width of the frame in most variants, and narrow that of a small phone.
const (
	wide   = 600
	narrow = 320
	// fieldWidth is that of a picture of one field.
	fieldWidth = 400
)

var variants = []variant{
	{name: "light", title: "Light", locale: "en", width: wide, main: true},
	{name: "dark", title: "Dark", locale: "en", width: wide, dark: true, main: true},
	{name: "narrow", title: "320 px", locale: "en", width: narrow, main: true},
	{name: "rtl", title: "From right to left", locale: "ar", width: wide},
	// WebKitGTK knows no forced colours, and Firefox has them for a whole profile.
	{name: "forced", title: "Forced colours", locale: "en", width: wide, forced: true, engines: []string{"Chromium"}},
}

// languages are the other languages of the form.
var languages = []string{"de", "es", "fr", "pt-BR", "ar", "he", "ja", "ko", "zh-CN"}

// spoken are the scenes that are shown narrow in each language.
var spoken = []string{"form", "form-errors", "form-review", "form-done", "consent", "kinds-empty", "kinds-wrong", "kinds-review", "kinds-suggested", "secret-review", "confirm", "declined", "blocked", "blocked-missing", "consent-warnings", "waiting", "round", "round-review", "unshown", "broken"}

// steps are the scenes that are shown at the widths of a desk, a tablet and a phone.
var steps = []string{"form", "form-errors", "form-review", "form-change", "form-done", "consent", "consent-warnings", "waiting", "confirm", "round-review"}

// allVariants are the variants, the steps at each width, and each other language in a narrow frame.
func allVariants() []variant {
	list := slices.Clone(variants)
	for _, width := range []int{1280, 720, 390, narrow} {
		light := variant{name: fmt.Sprint(width), title: fmt.Sprintf("%d px", width), locale: "en", width: width, engines: []string{comparedEngine}, only: steps}
		dark := light
		dark.name, dark.title, dark.dark = light.name+"-dark", light.title+", dark", true
		if width != narrow {
			list = append(list, light)
		}
		list = append(list, dark)
	}
	for _, dark := range []bool{false, true} {
		fields := variant{name: "fields", title: "Kinds of field", locale: "en", width: fieldWidth, dark: dark, engines: []string{comparedEngine}, field: true}
		if dark {
			fields.name, fields.title = "fields-dark", "Kinds of field, dark"
		}
		list = append(list, fields)
	}
	for _, tag := range languages {
		list = append(list, variant{name: "narrow-" + tag, title: "320 px, " + tag, locale: tag, width: narrow, engines: []string{"Chromium"}, only: spoken})
	}
	return list
}

// shows reports whether the scene is in the variant.
func (v variant) shows(s scene) bool {
	if v.field || s.field {
		return v.field && s.field
	}
	if v.only != nil {
		return slices.Contains(v.only, s.name)
	}
	return v.main || !s.few
}

// kept reports whether the pictures are kept: those of other languages are for looking only.
func (v variant) kept() bool { return v.only == nil || v.locale == "en" }

func (v variant) in(engine string) bool {
	return v.engines == nil || slices.Contains(v.engines, engine)
}
