package flow

import (
	"maps"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/wording"
)

// A field can have one list that typing filters: options, check boxes or time zones.

type (
	// Fill writes into a text control, which drawing never does: the text belongs to the person.
	Fill struct {
		Field   int
		Segment validate.Segment
		Text    string
	}
	// SelectText selects the text of a list's control, so that typing replaces it.
	SelectText struct{ Field int }
	// Reveal scrolls a list to an entry, after the drawing.
	Reveal struct{ Field, Entry int }
)

// List returns the list of a field; a closed one before the first use.
func (s State) List(field int) List {
	if list := s.View.lists[field]; list != nil {
		return *list
	}
	return List{Active: -1}
}

// setList stores a list. At most one combobox is in use, so that the others are dropped.
func (s *State) setList(field int, list List) {
	lists := map[int]*List{field: &list}
	for i, old := range s.View.lists {
		if i != field && !(old.isCombobox() && list.isCombobox()) {
			lists[i] = old
		}
	}
	s.View.lists = lists
}

// adaptLists drops the lists of controls that were built again, and words the others in a new language.
func (s *State) adaptLists(before State) {
	for field, list := range s.View.lists {
		switch {
		case s.Request().Fields[field].Serial != before.Request().Fields[field].Serial:
			s.View.lists = maps.Clone(s.View.lists)
			delete(s.View.lists, field)
		case s.Words != before.Words:
			adapted := *list
			adapted.entries = s.entries(field)
			s.setList(field, adapted)
		}
	}
}

func (s State) use(field int) (list List, ok bool) {
	list = s.List(field)
	if list.entries == nil {
		if list.entries = s.entries(field); list.entries == nil {
			return list, false
		}
		if !list.isCombobox() {
			list = list.filter("")
		}
	}
	return list, true
}

func (s State) entries(field int) *entries {
	if !s.hasField(field) {
		return nil
	}
	switch f := s.Request().Form.Fields[field]; {
	case s.ListSegment(field) == validate.ZoneSegment:
		zones := answer.NewZoneList(s.Env)
		text := func(i int) string { return zones.Labels[i] }
		return &entries{text: text, find: zones.Finder, zones: &zones, first: listStep, step: 2 * listStep}
	case f.Kind == schema.Choice && f.Searchable:
		text := func(i int) string { return s.Words.Option(f, i) }
		return &entries{text: text, find: s.finder(f), first: listStep, step: 2 * listStep}
	case f.HasFilter():
		return &entries{find: s.finder(f), first: f.BoxesAtFirst(), step: schema.MaxBoxes}
	}
	return nil
}

const maxSearched = 128_000

// finder searches the server's own texts: preparing two thousand for display takes too long.
func (s State) finder(f schema.Field) answer.Finder {
	limit := min(safetext.OptionLimit, maxSearched/max(len(f.Options), 1))
	names, values := make([]string, len(f.Options)), make([]string, len(f.Options))
	for i, option := range f.Options {
		title := safetext.Prefix(string(option.Title), limit)
		value := safetext.Prefix(option.Value.Text, limit)
		if value == "" {
			value = s.Words.Text("Empty")
		} else if strings.Contains(title, value) && !option.Exact {
			value = ""
		}
		names[i] = title
		if option.Ambiguous || safetext.IsBlank(title) {
			names[i] += value
		} else if option.Value.Text != "" {
			values[i] = value
		}
	}
	return answer.NewFinder(names).WithAliases(values)
}

// ListTyped: the person typed. Text is the whole text of the control.
type ListTyped struct {
	Field int
	Text  string
}

// The number of matches is announced once the person stops typing. The text of a combobox is part of the answer.
func (e ListTyped) apply(_ *Machine, s State) (State, []Effect) {
	list, ok := s.use(e.Field)
	if !ok {
		return s, nil
	}
	list = list.filter(e.Text)
	s.setList(e.Field, list)
	var effects []Effect
	if list.isCombobox() {
		s, effects = s.edit(Edited{Field: e.Field, Draft: s.ListDraft(e.Field, e.Text)})
	}
	count := s.Words.Text("OptionsFound", wording.Count("n", len(list.Matches)))
	return s, append(effects, Announce{Text: count, Later: true})
}

// ListKey: the person pressed a key in the text.
type ListKey struct {
	Field int
	Key   string
}

func (e ListKey) apply(_ *Machine, s State) (State, []Effect) {
	list := s.List(e.Field)
	if strings.HasPrefix(e.Key, "Arrow") {
		list, _ = s.use(e.Field) // An arrow opens the list.
	}
	if !list.isCombobox() || !list.Handles(e.Key) && (e.Key != "Tab" || !list.Open) {
		return s, nil
	}
	list, entry := list.handleKey(e.Key, s.ChosenEntry(e.Field, list))
	s.setList(e.Field, list)
	if entry >= 0 {
		return s.choose(e.Field, entry)
	}
	return s, s.reveal(e.Field)
}

// ListClicked: the person clicked into the text.
type ListClicked struct{ Field int }

func (e ListClicked) apply(_ *Machine, s State) (State, []Effect) {
	list, _ := s.use(e.Field)
	if list.Open || !list.isCombobox() {
		return s, nil
	}
	s.setList(e.Field, list.open(s.ChosenEntry(e.Field, list)))
	effects := s.reveal(e.Field)
	if len(effects) > 0 {
		effects = append(effects, SelectText(e))
	}
	return s, effects
}

// ListMore: the person asks for more entries, or scrolls near their end.
type ListMore struct{ Field int }

func (e ListMore) apply(_ *Machine, s State) (State, []Effect) {
	list, ok := s.use(e.Field)
	if ok && (list.Open || !list.isCombobox()) && list.Drawn < len(list.Matches) {
		list.Drawn += list.step
		s.setList(e.Field, list)
	}
	return s, nil
}

// ListBlurred: the focus leaves the control, whose text is Text.
type ListBlurred struct {
	Field int
	Text  string
}

// A text that matches one entry chooses it, if nothing is chosen yet.
func (e ListBlurred) apply(_ *Machine, s State) (State, []Effect) {
	list := s.List(e.Field)
	if !list.isCombobox() {
		return s, nil
	}
	if entry := list.resolve(e.Text); entry >= 0 && s.ChosenEntry(e.Field, list) < 0 {
		return s.choose(e.Field, entry)
	}
	if shown := s.ListText(e.Field, s.Request().Fields[e.Field].Draft); e.Text == "" && shown != "" {
		return s, []Effect{Fill{Field: e.Field, Segment: s.ListSegment(e.Field), Text: shown}}
	}
	return s, nil
}

// ListClosed: the press that moved the focus away has ended. Before that, a click could miss a button below.
type ListClosed struct{ Field int }

func (e ListClosed) apply(_ *Machine, s State) (State, []Effect) {
	if list := s.List(e.Field); list.Open {
		s.setList(e.Field, list.close())
	}
	return s, nil
}

func (s State) reveal(field int) []Effect {
	if entry := s.List(field).ActiveEntry(); entry >= 0 {
		return []Effect{Reveal{field, entry}}
	}
	return nil
}

// ListPicked: the person pressed an entry.
type ListPicked struct{ Field, Entry int }

func (e ListPicked) apply(_ *Machine, s State) (State, []Effect) {
	list := s.List(e.Field)
	if !list.isCombobox() || !slices.Contains(list.Matches, e.Entry) {
		return s, nil
	}
	s.setList(e.Field, list.close())
	return s.choose(e.Field, e.Entry)
}

func (s State) choose(field, entry int) (State, []Effect) {
	list := s.List(field)
	text := list.Text(entry)
	draft := s.ListDraft(field, text)
	if list.zones == nil {
		draft.Text, draft.Chosen = text, []int{entry} // Several entries may have the same text.
	}
	s, effects := s.edit(Edited{Field: field, Draft: draft})
	return s, append(effects, Fill{Field: field, Segment: s.ListSegment(field), Text: text})
}

// ListSegment returns the control that the list of a field belongs to.
func (s State) ListSegment(field int) validate.Segment {
	if answer.HasZone(s.Request().Form.Fields[field]) {
		return validate.ZoneSegment
	}
	return validate.AllSegments
}

// ChosenEntry returns the chosen entry of a list, or -1. An untouched zone counts as the person's own.
func (s State) ChosenEntry(field int, list List) int {
	draft := s.Request().Fields[field].Draft
	switch {
	case !list.isCombobox():
	case list.zones != nil && draft.Zone == "":
		return list.zones.Index(s.Env.Zones.Local())
	case list.zones != nil:
		return list.zones.Index(draft.Zone)
	case len(draft.Chosen) > 0:
		return draft.Chosen[0]
	}
	return -1
}

// ListText returns the text that a list's control shows for a draft.
func (s State) ListText(field int, draft answer.Draft) string {
	switch {
	case s.ListSegment(field) == validate.ZoneSegment:
		return answer.ZoneText(draft.Zone, s.Env)
	case draft.Text == "" && len(draft.Chosen) > 0:
		return s.Words.Option(s.Request().Form.Fields[field], draft.Chosen[0])
	}
	return draft.Text
}

// ListDraft returns the draft of a field whose list has a text in its control.
func (s State) ListDraft(field int, text string) answer.Draft {
	draft := s.Request().Fields[field].Draft
	if text == s.ListText(field, draft) {
		return draft
	}
	list, ok := s.use(field)
	if !ok {
		return draft
	}
	if list.zones == nil {
		draft.Text, draft.Chosen = text, nil
		if exact := list.find.FindExact(text); text != "" && exact >= 0 {
			draft.Chosen = []int{exact}
		}
		return draft
	}
	zone := list.zones.Read(text)
	if draft.Zone == "" && zone == s.Env.Zones.Local() {
		zone = "" // The person's own zone counts as untouched.
	}
	draft.Zone = zone
	return draft
}
