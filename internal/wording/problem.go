package wording

import (
	"cmp"
	"strconv"
	"strings"

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
		return w.Sentence("problem-together-refused")
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
	return w.Sentence("problem-named", label, inner("problem", problem))
}

func (w *Words) problem(f schema.Field, label Arg, p check.Problem) Sentence {
	if p.Code == check.NotANumber && f.Kind == schema.Integer {
		p.Code = check.NotWhole
	}
	key := keyOf("problem-", p.Code, "problem-schema-refused")
	switch p.Code {
	case check.LengthBetween, check.NumberBetween:
		if p.Min == p.Max {
			exact := strings.TrimSuffix(string(key), "between") + "exact"
			return w.Sentence(Key(exact), label, number("n", p.Min))
		}
		return w.Sentence(key, label, number("a", p.Min), number("b", p.Max))
	case check.NotANumber:
		return w.Sentence(key, label, number("example", sampleNumber))
	case check.NotWhole:
		return w.Sentence(key, label, number("example", sampleInteger))
	case check.AmbiguousNumber:
		return w.Sentence(key, label, reading("a", p.Min), reading("b", p.Max))
	case check.NumberTooBig:
		return w.Sentence("problem-number-between", label,
			number("a", cmp.Or(p.Min, "-9007199254740991")), number("b", cmp.Or(p.Max, "9007199254740991")))
	case check.NumberTooLong:
		return w.Sentence(key, label, number("n", cmp.Or(p.Max, "40")))
	case check.BadEmail:
		return w.badEmail(f)
	case check.BadURI:
		return w.Sentence(key, sample("example", sampleURI))
	case check.BadPattern:
		return w.format(label, line(f.Description, formatLimit))
	case check.BadFormat:
		return w.format(label, cmp.Or(line(f.Description, formatLimit), line(untrusted.Text(f.Format), formatLimit)))
	case check.OtherCalendar:
		return w.Sentence(key, label, sample("example", w.locale.Digits(strconv.Itoa(answer.SampleYear))))
	case check.DateIncomplete:
		return w.Sentence(cmp.Or(missingPart[p.Segment], "problem-empty"), label)
	case check.ClockUnreal:
		return w.Sentence(key, label, sample("example", w.sampleClock()))
	case check.TimeSkipped:
		return w.timeSkipped(label, p)
	}
	bound := p.Min
	switch p.Code {
	case check.TooLong, check.TooGreat, check.NotLessThan, check.TooManyChosen, check.TooManyEntries:
		bound = p.Max
	}
	return w.Sentence(key, label, number("n", bound))
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
		return w.Sentence("problem-bad-format", label)
	}
	return w.Sentence("problem-bad-format-named", label, Arg{Name: "format", Value: named})
}
