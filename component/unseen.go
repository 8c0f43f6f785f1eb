package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/schema"
)

// A frame is as high as its whole form, and the browser would lay out and paint all of it. So a question, or an answer
// on review, that comes after some screens refers by data-like to an earlier one of the same height. The style sheet
// lets the browser skip it until it comes near the view, and web/frame/size.ts gives it that height.

// seenElements is about the number of elements on the first two screens, which are laid out at once.
const seenElements = 150

// oneLine is the number of columns on a line in a usual frame. If a text needs two, nothing visible moves.
const oneLine = 40

type heights[Shape comparable] struct {
	elements int
	first    map[Shape]int
}

func (u *heights[Shape]) like(position, elements int, shape Shape, fits bool) int {
	u.elements += elements
	if !fits {
		return -1
	}
	first, known := u.first[shape]
	switch {
	case !known && u.first == nil:
		u.first = map[Shape]int{shape: position}
	case !known:
		u.first[shape] = position
	case u.elements > seenElements:
		return first
	}
	return -1
}

func skippable(entry app.HTMLElem, like int) app.HTMLElem {
	if like < 0 {
		return entry
	}
	return entry.Attr("data-like", like)
}

// fits takes wide letters for two columns.
func fits(text string, columns int) bool {
	if len(text) <= columns {
		return true
	}
	for _, letter := range text {
		if columns--; letter >= 0x1100 {
			columns--
		}
		// 300 questions may share a text of 200 kB.
		if columns < 0 {
			return false
		}
	}
	return true
}

type fieldShape struct {
	kind                                           schema.Kind
	elements, options                              int
	lines, described, suggested, patterned, unable bool
}

func (s *store) fieldLike(u *heights[fieldShape], position, index int) int {
	f := &s.request().Form.Fields[index]
	fit := fits(string(f.Title), oneLine-10) && fits(string(f.Description), oneLine)
	for i := 0; fit && i < len(f.Options); i++ {
		fit = fits(string(f.Options[i].Title), oneLine) && f.Options[i].Description == ""
	}
	elements := CountElements(f)
	return u.like(position, elements, fieldShape{
		kind: f.Kind, elements: elements, options: len(f.Options), lines: s.request().Fields[index].Lines,
		described: f.Description != "", suggested: f.Default.Exists(), patterned: f.Pattern != "", unable: f.Unsupported != "",
	}, fit)
}
