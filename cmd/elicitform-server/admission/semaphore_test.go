package admission

import (
	"fmt"
	"testing"
)

// Each asker has its share of the places, and gives a place back once.
func TestSemaphore(t *testing.T) {
	used := 0
	s := NewSemaphore(8, 2, func(n int) { used = n })
	var releases []func()
	for range 2 {
		release, ok := s.Acquire("greedy")
		if !ok {
			t.Fatal("there is no place")
		}
		releases = append(releases, release)
	}
	if _, ok := s.Acquire("greedy"); ok {
		t.Error("an asker has more than its share")
	}
	for n := range 6 {
		if _, ok := s.Acquire(fmt.Sprint("asker ", n)); !ok {
			t.Errorf("asker %d has no place", n)
		}
	}
	if _, ok := s.Acquire("one more"); ok {
		t.Error("there are more places than there are")
	}
	releases[0]()
	releases[0]()
	if used != 7 {
		t.Errorf("%d places are reported, want 7", used)
	}
	if _, ok := s.Acquire("greedy"); !ok {
		t.Error("a place was not given back")
	}
	if _, ok := s.Acquire("greedy"); ok {
		t.Error("a place was given back twice")
	}
}
