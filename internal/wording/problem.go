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
		// The chat app's own words are made safe to show and shortened.
		if said := untrusted.OneLine(p.Message, hostLimit); said != "" {
			return theirs(said)
		}
		return w.Sentence("HostRefused")
	case p.Field < 0:
		return w.Sentence("problem-together-refused")
	}
	if p.Entry > 0 && f.Kind == schema.List && p.Code != check.RepeatedEntries {
		return w.entryProblem(f, p)
	}
	return w.problem(f, w.Name(f), p)
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
	low, high, bound := p.Min, p.Max, p.Min
	var more Arg
	switch p.Code {
	case check.TooLong, check.TooGreat, check.NotLessThan, check.TooManyChosen, check.TooManyEntries:
		bound = high
	case check.LengthBetween, check.NumberBetween:
		if bound = high; low == high {
			key = Key(strings.TrimSuffix(string(key), "between") + "exact")
		}
	case check.NumberTooBig:
		low, high = cmp.Or(low, "-9007199254740991"), cmp.Or(high, "9007199254740991")
		key, bound = "problem-number-between", high
	case check.NumberTooLong:
		bound = cmp.Or(high, "40")
	case check.NotANumber:
		more = number("example", sampleNumber)
	case check.NotWhole:
		more = number("example", sampleInteger)
	case check.AmbiguousNumber:
		return w.Sentence(key, label, reading("a", low), reading("b", high))
	case check.BadEmail:
		// The server's own description may have an example.
		if more = sample("example", sampleEmail); strings.Contains(string(f.Description), "@") {
			key = "problem-bad-email-short"
		}
	case check.BadURI:
		more = sample("example", sampleURI)
	case check.BadPattern, check.BadFormat:
		more = Arg{Name: "format", Value: untrusted.OneLine(f.Description, formatLimit)}
		if more.Value == "" && p.Code == check.BadFormat {
			more.Value = untrusted.OneLine(untrusted.Text(f.Format), formatLimit)
		}
		if key = "problem-bad-format"; more.Value != "" {
			key = "problem-bad-format-named"
		}
	case check.OtherCalendar:
		more = sample("example", w.locale.Digits(strconv.Itoa(answer.SampleYear)))
	case check.DateIncomplete:
		key = cmp.Or(missingPart[p.Segment], "problem-empty")
	case check.ClockUnreal:
		more = sample("example", w.sampleClock())
	case check.TimeSkipped:
		// The two times that may be meant are not always known.
		if low != "" && high != "" {
			return w.Sentence("problem-time-skipped-choose", label, sample("a", low), sample("b", high))
		}
	}
	return w.Sentence(key, label, number("n", bound), number("a", low), number("b", high), more)
}

// constant is the one value that a field accepts.
func (w *Words) constant(name string, f schema.Field, literal string) Arg {
	if f.Const.Kind == elicit.Number {
		return number(name, literal)
	}
	shown := untrusted.OneLine(untrusted.Text(visible(literal)), untrusted.OptionLimit)
	if shown == "" {
		return inner(name, w.Sentence("Empty"))
	}
	return Arg{Name: name, Value: shown}
}

// missingPart has a text for each part: grammar differs with the noun.
var missingPart = map[check.Segment]Key{
	check.DaySegment:   "problem-no-day",
	check.MonthSegment: "problem-no-month",
	check.YearSegment:  "problem-no-year",
	check.ClockSegment: "problem-clock-missing",
}

// reading is one of two ways to read a number. It is not grouped: the sentence
// asks to leave such signs out.
func reading(name, text string) Arg {
	if strings.Trim(text, "-0123456789") == "" {
		return sample(name, text)
	}
	return number(name, text)
}

// entryProblem is the problem of one entry of a list: the entry's rules, and
// its place in the list in place of the list's name.
func (w *Words) entryProblem(f schema.Field, p check.Problem) Sentence {
	label := inner("label", w.Sentence("entry-label", w.Name(f), Count("n", p.Entry)))
	entry := schema.Field{Kind: schema.Text}
	if f.Entry != nil {
		entry = *f.Entry
	}
	if entry.Description == "" {
		entry.Description = f.Description
	}
	problem := w.problem(entry, label, p)
	if p.Code == check.BadEmail || p.Code == check.EmailLetters || p.Code == check.BadURI {
		return w.naming(label, problem)
	}
	return problem
}

// Distinguish makes the problems of one form name their fields where the same
// sentence would stand twice in the summary: first by the label, and where the
// labels are the same, by the place in the form. It sets Naming.
func (w *Words) Distinguish(fields []schema.Field, problems []check.Problem) {
	var same []int
	for i := range problems {
		problems[i].Naming = check.Unnamed
		if problems[i].Field >= 0 {
			same = append(same, i)
		}
	}
	for _, naming := range []check.Naming{check.ByLabel, check.ByPlace} {
		same = w.repeated(fields, problems, same)
		for _, i := range same {
			problems[i].Naming = naming
		}
	}
}

// repeated returns which of some problems have a sentence that another one of
// them has. They are given and returned by their places in the list.
func (w *Words) repeated(fields []schema.Field, problems []check.Problem, among []int) (same []int) {
	sentences := make([]string, len(among))
	times := make(map[string]int, len(among))
	for at, i := range among {
		sentences[at] = w.Problem(fields[problems[i].Field], problems[i]).Plain()
		times[sentences[at]]++
	}
	for at, i := range among {
		if times[sentences[at]] > 1 {
			same = append(same, i)
		}
	}
	return same
}

// named is a problem with the name of its field before it.
func (w *Words) named(f schema.Field, p check.Problem) Sentence {
	label := w.name(f, f.Ambiguous || p.Naming == check.ByPlace)
	p.Naming = check.Unnamed
	return w.naming(label, w.Problem(f, p))
}
