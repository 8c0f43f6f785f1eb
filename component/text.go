package component

import (
	"strings"
	"unicode/utf16"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/flow"
)

// text draws free text.
func (f *field) text() app.UI {
	sch := f.schema()
	return f.typedInput(func(input app.HTMLElemSelfClosing) app.HTMLElemSelfClosing {
		input = input.Dir("auto").On("paste", f.sends(f.paste))
		if sch.Format != "" || sch.Pattern != "" || sch.Autocomplete() != "" {
			// A name or a code is no mistake of spelling.
			input = input.Spellcheck(false)
		}
		if sch.MaxLength >= 0 && sch.MaxLength <= 10 {
			input = input.Class("short")
		}
		return input
	})
}

// paste keeps the lines of a pasted text, which an input of one line would join.
// Where the text goes depends on the selection, which only the document knows.
func (f *field) paste(e app.Event) flow.Event {
	pasted := textOf(callOf(memberOf(e, "clipboardData"), "getData", "text/plain"))
	if !strings.ContainsAny(strings.TrimRight(pasted, "\r\n"), "\r\n") {
		return nil
	}
	prevent(e)
	input, _ := elementOf(fieldID(f.Index))
	value := utf16.Encode([]rune(textOf(input, "value")))
	from, to := selected(input, len(value))
	before := lineEnds.Replace(string(utf16.Decode(value[:from])) + pasted)
	after := lineEnds.Replace(string(utf16.Decode(value[to:])))
	// The caret of the new control is at its start. It belongs behind what was
	// pasted; the document counts in UTF-16.
	id, caret := fieldID(f.Index), len(utf16.Encode([]rune(before)))
	f.store.whenRebuilt = func() { callOn(id, "setSelectionRange", caret, caret) }
	return flow.Widened{Field: f.Index, Text: before + after}
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
