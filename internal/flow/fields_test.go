package flow

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
)

// each is a list of the fields, for comparing and printing.
func each(f Fields) []Field {
	all := make([]Field, f.Len())
	for i := range all {
		all[i] = *f.At(i)
	}
	return all
}

func TestFieldsAreSharedUntilTheyChange(t *testing.T) {
	var first Fields
	for i := range 3*blockSize + 1 {
		if first.add(Field{Over: i}); first.Len() != i+1 {
			t.Fatalf("%d fields after %d", first.Len(), i+1)
		}
	}
	second := first
	second.change(blockSize).Over = -1
	third := second
	third.change(blockSize).Over, third.change(3*blockSize).Over = -2, -3
	for i := range first.Len() {
		want := [3]int{i, i, i}
		switch i {
		case blockSize:
			want = [3]int{i, -1, -2}
		case 3 * blockSize:
			want = [3]int{i, i, -3}
		}
		if got := [3]int{first.At(i).Over, second.At(i).Over, third.At(i).Over}; got != want {
			t.Errorf("field %d is %v, want %v", i, got, want)
		}
	}
	if first.At(0) != third.At(0) {
		t.Error("a field that nobody has changed is copied")
	}
}

// properties are n texts.
func properties(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(`"p%d":{"type":"string","title":"Text %d","minLength":1,"maxLength":50}`, i, i)
	}
	return strings.Join(all, ",")
}

// texts is a form of n texts with drafts kept, drawn as far as it is without asking.
func texts(t *testing.T, n int) State {
	t.Helper()
	asked := request(t, "1", `{"message":"m","requestedSchema":{"type":"object","properties":{`+properties(n)+`}}}`)
	asked.Drafts = true
	s, effects := run(start(t), asked)
	for s.Step == Preparing || s.View.Drawing.Busy() {
		for _, effect := range effects {
			switch e := effect.(type) {
			case Work:
				s, effects = run(s, Worked(e))
			case DrawMore:
				s, effects = run(s, DrawTurn{Task: e.Task})
			}
		}
	}
	if s.Question().Fields.Len() != n {
		t.Fatalf("%d fields", s.Question().Fields.Len())
	}
	return s
}

// TestAKeyCostsTheSameInAFormOfAnyLength compares what an update takes out of the
// memory, which does not depend on the machine.
func TestAKeyCostsTheSameInAFormOfAnyLength(t *testing.T) {
	events := map[string]func(field, turn int) Event{
		"a key in a text": func(field, turn int) Event {
			return Edited{Field: field, Draft: answer.Draft{Text: strings.Repeat("x", 20+turn%2)}}
		},
		"a key that changes nothing": func(field, _ int) Event { return Edited{Field: field} },
		"the focus leaves":           func(int, int) Event { return Left{} },
	}
	for name, event := range events {
		t.Run(name, func(t *testing.T) {
			cost := func(n int) (allocations float64, bytes uint64) {
				s := texts(t, n)
				turn := 0
				press := func() {
					s, _ = machine.Update(s, event(n/2, turn))
					turn++
				}
				allocations = testing.AllocsPerRun(100, press)
				const presses = 100
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				for range presses {
					press()
				}
				runtime.ReadMemStats(&after)
				return allocations, (after.TotalAlloc - before.TotalAlloc) / presses
			}
			few, fewBytes := cost(10)
			many, manyBytes := cost(1000)
			// The list of the blocks is a pointer longer for each block.
			if list := uint64(1000 / blockSize * 8); many > few || manyBytes > fewBytes+2*list {
				t.Errorf("%v allocations of %d bytes with 1000 fields, %v of %d with 10", many, manyBytes, few, fewBytes)
			}
			t.Logf("%v allocations, %d bytes with 10 fields and %d with 1000", few, fewBytes, manyBytes)
		})
	}
}
