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

// Numbers are text inputs as well: a number input swallows unreadable text and changes with the wheel.
func (f *field) text() app.UI {
	if f.state().Lines {
		return f.textArea()
	}
	sch := f.schema()
	purpose := sch.Autocomplete()
	input := elem("input").ID(fieldID(f.Index)).Attr("type", "text").On("input", f.handler(f.editEvent))
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
		// On phones, the keyboards for numbers lack a minus sign.
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
		input = input.Dir("auto").On("paste", f.handler(f.paste))
		if sch.Format != "" || sch.Pattern != "" || purpose != "" {
			// A name or a code is not a spelling mistake.
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

// The initial text is a child, which typing leaves alone.
func (f *field) textArea() app.UI {
	area := elem("textarea").ID(fieldID(f.Index)).Dir("auto").Attr("rows", 3).
		On("input", f.handler(f.editEvent))
	if f.first.Text != "" {
		area = area.Text(f.first.Text)
	}
	return explain(f, area)
}

// readText ignores what only the browser has rewritten: other line ends, or no spaces around it.
func (s *store) readText(field int, draft answer.Draft, values *formValues) answer.Draft {
	shown := draft.Text
	if s.request().Form.Fields[field].Kind == schema.Email {
		shown = strings.TrimSpace(shown)
	}
	if typed := values.value(fieldID(field)); typed != lineEnds.Replace(shown) {
		draft.Text = typed
	}
	return draft
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// paste keeps the lines of a pasted text, which an input of one line would join. A whole date fills all three inputs.
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
	from, to := selectedRange(input, len(value))
	before := lineEnds.Replace(string(utf16.Decode(value[:from])) + text)
	after := lineEnds.Replace(string(utf16.Decode(value[to:])))
	// The caret belongs behind the pasted text. The document counts in UTF-16.
	id, caret := fieldID(f.Index), len(utf16.Encode([]rune(before)))
	f.store.whenRebuilt = func() { page.Call(page.Element(id), "setSelectionRange", caret, caret) }
	return flow.Widened{Field: f.Index, Text: before + after}
}

func selectedRange(input app.Value, length int) (from, to int) {
	start, hasStart := page.Number(input, "selectionStart")
	end, hasEnd := page.Number(input, "selectionEnd")
	if !hasStart || !hasEnd {
		return length, length
	}
	from = min(max(int(start), 0), length)
	return from, min(max(int(end), from), length)
}
