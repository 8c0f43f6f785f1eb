package component

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// field is one field of the form: label, hint, error and controls. It is a
// component of its own, so that typing draws one field again and not all.
type field struct {
	app.Compo
	store *store
	// screen is the serial of the screen that the field is on.
	screen int
	// Index and Serial make up the identity: with another serial, the controls are built anew. The
	// language is no part of it: controls keep their content, focus and caret when it changes.
	Index, Serial int
	// Look is what the field shows.
	Look flow.FieldLook

	// first is the draft that the controls were built with, and firstInList its text in the field's
	// list. Both stay the initial values of the controls for good.
	first       answer.Draft
	firstInList string
	started     bool
	// like is the position of an earlier field that is as high; see [skippable].
	like int
	// described are the ids of what explains the controls, found once for each drawing.
	described string
	// ctx is the context of the last event in the field, for what has to wait.
	ctx app.Context
}

// CompoID is the identity for go-app, which otherwise matches children by
// position and would move one field's controls under another's label.
func (f *field) CompoID() string { return identity(f.Index, f.Serial) }

func newField(s *store, i int) *field {
	return &field{store: s, screen: s.state.Serial, Index: i, Serial: s.request().Fields[i].Serial, Look: s.state.FieldLook(i)}
}

// gone reports whether another request is shown by now: events of the browser wait their turn.
func (f *field) gone() bool {
	return f.screen != f.store.state.Serial || f.Index >= len(f.store.request().Fields)
}

// OnDismount forgets the controls.
func (f *field) OnDismount() {
	if f.store.drawn[f.Index] == f {
		delete(f.store.drawn, f.Index)
	}
}

func (f *field) schema() schema.Field { return f.store.request().Form.Fields[f.Index] }
func (f *field) state() *flow.Field   { return f.store.request().Fields[f.Index] }

func (f *field) Render() app.UI {
	f.store.rendering(f)
	if f.Index >= len(f.store.request().Fields) {
		// The request ended while this field was still waiting to be drawn.
		return elem("div")
	}
	if !f.started {
		f.first, f.started = f.state().Draft, true
		f.firstInList = f.store.state.ListText(f.Index, f.first)
		f.stayFocused()
		if rebuilt := f.store.whenRebuilt; rebuilt != nil {
			f.store.whenDrawn(rebuilt)
			f.store.whenRebuilt = nil
		}
		f.store.drawn[f.Index] = f
	}
	// When the field was drawn alone, go-app need not draw it again with the form.
	f.Look = f.store.state.FieldLook(f.Index)
	sch := f.schema()
	if sch.Unsupported != "" {
		return f.unsupported(sch)
	}
	control, hint, echo := controlOf(sch), f.hint(sch), f.echo(sch)
	counted := sch.MaxLength >= 0 && control.counted
	class := "field"
	switch problem := f.state().Problem; {
	case problem != nil && problem.Solved:
		class = "field bad solved"
	case problem != nil:
		class = "field bad"
	}
	// Rules alone are short and stand beside the label, unless a counter comes there.
	runIn := hint != nil && sch.Description == "" && len(sch.Remarks) == 0 && !counted && !sch.Secret
	if runIn {
		class += " run-in"
	}
	if sch.Default.Exists() {
		class += " badged"
	}
	suggested := f.state().Draft.Origin == answer.Suggested
	f.describe(hint != nil, suggested, len(echo) > 0 || f.leftEmpty(sch))
	// Whether a field has a warning, a hint and so on never changes while its
	// component lives. The error comes and goes, so it has a place.
	body := []app.UI{f.label(sch, control.grouped)}
	if counted && !f.state().Lines {
		// The counter stands beside the label, where it moves nothing when it comes.
		body = []app.UI{place(f.state().NearLimit, f.counter), body[0]}
	}
	if runIn {
		body = append(body, hint)
	}
	if sch.Default.Exists() {
		body = append(body, f.badge(suggested))
	}
	if sch.Secret {
		body = append(body, f.secretWarning(sch))
	}
	if hint != nil && !runIn {
		body = append(body, hint)
	}
	body = append(body, f.problem(sch), control.draw(f))
	if flow.CanHoldCode(sch) {
		// Below the control, which does not move then.
		body = append(body, place(f.state().HoldsCode, func() app.UI { return f.secretWarning(sch) }))
	}
	if counted && f.state().Lines {
		body = append(body, place(f.state().NearLimit, f.counter))
	}
	body = append(body, f.after(sch, control, echo)...)
	if sch.Pattern != "" && control.showsPattern {
		body = append(body, f.format(sch))
	}
	like := f.like
	if f.state().Problem != nil {
		like = -1
	}
	if !control.grouped {
		return skippable(elem("div").Class(class), like).Body(body...)
	}
	set := skippable(elem("fieldset").Class(class).Role("group"), like)
	if f.described != "" {
		set = set.Aria("describedby", f.described)
	}
	return set.Body(body...)
}

// label is the label or legend. "(optional)" is part of its text, but where it is said once of all.
func (f *field) label(sch schema.Field, grouped bool) app.UI {
	words := f.store.state.Words
	label := elem("legend")
	if !grouped {
		label = elem("label").Attr("for", fieldID(f.Index))
	}
	label = label.ID(labelID(f.Index))
	if untrusted.IsName(sch.Title, sch.Name) {
		label = label.Class("name")
	}
	if request := f.store.request(); sch.Required || request.Optional() && !request.Blocked() {
		return label.Dir("auto").Text(words.Label(sch))
	}
	return label.Body(elem("bdi").Text(words.Label(sch)), app.Text(words.Blank+words.Text("Optional")))
}

func (f *field) unsupported(sch schema.Field) app.UI {
	words := f.store.state.Words
	return skippable(elem("div").Class("field unsupported"), f.like).Body(
		elem("p").ID(labelID(f.Index)).Class("question").Dir("auto").Text(words.Label(sch)),
		said(elem("p").Class("obstacle"), words.Obstacle(sch, f.store.state.ServerID())),
	)
}

func (f *field) problem(sch schema.Field) app.UI {
	problem := f.state().Problem
	return place(problem != nil, func() app.UI {
		return f.store.problem(errorID(f.Index), f.store.state.Words.Problem(sch, *problem), problem.Solved)
	})
}

// problem is an error, with a word before it that tells a screen reader so. A solved one is only room.
func (s *store) problem(id string, text wording.Sentence, solved bool) app.UI {
	class := "error"
	if solved {
		id, class = "", "error solved"
	}
	return elem("p").ID(id).Class(class).Body(append([]app.UI{
		elem("span").Class("visually-hidden").Text(s.state.Words.Text("ErrorPrefix") + s.state.Words.Blank),
	}, saying(text)...)...)
}

// describe lists what explains the controls. The error comes first: a person who comes back to a wrong
// answer has heard the hint. The style sheet ends each part as a sentence for screen readers.
func (f *field) describe(hint, suggested, echo bool) {
	var ids []string
	if f.state().Wrong() {
		ids = append(ids, errorID(f.Index))
	}
	if hint {
		ids = append(ids, hintID(f.Index))
	}
	if suggested {
		ids = append(ids, suggestedID(f.Index))
	}
	if echo {
		ids = append(ids, afterID(f.Index))
	}
	f.described = strings.Join(ids, " ")
}

// explain tells assistive technology about the one control of a field: that it
// has to be answered, that it is wrong, and what explains it.
func explain(f *field, control app.HTMLElem) app.HTMLElem {
	sch := f.schema()
	if sch.Required {
		control = control.Aria("required", "true")
	}
	if f.bad(check.AllSegments) {
		control = control.Aria("invalid", "true")
	}
	if f.described != "" {
		control = control.Aria("describedby", f.described)
	}
	return control
}

func (f *field) bad(segment check.Segment) bool {
	problem := f.state().Problem
	return f.state().Wrong() && (problem.Segment == segment || problem.Segment == check.AllSegments)
}

// edited is the draft in the field's controls.
func (f *field) edited(app.Event) flow.Event {
	if s := f.store; f.Serial != s.request().Fields[f.Index].Serial {
		return flow.Edited{Field: f.Index, Draft: controlOf(f.schema()).read(s, f.Index, f.state().Draft, nil), Outdated: true}
	}
	return f.store.typed(f.Index, nil)
}

// sends is [store.sends] for an event in the field. The event is made when the handler
// runs, because it reads the page.
func (f *field) sends(event func(app.Event) flow.Event) app.EventHandler {
	return func(ctx app.Context, e app.Event) {
		f.store.during(ctx, f, func() {
			if !f.gone() {
				f.store.apply(event(e))
			}
		})
	}
}
