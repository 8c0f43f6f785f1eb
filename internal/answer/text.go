package answer

import (
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
)

func startText(f schema.Field, _ *Locale) (Draft, bool) {
	return Draft{Text: f.Default.Text}, f.Default.Type == request.String && !f.Default.Lossy
}

// readText reads an empty control as no answer, unless the server would then restore its suggestion.
func readText(f schema.Field, d Draft, _ Env) (Answer, Fault) {
	if d.Text != "" {
		return Answer{Value: request.StringValue(d.Text)}, FaultNone
	}
	if f.Default.Type == request.String && d.Origin != Untouched && acceptsEmpty(f) {
		return Answer{Value: request.StringValue("")}, FaultNone
	}
	return Answer{Absent: true}, FaultNone
}

// acceptsEmpty is false for a required text: a person who has emptied it has not finished it.
func acceptsEmpty(f schema.Field) bool {
	return !f.Required && f.MinLength <= 0 && f.Pattern == "" && f.Format == "" &&
		!f.Const.Exists() && len(f.Options) == 0
}

func showText(_ schema.Field, a Answer, _ Env, _ func(int) string) Display {
	return display(safetext.Visible(a.Value.Text), a.Value)
}

func startList(f schema.Field, _ *Locale) (Draft, bool) {
	lines := make([]string, len(f.Default.Items))
	for i, item := range f.Default.Items {
		if item.Type != request.String || item.Lossy || safetext.IsBlank(item.Text) || strings.ContainsAny(item.Text, "\r\n") {
			return Draft{}, false
		}
		lines[i] = item.Text
	}
	return Draft{Text: strings.Join(lines, "\n")}, f.Default.Type == request.Array
}

func readList(_ schema.Field, d Draft, _ Env) (Answer, Fault) {
	var items []request.Value
	for line := range strings.SplitSeq(d.Text, "\n") {
		if line = strings.Trim(line, "\r"); clean(line) != "" {
			items = append(items, request.StringValue(line))
		}
	}
	return someOf(items), FaultNone
}

func someOf(items []request.Value) Answer {
	if len(items) == 0 {
		return Answer{Absent: true}
	}
	return Answer{Value: request.Value{Type: request.Array, Items: items}}
}

func showList(_ schema.Field, a Answer, _ Env, _ func(int) string) Display {
	lines := make([]string, len(a.Value.Items))
	for i, item := range a.Value.Items {
		lines[i] = item.Plain()
	}
	return display(safetext.Visible(strings.Join(lines, "\n")), a.Value)
}

func startChoice(f schema.Field, _ *Locale) (Draft, bool) {
	option := f.Find(f.Default)
	return Draft{Chosen: []int{option}}, option >= 0 && f.Default.Exists()
}

func readChoice(f schema.Field, d Draft, _ Env) (Answer, Fault) {
	for _, i := range d.Chosen {
		if i >= 0 && i < len(f.Options) {
			if f.Options[i].IsOwn {
				break // The answer is in the companion.
			}
			return Answer{Value: f.Options[i].Value}, FaultNone
		}
	}
	return Answer{Absent: true}, FaultNone
}

func showChoice(f schema.Field, a Answer, _ Env, title func(int) string) Display {
	return display(titles(f, a, title), a.Value)
}

func titles(f schema.Field, a Answer, title func(int) string) string {
	var lines []string
	for _, value := range values(a.Value) {
		if i := f.Find(value); i >= 0 {
			lines = append(lines, title(i))
		}
	}
	return strings.Join(lines, "\n")
}

func startChoices(f schema.Field, _ *Locale) (d Draft, ok bool) {
	if len(f.Default.Items) > len(f.Options) {
		// One entry is a duplicate or not an option. The check is early because 300 fields may share a default of any length.
		return Draft{}, false
	}
	for _, item := range f.Default.Items {
		d.Chosen = append(d.Chosen, f.Find(item))
	}
	slices.Sort(d.Chosen)
	d.Chosen = slices.Compact(d.Chosen)
	once := len(d.Chosen) == len(f.Default.Items)
	return d, once && f.Default.Type == request.Array && (len(d.Chosen) == 0 || d.Chosen[0] >= 0)
}

// readChoices answers in the order of the schema, not in the order of choosing.
func readChoices(f schema.Field, d Draft, _ Env) (Answer, Fault) {
	chosen := slices.Clone(d.Chosen)
	slices.Sort(chosen)
	var items []request.Value
	for i, option := range f.Listed() {
		if _, found := slices.BinarySearch(chosen, i); found {
			items = append(items, option.Value)
		}
	}
	return someOf(items), FaultNone
}
