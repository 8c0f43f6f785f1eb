package answer

import (
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// choicesKind is any number of several options.
type choicesKind struct{ choiceKind }

func (*choicesKind) start(f schema.Field, _ *Locale) (d Draft, ok bool) {
	for _, item := range f.Default.Items {
		d.Chosen = append(d.Chosen, f.Find(item))
	}
	slices.Sort(d.Chosen)
	d.Chosen = slices.Compact(d.Chosen)
	return d, f.Default.Kind == elicit.Array && (len(d.Chosen) == 0 || d.Chosen[0] >= 0)
}

// suggested is the default with its items in the order that the server wrote.
func (*choicesKind) suggested(f schema.Field) (Answer, Fault) {
	return someOf(f.Default.Items), FaultNone
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
