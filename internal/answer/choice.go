package answer

import (
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// choiceKind is one of several options.
type choiceKind struct{}

func (*choiceKind) start(f schema.Field, _ *Locale) (Draft, bool) {
	option := f.Find(f.Default)
	return Draft{Chosen: []int{option}}, option >= 0 && f.Default.Exists()
}

func (*choiceKind) read(f schema.Field, d Draft, _ Env) (Answer, Fault) {
	for _, i := range d.Chosen {
		if i >= 0 && i < len(f.Options) {
			return Answer{Value: f.Options[i].Value}, FaultNone
		}
	}
	return Answer{Absent: true}, FaultNone
}

func (*choiceKind) show(f schema.Field, a Answer, _ Env, title func(int) string) Shown {
	return shown(titles(f, a, title), a.Value)
}

// titles are the titles of the options that an answer chooses, one a line.
func titles(f schema.Field, a Answer, title func(int) string) string {
	var lines []string
	for _, value := range values(a.Value) {
		if i := f.Find(value); i >= 0 {
			lines = append(lines, title(i))
		}
	}
	return strings.Join(lines, "\n")
}

// choicesKind is any number of several options.
type choicesKind struct{ choiceKind }

func (*choicesKind) start(f schema.Field, _ *Locale) (d Draft, ok bool) {
	if len(f.Default.Items) > len(f.Options) {
		// One is there twice, or is no option, and 300 fields may share a default of any length.
		return Draft{}, false
	}
	for _, item := range f.Default.Items {
		d.Chosen = append(d.Chosen, f.Find(item))
	}
	slices.Sort(d.Chosen)
	d.Chosen = slices.Compact(d.Chosen)
	once := len(d.Chosen) == len(f.Default.Items)
	return d, once && f.Default.Type == elicit.Array && (len(d.Chosen) == 0 || d.Chosen[0] >= 0)
}

// read answers in the order of the schema, whatever was chosen first.
func (*choicesKind) read(f schema.Field, d Draft, _ Env) (Answer, Fault) {
	chosen := make([]bool, len(f.Options))
	for _, i := range d.Chosen {
		if i >= 0 && i < len(chosen) {
			chosen[i] = true
		}
	}
	var items []elicit.Value
	for i, option := range f.Options {
		if chosen[i] {
			items = append(items, option.Value)
		}
	}
	return someOf(items), FaultNone
}
