package check

import (
	"strings"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// The codes of email addresses.
const (
	BadEmail Code = "bad-email"
	// EmailLetters: an address with letters or signs outside of ASCII, which
	// servers refuse.
	EmailLetters Code = "email-letters"
)

// emailKind is a textKind that says what is wrong with some addresses.
type emailKind struct{ textKind }

var email = emailKind{textKind{format: "email", code: BadEmail}}

func (k *emailKind) broken(c *Checker, f schema.Field, value elicit.Value) *Problem {
	problem := k.textKind.broken(c, f, value)
	if problem != nil && problem.Code == BadEmail && strings.ContainsFunc(value.Text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		problem.Code = EmailLetters
	}
	return problem
}
