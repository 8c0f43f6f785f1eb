package flow

import (
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// A field can have one list that is searched by typing: the options of a choice
// that has many, or the time zones that a date and time can be meant in.

// What the person does in the text of a field's list and in the list below it.
type (
	// ListTyped: the person typed. Text is what stands in the text now.
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
	// ListScrolled: the end of the entries that are drawn is near.
	ListScrolled struct{ Field int }
	// ListLeft: the focus leaves the text, in which Text stands.
	ListLeft struct {
		Field int
		Text  string
	}
	// ListClosed: the press is over that a [CloseList] has waited for.
	ListClosed struct{ Field int }
)

// What a list asks of the browser.
type (
	// Fill writes into a text control. What stands in one is never drawn again,
	// because it belongs to the person.
	Fill struct {
		Field int
		Part  check.DatePart
		Text  string
	}
	// SelectText selects what stands in the text of a list, so that typing takes
	// its place.
	SelectText struct{ Field int }
	// Reveal scrolls a list to an entry, once that is drawn.
	Reveal struct{ Field, Entry int }
	// CloseList asks for a [ListClosed] when the press is over that has led away
	// from a list: all that stands below moves up by that, and a click must not
	// miss the button that it began on.
	CloseList struct{ Field int }
)

func (ListTyped) event()    {}
func (ListKey) event()      {}
func (ListClicked) event()  {}
func (ListTaken) event()    {}
func (ListScrolled) event() {}
func (ListLeft) event()     {}
func (ListClosed) event()   {}
func (Fill) effect()        {}
func (SelectText) effect()  {}
func (Reveal) effect()      {}
func (CloseList) effect()   {}

// Combobox is how a list is shown: closed, unless it is the one in use.
func (s State) Combobox(field int) Combobox {
	if s.View.Combobox.entries != nil && s.View.Combobox.Field == field {
		return s.View.Combobox
	}
	return Combobox{Field: field, Active: -1}
}

// listed is what the person does in a list.
func (s State) listed(event Event) (State, []Effect) {
	switch e := event.(type) {
	case ListTyped:
		return s.listTyped(e)
	case ListKey:
		return s.listKey(e)
	case ListClicked:
		return s.listClicked(e.Field)
	case ListTaken:
		return s.listTaken(e)
	case ListLeft:
		return s.listLeft(e)
	}
	return s, nil
}

// use makes a list the one in use, which closes another one. It reports whether
// there is such a list.
func (s *State) use(field int) bool {
	if s.Combobox(field).entries == nil {
		made := s.entries(field)
		if made == nil {
			return false
		}
		s.View.Combobox = Combobox{Field: field, Active: -1, entries: made}
	}
	return true
}

// entries makes the entries of a list; nil where there is no such list.
func (s State) entries(field int) *entries {
	if !s.hasField(field) {
		return nil
	}
	switch f := s.Question().Form.Fields[field]; {
	case s.ListPart(field) == check.PartZone:
		zones := answer.NewZoneList(s.Env)
		return &entries{texts: zones.Labels(), find: zones.Finder(), zones: &zones}
	case f.Kind == schema.Choice && f.Searchable:
		texts := make([]string, len(f.Options))
		for i := range texts {
			texts[i] = s.Words.Option(f, i)
		}
		return &entries{texts: texts, exact: answer.NewFinder(texts), find: s.finder(f)}
	}
	return nil
}

// finder finds the options of a field by their titles, and by their values where
// those say something else.
func (s State) finder(f schema.Field) answer.Finder {
	texts := make([]string, len(f.Options))
	for i, option := range f.Options {
		texts[i] = s.Words.Option(f, i)
		value := untrusted.Prefix(option.Value.Text, untrusted.OptionLimit)
		if value != "" && !strings.Contains(texts[i], value) {
			texts[i] += " " + value
		}
	}
	return answer.NewFinder(texts)
}

func (s State) listTyped(e ListTyped) (State, []Effect) {
	if !s.use(e.Field) {
		return s, nil
	}
	s.View.Combobox = s.View.Combobox.typed(e.Text)
	found := s.countFound(len(s.View.Combobox.Matches))
	s, effects := s.edited(Edited{Field: e.Field, Draft: s.ListDraft(e.Field, e.Text)})
	return s, append(effects, found)
}

func (s State) listKey(e ListKey) (State, []Effect) {
	if strings.HasPrefix(e.Key, "Arrow") {
		s.use(e.Field) // It opens the list.
	}
	c := s.Combobox(e.Field)
	if c.entries == nil {
		return s, nil
	}
	var taken int
	s.View.Combobox, taken = c.key(e.Key, s.chosen())
	if taken >= 0 {
		return s.take(taken)
	}
	return s, s.reveal()
}

// listClicked opens the list at what is chosen.
func (s State) listClicked(field int) (State, []Effect) {
	if s.Combobox(field).Open || !s.use(field) {
		return s, nil
	}
	s.View.Combobox = s.View.Combobox.opened(s.chosen())
	effects := s.reveal()
	if len(effects) > 0 {
		effects = append(effects, SelectText{field})
	}
	return s, effects
}

// listScrolled draws more of a long list.
func (s State) listScrolled(field int) (State, []Effect) {
	if c := s.Combobox(field); c.Open && c.Drawn < len(c.Matches) {
		c.Drawn += 2 * listStep
		s.View.Combobox = c
	}
	return s, nil
}

// listLeft takes the entry that the text means, if nothing is chosen yet.
func (s State) listLeft(e ListLeft) (State, []Effect) {
	c := s.Combobox(e.Field)
	if c.entries == nil {
		return s, nil
	}
	effects := []Effect{CloseList{e.Field}}
	if entry := c.meant(e.Text); entry >= 0 && s.chosen() < 0 {
		next, more := s.take(entry)
		return next, append(effects, more...)
	}
	if shown := s.ListText(e.Field, s.Question().Fields[e.Field].Draft); e.Text == "" && shown != "" {
		// What stands for no text shows again.
		effects = append(effects, s.fill(e.Field, shown))
	}
	return s, effects
}

func (s State) listClosed(field int) (State, []Effect) {
	if c := s.Combobox(field); c.Open {
		s.View.Combobox = c.closed()
	}
	return s, nil
}

// reveal scrolls to the active entry.
func (s State) reveal() []Effect {
	if entry := s.View.Combobox.ActiveEntry(); entry >= 0 {
		return []Effect{Reveal{s.View.Combobox.Field, entry}}
	}
	return nil
}

// fill writes into the text of a list.
func (s State) fill(field int, text string) Effect {
	return Fill{Field: field, Part: s.ListPart(field), Text: text}
}

// listTaken takes the entry that was pressed and closes the list.
func (s State) listTaken(e ListTaken) (State, []Effect) {
	c := s.Combobox(e.Field)
	if c.entries == nil || e.Entry < 0 || e.Entry >= len(c.entries.texts) {
		return s, nil
	}
	s.View.Combobox = c.closed()
	return s.take(e.Entry)
}

// take writes the text of an entry and takes it for the answer.
func (s State) take(entry int) (State, []Effect) {
	c := s.View.Combobox
	draft := s.ListDraft(c.Field, c.Text(entry))
	if c.entries.zones == nil {
		draft.Text, draft.Chosen = c.Text(entry), []int{entry} // Others may have the same text.
	}
	s, effects := s.edited(Edited{Field: c.Field, Draft: draft})
	return s, append(effects, s.fill(c.Field, c.Text(entry)))
}

// countFound announces how many options match what was typed, once the person stops
// typing.
func (s State) countFound(n int) Effect {
	return AnnounceLater{Text: s.Words.Text(wording.OptionsFound, wording.Count("n", n))}
}

// ListPart is the control of a field that its list belongs to.
func (s State) ListPart(field int) check.DatePart {
	if answer.Zoned(s.Question().Form.Fields[field]) {
		return check.PartZone
	}
	return check.PartWhole
}

// ChosenEntry is the entry of a list that the draft names; -1 for none, and for a
// list that is not in use.
func (s State) ChosenEntry(field int) int {
	if s.Combobox(field).entries == nil {
		return -1
	}
	return s.chosen()
}

// chosen is the entry of the list in use that the draft names; -1 for none. The
// person's own time zone is shown as chosen without having been chosen.
func (s State) chosen() int {
	c := s.View.Combobox
	draft := s.Question().Fields[c.Field].Draft
	switch {
	case c.entries.zones != nil && draft.Zone == "":
		return c.entries.zones.Index(s.Env.Zones.Local())
	case c.entries.zones != nil:
		return c.entries.zones.Index(draft.Zone)
	case len(draft.Chosen) > 0:
		return draft.Chosen[0]
	}
	return -1
}

// ListText is what stands in the text of a list for a draft.
func (s State) ListText(field int, draft answer.Draft) string {
	switch {
	case s.ListPart(field) == check.PartZone:
		return answer.ZoneText(draft.Zone, s.Env)
	case draft.Text == "" && len(draft.Chosen) > 0:
		return s.Words.Option(s.Question().Form.Fields[field], draft.Chosen[0])
	}
	return draft.Text
}

// ListDraft is the draft of a field when a text stands in that of its list. It is
// an answer when the text is that of an entry.
func (s State) ListDraft(field int, text string) answer.Draft {
	draft := s.Question().Fields[field].Draft
	if text == s.ListText(field, draft) || !s.use(field) {
		return draft
	}
	e := s.View.Combobox.entries
	if e.zones == nil {
		draft.Text, draft.Chosen = text, nil
		if exact := e.exact.Exactly(text); text != "" && exact >= 0 {
			draft.Chosen = []int{exact}
		}
		return draft
	}
	zone := e.zones.Read(text)
	if draft.Zone == "" && zone == s.Env.Zones.Local() {
		zone = "" // The person's own stays unchosen until another was.
	}
	draft.Zone = zone
	return draft
}
