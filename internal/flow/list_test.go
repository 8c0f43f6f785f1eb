package flow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/wording"
)

// cities is a form with two choices among n options each, and a date and time.
func cities(n int) string {
	options := make([]string, n)
	for i := range options {
		options[i] = fmt.Sprintf(`{"const":"v%d","title":"City %d"}`, i, i)
	}
	choice := `{"type":"string","oneOf":[` + strings.Join(options, ",") + `]}`
	return `{"message":"m","requestedSchema":{"type":"object","properties":{"a":` + choice + `,"b":` + choice + `,"c":{"type":"string","format":"date-time"},"d":{"type":"string"}}}}`
}

// fills are the texts that were written into controls, and revealed the entries that were scrolled to.
func fills(effects []Effect) (texts []string) {
	for _, effect := range effects {
		if e, is := effect.(Fill); is {
			texts = append(texts, fmt.Sprint(e.Field, e.Segment == validate.ZoneSegment, " ", e.Text))
		}
	}
	return texts
}

// Rows: N18.
func TestList_ByKeyboard(t *testing.T) {
	s := open(t, cities(1000))
	if c := s.List(0); c.Open || len(c.Shown()) > 0 || c.Handles("Enter") || !c.Handles("ArrowDown") {
		t.Fatalf("at first %+v", c)
	}
	same, effects := Update(s, ListKey{Field: 0, Key: "Escape"})
	if len(same.View.lists) > 0 || len(effects) > 0 {
		t.Error("a key that opens nothing makes the entries")
	}
	s, effects = run(s, ListKey{0, "ArrowDown"}, ListKey{0, "PageDown"})
	if c := s.List(0); !c.Open || c.ActiveEntry() != 10 || len(c.Shown()) != listStep || c.Text(10) != "City 10" {
		t.Errorf("opened and a page down: active %d of %d", c.ActiveEntry(), len(c.Shown()))
	}
	if reveal, ok := has[Reveal](effects); !ok || reveal != (Reveal{0, 0}) {
		t.Errorf("revealed %+v", effects)
	}
	s, effects = Update(s, ListKey{0, "Enter"})
	if got := s.Request().Fields[0].Draft; s.List(0).Open || got.Text != "City 10" || !slices.Equal(got.Chosen, []int{10}) || got.Origin != answer.Edited {
		t.Errorf("Enter takes %+v, open %v", got, s.List(0).Open)
	}
	if got := fills(effects); !slices.Equal(got, []string{"0 false City 10"}) {
		t.Errorf("filled %q", got)
	}
	s, _ = Update(s, ListKey{0, "ArrowUp"})
	if c := s.List(0); c.ActiveEntry() != 10 || s.ChosenEntry(0, s.List(0)) != 10 || len(c.Matches) != 1000 {
		t.Errorf("opened again at %d of %d", c.ActiveEntry(), len(c.Matches))
	}
	s, _ = run(s, ListKey{0, "ArrowUp"}, ListKey{0, "Tab"}, ListBlurred{0, "City 9"}, ListClosed{0})
	if got := s.Request().Fields[0].Draft; !slices.Equal(got.Chosen, []int{9}) || s.List(0).Open {
		t.Errorf("Tab takes %+v", got)
	}
}

// Rows: N18.
func TestList_Typed(t *testing.T) {
	s := open(t, cities(1000))
	s, effects := Update(s, ListTyped{0, "city 99"})
	c := s.List(0)
	if !c.Open || len(c.Matches) != 19 || c.ActiveEntry() != -1 || s.Request().Fields[0].Draft.Text != "city 99" || !slices.Equal(s.Request().Fields[0].Draft.Chosen, []int{99}) {
		t.Errorf("%d match, the draft is %+v", len(c.Matches), s.Request().Fields[0].Draft)
	}
	if announce, ok := has[Announce](effects); !ok || announce.Text != s.Words.Text("OptionsFound", wording.Count("n", 19)) {
		t.Errorf("told %v", effects)
	}
	s, _ = Update(s, ListTyped{0, "v998"})
	if s.Request().Fields[0].Draft.Chosen != nil || len(s.List(0).Matches) != 1 {
		t.Errorf("the draft is %+v", s.Request().Fields[0].Draft)
	}
	// A text that matches one entry chooses it.
	next, effects := Update(s, ListBlurred{0, "v998"})
	if got := fills(effects); !slices.Equal(got, []string{"0 false City 998"}) || !slices.Equal(next.Request().Fields[0].Draft.Chosen, []int{998}) {
		t.Errorf("filled %q, the draft is %+v", got, next.Request().Fields[0].Draft)
	}
	if !next.List(0).Open {
		t.Error("the list closes while the press is under way")
	}
	if next, _ = Update(next, ListClosed{0}); next.List(0).Open {
		t.Error("the list stays open")
	}
	// An empty text, or one with several matches, chooses nothing.
	for _, text := range []string{"", "city", "nowhere"} {
		next, effects := run(s, ListTyped{0, text}, ListBlurred{0, text})
		if got := next.Request().Fields[0].Draft; got.Chosen != nil || got.Text != text || len(fills(effects)) > 0 {
			t.Errorf("%q: %+v, filled %v", text, got, fills(effects))
		}
	}
}

// Rows: N18.
func TestList_ByMouse(t *testing.T) {
	s := open(t, cities(1000))
	s, effects := Update(s, ListClicked{0})
	if c := s.List(0); !c.Open || c.ActiveEntry() != -1 || len(effects) > 0 {
		t.Errorf("clicked: active %d, %v", c.ActiveEntry(), effects)
	}
	s, _ = run(s, ListMore{0}, ListMore{1})
	if got := len(s.List(0).Shown()); got != 3*listStep {
		t.Errorf("%d entries are drawn", got)
	}
	s, _ = Update(s, ListClicked{1})
	if s.List(0).Open || !s.List(1).Open {
		t.Error("two lists are open, or none")
	}
	s, effects = Update(s, ListPicked{1, 700})
	if s.List(1).Open || !slices.Equal(s.Request().Fields[1].Draft.Chosen, []int{700}) || len(fills(effects)) != 1 {
		t.Errorf("took %+v, %v", s.Request().Fields[1].Draft, effects)
	}
	s, effects = Update(s, ListClicked{1})
	if _, selects := has[SelectText](effects); !selects || s.List(1).ActiveEntry() != 700 {
		t.Errorf("opened at %d, %v", s.List(1).ActiveEntry(), effects)
	}
	for _, odd := range []Event{ListPicked{1, 1000}, ListPicked{1, -1}, ListPicked{0, 3}, ListClicked{3}, ListClicked{9}, ListTyped{-1, "x"}, ListKey{3, "ArrowDown"}, ListBlurred{3, "x"}, ListClosed{3}} {
		next, effects := Update(s, odd)
		if len(effects) > 0 || !next.List(1).Open || next.Request().Fields[1].Draft.Chosen[0] != 700 {
			t.Errorf("%#v: %v, %+v", odd, effects, next.Request().Fields[1].Draft)
		}
	}
}

// TestList_Zones: the person's own time zone counts as chosen, and comes back into an emptied control.
// Rows: N11.
func TestList_Zones(t *testing.T) {
	s := open(t, cities(60))
	if got := s.ListText(2, s.Request().Fields[2].Draft); got != "Europe/Berlin" {
		t.Errorf("at first %q", got)
	}
	s, _ = Update(s, ListClicked{2})
	local := s.ChosenEntry(2, s.List(2))
	if c := s.List(2); local < 0 || c.Text(local) != "Europe/Berlin" || c.ActiveEntry() != local {
		t.Fatalf("opened at %d", local)
	}
	s, effects := run(s, ListTyped{2, ""}, ListBlurred{2, ""})
	if got := fills(effects); !slices.Equal(got, []string{"2 true Europe/Berlin"}) || s.Request().Fields[2].Draft.Zone != "" {
		t.Errorf("filled %q, zone %q", got, s.Request().Fields[2].Draft.Zone)
	}
	s, _ = Update(s, ListTyped{2, "america/new york"})
	if got := s.Request().Fields[2].Draft.Zone; got != "America/New_York" {
		t.Errorf("zone %q", got)
	}
	s, _ = run(s, ListTyped{2, "berlin"}, ListPicked{2, local})
	if got := s.Request().Fields[2].Draft.Zone; got != "Europe/Berlin" {
		t.Errorf("zone %q", got)
	}
}

func TestList_ClosesWithItsScreen(t *testing.T) {
	clicked, _ := Update(open(t, cities(60)), ListClicked{0})
	for name, events := range map[string][]Event{
		"another screen": {Continue}, "controls built anew": {Refilled{Field: 0}}, "the end": {Cancel, Received{ID: clicked.ID}},
	} {
		t.Run(name, func(t *testing.T) {
			if s, _ := run(clicked, events...); len(s.View.lists) > 0 {
				t.Errorf("%s: the list is still there", name)
			}
		})
	}
	if s, _ := run(clicked, Cancel, Received{ID: clicked.ID}, ListClosed{0}, ListMore{0}, ListTyped{0, "x"}); len(s.View.lists) > 0 {
		t.Error("after the end there is a list")
	}
	// In another language the list stays open, with its entries in that language.
	german := surroundings[2]
	if s, _ := Update(clicked, german); !s.List(0).Open || s.List(0).entries == clicked.List(0).entries {
		t.Error("the entries are not made anew")
	}
}
