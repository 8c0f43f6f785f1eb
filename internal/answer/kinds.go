package answer

import (
	"strings"
	"unicode"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// kind is how one kind of field is answered. A new kind of field is a line in kinds.
type kind struct {
	// start puts the server's default into the controls. It is not ok where they
	// cannot hold all of it, such as a date-time without an offset.
	start func(f schema.Field, l *Locale) (d Draft, ok bool)
	// read is what the person's draft means.
	read func(f schema.Field, d Draft, env Env) (Answer, Fault)
	// show is an answer as review shows it. title is the title of an option.
	show func(f schema.Field, a Answer, env Env, title func(option int) string) Shown
	// restate is [Restate] for a draft of the person, or [Keep] while they are typing. It is nil
	// where drafts mean the same in every locale and time zone.
	restate func(f schema.Field, d Draft, from, to *Locale, typing bool) Draft
}

var kinds = map[schema.Kind]kind{
	schema.Text:      {startText, readText, showText, nil},
	schema.Email:     {startText, readAddress, showText, nil},
	schema.URI:       {startText, readAddress, showText, nil},
	schema.Date:      {startDate, readDate, showDate, restateDate},
	schema.DateTime:  {startDateTime, readDateTime, showDateTime, restateDate},
	schema.Time:      {startTime, readTime, showTime, restateTime},
	schema.LocalTime: {startLocalTime, readLocalTime, showLocalTime, nil},
	schema.Number:    {startNumber, readNumber, showNumber, restateNumber},
	schema.Integer:   {startNumber, readNumber, showNumber, restateNumber},
	schema.Boolean:   {startChoice, readChoice, showYesNo, nil},
	schema.Choice:    {startChoice, readChoice, showChoice, nil},
	schema.Choices:   {startChoices, readChoices, showChoice, nil},
	schema.List:      {startList, readList, showList, nil},
}

// Start is the draft that a field opens with: the server's suggestion, if the controls can hold it.
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

// Read says what a draft means, if it can be read as a value of the field's kind.
func Read(f schema.Field, d Draft, env Env) (Answer, Fault) {
	env.Locale = env.Locale.orEnglish()
	k := kinds[f.Kind]
	if d.Origin == LeftEmpty && f.MayBeEmpty() && d.Blank() {
		return Empty(f), FaultNone
	}
	if d.Origin == Suggested {
		if _, ok := k.start(f, env.Locale); ok && !LacksZone(f) {
			return suggested(f)
		}
	}
	return k.read(f, d, env)
}

// Empty is the answer of a person who wants to send a required answer empty.
func Empty(f schema.Field) Answer {
	if f.Kind == schema.Text {
		return Answer{Value: elicit.StringValue("")}
	}
	return Answer{Value: elicit.Value{Type: elicit.Array}}
}

// suggested is the answer while the default stands untouched: the value as the server wrote it.
func suggested(f schema.Field) (Answer, Fault) {
	switch {
	case f.Kind == schema.Number, f.Kind == schema.Integer:
		return suggestedNumber(f)
	case f.Default.Type == elicit.Array:
		return someOf(f.Default.Items), FaultNone
	}
	return Answer{Value: f.Default}, FaultNone
}

// Echoes reports whether the person is told how a draft of the field is read; see [Answer.Understood].
func Echoes(f schema.Field) bool { return kinds[f.Kind].restate != nil }

// Zoned reports whether the controls of the field show a time zone.
func Zoned(f schema.Field) bool { return f.Kind == schema.DateTime || f.Kind == schema.Time }

// Restate is a draft that was filled in under one environment as it has to
// stand under another, so that it means the same: numbers and months are written
// anew, and a local time keeps the time zone that the person saw beside it.
//
// What cannot be read yet stays as it was typed, and is still read in the notation
// that it was typed in. Else a change of the locale would turn "1.500", which can mean
// two numbers, into an answer that nobody gave.
func Restate(f schema.Field, d Draft, from, to Env) Draft {
	if d.Origin == Suggested {
		if d := Start(f, to); d.Origin == Suggested {
			return d
		}
	}
	return restate(f, d, from, to, false)
}

// Keep is [Restate] for the field that has the focus. Its controls stay as they are, and only
// a number that is not typed yet takes the notation of to.
func Keep(f schema.Field, d Draft, from, to Env) Draft {
	if !Echoes(f) {
		return Restate(f, d, from, to)
	}
	return restate(f, d, from, to, true)
}

func restate(f schema.Field, d Draft, from, to Env, typing bool) Draft {
	if !Echoes(f) {
		d.Locale = nil
		return d
	}
	d = kinds[f.Kind].restate(f, d, from.Locale.orEnglish(), to.Locale.orEnglish(), typing)
	if from.Zones != nil && (to.Zones == nil || to.Zones.Local() != from.Zones.Local()) {
		d = pinZone(f, d, from)
	}
	return d
}

// Pin is a draft that also says which locale and time zone it is read by: a later visit may have others.
func Pin(f schema.Field, d Draft, env Env) Draft {
	if f.Kind.HasDate() {
		d, _ = d.spread(env.Locale.orEnglish(), d.written(env.Locale.orEnglish()))
	}
	if Echoes(f) && d.Locale == nil {
		d.Locale = env.Locale.orEnglish()
	}
	return pinZone(f, d, env)
}

func pinZone(f schema.Field, d Draft, env Env) Draft {
	if Zoned(f) && d.Zone == "" && !d.Blank() && env.Zones != nil {
		d.Zone = env.Zones.Local()
	}
	return d
}

// Shown is an answer as review shows it, one line for each entry or option.
type Shown struct {
	// Text is the answer as the person understands it.
	Text string
	// Sent is the value without the quotes of JSON; empty where Text says the same in other words.
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
	var sent []string
	for _, item := range values(v) {
		sent = append(sent, untrusted.Visible(item.Plain()))
	}
	titles, all := strings.Split(text, "\n"), strings.Join(sent, "\n")
	for i, line := range strings.Split(all, "\n") {
		if i >= len(titles) || !shortFor(line, titles[i]) {
			return Shown{Text: text, Sent: all}
		}
	}
	return Shown{Text: text}
}

// shortFor reports whether a value is its title or an abbreviation of it: it has the first letter
// of the title and then only such as follow there, like "EUR" and "Euro".
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

func values(v elicit.Value) []elicit.Value {
	if v.Type == elicit.Array {
		return v.Items
	}
	return []elicit.Value{v}
}

// showYesNo does not say what is sent: nobody needs to be told that yes is true, unless the server has another name for it.
func showYesNo(f schema.Field, a Answer, env Env, title func(int) string) Shown {
	if f.HasNames {
		return showChoice(f, a, env, title)
	}
	return Shown{Text: titles(f, a, title)}
}

// readAddress leaves out what means nothing around an address.
func readAddress(_ schema.Field, d Draft, _ Env) (Answer, Fault) {
	text := clean(d.Text)
	if text == "" {
		return Answer{Absent: true}, FaultNone
	}
	return Answer{Value: elicit.StringValue(text)}, FaultNone
}
