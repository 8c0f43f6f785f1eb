package flow

import (
	"maps"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// A field can have one list that is searched by typing: the options of a choice that has many, the
// check boxes of a choice of several, or time zones.

// What the person does in the text of a field's list and in the list below it.
type (
	// ListTyped: the person typed. Text is the whole text of the control now.
	ListTyped struct {
		Field int
		Text  string
	}
	// ListKey: the person pressed a key in the text.
	ListKey struct {
		Field int
		Key   string
	}
	// ListClicked: the person clicked into the text.
	ListClicked struct{ Field int }
	// ListTaken: the person pressed an entry.
	ListTaken struct{ Field, Entry int }
	// ListMore: the person asks for more entries or boxes, or is near the end of them.
	ListMore struct{ Field int }
	// ListLeft: the focus leaves the control, whose text is Text.
	ListLeft struct {
		Field int
		Text  string
	}
	// ListClosed: the press that took the focus away from a list has ended. The elements below the
	// list move up when it closes, and a click must not miss the button that it began on.
	ListClosed struct{ Field int }
)

// What a list asks of the browser.
type (
	// Fill writes into a text control, which drawing never does: the text belongs to the person.
	Fill struct {
		Field   int
		Segment check.Segment
		Text    string
	}
	// SelectText selects the text of a list's control, so that typing replaces it.
	SelectText struct{ Field int }
	// Reveal scrolls a list to an entry, once that is drawn.
	Reveal struct{ Field, Entry int }
)

// List is how a list is shown: closed, unless it is in use.
func (s State) List(field int) List {
	if list := s.View.lists[field]; list != nil {
		return *list
	}
	return List{Active: -1}
}

// setList changes a list that is in use. Only one combobox is at a time.
func (s *State) setList(field int, list List) {
	lists := map[int]*List{field: &list}
	for other, kept := range s.View.lists {
		if other != field && !(kept.combobox() && list.combobox()) {
			lists[other] = kept
		}
	}
	s.View.lists = lists
}

// adaptLists brings the lists up to date with the language, and closes those built anew.
func (s *State) adaptLists(before State) {
	for field, list := range s.View.lists {
		switch {
		case s.Request().Fields[field].Serial != before.Request().Fields[field].Serial:
			s.View.lists = maps.Clone(s.View.lists)
			delete(s.View.lists, field)
		case s.Words != before.Words:
			now := *list
			now.entries = s.entries(field)
			s.setList(field, now)
		}
	}
}

// use returns the list of a field with its entries. ok is false for a field without one.
func (s State) use(field int) (list List, ok bool) {
	list = s.List(field)
	if list.entries == nil {
		if list.entries = s.entries(field); list.entries == nil {
			return list, false
		}
		if !list.combobox() {
			list = list.typed("")
		}
	}
	return list, true
}

// entries makes the entries of the list of a field; nil for a field without one.
func (s State) entries(field int) *entries {
	if !s.hasField(field) {
		return nil
	}
	switch f := s.Request().Form.Fields[field]; {
	case s.ListSegment(field) == check.ZoneSegment:
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

// searched is how many characters of the titles of a list are looked through, and how
// many of its values: with many options it is the beginning of each.
const searched = 128_000

// finder finds the options of a field by their titles, and by values that say something else, both as
// the server wrote them: to make what is shown of two thousand takes a while.
func (s State) finder(f schema.Field) answer.Finder {
	limit := min(untrusted.OptionLimit, searched/max(len(f.Options), 1))
	names, values := make([]string, len(f.Options)), make([]string, len(f.Options))
	for i, option := range f.Options {
		title := untrusted.Prefix(string(option.Title), limit)
		value := untrusted.Prefix(option.Value.Text, limit)
		if value == "" {
			value = s.Words.Text("Empty")
		} else if strings.Contains(title, value) && !option.Exact {
			value = ""
		}
		names[i] = title
		if option.Ambiguous || untrusted.IsBlank(title) {
			names[i] += value
		} else if option.Value.Text != "" {
			values[i] = value
		}
	}
	return answer.NewFinder(names).WithAliases(values)
}

// apply shows the entries that match a text, and announces their number once the person
// stops typing. The text of a combobox is part of the answer.
func (e ListTyped) apply(_ *Machine, s State) (State, []Effect) {
	list, ok := s.use(e.Field)
	if !ok {
		return s, nil
	}
	list = list.typed(e.Text)
	s.setList(e.Field, list)
	var effects []Effect
	if list.combobox() {
		s, effects = s.edited(Edited{Field: e.Field, Draft: s.ListDraft(e.Field, e.Text)})
	}
	found := s.Words.Text("OptionsFound", wording.Count("n", len(list.Matches)))
	return s, append(effects, Announce{Text: found, Later: true})
}

func (e ListKey) apply(_ *Machine, s State) (State, []Effect) {
	list := s.List(e.Field)
	if strings.HasPrefix(e.Key, "Arrow") {
		list, _ = s.use(e.Field) // It opens the list.
	}
	if !list.combobox() || !list.Handles(e.Key) && (e.Key != "Tab" || !list.Open) {
		return s, nil
	}
	list, taken := list.key(e.Key, s.ChosenEntry(e.Field, list))
	s.setList(e.Field, list)
	if taken >= 0 {
		return s.take(e.Field, taken)
	}
	return s, s.reveal(e.Field)
}

func (e ListClicked) apply(_ *Machine, s State) (State, []Effect) {
	list, _ := s.use(e.Field)
	if list.Open || !list.combobox() {
		return s, nil
	}
	s.setList(e.Field, list.opened(s.ChosenEntry(e.Field, list)))
	effects := s.reveal(e.Field)
	if len(effects) > 0 {
		effects = append(effects, SelectText(e))
	}
	return s, effects
}

func (e ListMore) apply(_ *Machine, s State) (State, []Effect) {
	list, ok := s.use(e.Field)
	if ok && (list.Open || !list.combobox()) && list.Drawn < len(list.Matches) {
		list.Drawn += list.step
		s.setList(e.Field, list)
	}
	return s, nil
}

// apply takes the entry that the text means, if nothing is chosen yet.
func (e ListLeft) apply(_ *Machine, s State) (State, []Effect) {
	list := s.List(e.Field)
	if !list.combobox() {
		return s, nil
	}
	if entry := list.meant(e.Text); entry >= 0 && s.ChosenEntry(e.Field, list) < 0 {
		return s.take(e.Field, entry)
	}
	if shown := s.ListText(e.Field, s.Request().Fields[e.Field].Draft); e.Text == "" && shown != "" {
		// The control shows the text of the draft again, such as the person's own time zone.
		return s, []Effect{Fill{Field: e.Field, Segment: s.ListSegment(e.Field), Text: shown}}
	}
	return s, nil
}

func (e ListClosed) apply(_ *Machine, s State) (State, []Effect) {
	if list := s.List(e.Field); list.Open {
		s.setList(e.Field, list.closed())
	}
	return s, nil
}

func (s State) reveal(field int) []Effect {
	if entry := s.List(field).ActiveEntry(); entry >= 0 {
		return []Effect{Reveal{field, entry}}
	}
	return nil
}

func (e ListTaken) apply(_ *Machine, s State) (State, []Effect) {
	list := s.List(e.Field)
	if !list.combobox() || !slices.Contains(list.Matches, e.Entry) {
		return s, nil
	}
	s.setList(e.Field, list.closed())
	return s.take(e.Field, e.Entry)
}

// take writes the text of an entry into the control and makes the entry the answer.
func (s State) take(field, entry int) (State, []Effect) {
	list := s.List(field)
	text := list.Text(entry)
	draft := s.ListDraft(field, text)
	if list.zones == nil {
		draft.Text, draft.Chosen = text, []int{entry} // Others may have the same text.
	}
	s, effects := s.edited(Edited{Field: field, Draft: draft})
	return s, append(effects, Fill{Field: field, Segment: s.ListSegment(field), Text: text})
}

// ListSegment is the control of a field that its list belongs to.
func (s State) ListSegment(field int) check.Segment {
	if answer.HasZone(s.Request().Form.Fields[field]) {
		return check.ZoneSegment
	}
	return check.AllSegments
}

// ChosenEntry is the entry of a list in use that the draft names; -1 for none. The person's own
// time zone is shown as chosen without having been chosen.
func (s State) ChosenEntry(field int, list List) int {
	draft := s.Request().Fields[field].Draft
	switch {
	case !list.combobox():
	case list.zones != nil && draft.Zone == "":
		return list.zones.Index(s.Env.Zones.Local())
	case list.zones != nil:
		return list.zones.Index(draft.Zone)
	case len(draft.Chosen) > 0:
		return draft.Chosen[0]
	}
	return -1
}

// ListText is the text that a list's control shows for a draft.
func (s State) ListText(field int, draft answer.Draft) string {
	switch {
	case s.ListSegment(field) == check.ZoneSegment:
		return answer.ZoneText(draft.Zone, s.Env)
	case draft.Text == "" && len(draft.Chosen) > 0:
		return s.Words.Option(s.Request().Form.Fields[field], draft.Chosen[0])
	}
	return draft.Text
}

// ListDraft is the draft of a field whose list has a text in its control. The draft is an answer
// when the text is that of an entry.
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
		zone = "" // The person's own stays unchosen until another was.
	}
	draft.Zone = zone
	return draft
}
