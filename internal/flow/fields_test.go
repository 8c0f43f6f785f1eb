package flow

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/schema"
)

func TestFieldsAreSharedUntilTheyChange(t *testing.T) {
	first := Request{Form: schema.Form{Fields: make([]schema.Field, 3)}}
	for i := range 3 {
		first.Fields = append(first.Fields, &Field{Over: i})
	}
	second := first
	second.mutableField(1).Over = -1
	third := second
	third.mutableField(1).Over, third.mutableField(2).Over = -2, -3
	for i, want := range [][3]int{{0, 0, 0}, {1, -1, -2}, {2, 2, -3}} {
		if got := [3]int{first.Fields[i].Over, second.Fields[i].Over, third.Fields[i].Over}; got != want {
			t.Errorf("field %d is %v, want %v", i, got, want)
		}
	}
	if first.Fields[0] != third.Fields[0] {
		t.Error("a field that nobody has changed is copied")
	}
}

func properties(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(`"p%d":{"type":"string","title":"Text %d","minLength":1,"maxLength":50}`, i, i)
	}
	return strings.Join(all, ",")
}

func texts(t *testing.T, n int) State {
	t.Helper()
	e := arrive(t, "1", `{"message":"m","requestedSchema":{"type":"object","properties":{`+properties(n)+`}}}`)
	e.Drafts = true
	s, _ := run(start(t), e)
	if len(s.Request().Fields) != n {
		t.Fatalf("%d fields", len(s.Request().Fields))
	}
	return s
}

// TestAKeyCostsTheSameInAFormOfAnyLength compares allocations, which do not depend on the machine.
func TestAKeyCostsTheSameInAFormOfAnyLength(t *testing.T) {
	events := map[string]func(field, turn int) Event{
		"a key in a text": func(field, turn int) Event {
			return Edited{Field: field, Draft: answer.Draft{Text: strings.Repeat("x", 20+turn%2)}}
		},
		"a key that changes nothing": func(field, _ int) Event { return Edited{Field: field} },
		"the focus leaves":           func(int, int) Event { return FieldBlurred{} },
	}
	for name, event := range events {
		t.Run(name, func(t *testing.T) {
			cost := func(n int) (allocations float64, bytes uint64) {
				s := texts(t, n)
				turn := 0
				press := func() {
					s, _ = Update(s, event(n/2, turn))
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
			many, manyBytes := cost(schema.MaxProperties)
			// The list of the fields grows by a pointer each.
			if list := uint64(schema.MaxProperties * 8); many > few || manyBytes > fewBytes+2*list {
				t.Errorf("%v allocations of %d bytes in the longest form, %v of %d with 10 fields", many, manyBytes, few, fewBytes)
			}
			t.Logf("%v allocations, %d bytes with 10 fields and %d in the longest form", few, fewBytes, manyBytes)
		})
	}
}
