package flow

import (
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// items are n items of so many elements.
func items(n, elements int) []int { return slices.Repeat([]int{elements}, n) }

func TestDrawing_OrdinaryFormAtOnce(t *testing.T) {
	for _, n := range []int{0, 1, 13, 40, 60} {
		if d := newDrawing(items(n, 10), 1); d.Drawn != n || d.Busy() || d.Left() != 0 {
			t.Errorf("of %d questions %d are drawn, busy %v, left %d", n, d.Drawn, d.Busy(), d.Left())
		}
	}
}

func TestDrawing_TwoHundredWithoutAsking(t *testing.T) {
	d := newDrawing(items(200, 9), 1)
	if elements := d.Drawn * 9; elements < firstElements || elements >= firstElements+9 {
		t.Fatalf("%d are drawn at first", d.Drawn)
	}
	if d = d.next(); d.Drawn != 200 || d.Busy() || d.Left() != 0 {
		t.Errorf("%d drawn, busy %v, left %d", d.Drawn, d.Busy(), d.Left())
	}
}

func TestDrawing_LongFormOnDemand(t *testing.T) {
	d := newDrawing(items(1000, 50), 1)
	finish := func() {
		for d.Busy() {
			d = d.next()
		}
	}
	finish()
	if d.Drawn != 40 || d.Left() != 960 {
		t.Fatalf("%d drawn, %d left", d.Drawn, d.Left())
	}
	if d = d.next(); d.Drawn != 40 {
		t.Fatalf("nobody asked for %d", d.Drawn)
	}
	d = d.more()
	if finish(); d.Drawn != 80 || d.Left() != 920 {
		t.Fatalf("%d drawn, %d left", d.Drawn, d.Left())
	}
	if d = d.through(3); d.Busy() {
		t.Fatal("what is drawn is drawn again")
	}
	d = d.through(500)
	if !d.Busy() || d.Left() != 499 {
		t.Fatalf("left %d", d.Left())
	}
	// Beyond a page it is slices of a page.
	if d = d.next(); d.Drawn != 120 || !d.Busy() {
		t.Fatalf("%d drawn", d.Drawn)
	}
	if finish(); d.Drawn != 501 {
		t.Fatalf("%d drawn", d.Drawn)
	}
	d = d.through(99_999)
	if finish(); d.Drawn != 1000 || d.Left() != 0 {
		t.Fatalf("%d drawn, %d left", d.Drawn, d.Left())
	}
}

// TestDrawing_HugeItem: an item of more elements than a slice is drawn alone.
func TestDrawing_HugeItem(t *testing.T) {
	d := newDrawing([]int{9000, 1, 1}, 1)
	if d.Drawn != 1 || d.Busy() || d.Left() != 2 {
		t.Errorf("%d drawn, busy %v, left %d", d.Drawn, d.Busy(), d.Left())
	}
}

// TestDrawingCost_N34: a long text costs more than a short one.
func TestDrawingCost_N34(t *testing.T) {
	short := schema.Field{Kind: schema.Text, Title: "Name", Description: "What it is", MaxLength: -1, MinLength: -1}
	long := short
	long.Description = untrusted.Text(strings.Repeat("why ", 5000))
	if a, b := DrawingCost(&short), DrawingCost(&long); a != short.Elements() || b < a+15 || b > a+50 {
		t.Errorf("%d and %d elements", a, b)
	}
}

// TestDrawing_RestAtOnce: whoever searches the page or goes on with Tab gets all of it.
func TestDrawing_RestAtOnce(t *testing.T) {
	s, _ := run(start(t), request(t, "1", `{"message":"m","requestedSchema":{"type":"object","properties":{`+properties(200)+`}}}`))
	for s.Step == Preparing {
		s, _ = run(s, Worked{Task: s.work.task})
	}
	if !s.View.Drawing.Busy() {
		t.Fatalf("%d are drawn at once", s.View.Drawing.Drawn)
	}
	next, effects := run(s, RestNeeded{})
	if next.View.Drawing.Drawn != 200 || next.View.Drawing.Busy() || len(effects) > 0 {
		t.Errorf("%d are drawn, %v", next.View.Drawing.Drawn, effects)
	}
	if late, _ := run(next, DrawTurn{Task: next.View.Drawing.task}); late.View.Drawing.Drawn != 200 {
		t.Errorf("%d are drawn in the end", late.View.Drawing.Drawn)
	}
	// A focus that waits for its field need not wait any longer.
	held, _ := s.holdFocus([]Effect{Focus{Target: OnControl, Field: 190}})
	if _, effects := run(held, RestNeeded{}); len(effects) != 1 || effects[0] != (Focus{Target: OnControl, Field: 190}) {
		t.Errorf("the focus is %v", effects)
	}
}
