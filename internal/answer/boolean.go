package answer

import "github.com/elicitform/elicitform/internal/schema"

// booleanKind is a choice of yes and no.
type booleanKind struct{ choiceKind }

// show does not say what is sent: nobody needs to be told that yes is true.
func (*booleanKind) show(f schema.Field, a Answer, _ Env, title func(int) string) Shown {
	return Shown{Text: titles(f, a, title)}
}
