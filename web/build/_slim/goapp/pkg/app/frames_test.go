package app

import (
	"testing"
	"testing/synctest"
	"time"
)

// runUntilStopped runs the loop with an hour between two drawings, until one of the
// dispatches stops it.
func runUntilStopped(t *testing.T, prepare func(s *testScreen, stop func())) *testScreen {
	t.Helper()
	s := newScreen(t, Elem("div"))
	s.stopped = make(chan struct{})
	stop := func() { close(s.stopped) }
	prepare(s, stop)
	s.loop(time.Hour)
	return s
}

// set returns a dispatch that draws another text.
func (s *testScreen) set(text string) func() {
	return func() {
		s.tree = Elem("div").Text(text)
		s.baseContext().addComponentUpdate(s.root, 1)
	}
}

func TestABurstIsDrawnOnceAndAtOnce(t *testing.T) {
	s := runUntilStopped(t, func(s *testScreen, stop func()) {
		for range 50 {
			s.dispatch(s.set("burst"))
		}
		s.dispatch(func() { s.dispatch(s.set("end")) })
		s.dispatch(stop)
	})
	if got := s.markup(); s.runs != 2 || got != "<div>end</>" {
		t.Errorf("drawn is %s after %d runs", got, s.runs)
	}
}

func TestASecondDrawingWaits(t *testing.T) {
	s := runUntilStopped(t, func(s *testScreen, stop func()) {
		s.dispatch(s.set("first"))
		s.defere(func() {
			s.dispatch(s.set("second"))
			s.dispatch(stop)
		})
	})
	if got := s.markup(); s.runs != 2 || got != "<div>first</>" {
		t.Errorf("drawn is %s after %d runs", got, s.runs)
	}
}

func TestDispatchesWithoutADrawingDelayNone(t *testing.T) {
	s := runUntilStopped(t, func(s *testScreen, stop func()) {
		s.dispatch(func() {})
		s.defere(func() {
			s.dispatch(s.set("x"))
			s.dispatch(stop)
		})
	})
	if got := s.markup(); s.runs != 2 || got != "<div>x</>" {
		t.Errorf("drawn is %s after %d runs", got, s.runs)
	}
}

func TestDispatchesWithoutADrawingDoNotWait(t *testing.T) {
	s := runUntilStopped(t, func(s *testScreen, stop func()) {
		s.dispatch(s.set("first"))
		s.defere(func() {
			s.dispatch(func() { s.defere(stop) })
		})
	})
	if got := s.markup(); s.runs != 2 || got != "<div>first</>" {
		t.Errorf("drawn is %s after %d runs", got, s.runs)
	}
}

func TestADelayedDrawingComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		s := runUntilStopped(t, func(s *testScreen, stop func()) {
			s.dispatch(s.set("first"))
			s.defere(func() {
				s.dispatch(func() {
					s.set("second")()
					s.defere(stop)
				})
			})
		})
		if got := s.markup(); got != "<div>second</>" || time.Since(start) != time.Hour {
			t.Errorf("drawn is %s after %d runs and %v", got, s.runs, time.Since(start))
		}
	})
}
