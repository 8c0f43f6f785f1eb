package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/answer"
)

// List is a list of a field that is searched by typing: the entries of a combobox,
// or the check boxes of a choice of several that has many.
//
// A combobox follows the APG's editable combobox with a list: the focus stays in the
// text, arrows move through the entries, Enter takes the active one, Escape closes.
// See https://www.w3.org/WAI/ARIA/apg/patterns/combobox/.
type List struct {
	// Matches are the entries that match. Drawn is how many of them are drawn.
	Matches []int
	Drawn   int
	// Open reports whether the entries of a combobox show. Active is the position in
	// Matches of the entry that Enter takes; -1 for none.
	Open   bool
	Active int
	// entries are nil before the list is first used.
	*entries
}

// entries are what a list is searched in. They are made once for as long as the list
// is used, because folding a thousand texts with every key would be felt.
type entries struct {
	// text is the text of an entry of a combobox; nil for check boxes.
	text func(entry int) string
	// find finds the entries by all that belongs to them.
	find answer.Finder
	// zones is nil unless this is the list of time zones.
	zones *answer.ZoneList
	// first is how many matches are drawn at first, step how many more each time.
	first, step int
}

// page is how far Page Up and Page Down go, listStep how many entries are drawn at first.
const (
	page     = 10
	listStep = 50
)

// combobox reports whether the list is in use and has a text of its own.
func (c List) combobox() bool { return c.entries != nil && c.text != nil }

// Text is the text of an entry.
func (c List) Text(entry int) string { return c.text(entry) }

// Shown are the matches that are drawn.
func (c List) Shown() []int {
	if c.combobox() && !c.Open {
		return nil
	}
	return c.Matches[:min(c.Drawn, len(c.Matches))]
}

// ActiveEntry is the entry that Enter takes; -1 for none.
func (c List) ActiveEntry() int {
	if !c.Open || c.Active < 0 {
		return -1
	}
	return c.Matches[c.Active]
}

// typed shows what matches the text, with nothing active. Check boxes stay in their order.
func (c List) typed(text string) List {
	c.Matches, c.Open, c.Active, c.Drawn = c.find.Search(text), c.combobox(), -1, c.first
	if !c.Open {
		slices.Sort(c.Matches)
	}
	return c
}

// opened shows the whole list with the chosen entry active; -1 for none.
func (c List) opened(chosen int) List {
	c = c.typed("")
	return c.activate(slices.Index(c.Matches, chosen))
}

func (c List) closed() List {
	c.Open, c.Active = false, -1
	return c
}

// activate makes the match at a position active, and has some behind it drawn.
func (c List) activate(position int) List {
	c.Active = position
	c.Drawn = max(c.Drawn, position+listStep/2)
	return c
}

// Handles reports whether a key belongs to the list, so that the browser must not act on it.
func (c List) Handles(key string) bool {
	switch key {
	case "ArrowDown", "ArrowUp":
		return true
	case "PageDown", "PageUp", "Escape":
		return c.Open
	case "Enter":
		return c.ActiveEntry() >= 0
	}
	return false
}

// key is what Tab does, or a key that the list handles: the list after it, and the entry
// that it takes, -1 for none. chosen is the entry that is chosen.
func (c List) key(key string, chosen int) (next List, taken int) {
	switch key {
	case "Enter", "Tab":
		return c.closed(), c.ActiveEntry()
	case "Escape":
		return c.closed(), -1
	}
	to, opens := c.Active, !c.Open
	if opens {
		c = c.opened(chosen)
		to = c.Active
	}
	last := len(c.Matches) - 1
	switch {
	case to < 0 && key == "ArrowUp":
		to = last
	case !opens:
		to += map[string]int{"ArrowDown": 1, "ArrowUp": -1, "PageDown": page, "PageUp": -page}[key]
	}
	return c.activate(min(max(to, 0), last)), -1
}

// meant is the entry that a text means when the person leaves it: the one with
// that very text, or the only one that matches; -1 for none.
func (c List) meant(text string) int {
	if text == "" {
		return -1
	}
	if exact := c.find.FindExact(text); exact >= 0 {
		return exact
	}
	if matches := c.find.Search(text); len(matches) == 1 {
		return matches[0]
	}
	return -1
}

// Boxes are the options whose check boxes are drawn. Left is how many more there are.
func (s State) Boxes(field int) (shown []int, left int) {
	list := s.List(field)
	if list.entries == nil {
		f := &s.Request().Form.Fields[field]
		list.Matches, list.Drawn = make([]int, len(f.Options)), f.BoxesAtFirst()
		for i := range list.Matches {
			list.Matches[i] = i
		}
	}
	return list.Shown(), max(len(list.Matches)-list.Drawn, 0)
}
