package answer

import (
	"strings"
	"unicode"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// kind is how one kind of field is answered. A new kind of field is a type for it and a line
// in kinds.
type kind interface {
	// start puts the server's default into the controls. It is not ok where they
	// cannot hold it in such a way that it can be sent back unchanged, such as a
	// date-time without an offset; such a default is not used.
	start(f schema.Field, l *Locale) (d Draft, ok bool)
	// read is what the person's draft means.
	read(f schema.Field, d Draft, env Env) (Answer, Fault)
	// show is an answer as review shows it. title is the title of an option.
	show(f schema.Field, a Answer, env Env, title func(option int) string) Shown
}

// dependent is a kind whose drafts mean something else in another locale or
// time zone. The person is told how such a draft is read.
type dependent interface {
	// restate is [Restate] for a draft that is not the default and a change of the
	// locale, and [Keep] where typing says that the person is in the field.
	restate(d Draft, from, to *Locale, typing bool) Draft
}

var kinds = map[schema.Kind]kind{
	schema.Text:      &textKind{},
	schema.Email:     &emailKind{},
	schema.URI:       &emailKind{},
	schema.Date:      &dateKind{},
	schema.DateTime:  &dateTimeKind{},
	schema.Time:      &timeKind{},
	schema.LocalTime: &localTimeKind{},
	schema.Number:    &numberKind{},
	schema.Integer:   &integer,
	schema.Boolean:   &booleanKind{},
	schema.Choice:    &choiceKind{},
	schema.Choices:   &choicesKind{},
	schema.List:      &listKind{},
}

// Start is the draft that a field opens with: the server's suggestion where
// there is one that the controls can hold, else an untouched one.
func Start(f schema.Field, env Env) Draft {
	d, ok := kinds[f.Kind].start(f, env.Locale.orEnglish())
	if !ok {
		return Draft{}
	}
	d.Origin = Suggested
	return d
}

// Clear is the draft after the person removed everything.
func Clear(f schema.Field) Draft {
	if f.Default.Exists() {
		return Draft{Origin: Cleared}
	}
	return Draft{}
}

// Read says what a draft means. It asks only whether the draft can be read as
// a value of the field's kind; rules are for package check.
func Read(f schema.Field, d Draft, env Env) (Answer, Fault) {
	env.Locale = env.Locale.orEnglish()
	k := kinds[f.Kind]
	if d.Origin == Suggested {
		if _, ok := k.start(f, env.Locale); ok {
			return suggested(f)
		}
	}
	return k.read(f, d, env)
}

// suggested is the answer while the default stands untouched: the value as the server wrote it.
func suggested(f schema.Field) (Answer, Fault) {
	if number, is := kinds[f.Kind].(*numberKind); is {
		return number.suggested(f)
	}
	if f.Default.Type == elicit.Array {
		return someOf(f.Default.Items), FaultNone
	}
	return Answer{Value: f.Default}, FaultNone
}

// Echoes reports whether the person is told how a draft of the field is read
// ([Answer.Understood]), because that depends on the locale or the time zone.
func Echoes(f schema.Field) bool {
	_, depends := kinds[f.Kind].(dependent)
	return depends
}

// Zoned reports whether the controls of the field show a time zone, which is the
// person's own as long as they choose no other.
func Zoned(f schema.Field) bool { return f.Kind == schema.DateTime || f.Kind == schema.Time }

// Restate is a draft that was filled in under one environment as it has to
// stand under another, so that it means the same: a number is written with the
// other signs, and a local time keeps the time zone that the person saw beside
// it, and the name of a month is written in the other language. Choices and
// texts mean the same in every environment.
//
// What cannot be read yet stays as it was typed, and is still read in the
// notation that it was typed in until the person changes it. Without this, a
// change of the locale would turn "1.500", which can mean two numbers, into an
// answer that nobody gave.
func Restate(f schema.Field, d Draft, from, to Env) Draft {
	if d.Origin == Suggested {
		if d := Start(f, to); d.Origin == Suggested {
			return d
		}
	}
	return restate(f, d, from, to, false)
}

// Keep returns the draft of the field that has the focus while the form changes from one
// environment to another. Its controls stay as they are, and the draft is still read by
// the rules of from. Only a number that is not typed yet takes the notation of to.
func Keep(f schema.Field, d Draft, from, to Env) Draft {
	if !Echoes(f) {
		return Restate(f, d, from, to)
	}
	return restate(f, d, from, to, true)
}

func restate(f schema.Field, d Draft, from, to Env, typing bool) Draft {
	k, depends := kinds[f.Kind].(dependent)
	if !depends {
		d.Locale = nil
		return d
	}
	d = k.restate(d, from.Locale.orEnglish(), to.Locale.orEnglish(), typing)
	if from.Zones != nil && (to.Zones == nil || to.Zones.Local() != from.Zones.Local()) {
		d = pinZone(f, d, from)
	}
	return d
}

// Pin is a draft that also says which locale and time zone it is read by, where
// its meaning depends on them: a later visit may have others.
func Pin(f schema.Field, d Draft, env Env) Draft {
	if Echoes(f) && d.Locale == nil {
		d.Locale = env.Locale.orEnglish()
	}
	return pinZone(f, d, env)
}

// pinZone is [Pin] for the time zone.
func pinZone(f schema.Field, d Draft, env Env) Draft {
	if Zoned(f) && d.Zone == "" && !d.Blank() && env.Zones != nil {
		d.Zone = env.Zones.Local()
	}
	return d
}

// Shown is an answer as review shows it, one line for each entry or option.
type Shown struct {
	// Text is the answer as the person understands it: numbers and days in the
	// person's locale, options by their titles.
	Text string
	// Sent is the value as it is sent, without the quotes of JSON; empty where Text says
	// the same, also in other words: a day, a number, a title that the value is short for.
	Sent string
}

// Show is the answer as review shows it. The answer may hold only a Value.
// title returns the title of an option of the field.
func Show(f schema.Field, a Answer, env Env, title func(option int) string) Shown {
	if a.Absent {
		return Shown{}
	}
	env.Locale = env.Locale.orEnglish()
	return kinds[f.Kind].show(f, a, env, title)
}

// shown is a value that is sent with the text that stands for it.
func shown(text string, v elicit.Value) Shown {
	sent := sentText(v)
	lines := strings.Split(text, "\n")
	for i, line := range strings.Split(sent, "\n") {
		if i >= len(lines) || !shortFor(line, lines[i]) {
			return Shown{Text: text, Sent: sent}
		}
	}
	return Shown{Text: text}
}

// shortFor reports whether a value is its title or an abbreviation of it: it has the first
// letter of the title and then only such as follow in the title, like "EUR" and "Euro", or
// "window" and "Window seat".
func shortFor(value, title string) bool {
	letters := func(text string) []rune {
		return []rune(strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return unicode.ToLower(r)
			}
			return -1
		}, text))
	}
	short, long := letters(value), letters(title)
	if len(short) == 0 || len(long) == 0 || short[0] != long[0] {
		return value == title
	}
	for _, r := range long {
		if len(short) > 0 && r == short[0] {
			short = short[1:]
		}
	}
	return len(short) == 0
}

// sentText is a value as it is sent, without the quotes of JSON.
func sentText(v elicit.Value) string {
	var lines []string
	for _, item := range values(v) {
		lines = append(lines, untrusted.Visible(item.Plain()))
	}
	return strings.Join(lines, "\n")
}

func values(v elicit.Value) []elicit.Value {
	if v.Type == elicit.Array {
		return v.Items
	}
	return []elicit.Value{v}
}

// booleanKind is a choice of yes and no.
type booleanKind struct{ choiceKind }

// show does not say what is sent: nobody needs to be told that yes is true.
func (*booleanKind) show(f schema.Field, a Answer, _ Env, title func(int) string) Shown {
	return Shown{Text: titles(f, a, title)}
}

// emailKind is an email address or that of a page: text in which blanks around it and invisible
// characters mean nothing.
type emailKind struct{ textKind }

func (*emailKind) read(_ schema.Field, d Draft, _ Env) (Answer, Fault) {
	text := clean(d.Text)
	if text == "" {
		return Answer{Absent: true}, FaultNone
	}
	return Answer{Value: elicit.StringValue(text)}, FaultNone
}

// integer is a number without a fraction, typed as text.
var integer = numberKind{whole: true}
