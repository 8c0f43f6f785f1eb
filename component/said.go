package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/wording"
)

// said fills an element with a sentence.
func said(element app.HTMLElem, sentence wording.Sentence) app.HTMLElem {
	return element.Body(saying(sentence)...)
}

// named fills a button with a sentence: its parts stay one line of text, and are no boxes
// of their own in it.
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
