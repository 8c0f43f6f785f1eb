package check

import (
	"strings"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// kind is how answers to one kind of field are checked. A new kind of field is
// a new file, with a type of its own where it needs one, and a line in kinds.
type kind interface {
	// missing is the problem of a required field without an answer.
	missing(f schema.Field) Problem
	// broken is the first of the field's rules that an answer breaks; nil where
	// it breaks none. It passes what is of another type than the kind's own,
	// which the validator refuses.
	broken(c *Checker, f schema.Field, value elicit.Value) *Problem
	// covers returns the types that a schema may give the kind, and the format
	// that broken checks, if any: there the validator has nothing to add.
	covers() (types []string, format string)
}

// parsed is a kind whose drafts may be something that cannot be read.
type parsed interface {
	// unreadable is the problem of a draft with a fault.
	unreadable(fault answer.Fault) Problem
}

var kinds = map[schema.Kind]kind{
	schema.Text:     &textKind{},
	schema.Email:    &email,
	schema.URI:      &uri,
	schema.Date:     &date,
	schema.DateTime: &dateTime,
	schema.Time:     &timeOfDay,
	schema.Number:   &number,
	schema.Integer:  &integer,
	schema.Boolean:  &booleanKind{},
	schema.Choice:   &choiceKind{},
	schema.Choices:  &choicesKind{},
	schema.List:     &listKind{},
}

// The codes of yes or no.
const (
	// NotAnswered: a required yes/no has no answer.
	NotAnswered Code = "not-answered"
	// MustBeYes: the schema accepts only true.
	MustBeYes Code = "must-be-yes"
	// MustBeNo: the schema accepts only false.
	MustBeNo Code = "must-be-no"
)

type booleanKind struct{}

func (*booleanKind) missing(schema.Field) Problem            { return Problem{Code: NotAnswered} }
func (*booleanKind) covers() (types []string, format string) { return []string{"boolean"}, "" }

func (*booleanKind) broken(_ *Checker, f schema.Field, value elicit.Value) *Problem {
	switch {
	case !f.Const.Exists() || f.Const.Equal(value):
		return nil
	case f.Const.Truth:
		return &Problem{Code: MustBeYes}
	}
	return &Problem{Code: MustBeNo}
}

// NotChosen is the code of a required choice without an answer.
const NotChosen Code = "not-chosen"

type choiceKind struct{}

func (*choiceKind) missing(schema.Field) Problem            { return Problem{Code: NotChosen} }
func (*choiceKind) covers() (types []string, format string) { return []string{"string"}, "" }

// broken passes everything: only options can be chosen, and beside a const there
// is no other option.
func (*choiceKind) broken(*Checker, schema.Field, elicit.Value) *Problem { return nil }

// The codes of dates.
const (
	DateIncomplete Code = "date-incomplete" // The problem names the segment.
	DateUnreal     Code = "date-unreal"
	// OtherCalendar: the year is one of the calendar that people use where the
	// person is, and dates are Gregorian.
	OtherCalendar Code = "other-calendar"
)

type dateKind struct{ textKind }

var date = dateKind{textKind{format: "date", code: BadFormat}}

var dateProblems = map[answer.Fault]Problem{
	answer.FaultMissingDay:    {Code: DateIncomplete, Segment: DaySegment},
	answer.FaultMissingMonth:  {Code: DateIncomplete, Segment: MonthSegment},
	answer.FaultMissingYear:   {Code: DateIncomplete, Segment: YearSegment},
	answer.FaultOtherCalendar: {Code: OtherCalendar, Segment: YearSegment},
	answer.FaultUnrealDate:    {Code: DateUnreal, Segment: DaySegment},
}

func (*dateKind) unreadable(fault answer.Fault) Problem { return dateProblems[fault] }

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

// timeOfDay has the problems of a date-time, but for those of its date.
var timeOfDay = dateTimeKind{textKind{format: "time", code: BadFormat}}

// BadURI is the code of an address that is none.
const BadURI Code = "bad-uri"

var uri = textKind{format: "uri", code: BadURI}
