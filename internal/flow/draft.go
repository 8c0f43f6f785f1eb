package flow

import (
	"slices"
	"strconv"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

const draftDelay = 250

func (s *State) scheduleDraft() []Effect {
	if !s.Drafts {
		return nil
	}
	return []Effect{Wake{Alarm: DraftAlarm, After: draftDelay}}
}

// saveDraft is part of each reply, because the host may still refuse the answer. After Decline and Not now, the draft
// comes back with the round.
func (s *State) saveDraft() []Effect {
	if !s.Drafts {
		return nil
	}
	return []Effect{KeepDraft{ID: s.ID, Draft: s.encodeDraft()}}
}

// encodeDraft writes the person's entries, without secrets and without the server's suggestions.
func (s *State) encodeDraft() request.Value {
	var entries []request.Value
	for _, q := range s.Requests {
		for i := range len(q.Fields) {
			field := q.Fields[i]
			if f := q.Form.Fields[i]; hasDraft(f) && !field.HoldsCode && field.Draft.Origin >= answer.Edited {
				entries = append(entries, encodeEntry(q.Key, f, field.Draft, s.Env))
			}
		}
	}
	if entries == nil {
		return request.Value{}
	}
	return request.ObjectValue().With("fields", request.Value{Type: request.Array, Items: entries})
}

func hasDraft(f schema.Field) bool { return !f.Secret && f.Unsupported == "" }

type draftText struct {
	name string
	text *string
}

func draftTexts(d *answer.Draft) []draftText {
	return []draftText{{"text", &d.Text}, {"day", &d.Day}, {"month", &d.Month}, {"year", &d.Year}, {"clock", &d.Clock}, {"zone", &d.Zone}}
}

// encodeEntry writes the draft of a field with its locale, because the next visit may be in another.
func encodeEntry(key string, f schema.Field, d answer.Draft, env answer.Env) request.Value {
	entry := request.ObjectValue().With("key", request.StringValue(key)).With("name", request.StringValue(f.Name))
	d = answer.Pin(f, d, env)
	if d.Locale != nil {
		entry = entry.With("locale", d.Notation())
	}
	for _, t := range draftTexts(&d) {
		if *t.text != "" {
			entry = entry.With(t.name, request.StringValue(*t.text))
		}
	}
	if d.Fold != answer.FoldUnknown {
		entry = entry.With("fold", request.NumberValue(strconv.Itoa(int(d.Fold))))
	}
	if len(d.Chosen) > 0 {
		// Values identify the options: their positions may differ in another form.
		entry = entry.With("chosen", request.ArrayValue(d.Chosen, func(i int) request.Value { return f.Options[i].Value }))
	}
	if d.Origin == answer.Cleared {
		entry = entry.With("cleared", request.BoolValue(true))
	}
	if d.Origin == answer.LeftEmpty {
		entry = entry.With("empty", request.BoolValue(true))
	}
	return entry
}

type slot struct{ key, name string }

// indexDraft indexes a saved draft by field. Other scripts of the page can change a draft: unknown entries are ignored.
func indexDraft(draft request.Value) map[slot]request.Value {
	entries := map[slot]request.Value{}
	for _, entry := range draft.Get("fields").Items {
		if name := entry.Get("name"); name.Type == request.String {
			entries[slot{entry.Get("key").Text, name.Text}] = entry
		}
	}
	return entries
}

func (state *Field) restore(f schema.Field, entry request.Value, r Reader) bool {
	draft, fits := decodeEntry(entry, f)
	if !fits || !hasDraft(f) {
		return false
	}
	from := r.Env
	if notation := entry.Get("locale"); notation.Type == request.Object {
		from.Locale = answer.NewLocale(answer.ReadFacts(notation))
	}
	draft = answer.Restate(f, draft, from, r.Env)
	state.Draft = draft
	if f.Kind.HasDate() {
		state.FilledOrder = from.Locale.DateOrder
	}
	state.Lines = state.Lines || needsLines(f, draft)
	return true
}

func decodeEntry(entry request.Value, f schema.Field) (answer.Draft, bool) {
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
	for _, item := range entry.Get("chosen").Items {
		option := f.Find(item)
		if option < 0 {
			return answer.Draft{}, false
		}
		d.Chosen = append(d.Chosen, option)
	}
	slices.Sort(d.Chosen)
	d.Chosen = slices.Compact(d.Chosen)
	return d, true
}
