package component

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/wording"
)

type field struct {
	app.Compo
	store  *store
	screen int
	// Index and Serial are the identity, without the language: controls keep their content, focus and caret when it changes.
	Index, Serial int
	Look          flow.FieldLook

	// first is the draft that the controls were built with, and firstInList its text in the field's list.
	first       answer.Draft
	firstInList string
	started     bool
	described   string
	ctx         app.Context
	// listClass places the list of a combobox: see [field.placeList].
	listClass string
	// hasGrown: the page is higher, so that the open list has room.
	hasGrown bool
}

// CompoID keeps go-app from matching children by position, which would give one field's controls to another field's label.
func (f *field) CompoID() string { return identity(f.Index, f.Serial) }

func newField(s *store, i int) *field {
	return &field{store: s, screen: s.state.Serial, Index: i, Serial: s.request().Fields[i].Serial, Look: s.state.FieldLook(i)}
}

// isStale reports whether the screen shows another request by now: events of the browser wait their turn.
func (f *field) isStale() bool {
	return f.screen != f.store.state.Serial || f.Index >= len(f.store.request().Fields)
}

func (f *field) OnDismount() {
	if f.store.liveFields[f.Index] == f {
		delete(f.store.liveFields, f.Index)
	}
}

// schema returns the field of the form, which may be required by the other answers.
func (f *field) schema() schema.Field {
	sch := f.store.request().Form.Fields[f.Index]
	if fields := f.store.request().Fields; f.Index < len(fields) {
		sch.Required = sch.Required || fields[f.Index].Required
	}
	return sch
}

func (f *field) state() *flow.Field { return f.store.request().Fields[f.Index] }

func (f *field) Render() app.UI {
	f.store.noteRender(f)
	if f.Index >= len(f.store.request().Fields) {
		// The request ended while this field was still waiting to be drawn.
		return elem("div")
	}
	if !f.started {
		f.first, f.started, f.listClass = f.state().Draft, true, "list"
		f.firstInList = f.store.state.ListText(f.Index, f.first)
		f.restoreFocus()
		if rebuilt := f.store.whenRebuilt; rebuilt != nil {
			f.store.whenDrawn(rebuilt)
			f.store.whenRebuilt = nil
		}
		f.store.liveFields[f.Index] = f
	}
	// A field that was drawn alone is up to date, so that go-app skips it when it draws the form.
	f.Look = f.store.state.FieldLook(f.Index)
	sch := f.schema()
	if sch.Unsupported != "" {
		return f.unsupported(sch)
	}
	control, hint, class := controlOf(&sch), f.hint(sch), "field"
	if problem := f.state().Problem; problem != nil {
		class = "field bad"
		if problem.Solved {
			class = "field bad solved"
		}
	}
	if sch.PartOf > 0 {
		class += " part-of"
	}
	if hasNoEmptyRadio(&sch) {
		class += " clearable"
	}
	// Rules without a description are short and stand beside the label, unless the counter needs that place.
	runIn := hint != nil && sch.Description+sch.Header == "" && len(sch.Remarks) == 0 && !sch.Secret &&
		!(sch.MaxLength >= 0 && control.counted)
	if runIn {
		class += " run-in"
	}
	if sch.Default.Exists() {
		class += " badged"
	}
	body := f.body(sch, control, hint, runIn)
	if !control.grouped {
		return elem("div").Class(class).Body(body...)
	}
	set := elem("fieldset").Class(class).Role("group")
	if f.described != "" {
		set = set.Aria("describedby", f.described)
	}
	if n := min(len(sch.Options), len(digits)/2+1); n > 0 && sch.Kind != schema.Boolean {
		set = set.Aria("keyshortcuts", digits[:2*n-1]) // A screen reader says them once, and not at each option.
	}
	return set.Body(body...)
}

// body has a place for the error alone, which comes and goes while the component lives.
func (f *field) body(sch schema.Field, control control, hint app.UI, runIn bool) []app.UI {
	echo, counted := f.echo(sch), sch.MaxLength >= 0 && control.counted
	suggested := f.state().Draft.Origin == answer.Suggested
	f.describe(hint != nil, suggested, len(echo) > 0 || f.isLeftEmpty(sch))
	body := []app.UI{f.label(sch, control.grouped)}
	if counted && !f.state().Lines {
		// The counter stands beside the label, where it moves nothing when it comes.
		body = []app.UI{drawIf(f.state().NearLimit, f.counter), body[0]}
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
	if part := sch.Companion - 1; part >= 0 {
		isShown := sch.OwnAnswer() < 0 || f.state().Draft.ChoosesOwn(&sch)
		body = append(body, drawIf(isShown, func() app.UI { return newField(f.store, part) }))
	}
	if flow.CanHoldCode(sch) {
		body = append(body, drawIf(f.state().HoldsCode, func() app.UI { return f.secretWarning(sch) }))
	}
	if counted && f.state().Lines {
		body = append(body, drawIf(f.state().NearLimit, f.counter))
	}
	body = append(body, f.after(sch, control, echo)...)
	if sch.Pattern != "" && control.showsPattern {
		body = append(body, f.format(sch))
	}
	return body
}

func (f *field) label(sch schema.Field, grouped bool) app.UI {
	words := f.store.state.Words
	label := elem("legend")
	if !grouped {
		label = elem("label").Attr("for", fieldID(f.Index))
	}
	label = label.ID(labelID(f.Index))
	request := f.store.request()
	switch {
	case sch.PartOf > 0 && !sch.IsNote, sch.RepeatsMessage && !f.store.state.Changing() && request.OnlyQuestion() == f.Index:
		label = label.Class("visually-hidden")
	case safetext.IsName(sch.Title, sch.Name):
		label = label.Class("name")
	}
	switch header := safetext.OneLine(sch.Header, safetext.TitleLimit); {
	case header != "":
		return label.Body(elem("bdi").Class("header").Text(header), elem("bdi").Text(words.Label(sch)))
	case sch.Required || sch.Companion+sch.PartOf > 0 || request.Optional() && !request.Blocked() || words.SaysOptional(sch):
		return label.Dir("auto").Text(words.Label(sch))
	}
	return label.Body(elem("bdi").Text(words.Label(sch)), app.Text(words.Blank+words.Text("Optional")))
}

func (f *field) unsupported(sch schema.Field) app.UI {
	words := f.store.state.Words
	return elem("div").Class("field unsupported").Body(
		elem("p").ID(labelID(f.Index)).Class("question").Dir("auto").Text(words.Label(sch)),
		write(elem("p").Class("obstacle"), words.Obstacle(sch, f.store.state.ServerID())),
	)
}

func (f *field) problem(sch schema.Field) app.UI {
	problem := f.state().Problem
	return drawIf(problem != nil, func() app.UI {
		return f.store.problem(errorID(f.Index), f.store.state.Words.Problem(sch, *problem), problem.Solved,
			// The echo omits "Read as": the room is one line, and a long date fits into it at 320 px.
			solution(understoodID(f.Index), *problem, func() wording.Sentence { return wording.Sentence(f.state().Echo) }))
	})
}

// showsSolution reports whether the echo stands in the room of a solved error.
func (f *field) showsSolution() bool {
	problem := f.state().Problem
	return problem != nil && problem.Solved && !problem.Again && f.state().Echo != ""
}

// A solved error only keeps its room.
func (s *store) problem(id string, text wording.Sentence, solved bool, solution app.UI) app.UI {
	class := "error"
	if solved {
		id, class = "", "error solved"
	}
	prefix := elem("span").Class("visually-hidden").Text(s.state.Words.Text("ErrorPrefix") + s.state.Words.Blank)
	body := append([]app.UI{prefix}, phrase(text)...)
	return elem("p").ID(id).Class(class).Body(append(body, solution)...)
}

// describe puts the error first: a person who returns to a wrong answer knows the hint already.
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
	if f.showsSolution() {
		ids = append(ids, understoodID(f.Index))
	}
	if echo {
		ids = append(ids, afterID(f.Index))
	}
	f.described = strings.Join(ids, " ")
}

func explain(f *field, control app.HTMLElem) app.HTMLElem {
	sch := f.schema()
	if sch.Required {
		control = control.Aria("required", "true")
	}
	if f.bad(validate.AllSegments) {
		control = control.Aria("invalid", "true")
	}
	if f.described != "" {
		control = control.Aria("describedby", f.described)
	}
	return control
}

func (f *field) bad(segment validate.Segment) bool {
	problem := f.state().Problem
	return f.state().Wrong() && (problem.Segment == segment || problem.Segment == validate.AllSegments)
}

func (f *field) editEvent(app.Event) flow.Event {
	if s := f.store; f.Serial != s.request().Fields[f.Index].Serial {
		sch := &s.request().Form.Fields[f.Index]
		return flow.Edited{Field: f.Index, Draft: controlOf(sch).read(s, f.Index, f.state().Draft, nil), Outdated: true}
	}
	return f.store.readField(f.Index, nil)
}

// handler makes the event when the handler runs, because that reads the page.
func (f *field) handler(event func(app.Event) flow.Event) app.EventHandler {
	return func(ctx app.Context, e app.Event) {
		f.store.handle(ctx, f, func() {
			if !f.isStale() {
				f.store.apply(event(e))
			}
		})
	}
}
