package flow

import (
	"fmt"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
)

func TestCombobox_N18_Keys(t *testing.T) {
	var thousand []string
	for i := range 1000 {
		thousand = append(thousand, fmt.Sprintf("Option %d", i))
	}
	closed := List{Active: -1, entries: &entries{text: func(i int) string { return thousand[i] }, find: answer.NewFinder(thousand), first: listStep}}
	press := func(c List, keys ...string) (List, int) {
		taken := -1
		for _, key := range keys {
			c, taken = c.key(key, -1)
		}
		return c, taken
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
		if c, _ := closed.key("ArrowDown", 500); c.Active != 500 {
			t.Errorf("%d", c.Active)
		}
	})
	t.Run("moves and takes", func(t *testing.T) {
		c, taken := press(closed, "ArrowDown", "PageDown", "PageDown", "ArrowUp", "Enter")
		if taken != 19 || c.Open {
			t.Errorf("took %d, open %v", taken, c.Open)
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
		c := closed.typed("option 99")
		if len(c.Matches) != 19 || c.Active != -1 {
			t.Errorf("%d matches, active %d", len(c.Matches), c.Active)
		}
		if c.Handles("Enter") {
			t.Error("Enter without an active option is the form's")
		}
		if _, taken := press(c, "ArrowDown", "ArrowDown", "Enter"); taken != 990 {
			t.Errorf("took %d", taken)
		}
	})
	t.Run("nothing matches", func(t *testing.T) {
		c := closed.typed("nowhere")
		if c, taken := press(c, "ArrowDown", "Enter"); taken != -1 || c.Active != -1 {
			t.Errorf("took %d, active %d", taken, c.Active)
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
			if got := closed.meant(query); got != want {
				t.Errorf("%q: %d, want %d", query, got, want)
			}
		}
	})
}
