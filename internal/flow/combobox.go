package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/answer"
)

// Combobox is a list that is searched by typing: what matches, and which entry
// is active. It follows the APG's editable combobox with a list: the focus stays
// in the text, arrows move through the entries, Enter takes the active one,
// Escape closes. See https://www.w3.org/WAI/ARIA/apg/patterns/combobox/.
type Combobox struct {
	// Field is the field that the list belongs to.
	Field int
	// Open reports whether the entries show.
	Open bool
	// Matches are the entries that match, in the order of the list.
	Matches []int
	// Active is the position in Matches of the entry that Enter takes; -1 when
	// none is active.
	Active int
	// Drawn is how many of the matches are drawn.
	Drawn int
	// entries are made when somebody uses the list, and nil before.
	entries *entries
}

// entries are the texts of a list. find finds them by all that belongs to them,
// exact by their very text; both are made once for as long as the list is used,
// because folding a thousand texts with every key would be felt.
type entries struct {
	texts       []string
	find, exact answer.Finder
	// zones is the list of time zones, where this is that.
	zones *answer.ZoneList
}

// page is how far Page Up and Page Down go, listStep how many entries of a long
// list are drawn at first.
const (
	page     = 10
	listStep = 50
)

// Text is the text of an entry.
func (c Combobox) Text(entry int) string { return c.entries.texts[entry] }

// Shown are the matches that are drawn.
func (c Combobox) Shown() []int {
	if !c.Open {
		return nil
	}
	return c.Matches[:min(c.Drawn, len(c.Matches))]
}

// ActiveEntry is the entry that Enter takes; -1 for none.
func (c Combobox) ActiveEntry() int {
	if !c.Open || c.Active < 0 {
		return -1
	}
	return c.Matches[c.Active]
}

// typed shows what matches the text and makes none of it active.
func (c Combobox) typed(text string) Combobox {
	c.Matches, c.Open, c.Active, c.Drawn = c.entries.find.Matching(text), true, -1, listStep
	return c
}

// opened shows the whole list with the chosen entry active; -1 for none.
func (c Combobox) opened(chosen int) Combobox {
	c = c.typed("")
	return c.activate(slices.Index(c.Matches, chosen))
}

func (c Combobox) closed() Combobox {
	c.Open, c.Active = false, -1
	return c
}

// activate makes the match at a position active, and has it and some behind it
// drawn.
func (c Combobox) activate(position int) Combobox {
	c.Active = position
	c.Drawn = max(c.Drawn, position+listStep/2)
	return c
}

// Handles reports whether a key belongs to the list, so that the browser must
// not act on it as well.
func (c Combobox) Handles(key string) bool {
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

// key is what a key does: the list after it, and the entry that it takes, -1 for
// none. chosen is the entry that is chosen.
func (c Combobox) key(key string, chosen int) (next Combobox, taken int) {
	last := len(c.Matches) - 1
	to := c.Active
	switch key {
	case "ArrowDown", "ArrowUp":
		switch {
		case !c.Open:
			c = c.opened(chosen)
			if last, to = len(c.Matches)-1, c.Active; to < 0 && key == "ArrowUp" {
				to = last
			}
		case key == "ArrowDown":
			to++
		case to < 0:
			to = last
		default:
			to--
		}
	case "PageDown":
		to += page
	case "PageUp":
		to -= page
	case "Enter":
		if taken = c.ActiveEntry(); taken < 0 {
			return c, -1
		}
		return c.closed(), taken
	case "Tab":
		return c.closed(), c.ActiveEntry()
	case "Escape":
		return c.closed(), -1
	default:
		return c, -1
	}
	if !c.Open {
		return c, -1
	}
	return c.activate(min(max(to, 0), last)), -1
}

// meant is the entry that a text means when the person leaves it: the one with
// that very text, or the only one that matches; -1 for none.
func (c Combobox) meant(text string) int {
	if text == "" {
		return -1
	}
	if exact := c.entries.find.Exactly(text); exact >= 0 {
		return exact
	}
	if matches := c.entries.find.Matching(text); len(matches) == 1 {
		return matches[0]
	}
	return -1
}
