package wording

import (
	"cmp"
	"strconv"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// formatLimit is how much of a description or a format's name goes into a
// sentence.
const formatLimit = 200

// hostLimit is how much is shown of what the chat app says of an answer.
const hostLimit = 500

// simple are the problems whose sentence needs no more than the field's name and
// one bound, {n}.
var simple = map[check.Code]Key{
	check.Empty:           problemEmpty,
	check.NotChosen:       problemNotChosen,
	check.NotAnswered:     problemNotAnswered,
	check.MustBeYes:       problemMustBeYes,
	check.MustBeNo:        problemMustBeNo,
	check.TooShort:        problemTooShort,
	check.TooLong:         problemTooLong,
	check.TooSmall:        problemTooSmall,
	check.TooGreat:        problemTooGreat,
	check.NotMoreThan:     problemNotMoreThan,
	check.NotLessThan:     problemNotLessThan,
	check.NotMultiple:     problemNotMultiple,
	check.DateUnreal:      problemDateUnreal,
	check.ClockMissing:    problemClockMissing,
	check.ZoneUnknown:     problemZoneUnknown,
	check.TimeTwice:       problemTimeTwice,
	check.TooFewChosen:    problemTooFewChosen,
	check.TooManyChosen:   problemTooManyChosen,
	check.TooFewEntries:   problemTooFewEntries,
	check.TooManyEntries:  problemTooManyEntries,
	check.RepeatedEntries: problemRepeatedEntries,
	check.TogetherRefused: problemTogetherRefused,
	check.SchemaRefused:   problemRefused,
}

// Problem says what is wrong with an answer and how to put it right. The same
// text stands in the error summary and beside the field. A problem of the
// whole form takes the zero Field.
func (w *Words) Problem(f schema.Field, p check.Problem) Sentence {
	switch {
	case p.Naming != check.Unnamed:
		return w.named(f, p)
	case p.Code == check.HostRefused:
		return w.hostRefused(p)
	case p.Field < 0:
		return w.Sentence(problemTogetherRefused)
	}
	if p.Entry > 0 && f.Kind == schema.List && p.Code != check.RepeatedEntries {
		return w.entryProblem(f, p)
	}
	return w.problem(f, w.Name(f), p)
}

// hostRefused is what the chat app says is wrong with an answer, in its own
// words, made safe to show and shortened.
func (w *Words) hostRefused(p check.Problem) Sentence {
	said := line(p.Message, hostLimit)
	if said == "" {
		return w.Sentence(HostRefused)
	}
	return theirs(said)
}

// naming puts a name before a problem that does not say whose it is.
func (w *Words) naming(label Arg, problem Sentence) Sentence {
	return w.Sentence(problemNamed, label, inner("problem", problem))
}

func (w *Words) problem(f schema.Field, label Arg, p check.Problem) Sentence {
	if p.Code == check.NotANumber && f.Kind == schema.Integer {
		p.Code = check.NotWhole
	}
	switch p.Code {
	case check.LengthBetween:
		return w.between(problemLengthBetween, problemLengthExact, label, p)
	case check.NumberBetween:
		return w.between(problemNumberBetween, problemNumberExact, label, p)
	case check.NotANumber:
		return w.Sentence(problemNotANumber, label, number("example", sampleNumber))
	case check.NotWhole:
		return w.Sentence(problemNotWhole, label, number("example", sampleInteger))
	case check.AmbiguousNumber:
		return w.Sentence(problemAmbiguousNumber, label, reading("a", p.Min), reading("b", p.Max))
	case check.NumberTooBig:
		return w.Sentence(problemNumberBetween, label,
			number("a", cmp.Or(p.Min, "-9007199254740991")), number("b", cmp.Or(p.Max, "9007199254740991")))
	case check.NumberTooLong:
		return w.Sentence(problemNumberTooLong, label, number("n", cmp.Or(p.Max, "40")))
	case check.BadEmail:
		return w.badEmail(f)
	case check.EmailLetters:
		return w.Sentence(problemEmailLetters)
	case check.BadURI:
		return w.Sentence(problemBadURI, sample("example", sampleURI))
	case check.BadPattern:
		return w.format(label, line(f.Description, formatLimit))
	case check.BadFormat:
		return w.format(label, cmp.Or(line(f.Description, formatLimit), line(untrusted.Text(f.Format), formatLimit)))
	case check.OtherCalendar:
		return w.Sentence(problemOtherCalendar, label, sample("example", w.locale.Digits(strconv.Itoa(answer.SampleYear))))
	case check.DateIncomplete:
		return w.Sentence(keyOf(missingPart, p.Part, problemEmpty), label)
	case check.ClockUnreal:
		return w.Sentence(problemClockUnreal, label, sample("example", w.sampleClock()))
	case check.TimeSkipped:
		return w.timeSkipped(label, p)
	}
	bound := p.Min
	switch p.Code {
	case check.TooLong, check.TooGreat, check.NotLessThan, check.TooManyChosen, check.TooManyEntries:
		bound = p.Max
	}
	return w.Sentence(keyOf(simple, p.Code, problemRefused), label, number("n", bound))
}

// between words two bounds, which may be one and the same.
func (w *Words) between(two, same Key, label Arg, p check.Problem) Sentence {
	if p.Min == p.Max {
		return w.Sentence(same, label, number("n", p.Min))
	}
	return w.Sentence(two, label, number("a", p.Min), number("b", p.Max))
}

// constant is the one value that a field accepts.
func (w *Words) constant(name string, f schema.Field, literal string) Arg {
	if f.Const.Kind == elicit.Number {
		return number(name, literal)
	}
	shown := line(untrusted.Text(visible(literal)), untrusted.OptionLimit)
	if shown == "" {
		return inner(name, w.Sentence(Empty))
	}
	return Arg{Name: name, Value: shown}
}

func (w *Words) format(label Arg, named string) Sentence {
	if named == "" {
		return w.Sentence(problemBadFormat, label)
	}
	return w.Sentence(problemBadFormatNamed, label, Arg{Name: "format", Value: named})
}
