package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/wording"
)

// elem returns an element with the given tag. go-app has a type for every tag, each with some ninety
// methods; this one type for all makes the program about a tenth smaller.
func elem(tag string) app.HTMLElem { return app.Elem(tag) }

// place is an element that comes and goes. While it is not shown, an empty text is in its place, which
// costs less than a hidden element. go-app matches children by position: without that text, an element
// that comes would be taken for the next one, and controls would be built anew while the person types.
func place(shown bool, draw func() app.UI) app.UI {
	if shown {
		return draw()
	}
	return app.Text("")
}

// said fills an element with a sentence.
func said(element app.HTMLElem, sentence wording.Sentence) app.HTMLElem {
	return element.Body(saying(sentence)...)
}

// named fills a button with a sentence, whose parts stay one line and are no boxes of their own.
func named(button app.HTMLElem, sentence wording.Sentence) app.HTMLElem {
	parts := sentence.Parts()
	if len(parts) == 1 && !parts[0].Theirs {
		return button.Text(parts[0].Text)
	}
	return button.Body(said(elem("span"), sentence))
}

// saying draws a sentence: our words as text, and those of others with a look that ours never
// have, isolated from the direction of ours.
func saying(sentence wording.Sentence) []app.UI {
	parts := sentence.Parts()
	drawn := make([]app.UI, len(parts))
	for i, part := range parts {
		if part.Theirs {
			drawn[i] = elem("bdi").Class("theirs").Text(part.Text)
		} else {
			drawn[i] = app.Text(part.Text)
		}
	}
	return drawn
}

// prevent keeps the browser from doing what it does after an event.
func prevent(e app.Event) { page.Call(e.Value, "preventDefault") }
