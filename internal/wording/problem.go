package wording

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/link"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// maxFormat bounds the code points of a description or a format's name in a sentence.
const maxFormat = 200

// maxHostMessage bounds the code points of the chat app's message about an answer.
const maxHostMessage = 500

// Problem describes a problem of an answer and its solution, for display beside the field, whose
// label identifies it. A problem of the whole form takes the zero Field.
func (w *Words) Problem(f schema.Field, p check.Problem) Sentence {
	switch {
	case p.Code == check.HostRefused:
		// The chat app's message is made safe to show and shortened.
		if message := untrusted.OneLine(p.Message, maxHostMessage); message != "" {
			return foreign(message)
		}
		return w.Sentence("HostRefused")
	case p.Field < 0:
		return w.Sentence("problem-invalid-together")
	case p.Entry > 0 && f.Kind == schema.List && p.Code != check.RepeatedEntries:
		return w.Sentence("problem-entry", Count("n", p.Entry), clause("problem", w.problem(entryOf(f), p)))
	}
	return w.problem(f, p)
}

// NamedProblem is [Words.Problem] for display away from the field: its label precedes the
// same sentence.
func (w *Words) NamedProblem(f schema.Field, p check.Problem) Sentence {
	problem := w.Problem(f, p)
	if p.Field < 0 {
		return problem
	}
	return w.Sentence("problem-named", w.Name(f), clause("problem", problem))
}

func entryOf(f schema.Field) schema.Field {
	entry := schema.Field{Kind: schema.Text}
	if f.Entry != nil {
		entry = *f.Entry
	}
	if entry.Description == "" {
		entry.Description = f.Description
	}
	return entry
}

// missingCodes are the problems whose sentence also fits a missing answer to a kind of field.
var missingCodes = map[schema.Kind]check.Code{
	schema.Email: check.BadEmail, schema.URI: check.BadURI, schema.Time: check.ClockUnreal, schema.LocalTime: check.ClockUnreal,
	schema.Number: check.NotANumber, schema.Integer: check.NotANumber,
}

func (w *Words) problem(f schema.Field, p check.Problem) Sentence {
	if p.Code == check.Empty && !f.FreeText {
		p.Code = cmp.Or(missingCodes[f.Kind], p.Code)
	}
	if p.Code == check.BadPattern && f.Kind == schema.LocalTime {
		p.Code = check.ClockUnreal
	}
	if p.Code == check.NotANumber || p.Code == check.NotWhole {
		f.Minimum, f.Maximum = f.HintBound(f.Minimum), f.HintBound(f.Maximum)
	}
	if p.Code == check.NotANumber {
		switch {
		case f.Minimum != "" && f.Maximum != "":
			p.Code, p.Min, p.Max = check.NumberBetween, f.Minimum, f.Maximum
		case f.Kind == schema.Integer:
			p.Code = check.NotWhole
		}
	}
	if f.HasNames {
		if only := w.onlyAnswer(f); len(only) > 0 && p.Code != check.NotAnswered {
			return only[0]
		}
		p.Code = check.NotChosen
	}
	key := keyOf("problem-", p.Code, "problem-invalid")
	low, high, limit := p.Min, p.Max, p.Min
	var more Arg
	switch p.Code {
	case check.Empty:
		key = keyOf("problem-empty-", f.Kind, key)
	case check.MustBeYes:
		key = "hint-only-yes"
	case check.MustBeNo:
		key = "hint-only-no"
	case check.TooFewChosen, check.TooManyChosen:
		return w.hint("hint-select-", low, high)[0]
	case check.RepeatedEntries:
		key = "hint-no-repeats"
	case check.TooLong, check.TooGreat, check.NotLessThan, check.TooManyEntries:
		limit = high
	case check.LengthBetween, check.NumberBetween:
		if limit = high; low == high {
			key = Key(strings.TrimSuffix(string(key), "between") + "exact")
		}
	case check.NumberTooBig:
		low, high = cmp.Or(low, "-9007199254740991"), cmp.Or(high, "9007199254740991")
		key, limit = "problem-number-between", high
	case check.NumberTooLong:
		limit = cmp.Or(high, "40")
	case check.NotANumber:
		more = number("example", "1.5")
	case check.StrangeSign:
		more = Value("value", low)
	case check.NotWhole:
		more = number("example", cmp.Or(f.Maximum, f.Minimum, "30"))
	case check.AmbiguousNumber:
		return w.Sentence(key, reading("a", low), reading("b", high))
	case check.BadEmail:
		more = sample("example", "name@example.com")
	case check.BadURI:
		more = sample("example", sampleURI)
	case check.NoScheme:
		if low == "" || len(low) > maxFormat {
			low = sampleURI
		}
		more = sample("example", low)
	case check.BadPattern, check.BadFormat:
		key, more = "problem-bad-format", Arg{Name: "format", Value: untrusted.OneLine(f.Description, maxFormat)}
		if f.Entry != nil {
			f = *f.Entry // The validator does not report the position of the entry.
		}
		if example := schema.FormatExample(f.Format); example != "" && p.Code == check.BadFormat {
			key, more = "problem-bad-format-like", sample("example", example)
		} else if more.Value != "" {
			key = "problem-bad-format-named"
		}
	case check.OtherCalendar:
		more = w.sampleYear()
	case check.DateIncomplete:
		part := missingPart[p.Segment]
		key, low, high, more = cmp.Or(part.key, "problem-empty-date"), "1", part.last, w.sampleYear()
	case check.DateUnreal:
		limit, more = high, Value("month", low)
	case check.ClockMissing, check.ClockUnreal:
		key, more = "problem-clock-unreal", sample("example", w.sampleClock())
	case check.TimeSkipped:
		// The two possible times are not always known.
		if low != "" && high != "" {
			return w.Sentence("problem-time-skipped-choose", sample("a", low), sample("b", high))
		}
	}
	return w.Sentence(key, number("n", limit), number("a", low), number("b", high), more)
}

// missingPart has the text for each part of a date, and the greatest number of the part.
var missingPart = map[check.Segment]struct {
	key  Key
	last string
}{
	check.DaySegment:   {"problem-no-day", "31"},
	check.MonthSegment: {"problem-no-month", "12"},
	check.YearSegment:  {key: "problem-no-year"},
}

func (w *Words) sampleYear() Arg {
	return sample("example", w.locale.Digits(strconv.Itoa(answer.SampleYear)))
}

func (w *Words) constant(name string, f schema.Field, literal string) Arg {
	if f.Const.Type == elicit.Number {
		return number(name, literal)
	}
	shown := untrusted.OneLine(untrusted.Text(visible(literal)), untrusted.OptionLimit)
	if shown == "" {
		return clause(name, w.Sentence("Empty"))
	}
	return Arg{Name: name, Value: shown}
}

// reading is one of two readings of a number, ungrouped: the sentence asks the person to
// omit such signs.
func reading(name, text string) Arg {
	if strings.Trim(text, "-0123456789") == "" {
		return sample(name, text)
	}
	return number(name, text)
}

// Remark words a fact about a field that the person should know.
func (w *Words) Remark(f schema.Field, r schema.Remark, server string) Sentence {
	format := Arg{Name: "format", Value: untrusted.OneLine(untrusted.Text(f.Unchecked), maxFormat)}
	value := Arg{Name: "value", Value: untrusted.OneLine(f.DroppedDefault, maxFormat)}
	if r == schema.DefaultWithoutZone {
		value = Value("value", answer.Show(f, answer.Answer{Value: f.Default}, answer.Env{Locale: w.locale}, nil).Text)
	}
	return w.Sentence(Key("remark-"+string(r)), Server(server), format, value)
}

// Obstacle states why a field cannot be answered; empty if it can.
func (w *Words) Obstacle(f schema.Field, server string) Sentence {
	if f.Unsupported == "" {
		return ""
	}
	return w.Sentence(keyOf("obstacle-", f.Unsupported, "obstacle-unsupported-type"), Server(server))
}

// Bounds on the listed names of missing questions, and on the code points of each.
const (
	maxNames = 3
	maxName  = 60
)

// Blocked states why only Decline and Not now are possible; empty if the form can be
// answered.
func (w *Words) Blocked(form schema.Form, server string) Sentence {
	if !form.Blocked() {
		return ""
	}
	if len(form.Missing) == 0 {
		return w.Sentence("blocked-fields", Server(server))
	}
	missing := make([]Arg, len(form.Missing))
	for i, name := range form.Missing {
		missing[i] = Label(untrusted.OneLine(untrusted.Text(name), maxName))
		if missing[i].Value == "" {
			missing[i] = clause("label", w.Sentence("Empty"))
		}
	}
	return w.Sentence("blocked-missing", Server(server), w.names(missing))
}

// Secrets names the answers that look like secrets, by the names of their fields.
func (w *Words) Secrets(fields []Arg) Sentence { return w.Sentence("SecretNames", w.names(fields)) }

// names lists the first names, and the number of the others.
func (w *Words) names(all []Arg) Arg {
	first := make([]string, min(len(all), maxNames))
	for i := range first {
		first[i] = w.writeArg(all[i])
	}
	list := clause("names", Sentence(strings.Join(first, w.comma)))
	if more := len(all) - len(first); more > 0 {
		list.Value = string(w.Sentence("names-and-more", list, Count("n", more)))
	}
	return list
}

// RequestRejected states why a request could not be shown.
func (w *Words) RequestRejected(reason elicit.Reason, server string) Sentence {
	return w.Sentence(keyOf("rejected-", reason, "rejected-unreadable"), Server(server))
}

// Block states why an address may not be opened.
func (w *Words) Block(v link.Verdict) Sentence {
	return w.Sentence(keyOf("block-", v.Block, "block-unreadable"), Host(v.Domain))
}

// Caution warns of a peculiarity of an address that can be opened.
func (w *Words) Caution(v link.Verdict, c link.Caution, server string) Sentence {
	return w.Sentence(keyOf("caution-", c, "caution-foreign-letters"), Server(server),
		Host(v.Domain), Value("port", v.Port), Arg{Name: "unicode", Value: v.Unicode, kind: asHost},
		Arg{Name: "known", Value: v.Imitated, kind: asHost})
}
