package component

import (
	"strings"
	"unicode/utf16"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/schema"
)

// text draws the one control that an answer is typed into. Numbers are text inputs as
// well: a number input swallows what it cannot read and changes with the wheel.
func (f *field) text() app.UI {
	if f.state().Lines {
		return f.textArea()
	}
	sch := f.schema()
	purpose := sch.Autocomplete()
	input := elem("input").ID(fieldID(f.Index)).Attr("type", "text").On("input", f.sends(f.edited))
	switch sch.Kind {
	case schema.Email:
		input = input.Attr("type", "email").Attr("autocapitalize", "none").Spellcheck(false).Dir("ltr")
	case schema.URI:
		input = input.Attr("inputmode", "url").Attr("autocapitalize", "none").Spellcheck(false).Dir("ltr")
	case schema.Number, schema.Integer:
		input = input.Dir("ltr").Spellcheck(false)
		if !sch.FreeText {
			input = input.Class("short")
		}
		// The on-screen keyboards for numbers have no minus sign on phones, so that a number
		// that may be negative gets the usual one.
		switch {
		case !sch.NonNegative():
		case sch.Kind == schema.Integer:
			input = input.Attr("inputmode", "numeric")
		default:
			input = input.Attr("inputmode", "decimal")
		}
	case schema.LocalTime:
		input = input.Class("short").Dir("ltr").Spellcheck(false)
		if f.digitsOnly() {
			input = input.Attr("inputmode", "numeric")
		}
	default:
		if purpose == "tel" || purpose == "email" {
			input = input.Attr("inputmode", purpose)
		}
		input = input.Dir("auto").On("paste", f.sends(f.paste))
		if sch.Format != "" || sch.Pattern != "" || purpose != "" {
			// A name or a code is no mistake of spelling.
			input = input.Spellcheck(false)
		}
		if sch.MaxLength >= 0 && sch.MaxLength <= 10 {
			input = input.Class("short")
		}
	}
	if f.first.Text != "" {
		input = input.Attr("value", f.first.Text)
	}
	if purpose != "" {
		input = input.Attr("autocomplete", purpose)
	}
	return explain(f, input)
}

// textArea takes several lines. Its initial text is a child, which typing leaves alone.
func (f *field) textArea() app.UI {
	area := elem("textarea").ID(fieldID(f.Index)).Dir("auto").Attr("rows", 3).
		On("input", f.sends(f.edited))
	if f.first.Text != "" {
		area = area.Text(f.first.Text)
	}
	return explain(f, area)
}

// readText returns the draft for the text in the one control of a field: the same draft where only the
// browser has written it in another way, with other line ends or without spaces around it.
func (s *store) readText(field int, draft answer.Draft, now *formValues) answer.Draft {
	shown := draft.Text
	if s.request().Form.Fields[field].Kind == schema.Email {
		shown = strings.TrimSpace(shown)
	}
	if typed := now.value(fieldID(field)); typed != lineEnds.Replace(shown) {
		draft.Text = typed
	}
	return draft
}

// lineEnds is what a text area makes of line ends.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// paste keeps the lines of a pasted text, which an input of one line would join. A whole date that is pasted into one
// input of a date fills in all three.
// Where the text goes depends on the selection, which only the document knows.
func (f *field) paste(e app.Event) flow.Event {
	text := page.Text(page.Call(page.Get(e, "clipboardData"), "getData", "text/plain"))
	if f.state().Order != "" {
		day := answer.ReadPastedDay(text, f.store.state.Env)
		if day == "" {
			return nil
		}
		prevent(e)
		return flow.DayPicked{Field: f.Index, Day: day}
	}
	if !strings.ContainsAny(strings.TrimRight(text, "\r\n"), "\r\n") {
		return nil
	}
	prevent(e)
	input := page.Element(fieldID(f.Index))
	value := utf16.Encode([]rune(page.Text(input, "value")))
	from, to := selected(input, len(value))
	before := lineEnds.Replace(string(utf16.Decode(value[:from])) + text)
	after := lineEnds.Replace(string(utf16.Decode(value[to:])))
	// The caret of the new control is at its start. It belongs behind what was
	// pasted; the document counts in UTF-16.
	id, caret := fieldID(f.Index), len(utf16.Encode([]rune(before)))
	f.store.whenRebuilt = func() { page.Call(page.Element(id), "setSelectionRange", caret, caret) }
	return flow.Widened{Field: f.Index, Text: before + after}
}

// selected is the range of the text that is selected; its end where the page tells none.
func selected(input app.Value, length int) (from, to int) {
	start, told := page.Number(input, "selectionStart")
	end, alsoTold := page.Number(input, "selectionEnd")
	if !told || !alsoTold {
		return length, length
	}
	from = min(max(int(start), 0), length)
	return from, min(max(int(end), from), length)
}
