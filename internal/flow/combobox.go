package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/answer"
)

// List is the list of a field that typing filters: the check boxes of a long choice, or a combobox, which follows the APG's
// editable one: https://www.w3.org/WAI/ARIA/apg/patterns/combobox/.
type List struct {
	// Matches are the entries that match. The first Drawn of them are drawn.
	Matches []int
	Drawn   int
	// Open: a combobox shows its entries. Active is the position in Matches of [List.ActiveEntry], or -1.
	Open   bool
	Active int
	*entries
}

// entries live as long as the list is in use, because folding a thousand texts with every key would be felt.
type entries struct {
	// text returns the text of an entry of a combobox; nil for check boxes.
	text func(entry int) string
	find answer.Finder
	// zones is nil for every list but that of time zones.
	zones       *answer.ZoneList
	first, step int
}

const (
	pageStep = 10
	listStep = 50
)

func (c List) isCombobox() bool { return c.entries != nil && c.text != nil }

// Text returns the text of an entry.
func (c List) Text(entry int) string { return c.text(entry) }

// Shown returns the matches that are drawn.
func (c List) Shown() []int {
	if c.isCombobox() && !c.Open {
		return nil
	}
	return c.Matches[:min(c.Drawn, len(c.Matches))]
}

// ActiveEntry returns the entry that Enter chooses, or -1.
func (c List) ActiveEntry() int {
	if !c.Open || c.Active < 0 {
		return -1
	}
	return c.Matches[c.Active]
}

func (c List) filter(text string) List {
	c.Matches, c.Open, c.Active, c.Drawn = c.find.Search(text), c.isCombobox(), -1, c.first
	if !c.Open {
		slices.Sort(c.Matches)
	}
	return c
}

func (c List) open(chosen int) List {
	c = c.filter("")
	return c.activate(slices.Index(c.Matches, chosen))
}

func (c List) close() List {
	c.Open, c.Active = false, -1
	return c
}

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

func (c List) handleKey(key string, chosen int) (next List, entry int) {
	switch key {
	case "Enter", "Tab":
		return c.close(), c.ActiveEntry()
	case "Escape":
		return c.close(), -1
	}
	to, opens := c.Active, !c.Open
	if opens {
		c = c.open(chosen)
		to = c.Active
	}
	last := len(c.Matches) - 1
	switch {
	case to < 0 && key == "ArrowUp":
		to = last
	case !opens:
		to += map[string]int{"ArrowDown": 1, "ArrowUp": -1, "PageDown": pageStep, "PageUp": -pageStep}[key]
	}
	return c.activate(min(max(to, 0), last)), -1
}

// resolve returns the entry with exactly that text, or the only match; else -1.
func (c List) resolve(text string) int {
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

// Boxes returns the options whose check boxes are drawn, and the number of matches that are not drawn.
func (s State) Boxes(field int) (shown []int, more int) {
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
