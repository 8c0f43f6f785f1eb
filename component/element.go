package component

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/wording"
)

// elem serves for every tag. go-app's types for each would make the program about a tenth larger.
func elem(tag string) app.HTMLElem { return app.Elem(tag) }

// drawIf keeps the place of an element with an empty text, which costs less than a hidden element. go-app matches children by
// position: it would mistake a new element for the next one, and rebuild controls while the person types.
func drawIf(shown bool, draw func() app.UI) app.UI {
	if shown {
		return draw()
	}
	return app.Text("")
}

func write(element app.HTMLElem, sentence wording.Sentence) app.HTMLElem {
	return element.Body(phrase(sentence)...)
}

func caption(button app.HTMLElem, sentence wording.Sentence) app.HTMLElem {
	parts := sentence.Parts()
	if len(parts) == 1 && !parts[0].Foreign {
		return button.Text(parts[0].Text)
	}
	return button.Body(write(elem("span"), sentence))
}

// phrase draws our words as text, and isolates foreign words from the direction of ours. Foreign words in quotation marks get a
// dotted line, which words of ours never have; the name of a server needs none, because the host knows it.
func phrase(sentence wording.Sentence) []app.UI {
	parts := sentence.Parts()
	nodes := make([]app.UI, len(parts))
	for i, part := range parts {
		if part.Foreign {
			nodes[i] = elem("bdi").Text(part.Text)
			if i > 0 && wording.EndsInMark(parts[i-1].Text) {
				nodes[i] = elem("bdi").Class("theirs").Text(part.Text)
			}
		} else {
			nodes[i] = app.Text(part.Text)
		}
	}
	return nodes
}

func prevent(e app.Event) { page.Call(e.Value, "preventDefault") }

// Ids are made from positions, never from property names, which can be any text. The first control of a field has the
// field's own id, to which the error summary leads.

const (
	headingID   = "heading"
	summaryID   = "summary"
	problemsID  = "problems"
	agreementID = "agreement"
	decideID    = "decide"
)

func identity(a, b int) string { return strconv.Itoa(a) + "/" + strconv.Itoa(b) }

func fieldID(field int) string { return idIn(field, "") }

func idIn(field int, what string) string { return "f" + strconv.Itoa(field) + what }

func hintID(field int) string       { return idIn(field, "-hint") }
func errorID(field int) string      { return idIn(field, "-error") }
func afterID(field int) string      { return idIn(field, "-after") }
func understoodID(field int) string { return idIn(field, "-understood") }
func suggestedID(field int) string  { return idIn(field, "-suggested") }
func labelID(field int) string      { return idIn(field, "-label") }

func optionID(field, option int) string {
	if option == 0 {
		return fieldID(field)
	}
	return idIn(field, "-"+strconv.Itoa(option))
}

func changeID(request, field int) string {
	return "change-" + strconv.Itoa(request) + "-" + strconv.Itoa(field)
}

func answerID(answer flow.LongText, what string) string {
	return "answer" + strconv.Itoa(int(answer)) + "-" + what
}

// segmentID returns the id of one control of a field. AllSegments is the first one.
func (s *store) segmentID(field int, segment validate.Segment) string {
	all := s.segmentsOf(field)
	if all == nil {
		return fieldID(field)
	}
	if segment == validate.AllSegments {
		segment = all[0]
	}
	return idIn(field, "-"+segments[segment].name)
}

func (s *store) target(e flow.Focus) (id, reveal string) {
	switch e.Target {
	case flow.OnSummary:
		return summaryID, summaryID
	case flow.OnControl:
		if e.Field < len(s.request().Form.Fields) {
			return s.segmentID(e.Field, e.Segment), labelID(e.Field)
		}
	case flow.OnChange:
		return changeID(e.Request, e.Field), changeID(e.Request, e.Field)
	case flow.OnAgreement:
		return agreementID, agreementID + "-about"
	}
	return headingID, headingID
}
