package answer

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// textKind is free text, which is sent exactly as it was typed.
type textKind struct{}

func (*textKind) start(f schema.Field, _ *Locale) (Draft, bool) {
	return Draft{Text: f.Default.Text}, f.Default.Type == elicit.String && !f.Default.Lossy
}

// read takes an empty control for no answer, with two exceptions: "" is the
// answer where the server suggests it, and it says "empty" where the server
// would otherwise put its suggestion back.
func (*textKind) read(f schema.Field, d Draft, _ Env) (Answer, Fault) {
	if d.Text != "" {
		return Answer{Value: elicit.StringValue(d.Text)}, FaultNone
	}
	meant := f.Default.Text == "" && d.Origin != Cleared || f.Default.Text != "" && acceptsEmpty(f)
	if f.Default.Type == elicit.String && d.Origin != Untouched && meant {
		return Answer{Value: elicit.StringValue("")}, FaultNone
	}
	return Answer{Absent: true}, FaultNone
}

// acceptsEmpty reports whether "" is as good as any text for the field. A
// required text that was emptied is surely not meant to stay empty.
func acceptsEmpty(f schema.Field) bool {
	return !f.Required && f.MinLength <= 0 && f.Pattern == "" && f.Format == "" &&
		!f.Const.Exists() && len(f.Options) == 0
}

func (*textKind) show(_ schema.Field, a Answer, _ Env, _ func(int) string) Shown {
	return shown(untrusted.Visible(a.Value.Text), a.Value)
}
