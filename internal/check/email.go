package check

import (
	"strings"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/schema"
)

// The codes of email addresses.
const (
	BadEmail Code = "bad-email"
	// EmailLetters: an address with letters or signs outside of ASCII, which
	// servers refuse.
	EmailLetters Code = "email-letters"
)

var email = textKind{format: "email", wrong: func(text string) Code {
	switch {
	case schema.ValidEmail(text):
		return ""
	case strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }):
		return EmailLetters
	}
	return BadEmail
}}
