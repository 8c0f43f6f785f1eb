package answer

import (
	"strings"
	"unicode"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
)

// kind is the behaviour of one kind of field. A new kind of field needs a line in kinds.
type kind struct {
	// start reports false if the controls cannot hold all of the default, such as a date-time without an offset.
	start func(f schema.Field, l *Locale) (d Draft, ok bool)
	read  func(f schema.Field, d Draft, env Env) (Answer, Fault)
	show  func(f schema.Field, a Answer, env Env, title func(option int) string) Display
	// restate is [Restate], or [Keep] with typing; nil where drafts mean the same in every locale and time zone.
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

// Start returns the draft that a field opens with: the server's suggestion, if the controls can hold it.
func Start(f schema.Field, env Env) Draft {
	d, ok := kinds[f.Kind].start(f, env.Locale.orEnglish())
	if !ok {
		return Draft{}
	}
	d.Origin = Suggested
	return d
}

// Clear returns the draft of a field whose content the person has removed.
func Clear(f schema.Field) Draft {
	if f.Default.Exists() {
		return Draft{Origin: Cleared}
	}
	return Draft{}
}

// Read returns the meaning of a draft for the field's kind, or a fault.
func Read(f schema.Field, d Draft, env Env) (Answer, Fault) {
	env.Locale = env.Locale.orEnglish()
	k := kinds[f.Kind]
	if d.Origin == LeftEmpty && f.MayBeEmpty() && d.Blank() {
		return Empty(f), FaultNone
	}
	if d.Origin == Suggested {
		if _, ok := k.start(f, env.Locale); ok && !LacksZone(f) {
			return readSuggestion(f)
		}
	}
	return k.read(f, d, env)
}

// Empty is the answer of a person who wants to submit a required answer as empty.
func Empty(f schema.Field) Answer {
	if f.Kind == schema.Text {
		return Answer{Value: request.StringValue("")}
	}
	return Answer{Value: request.Value{Type: request.Array}}
}

func readSuggestion(f schema.Field) (Answer, Fault) {
	switch {
	case f.Kind == schema.Number, f.Kind == schema.Integer:
		return readSuggestedNumber(f)
	case f.Default.Type == request.Array:
		return someOf(f.Default.Items), FaultNone
	}
	return Answer{Value: f.Default}, FaultNone
}

// Echoes reports whether the form tells the person how it reads a draft of the field; see [Answer.Echo].
func Echoes(f schema.Field) bool { return kinds[f.Kind].restate != nil }

// HasZone reports whether the controls of the field show a time zone.
func HasZone(f schema.Field) bool { return f.Kind == schema.DateTime || f.Kind == schema.Time }

// Restate rewrites a draft for another environment, so that its meaning stays the same. A local time keeps
// the time zone that the person saw beside it. A draft that cannot be read yet keeps its notation: "1.500",
// which can be two numbers, would otherwise become an answer that nobody gave.
func Restate(f schema.Field, d Draft, from, to Env) Draft {
	if d.Origin == Suggested {
		if d := Start(f, to); d.Origin == Suggested {
			return d
		}
	}
	return restate(f, d, from, to, false)
}

// Keep is [Restate] for the field with the focus, whose controls stay unchanged unless they are empty.
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

// Pin adds the locale and the time zone of the draft to it, because a later visit may have others.
func Pin(f schema.Field, d Draft, env Env) Draft {
	if f.Kind.HasDate() {
		d, _ = d.spreadDate(env.Locale.orEnglish(), d.localeOr(env.Locale.orEnglish()))
	}
	if Echoes(f) && d.Locale == nil {
		d.Locale = env.Locale.orEnglish()
	}
	return pinZone(f, d, env)
}

func pinZone(f schema.Field, d Draft, env Env) Draft {
	if HasZone(f) && d.Zone == "" && !d.Blank() && env.Zones != nil {
		d.Zone = env.Zones.Local()
	}
	return d
}

// Display is the text of an answer for the review, with one line for each entry or option.
type Display struct {
	// Text is the answer as the person understands it.
	Text string
	// Raw is the submitted value without the quotes of JSON; empty where Text shows the same in other words.
	Raw string
}

// Show returns the text of an answer. It needs only the Value. title returns the title of an option.
func Show(f schema.Field, a Answer, env Env, title func(option int) string) Display {
	if a.Absent {
		return Display{}
	}
	env.Locale = env.Locale.orEnglish()
	return kinds[f.Kind].show(f, a, env, title)
}

func display(text string, v request.Value) Display {
	var raw []string
	for _, item := range values(v) {
		raw = append(raw, safetext.Visible(item.Plain()))
	}
	titles, all := strings.Split(text, "\n"), strings.Join(raw, "\n")
	for i, line := range strings.Split(all, "\n") {
		if i >= len(titles) || !isShortFor(line, titles[i]) {
			return Display{Text: text, Raw: all}
		}
	}
	return Display{Text: text}
}

// isShortFor reports whether a value is its title or an abbreviation of it, like "EUR" and "Euro".
func isShortFor(value, title string) bool {
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

func values(v request.Value) []request.Value {
	if v.Type == request.Array {
		return v.Items
	}
	return []request.Value{v}
}

// showYesNo omits the submitted value, because yes is clearly true, unless the server has its own name for it.
func showYesNo(f schema.Field, a Answer, env Env, title func(int) string) Display {
	if f.HasNames {
		return showChoice(f, a, env, title)
	}
	return Display{Text: titles(f, a, title)}
}

func readAddress(_ schema.Field, d Draft, _ Env) (Answer, Fault) {
	text := clean(d.Text)
	if text == "" {
		return Answer{Absent: true}, FaultNone
	}
	return Answer{Value: request.StringValue(text)}, FaultNone
}
