package flow

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/wording"
)

// boxes is a form with a choice of several among n options, and one among two.
func boxes(n int) string {
	options := make([]string, n)
	for i := range options {
		options[i] = fmt.Sprintf(`{"const":"v%d","title":"Item %d"}`, i, i)
	}
	return `{"message":"m","requestedSchema":{"type":"object","properties":{
		"many":{"type":"array","items":{"anyOf":[` + strings.Join(options, ",") + `]}},
		"few":{"type":"array","items":{"type":"string","enum":["x","y"]}}}}}`
}

// Rows: T16.
func TestFilter_NarrowsTheBoxesDown(t *testing.T) {
	s := open(t, boxes(250))
	if shown, more := s.Boxes(0); len(shown) != schema.MaxBoxes || more != 150 {
		t.Errorf("at first %d of %d", len(shown), more)
	}
	if shown, more := s.Boxes(1); len(shown) != 2 || more != 0 {
		t.Errorf("without a filter %d of %d", len(shown), more)
	}
	longer, effects := Update(s, ListMore{0})
	if shown, more := longer.Boxes(0); len(shown) != 200 || more != 50 || len(effects) > 0 {
		t.Errorf("more: %d of %d, %v", len(shown), more, effects)
	}
	found, effects := Update(longer, ListTyped{0, "v24"})
	shown, more := found.Boxes(0)
	if !slices.Equal(shown, []int{24, 240, 241, 242, 243, 244, 245, 246, 247, 248, 249}) || more != 0 {
		t.Errorf("found %v, left %d", shown, more)
	}
	if announce, ok := has[Announce](effects); !ok || announce.Text != s.Words.Text("OptionsFound", wording.Count("n", 11)) {
		t.Errorf("told %v", effects)
	}
	if shown, _ := longer.Boxes(0); len(shown) != 200 {
		t.Error("an earlier state has changed")
	}
	if none, _ := Update(found, ListTyped{0, "nowhere"}); len(none.View.lists[0].Matches) > 0 {
		t.Error("something matches")
	}
	if all, _ := Update(found, ListTyped{0, ""}); len(all.View.lists[0].Matches) != 250 {
		t.Error("nothing typed does not show all")
	}
	chosen, _ := Update(found, choose(0, 3, 24))
	if shown, _ := chosen.Boxes(0); len(shown) != 11 {
		t.Error("to choose takes the filter away")
	}
	for name, event := range map[string]Event{"another screen": Continue, "boxes built anew": Refilled{Field: 0}} {
		t.Run(name, func(t *testing.T) {
			if s, _ := Update(chosen, event); len(s.View.lists) > 0 {
				t.Errorf("%s: the filter is still there", name)
			}
		})
	}
	for _, odd := range []Event{ListTyped{1, "x"}, ListMore{1}, ListTyped{-1, "x"}, ListMore{2}} {
		if s, effects := Update(s, odd); len(s.View.lists) > 0 || len(effects) > 0 {
			t.Errorf("%#v: %v", odd, effects)
		}
	}
}
