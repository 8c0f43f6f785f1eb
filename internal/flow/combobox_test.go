package flow

import (
	"fmt"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
)

// Rows: N18.
func TestCombobox_Keys(t *testing.T) {
	var thousand []string
	for i := range 1000 {
		thousand = append(thousand, fmt.Sprintf("Option %d", i))
	}
	closed := List{Active: -1, entries: &entries{text: func(i int) string { return thousand[i] }, find: answer.NewFinder(thousand), first: listStep}}
	press := func(c List, keys ...string) (List, int) {
		picked := -1
		for _, key := range keys {
			c, picked = c.handleKey(key, -1)
		}
		return c, picked
	}
	t.Run("down opens at the first", func(t *testing.T) {
		if c, _ := press(closed, "ArrowDown"); !c.Open || c.Active != 0 {
			t.Errorf("%v %d", c.Open, c.Active)
		}
	})
	t.Run("up opens at the last", func(t *testing.T) {
		if c, _ := press(closed, "ArrowUp"); !c.Open || c.Active != 999 {
			t.Errorf("%v %d", c.Open, c.Active)
		}
	})
	t.Run("opens at the chosen", func(t *testing.T) {
		if c, _ := closed.handleKey("ArrowDown", 500); c.Active != 500 {
			t.Errorf("%d", c.Active)
		}
	})
	t.Run("moves and takes", func(t *testing.T) {
		c, picked := press(closed, "ArrowDown", "PageDown", "PageDown", "ArrowUp", "Enter")
		if picked != 19 || c.Open {
			t.Errorf("took %d, open %v", picked, c.Open)
		}
	})
	t.Run("stays within", func(t *testing.T) {
		c, _ := press(closed, "ArrowUp", "ArrowDown", "PageDown")
		if c.Active != 999 {
			t.Errorf("%d", c.Active)
		}
		if c, _ = press(c, "ArrowDown"); c.Active != 999 {
			t.Errorf("%d", c.Active)
		}
	})
	t.Run("typing filters and activates nothing", func(t *testing.T) {
		c := closed.filter("option 99")
		if len(c.Matches) != 19 || c.Active != -1 {
			t.Errorf("%d matches, active %d", len(c.Matches), c.Active)
		}
		if c.Handles("Enter") {
			t.Error("Enter without an active option is the form's")
		}
		if _, picked := press(c, "ArrowDown", "ArrowDown", "Enter"); picked != 990 {
			t.Errorf("took %d", picked)
		}
	})
	t.Run("nothing matches", func(t *testing.T) {
		c := closed.filter("nowhere")
		if c, picked := press(c, "ArrowDown", "Enter"); picked != -1 || c.Active != -1 {
			t.Errorf("took %d, active %d", picked, c.Active)
		}
	})
	t.Run("escape closes once", func(t *testing.T) {
		c, _ := press(closed, "ArrowDown", "Escape")
		if c.Open {
			t.Error("still open")
		}
		if c.Handles("Escape") {
			t.Error("the second Escape is the host's")
		}
	})
	t.Run("leaving", func(t *testing.T) {
		for query, want := range map[string]int{"": -1, "option 7": 7, "OPTION 998": 998, "opt": -1, "nowhere": -1} {
			if got := closed.resolve(query); got != want {
				t.Errorf("%q: %d, want %d", query, got, want)
			}
		}
	})
}
