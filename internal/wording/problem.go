package wording

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/urlcheck"
	"github.com/elicitform/elicitform/internal/validate"
)

const maxFormat = 200

const maxHostMessage = 500

// Problem describes a problem and its solution, for display beside the field. A problem of the whole form takes
// the zero Field.
func (w *Words) Problem(f schema.Field, p validate.Problem) Sentence {
	switch {
	case p.Code == validate.HostRefused:
		if message := safetext.OneLine(p.Message, maxHostMessage); message != "" {
			return foreign(message)
		}
		return w.Sentence("HostRefused")
	case p.Field < 0:
		return w.Sentence("problem-invalid-together")
	case p.Entry > 0 && f.Kind == schema.List && p.Code != validate.RepeatedEntries:
		return w.Sentence("problem-entry", Count("n", p.Entry), clause("problem", w.problem(entryOf(f), p)))
	}
	return w.problem(f, p)
}

// NamedProblem is [Words.Problem] with the field's label, for display away from the field.
func (w *Words) NamedProblem(f schema.Field, p validate.Problem) Sentence {
	problem := w.Problem(f, p)
	if p.Field < 0 {
		return problem
	}
	return w.Sentence("problem-named", w.Name(f), clause("problem", problem))
}

// SolvedProblem is the label of a field and the answer that solves its problem; without an answer only the label.
func (w *Words) SolvedProblem(f schema.Field, answer string) Sentence {
	if answer == "" {
		return Sentence(w.writeArg(w.Name(f)))
	}
	return w.Sentence("problem-named", w.Name(f), Value("problem", answer))
}

// OwnAnswer is an answer in the person's own words after the name of the option that stands for it.
func (w *Words) OwnAnswer(label, text string) string {
	return w.Text("NamedAnswer", Label(label), Value("answer", text))
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
var missingCodes = map[schema.Kind]validate.Code{
	schema.Email: validate.BadEmail, schema.URI: validate.BadURI, schema.Time: validate.ClockUnreal, schema.LocalTime: validate.ClockUnreal,
	schema.Number: validate.NotANumber, schema.Integer: validate.NotANumber,
}

func specify(f *schema.Field, p *validate.Problem) {
	if p.Code == validate.Empty && !f.FreeText {
		p.Code = cmp.Or(missingCodes[f.Kind], p.Code)
	}
	if p.Code == validate.BadPattern && f.Kind == schema.LocalTime {
		p.Code = validate.ClockUnreal
	}
	if p.Code == validate.NotANumber || p.Code == validate.NotWhole {
		f.Minimum, f.Maximum = f.HintBound(f.Minimum), f.HintBound(f.Maximum)
	}
	if p.Code == validate.NotANumber {
		switch {
		case f.Minimum != "" && f.Maximum != "":
			p.Code, p.Min, p.Max = validate.NumberBetween, f.Minimum, f.Maximum
		case f.Kind == schema.Integer:
			p.Code = validate.NotWhole
		}
	}
}

func (w *Words) problem(f schema.Field, p validate.Problem) Sentence {
	specify(&f, &p)
	if f.HasNames {
		if only := w.onlyAnswer(f); len(only) > 0 && p.Code != validate.NotAnswered {
			return only[0]
		}
		p.Code = validate.NotChosen
	}
	key := keyOf("problem-", p.Code, "problem-invalid")
	low, high, limit := p.Min, p.Max, p.Min
	more := w.problemExample(f, p)
	switch p.Code {
	case validate.Empty:
		key = keyOf("problem-empty-", f.Kind, key)
	case validate.MustBeYes:
		key = "hint-only-yes"
	case validate.MustBeNo:
		key = "hint-only-no"
	case validate.TooFewChosen, validate.TooManyChosen:
		return w.hint("hint-select-", low, high)[0]
	case validate.RepeatedEntries:
		key = "hint-no-repeats"
	case validate.TooLong, validate.TooGreat, validate.NotLessThan, validate.TooManyEntries:
		limit = high
	case validate.LengthBetween, validate.NumberBetween:
		if limit = high; low == high {
			key = Key(strings.TrimSuffix(string(key), "between") + "exact")
		}
	case validate.NumberTooBig:
		low, high = cmp.Or(low, "-9007199254740991"), cmp.Or(high, "9007199254740991")
		key, limit = "problem-number-between", high
	case validate.NumberTooLong:
		limit = cmp.Or(high, "40")
	case validate.StrangeSign:
		more = Value("value", low)
	case validate.AmbiguousNumber:
		return w.Sentence(key, reading("a", low), reading("b", high))
	case validate.BadPattern, validate.BadFormat:
		key, more = formatProblem(f, p)
	case validate.DateIncomplete:
		part := missingPart[p.Segment]
		key, low, high, more = cmp.Or(part.key, "problem-empty-date"), "1", part.last, w.sampleYear()
	case validate.DateUnreal:
		limit, more = high, Value("month", low)
	case validate.ClockMissing, validate.ClockUnreal:
		key, more = "problem-clock-unreal", sample("example", w.sampleClock())
	case validate.TimeSkipped:
		// The two possible times are not always known.
		if low != "" && high != "" {
			return w.Sentence("problem-time-skipped-choose", sample("a", low), sample("b", high))
		}
	}
	return w.Sentence(key, number("n", limit), number("a", low), number("b", high), more)
}

func (w *Words) problemExample(f schema.Field, p validate.Problem) Arg {
	switch p.Code {
	case validate.NotANumber:
		return number("example", "1.5")
	case validate.NotWhole:
		return number("example", cmp.Or(f.Maximum, f.Minimum, "30"))
	case validate.BadEmail:
		return sample("example", "name@example.com")
	case validate.BadURI:
		return sample("example", sampleURI)
	case validate.NoScheme:
		if p.Min == "" || len(p.Min) > maxFormat {
			return sample("example", sampleURI)
		}
		return sample("example", p.Min)
	case validate.OtherCalendar:
		return w.sampleYear()
	default:
		return Arg{}
	}
}

// formatProblem chooses a text with an example of the format, else with the server's description.
func formatProblem(f schema.Field, p validate.Problem) (Key, Arg) {
	format := Arg{Name: "format", Value: safetext.OneLine(f.Description, maxFormat)}
	if f.Entry != nil {
		f = *f.Entry // The validator does not report the position of the entry.
	}
	if example := schema.FormatExample(f.Format); example != "" && p.Code == validate.BadFormat {
		return "problem-bad-format-like", sample("example", example)
	}
	if format.Value != "" {
		return "problem-bad-format-named", format
	}
	return "problem-bad-format", format
}

var missingPart = map[validate.Segment]struct {
	key  Key
	last string
}{
	validate.DaySegment:   {"problem-no-day", "31"},
	validate.MonthSegment: {"problem-no-month", "12"},
	validate.YearSegment:  {key: "problem-no-year"},
}

func (w *Words) sampleYear() Arg {
	return sample("example", w.locale.Digits(strconv.Itoa(answer.SampleYear)))
}

func (w *Words) constant(name string, f schema.Field, literal string) Arg {
	if f.Const.Type == request.Number {
		return number(name, literal)
	}
	const limit = safetext.OptionLimit
	shown := safetext.OneLine(safetext.Text(safetext.Visible(safetext.Prefix(literal, limit+1))), limit)
	if shown == "" {
		return clause(name, w.Sentence("Empty"))
	}
	return Arg{Name: name, Value: shown}
}

// reading has no signs between groups, because the sentence asks the person to omit them.
func reading(name, text string) Arg {
	if strings.Trim(text, "-0123456789") == "" {
		return sample(name, text)
	}
	return number(name, text)
}

// Remark words a fact about a field that the person should know.
func (w *Words) Remark(f schema.Field, r schema.Remark, server string) Sentence {
	format := Arg{Name: "format", Value: safetext.OneLine(safetext.Text(f.Unchecked), maxFormat)}
	value := Arg{Name: "value", Value: safetext.OneLine(f.DroppedDefault, maxFormat)}
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

// Blocked states why only Decline and Not now are possible; empty if the form can be answered.
func (w *Words) Blocked(form schema.Form, server string) Sentence {
	if !form.Blocked() {
		return ""
	}
	if len(form.Missing) == 0 {
		return w.Sentence("blocked-fields", Server(server))
	}
	missing := make([]Arg, len(form.Missing))
	for i, name := range form.Missing {
		missing[i] = Label(safetext.OneLine(safetext.Text(name), maxName))
		if missing[i].Value == "" {
			missing[i] = clause("label", w.Sentence("Empty"))
		}
	}
	return w.Sentence("blocked-missing", Server(server), w.names(missing))
}

// Secrets names the answers that look like secrets, by the names of their fields.
func (w *Words) Secrets(fields []Arg) Sentence { return w.Sentence("SecretNames", w.names(fields)) }

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
func (w *Words) RequestRejected(reason request.Reason, server string) Sentence {
	return w.Sentence(keyOf("rejected-", reason, "rejected-unreadable"), Server(server))
}

// Block states why an address may not be opened.
func (w *Words) Block(v urlcheck.Verdict) Sentence {
	return w.Sentence(keyOf("block-", v.Block, "block-unreadable"), Host(v.Domain))
}

// Caution warns of a peculiarity of an address that can be opened.
func (w *Words) Caution(v urlcheck.Verdict, c urlcheck.Caution, server string) Sentence {
	return w.Sentence(keyOf("caution-", c, "caution-foreign-letters"), Server(server),
		Host(v.Domain), Value("port", v.Port), Arg{Name: "unicode", Value: v.Unicode, kind: asHost},
		Arg{Name: "known", Value: v.Imitated, kind: asHost})
}
