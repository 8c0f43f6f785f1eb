package answer

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// emailKind is an email address: text in which blanks around it and invisible
// characters mean nothing.
type emailKind struct{ textKind }

// suggested takes "" for no suggestion: some servers send it where they mean
// none, and no validator accepts it as an address.
func (*emailKind) suggested(f schema.Field) (Answer, Fault) {
	if f.Default.Text == "" {
		return Answer{Absent: true}, FaultNone
	}
	return Answer{Value: f.Default}, FaultNone
}

func (*emailKind) read(_ schema.Field, d Draft, _ Env) (Answer, Fault) {
	text := clean(d.Text)
	if text == "" {
		return Answer{Absent: true}, FaultNone
	}
	return Answer{Value: elicit.StringValue(text)}, FaultNone
}
