package flow

import (
	"reflect"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
)

// TestQueue_ChangesWhileTheRequestIsShown: a request shows its place as soon as others wait behind it, keeps the
// typed text, and announces only the first change.
// Rows: P18.
func TestQueue_ChangesWhileTheRequestIsShown(t *testing.T) {
	s, _ := Update(start(t), arrive(t, "1", contact))
	s, _ = Update(s, typeText(0, "Ada"))
	for _, tt := range []struct {
		total int
		want  []Effect
	}{
		{2, []Effect{Announce{Text: "Request 1 of 2", Later: true}}},
		{3, nil},
		{3, nil},
		{2, nil},
		{1, nil},
		{2, []Effect{Announce{Text: "Request 1 of 2", Later: true}}},
	} {
		before := s
		next, effects := Update(s, QueueChanged{ID: s.ID, Queue: request.Queue{Position: 1, Total: tt.total}})
		if !reflect.DeepEqual(effects, tt.want) {
			t.Errorf("%d: effects %v, want %v", tt.total, effects, tt.want)
		}
		if next.Position().Total != tt.total || next.Request().Fields[0].Draft.Text != "Ada" || next.Serial != before.Serial {
			t.Errorf("%d: %v with %q", tt.total, next.Position(), next.Request().Fields[0].Draft.Text)
		}
		if changed := next.Changed(&before, -1); changed != (before.Position() != next.Position()) {
			t.Errorf("%d: the screen has changed: %v", tt.total, changed)
		}
		s = next
	}
}

// Rows: P18.
func TestQueue_OfAnotherRequestOrOfARound(t *testing.T) {
	three := request.Queue{Position: 1, Total: 3}
	s, _ := Update(start(t), arrive(t, "1", contact))
	if s, effects := Update(s, QueueChanged{ID: request.StringValue("2"), Queue: three}); s.Position().Total > 1 || len(effects) > 0 {
		t.Errorf("of another request: %v, %v", s.Position(), effects)
	}
	done, _ := Update(s, CalledOff{ID: s.ID})
	if done, effects := Update(done, QueueChanged{ID: s.ID, Queue: three}); done.Position().Total > 1 || len(effects) > 0 {
		t.Errorf("of one that has ended: %v, %v", done.Position(), effects)
	}
	// A round shows its own places.
	s = openRound(t, nameForm, sizeForm)
	if s, effects := Update(s, QueueChanged{ID: s.ID, Queue: three}); s.Position().Total != 2 || len(effects) > 0 {
		t.Errorf("of a round: %v, %v", s.Position(), effects)
	}
}
