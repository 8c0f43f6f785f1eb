package flow

import "github.com/elicitform/elicitform/internal/answer"

// Combobox is the list of a searchable choice: what is typed, which options
// match, and which of them is active. It follows the APG's editable combobox
// with a list: the focus stays in the text, arrows move through the options,
// Enter takes the active one, Escape closes.
// See https://www.w3.org/WAI/ARIA/apg/patterns/combobox/.
type Combobox struct {
	finder answer.Finder
	// Open reports whether the list shows.
	Open bool
	// Matches are the options that match, in the order of the list.
	Matches []int
	// Active is the position in Matches of the option that Enter takes; -1
	// when none is active.
	Active int
}

// page is how far Page Up and Page Down go.
const page = 10

// NewCombobox returns a closed list over what the finder finds.
func NewCombobox(finder answer.Finder) Combobox {
	return Combobox{finder: finder, Active: -1}
}

// Typed filters the list by what stands in the text and opens it.
func (c Combobox) Typed(query string) Combobox {
	c.Matches, c.Open, c.Active = c.finder.Matching(query), true, -1
	return c
}

// Opened opens the whole list at the chosen option; -1 for none.
func (c Combobox) Opened(chosen int) Combobox {
	c.Matches, c.Open, c.Active = c.finder.Matching(""), true, -1
	for i, option := range c.Matches {
		if option == chosen {
			c.Active = i
		}
	}
	return c
}

// Closed closes the list.
func (c Combobox) Closed() Combobox {
	c.Open, c.Active = false, -1
	return c
}

// Key is what a key does: the list after it, the option that it takes (-1 for
// none), and whether the key belongs to the list, so that the browser must not
// act on it as well. query is what stands in the text, chosen the option that
// is chosen.
func (c Combobox) Key(key string, chosen int) (next Combobox, taken int, handled bool) {
	last := len(c.Matches) - 1
	move := func(to int) (Combobox, int, bool) {
		c.Active = min(max(to, 0), last)
		return c, -1, true
	}
	switch key {
	case "ArrowDown", "ArrowUp":
		switch {
		case !c.Open:
			c = c.Opened(chosen)
			if last = len(c.Matches) - 1; c.Active < 0 && key == "ArrowUp" {
				return move(last)
			}
			return move(c.Active)
		case key == "ArrowUp" && c.Active < 0:
			return move(last)
		case key == "ArrowUp":
			return move(c.Active - 1)
		}
		return move(c.Active + 1)
	case "PageDown", "PageUp":
		if !c.Open {
			return c, -1, false
		}
		if key == "PageUp" {
			return move(c.Active - page)
		}
		return move(c.Active + page)
	case "Enter":
		if !c.Open || c.Active < 0 {
			return c, -1, false
		}
		return c.Closed(), c.Matches[c.Active], true
	case "Escape":
		if !c.Open {
			return c, -1, false
		}
		return c.Closed(), -1, true
	case "Tab":
		if c.Open && c.Active >= 0 {
			return c.Closed(), c.Matches[c.Active], false
		}
		return c.Closed(), -1, false
	}
	return c, -1, false
}

// Settled says which option a text means when the person leaves it: the one
// with that very title, or the only one that matches; -1 for none.
func (c Combobox) Settled(query string) int {
	if query == "" {
		return -1
	}
	if exact := c.finder.Exactly(query); exact >= 0 {
		return exact
	}
	if matches := c.finder.Matching(query); len(matches) == 1 {
		return matches[0]
	}
	return -1
}
