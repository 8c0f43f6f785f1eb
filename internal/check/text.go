package check

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// The codes of texts.
const (
	TooShort      Code = "too-short"      // Min
	TooLong       Code = "too-long"       // Max
	LengthBetween Code = "length-between" // Min, Max
	BadPattern    Code = "bad-pattern"    // does not match the server's pattern
	// BadFormat: another format than those that have a code of their own.
	BadFormat Code = "bad-format"
)

// textKind is text that is typed, or that has one format.
type textKind struct {
	// format is that of the kind; empty where a text may have any.
	format string
	// code is that of a text that is not of the format.
	code Code
}

func (*textKind) missing(schema.Field) Problem              { return Problem{Code: Empty} }
func (k *textKind) covers() (types []string, format string) { return []string{"string"}, k.format }

// broken checks the length, then the format, then the pattern.
func (k *textKind) broken(c *Checker, f schema.Field, value elicit.Value) *Problem {
	if value.Kind != elicit.String {
		return nil
	}
	length := answer.CountCodePoints(value.Text)
	short, long := length < f.MinLength, f.MaxLength >= 0 && length > f.MaxLength
	if short || long {
		p := &Problem{Code: TooShort, Min: limit(f.MinLength), Max: limit(f.MaxLength)}
		if long {
			p.Code, p.Got = TooLong, length-f.MaxLength
		}
		if f.MinLength > 0 && f.MaxLength >= 0 {
			p.Code = LengthBetween
		}
		return p
	}
	format, code := k.format, k.code
	if format == "" {
		format, code = f.Format, BadFormat
	}
	if valid := formats[format]; valid != nil && !valid(value.Text) {
		return &Problem{Code: code}
	}
	if f.Pattern != "" {
		if p, _ := c.patterns.compile(f.Pattern); !p.Match(value.Text) {
			return &Problem{Code: BadPattern}
		}
	}
	return nil
}
