package flow

import (
	"strconv"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// draftDelay is how long after the last key a draft is told, in milliseconds.
const draftDelay = 250

// draft is what the person has entered, for a later visit. It holds nothing
// that looks like a secret, and nothing that the server suggested.
func (s *State) draft() elicit.Value {
	var entries []elicit.Value
	for _, q := range s.Requests {
		for i := range len(q.Fields) {
			field := q.Fields[i]
			if f := q.Form.Fields[i]; keeps(f) && (field.Draft.Origin == answer.Edited || field.Draft.Origin == answer.Cleared) {
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
	number := func(n int) elicit.Value { return elicit.NumberValue(strconv.Itoa(n)) }
	if d.Fold != answer.FoldUnasked {
		entry = entry.With("fold", number(int(d.Fold)))
	}
	if len(d.Chosen) > 0 {
		entry = entry.With("chosen", elicit.ArrayValue(d.Chosen, number))
	}
	if d.Origin == answer.Cleared {
		entry = entry.With("cleared", elicit.BoolValue(true))
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
	if f.Kind.Dated() {
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
	for _, t := range draftTexts(&d) {
		*t.text = entry.Get(t.name).Text
	}
	switch entry.Get("fold").Text {
	case "1":
		d.Fold = answer.FoldEarlier
	case "2":
		d.Fold = answer.FoldLater
	}
	for _, item := range entry.Get("chosen").Items {
		option, err := strconv.Atoi(item.Text)
		if err != nil || option < 0 || option >= len(f.Options) || len(d.Chosen) > 0 && d.Chosen[len(d.Chosen)-1] >= option {
			return answer.Draft{}, false
		}
		d.Chosen = append(d.Chosen, option)
	}
	return d, true
}
