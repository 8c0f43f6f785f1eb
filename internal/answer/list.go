package answer

import (
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// listKind is a free list of strings, typed one entry a line.
type listKind struct{}

// start leaves out a list with entries that one line of the control cannot hold: what is shown and what is sent
// would differ.
func (*listKind) start(f schema.Field, _ *Locale) (Draft, bool) {
	lines := make([]string, len(f.Default.Items))
	for i, item := range f.Default.Items {
		if item.Type != elicit.String || item.Lossy || untrusted.Blank(item.Text) || strings.ContainsAny(item.Text, "\r\n") {
			return Draft{}, false
		}
		lines[i] = item.Text
	}
	return Draft{Text: strings.Join(lines, "\n")}, f.Default.Type == elicit.Array
}

func (*listKind) read(_ schema.Field, d Draft, _ Env) (Answer, Fault) {
	var items []elicit.Value
	for line := range strings.SplitSeq(d.Text, "\n") {
		if line = strings.Trim(line, "\r"); clean(line) != "" {
			items = append(items, elicit.StringValue(line))
		}
	}
	return someOf(items), FaultNone
}

// someOf answers with an array; no items are no answer.
func someOf(items []elicit.Value) Answer {
	if len(items) == 0 {
		return Answer{Absent: true}
	}
	return Answer{Value: elicit.Value{Type: elicit.Array, Items: items}}
}

func (*listKind) show(_ schema.Field, a Answer, _ Env, _ func(int) string) Shown {
	lines := make([]string, len(a.Value.Items))
	for i, item := range a.Value.Items {
		lines[i] = item.Plain()
	}
	return shown(untrusted.Visible(strings.Join(lines, "\n")), a.Value)
}
