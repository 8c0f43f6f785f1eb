package e2e

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// control is a field of the form on the screen.
type control struct {
	// Kind is a name in controlKinds.
	Kind string
	// Label is the visible label, without "(optional)".
	Label string
	// Options are the visible names of the options.
	Options []string
	// Suggested is true while the field holds the default of the schema.
	Suggested bool
	Optional  bool
	Visible   bool
}

// controlKinds are the kinds of control. The first match counts.
var controlKinds = []struct {
	name string
	// shows is a JavaScript expression about the field and its first control.
	shows  string
	answer func(t testing.TB, p property, c control, variant int) answer
}{
	{"buttons", `first?.tagName === "BUTTON"`, answerChoice},
	{"unsupported", `!field.querySelector("input, select, textarea")`, noAnswer},
	{"datetime", `part("day") && part("time")`, answerDateTime},
	{"time", `part("time")`, answerTime},
	{"date", `part("day")`, answerDate},
	{"combobox", `first.role === "combobox"`, answerBySearch},
	{"radio", `first.type === "radio"`, answerChoice},
	{"checkbox", `first.type === "checkbox"`, answerChoices},
	{"select", `first.tagName === "SELECT"`, answerChoice},
	{"text", "true", answerText},
}

var describeControls = func() string {
	var kinds strings.Builder
	for _, k := range controlKinds {
		fmt.Fprintf(&kinds, "if (%s) return %q;\n", k.shows, k.name)
	}
	return questions + `.map((label, i) => {
	const field = label.parentElement, part = (name) => document.getElementById("f" + i + "-" + name);
	const first = document.getElementById("f" + i);
	const names = (type) => [...field.querySelectorAll("input[type=" + type + "][id^=f" + i + "]:not([name$=-fold])")].map((input) => input.labels[0].textContent);
	const buttons = () => [...document.querySelectorAll(".choices button")].map((b) => (b.querySelector("span") ?? b).textContent);
	const options = {buttons, radio: names, checkbox: names, select: () => [...first.options].slice(1).map((o) => o.text)};
	const kind = (() => {` + kinds.String() + `})();
	return {
		Kind: kind,
		Options: options[kind]?.(kind),
		Label: (label.querySelector("bdi") ?? label).textContent,
		// The label has the word "optional", or one sentence says it of all questions.
		Optional: label.dir === "" || [...document.querySelectorAll("form > .muted")].some((p) => p.checkVisibility() && p.textContent === "Every question is optional."),
		Visible: label.getBoundingClientRect().height > 0,
		Suggested: !!part("suggested"),
	};
})`
}()

func (d Document) controls() []control {
	d.t.Helper()
	return eval[[]control](d, describeControls)
}

// answer fills in a field. wire is the JSON text that must be sent, empty for a property that is left out.
type answer struct {
	do   func(d Document, index int)
	wire string
}

// answerFor finds a valid answer. Variant 1 is a second valid answer, if a simple one exists.
func answerFor(t testing.TB, p property, c control, variant int) answer {
	t.Helper()
	for _, k := range controlKinds {
		if k.name == c.Kind {
			return k.answer(t, p, c, variant)
		}
	}
	t.Fatalf("no answer for a control of the kind %q", c.Kind)
	return answer{}
}

func noAnswer(testing.TB, property, control, int) answer { return answer{} }

func answerDate(testing.TB, property, control, int) answer {
	return answer{wire: `"2024-02-29"`, do: func(d Document, i int) { d.fillDate(i) }}
}

func answerDateTime(testing.TB, property, control, int) answer {
	return answer{wire: `"2024-02-29T14:30:00Z"`, do: func(d Document, i int) {
		d.fillDate(i)
		d.fill(fmt.Sprintf("f%d-time", i), "14:30")
	}}
}

func answerText(t testing.TB, p property, _ control, variant int) answer {
	t.Helper()
	text, wire := textFor(t, p, variant)
	return answer{wire: wire, do: func(d Document, i int) { d.fill(fmt.Sprintf("f%d", i), text) }}
}

func (d Document) fill(id, text string) {
	d.t.Helper()
	d.typeInto(d.byID(id), text)
}

// fillDate enters 29 February 2024. The order of the three inputs depends on the region.
func (d Document) fillDate(i int) {
	d.t.Helper()
	for part, text := range map[string]string{"day": "29", "month": "2", "year": "2024"} {
		d.fill(fmt.Sprintf("f%d-%s", i, part), text)
	}
}

// constants returns the distinct values of the options that have the type of the schema.
func (n schemaNode) constants() []json.RawMessage {
	list := n.Enum
	if n.Const != nil {
		list = []json.RawMessage{n.Const}
	}
	for _, option := range slices.Concat(n.OneOf, n.AnyOf) {
		if option.Const != nil {
			list = append(list, option.Const)
		}
	}
	if list == nil && n.typeName() == "boolean" {
		return []json.RawMessage{json.RawMessage("true"), json.RawMessage("false")}
	}
	var distinct []json.RawMessage
	known := map[string]bool{}
	for _, value := range list {
		if isString := value[0] == '"'; !known[string(value)] && (isString || n.typeName() != "string") {
			known[string(value)] = true
			distinct = append(distinct, value)
		}
	}
	return distinct
}

func answerChoice(t testing.TB, p property, c control, variant int) answer {
	t.Helper()
	values := p.Schema.constants()
	shown := c.Options
	if c.Optional && c.Kind == "radio" {
		shown = shown[:len(shown)-1]
	}
	if len(shown) != len(values) {
		t.Errorf("%q shows the options %q for the values %s", p.Name, shown, values)
		return answer{}
	}
	pick := len(values) - 1
	if p.Schema.typeName() == "boolean" || variant == 1 {
		pick = 0
	}
	return answer{wire: string(values[pick]), do: func(d Document, i int) {
		if c.Kind == "buttons" {
			d.focusOn(fmt.Sprintf("document.getElementById(%q)", optionID(i, pick)))
			return
		}
		if c.Kind == "select" {
			d.Select(c.Label, c.Options[pick])
			return
		}
		d.click(d.byID(optionID(i, pick)), 1)
	}}
}

// answerBySearch types the text of the last option and chooses the first match.
func answerBySearch(t testing.TB, p property, _ control, _ int) answer {
	t.Helper()
	values := p.Schema.constants()
	last := values[len(values)-1]
	var text string
	must(t, json.Unmarshal(last, &text))
	return answer{wire: string(last), do: func(d Document, i int) {
		d.fill(fmt.Sprintf("f%d", i), text)
		d.wait("the match", `(text) => [...document.querySelectorAll("[role=option]")].some((o) => o.textContent.includes(text))`, text)
		d.Key(kb.ArrowDown + kb.Enter)
	}}
}

func answerChoices(t testing.TB, p property, c control, _ int) answer {
	t.Helper()
	values := p.Schema.Items.constants()
	if n := len(c.Options); n > 20 && n < len(values) {
		values = values[:n] // The form shows the rest of a long list on demand.
	}
	if len(c.Options) != len(values) {
		t.Errorf("%q shows the options %q for the values %s", p.Name, c.Options, values)
		return answer{}
	}
	count := 1
	if p.Schema.MinItems != nil {
		count = max(count, *p.Schema.MinItems)
	}
	// The test ticks from the end, and the answer must have the order of the schema.
	picked := values[len(values)-count:]
	texts := make([]string, count)
	for i, v := range picked {
		texts[i] = string(v)
	}
	return answer{wire: "[" + strings.Join(texts, ",") + "]", do: func(d Document, i int) {
		for k := len(values) - 1; k >= 0; k-- {
			// Check boxes other than the first are numbered from 1.
			if box := d.byID(optionID(i, k+min(k, 1))); box.HasState("checked") != (k >= len(values)-count) {
				d.click(box, 1)
			}
		}
	}}
}

func optionID(field, option int) string {
	if option == 0 {
		return fmt.Sprintf("f%d", field)
	}
	return fmt.Sprintf("f%d-%d", field, option)
}

// patternTexts has a matching text for each pattern of the corpus, or "" for a pattern that no text matches.
var patternTexts = map[string]string{
	`^[A-Za-z]+$`:                "", // The format email is required as well.
	`^[0-9]{5}$`:                 "12345",
	`^(?=.*[A-Z])(?=.*\d).{8,}$`: "Abcdefg1",
	`^(a)\1$`:                    "aa",
	`^(?<y>\d{4})$`:              "2024",
	`^(a+)+$`:                    "aaa",
	`[`:                          "anything",
	`^\p{L}+$`:                   "Zoë",
	`^[A-Z]{3}-[0-9]{4}$`:        "ABC-1234",
	`^[0-9-]+$`:                  "12-34",
	`^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$`: "10:30",
}

var formatTexts = map[string]string{
	"email": "ada@example.com", "uri": "https://example.com/a?b=c", "uuid": "0f5e0a0c-6f0e-4d3f-9a3c-0123456789ab",
	"time": "10:30:00Z", "duration": "P1DT2H", "ipv4": "192.0.2.1", "hostname": "host.example.com", "regex": "a+",
	"uri-reference": "/path", "phone": "+1 555 0100",
}

func textFor(t testing.TB, p property, variant int) (text, wire string) {
	t.Helper()
	n := p.Schema
	switch n.typeName() {
	case "integer", "number":
		return numberFor(t, p, variant)
	case "array":
		return "alpha\nbeta", `["alpha","beta"]`
	}
	if i := slices.IndexFunc(n.AnyOf, isNumeric); i >= 0 {
		// A number, or its text.
		p.Schema = n.AnyOf[i]
		return numberFor(t, p, variant)
	}
	text, known := patternTexts[n.Pattern]
	if n.Pattern == "" || !known {
		text, known = formatTexts[n.Format]
	}
	if !known {
		text = []string{"Ada Lovelace", "Grace Hopper"}[variant]
		if n.MinLength != nil {
			text = strings.Repeat(text, *n.MinLength/len(text)+1)
		}
		if n.MaxLength != nil && len(text) > *n.MaxLength {
			text = text[:*n.MaxLength]
		}
	}
	if text == "" {
		return "", ""
	}
	quoted, err := json.Marshal(text)
	must(t, err)
	return text, string(quoted)
}

func isNumeric(n schemaNode) bool { return n.typeName() == "integer" || n.typeName() == "number" }

func numberFor(t testing.TB, p property, variant int) (text, wire string) {
	t.Helper()
	n := p.Schema
	candidates := []float64{2.5, 7, 42, 0, 1, 3, -5, 150, 0.1, 10, 15, 1000}
	if variant == 1 {
		candidates = []float64{3.5, 8, 43, 1, 2, 4, -4, 149, 0.2, 20, 30, 1001}
	}
	for _, x := range candidates {
		switch {
		case n.typeName() == "integer" && x != math.Trunc(x):
		case n.Minimum != nil && x < *n.Minimum, n.Maximum != nil && x > *n.Maximum:
		case n.ExclMinimum != nil && x <= *n.ExclMinimum, n.ExclMaximum != nil && x >= *n.ExclMaximum:
		case n.MultipleOf != nil && math.Mod(x, *n.MultipleOf) != 0:
		default:
			text := fmt.Sprintf("%v", x)
			return text, text
		}
	}
	t.Errorf("no number fits %s", p.Raw)
	return "", ""
}

// answerTime types half past ten in a notation that every language of the form understands.
func answerTime(testing.TB, property, control, int) answer {
	return answer{wire: `"10:30:00Z"`, do: func(d Document, i int) { d.typeTime(i, "10:30 AM") }}
}

// typeTime replaces a time of day, key by key.
func (d Document) typeTime(field int, keys string) {
	d.t.Helper()
	d.focus(d.byID(fmt.Sprintf("f%d-time", field)))
	d.run(`document.activeElement.select()`)
	d.Key(keys)
}

// normalDefaults are the defaults of the corpus that the form writes in another notation than the server, in the zone UTC.
var normalDefaults = map[string]string{
	`time "09:00"`:                    `"09:00:00Z"`,
	`date-time "2026-03-01T09:30:00"`: `"2026-03-01T09:30:00Z"`,
	`date-time "2026-03-01 09:30:00"`: `"2026-03-01T09:30:00Z"`,
	`date "2026-03-01T00:00:00Z"`:     `"2026-03-01"`,
}

// wireDefault returns the default of a property in the notation that the form sends.
func wireDefault(p property) string {
	if wire, found := normalDefaults[p.Schema.Format+" "+string(p.Schema.Default)]; found {
		return wire
	}
	return string(p.Schema.Default)
}
