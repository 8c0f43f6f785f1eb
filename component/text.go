package component

import (
	"strings"
	"unicode/utf16"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/schema"
)

// textControl draws everything that is typed into one control: text, email,
// uri, numbers and lists. Numbers are text inputs as well: a number input
// swallows what it cannot read and changes with the wheel.
type textControl struct{}

func (textControl) grouped(schema.Field) bool { return false }

func (textControl) draw(f *field, first answer.Draft) app.UI {
	sch := f.schema()
	if f.state().Lines {
		return f.textArea(first.Text)
	}
	input := void("input").ID(fieldID(f.Index)).Class(width(sch)).
		Attr("type", "text").Attr("value", first.Text).
		On("input", f.edit, f.scope())
	switch sch.Kind {
	case schema.Email:
		input = input.Attr("type", "email").Attr("autocapitalize", "none").Spellcheck(false).Dir("ltr")
	case schema.URI:
		input = input.Attr("inputmode", "url").Attr("autocapitalize", "none").Spellcheck(false).Dir("ltr")
	case schema.Integer, schema.Number:
		input = input.Dir("ltr").Spellcheck(false)
		if mode := inputMode(sch); mode != "" {
			input = input.Attr("inputmode", mode)
		}
	default:
		input = input.Dir("auto").On("paste", f.paste, f.scope("paste"))
		if sch.Format != "" || sch.Pattern != "" || sch.Autocomplete() != "" {
			// A name or a code is no mistake of spelling.
			input = input.Spellcheck(false)
		}
	}
	if purpose := sch.Autocomplete(); purpose != "" {
		input = input.Attr("autocomplete", purpose)
	}
	return explain(f, input)
}

// textArea takes several lines. Its initial text is a child, which the browser
// leaves alone once somebody has typed.
func (f *field) textArea(first string) app.UI {
	return explain(f, elem("textarea").ID(fieldID(f.Index)).Dir("auto").Attr("rows", 3).Text(first).
		On("input", f.edit, f.scope()))
}

// paste keeps the lines of a pasted text: a single line would join them.
func (f *field) paste(_ app.Context, e app.Event) {
	pasted := textOf(callOf(memberOf(e, "clipboardData"), "getData", "text/plain"))
	if f.Index >= len(f.store.state.Fields) || !strings.ContainsAny(strings.TrimRight(pasted, "\r\n"), "\r\n") {
		return
	}
	prevent(e)
	input, _ := elementOf(fieldID(f.Index))
	value := utf16.Encode([]rune(textOf(input, "value")))
	from, to := selected(input, len(value))
	before := lineEnds.Replace(string(utf16.Decode(value[:from])) + pasted)
	after := lineEnds.Replace(string(utf16.Decode(value[to:])))
	f.store.apply(flow.Widened{Field: f.Index, Text: before + after})
	// The new control opens with the caret at its start; it belongs behind
	// what was pasted. The page counts in UTF-16.
	id, caret := fieldID(f.Index), len(utf16.Encode([]rune(before)))
	f.store.root.Defer(func(app.Context) {
		if area, ok := elementOf(id); ok {
			callOf(area, "setSelectionRange", caret, caret)
		}
	})
}

// selected is the range of the text that is selected; its end where the page
// does not tell.
func selected(input app.Value, length int) (from, to int) {
	start, told := numberOf(input, "selectionStart")
	end, alsoTold := numberOf(input, "selectionEnd")
	if !told || !alsoTold {
		return length, length
	}
	from = min(max(int(start), 0), length)
	return from, min(max(int(end), from), length)
}

// width hints at the length of what is expected.
func width(sch schema.Field) string {
	switch {
	case sch.Kind == schema.Integer, sch.Kind == schema.Number:
		return "short"
	case sch.Kind == schema.Text && sch.MaxLength >= 0 && sch.MaxLength <= 10:
		return "short"
	}
	return ""
}

// inputMode picks the on-screen keyboard. A numeric keyboard has no minus sign
// on phones, so that a number that may be negative gets none.
func inputMode(sch schema.Field) string {
	switch {
	case !sch.NonNegative():
		return ""
	case sch.Kind == schema.Integer:
		return "numeric"
	}
	return "decimal"
}

// read keeps the draft as it is when the control shows it: a browser rewrites
// line ends and trims addresses, which is nobody's edit.
func (textControl) read(s *store, field int, now *standing) answer.Draft {
	draft := s.state.Fields[field].Draft
	shown := draft.Text
	if s.state.Form.Fields[field].Kind == schema.Email {
		shown = strings.TrimSpace(shown)
	}
	if typed := now.value(fieldID(field)); typed != lineEnds.Replace(shown) {
		draft.Text = typed
	}
	return draft
}

// lineEnds is what a text area makes of line ends.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")
