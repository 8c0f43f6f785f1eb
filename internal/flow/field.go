package flow

import (
	"slices"
	"strconv"
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// Field is the draft of a field, and what is shown beside its controls.
type Field struct {
	Draft answer.Draft
	// Understood is how the draft is read, where that is not obvious.
	Understood string
	// Over counts the code points over the limit, negative while some are left. It
	// only means something where the field has a MaxLength.
	Over int
	// NearLimit says that at most a fifth of the MaxLength is left, which the person has to know.
	NearLimit bool
	// HoldsCode says that the answer is an address with a code that lets somebody sign in.
	HoldsCode bool
	// Lines says that the control has several lines: for the schema, or for line breaks.
	Lines bool
	// Order is the order in which the segments of a date are drawn, FilledIn that of filling in.
	Order, FilledIn string
	// restated says that the controls were built anew for another locale or time zone.
	restated bool
	// Problem is what the last Continue found wrong, shown beside the field; nil for nothing.
	Problem *check.Problem
	// Serial changes when the controls must be built anew, because the program
	// and not the person has changed their content.
	Serial int
	// Revealed says that the person wants to see this secret on review.
	Revealed bool
}

// Reordered reports whether the segments of a date have changed places since they were filled in.
func (f Field) Reordered() bool { return f.Order != f.FilledIn && !f.Draft.Blank() }

// Wrong reports whether something is wrong with the answer, as far as the person has been told.
func (f *Field) Wrong() bool { return f.Problem != nil && !f.Problem.Solved }

// The functions below work on a request that no other state shares, and on a field of
// it that is there for changing.

// mutableField is a field of the request, in a copy that no earlier state
// shares. Another address says that the field has changed.
func (q *Request) mutableField(i int) *Field {
	field := *q.Fields[i]
	q.Fields = slices.Clone(q.Fields)
	q.Fields[i] = &field
	return &field
}

// nextField adds the next field of the form with its first draft. entry is the answer of an
// earlier visit; nextField reports whether it was restored.
func (q *Request) nextField(r Reader, entry elicit.Value) (restored bool) {
	i := len(q.Fields)
	f := q.Form.Fields[i]
	draft := answer.Start(f, r.Env)
	field := Field{Draft: draft, Lines: severalLines(f, draft)}
	if f.Kind.HasDate() {
		field.Order, field.FilledIn = r.Env.Locale.DateOrder, r.Env.Locale.DateOrder
	}
	restored = entry.Exists() && field.restore(f, entry, r)
	field.reread(f, r)
	q.Fields = append(q.Fields, &field)
	return restored
}

func severalLines(f schema.Field, d answer.Draft) bool {
	return f.Multiline || f.Kind == schema.List || strings.ContainsAny(d.Text, "\r\n")
}

func (q *Request) put(field int, draft answer.Draft, r Reader) {
	f, state := q.Form.Fields[field], q.mutableField(field)
	state.Draft, state.FilledIn = draft, state.Order
	state.Lines = state.Lines || severalLines(f, draft)
	state.Serial++
	state.restated = false
	state.reread(f, r)
	q.recheck(field, state, r)
}

// reread brings what is shown beside a field's controls up to date.
func (state *Field) reread(f schema.Field, r Reader) {
	state.Understood = ""
	if f.Unsupported != "" {
		return
	}
	if answer.Echoes(f) {
		if read, fault := answer.Read(f, state.Draft, r.Env); fault == answer.FaultNone {
			state.Understood = read.Echo
		}
	}
	state.HoldsCode = state.Draft.Text != "" && CanHoldCode(f) && answer.HoldsCode(state.Draft.Text)
	if f.MaxLength >= 0 {
		state.Over = answer.CountCodePoints(state.Draft.Text) - f.MaxLength
		if state.Over > 0 {
			// Blanks around it are left out then.
			state.Over = max(answer.CountCodePoints(answer.Tidy[0](state.Draft.Text))-f.MaxLength, 0)
		}
		state.NearLimit = state.Over >= -f.MaxLength/5
	}
}

// CanHoldCode reports whether an answer may turn out to be a secret, about which the question says nothing.
func CanHoldCode(f schema.Field) bool {
	return (f.Kind == schema.Text || f.Kind == schema.URI) && !f.Secret
}

// recheck checks a field again that has a problem. While the person types, no new problem appears, and
// the sentence stays the same until the answer is right.
func (q *Request) recheck(field int, state *Field, r Reader) {
	if !state.Wrong() {
		return
	}
	if _, problem := q.checker.CheckField(field, state.Draft, r.Env); problem != nil {
		return
	}
	// A problem of several answers together is solved when one of them changes, until the next Continue.
	// A problem without a field stays until then.
	q.Problems = slices.Clone(q.Problems)
	for i := range q.Problems {
		if problem := &q.Problems[i]; problem.Field == field {
			problem.Solved, state.Problem = true, problem
		}
	}
}

// draftDelay is how long after the last key a draft is told, in milliseconds.
const draftDelay = 250

// draft is what the person has entered, for a later visit. It holds nothing
// that looks like a secret, and nothing that the server suggested.
func (s *State) draft() elicit.Value {
	var entries []elicit.Value
	for _, q := range s.Requests {
		for i := range len(q.Fields) {
			field := q.Fields[i]
			if f := q.Form.Fields[i]; keeps(f) && !field.HoldsCode && field.Draft.Origin >= answer.Edited {
				entries = append(entries, encodeDraft(q.Key, f, field.Draft, s.Env))
			}
		}
	}
	if entries == nil {
		return elicit.Value{}
	}
	return elicit.ObjectValue().With("fields", elicit.Value{Type: elicit.Array, Items: entries})
}

// lastDraft hands the unsent answers to the host when the person decides, with the last letters.
// Answers that leave may still be refused: the host forgets the draft when it settles them. Those of a
// declined or cancelled request come back with it, because the person is not asked before.
func (s *State) lastDraft() []Effect {
	if !s.Drafts {
		return nil
	}
	return []Effect{KeepDraft{ID: s.ID, Draft: s.draft()}}
}

func keeps(f schema.Field) bool { return !f.Secret && f.Unsupported == "" }

// draftText is a text of a draft, by the name that it has in a kept draft.
type draftText struct {
	name string
	text *string
}

func draftTexts(d *answer.Draft) []draftText {
	return []draftText{{"text", &d.Text}, {"day", &d.Day}, {"month", &d.Month}, {"year", &d.Year}, {"clock", &d.Clock}, {"zone", &d.Zone}}
}

// encodeDraft writes the draft of a field with the locale that it was typed in: the next
// visit may be in another one.
func encodeDraft(key string, f schema.Field, d answer.Draft, env answer.Env) elicit.Value {
	entry := elicit.ObjectValue().With("key", elicit.StringValue(key)).With("name", elicit.StringValue(f.Name))
	d = answer.Pin(f, d, env)
	if d.Locale != nil {
		entry = entry.With("locale", d.Notation())
	}
	for _, t := range draftTexts(&d) {
		if *t.text != "" {
			entry = entry.With(t.name, elicit.StringValue(*t.text))
		}
	}
	if d.Fold != answer.FoldUnknown {
		entry = entry.With("fold", elicit.NumberValue(strconv.Itoa(int(d.Fold))))
	}
	if len(d.Chosen) > 0 {
		// By their values: a position means another option in another form.
		entry = entry.With("chosen", elicit.ArrayValue(d.Chosen, func(i int) elicit.Value { return f.Options[i].Value }))
	}
	if d.Origin == answer.Cleared {
		entry = entry.With("cleared", elicit.BoolValue(true))
	}
	if d.Origin == answer.LeftEmpty {
		entry = entry.With("empty", elicit.BoolValue(true))
	}
	return entry
}

// slot is the field that an entry of a kept draft belongs to.
type slot struct{ key, name string }

// entered are the entries of a kept draft by where they belong. Other scripts of the page can change a
// draft: what does not fit is left out.
func entered(kept elicit.Value) map[slot]elicit.Value {
	entries := map[slot]elicit.Value{}
	for _, entry := range kept.Get("fields").Items {
		if name := entry.Get("name"); name.Type == elicit.String {
			entries[slot{entry.Get("key").Text, name.Text}] = entry
		}
	}
	return entries
}

// restore puts back what was entered on an earlier visit, and reports whether it fits.
func (state *Field) restore(f schema.Field, entry elicit.Value, r Reader) bool {
	draft, fits := decodeDraft(entry, f)
	if !fits || !keeps(f) {
		return false
	}
	from := r.Env
	if notation := entry.Get("locale"); notation.Type == elicit.Object {
		from.Locale = answer.NewLocale(answer.ReadFacts(notation))
	}
	draft = answer.Restate(f, draft, from, r.Env)
	state.Draft = draft
	if f.Kind.HasDate() {
		state.FilledIn = from.Locale.DateOrder
	}
	state.Lines = state.Lines || severalLines(f, draft)
	return true
}

func decodeDraft(entry elicit.Value, f schema.Field) (answer.Draft, bool) {
	d := answer.Draft{Origin: answer.Edited}
	if entry.Get("cleared").Truth {
		d.Origin = answer.Cleared
	}
	if entry.Get("empty").Truth {
		d.Origin = answer.LeftEmpty
	}
	for _, t := range draftTexts(&d) {
		*t.text = entry.Get(t.name).Text
	}
	switch entry.Get("fold").Text {
	case "1":
		d.Fold = answer.FoldEarlier
	case "2":
		d.Fold = answer.FoldLater
	}
	chosen := make([]bool, len(f.Options))
	for _, item := range entry.Get("chosen").Items {
		option := f.Find(item)
		if option < 0 {
			return answer.Draft{}, false
		}
		chosen[option] = true
	}
	for option, on := range chosen {
		if on {
			d.Chosen = append(d.Chosen, option)
		}
	}
	return d, true
}
