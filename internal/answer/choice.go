package answer

import (
	"strings"

	"github.com/elicitform/elicitform/internal/schema"
)

// choiceKind is one of several options.
type choiceKind struct{}

func (*choiceKind) start(f schema.Field, _ *Locale) (Draft, bool) {
	option := f.Find(f.Default)
	return Draft{Chosen: []int{option}}, option >= 0 && f.Default.Exists()
}

func (*choiceKind) suggested(f schema.Field) (Answer, Fault) {
	return Answer{Value: f.Default}, FaultNone
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
