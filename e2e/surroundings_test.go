package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// everyControl has a field for each kind of control. The number has a rule,
// which shows how the form writes numbers.
func everyControl() string {
	options := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf(`"Item %02d"`, i)
		}
		return strings.Join(list, ",")
	}
	return fields(
		`"n":{"type":"number","title":"Number","minimum":-99999.5}`,
		`"i":{"type":"integer","title":"Whole"}`,
		`"d":{"type":"string","format":"date","title":"Date"}`,
		`"m":{"type":"string","format":"date-time","title":"Moment"}`,
		`"t":{"type":"string","title":"Text"}`,
		`"e":{"type":"string","format":"email","title":"Address"}`,
		`"l":{"type":"array","items":{"type":"string"},"title":"List"}`,
		`"r":{"type":"string","enum":["Red","Green","Blue"],"title":"Radio"}`,
		`"s":{"type":"string","enum":[`+options(12)+`],"title":"Select"}`,
		`"b":{"type":"string","enum":[`+options(60)+`],"title":"Search"}`,
		`"k":{"type":"array","items":{"type":"string","enum":["One","Two","Three"]},"title":"Boxes"}`,
		`"y":{"type":"boolean","title":"Agreed"}`,
		`"u":{"type":"number","title":"Suggested","default":1234.50}`,
	)
}

var (
	changedLocales = []string{"en", "en-US", "en-GB", "de", "de-CH", "fr", "ja", "ar", "he", "pt-BR", "en-US", "en-GB"}
	changedZones   = map[string]string{"Europe/Berlin": "+01:00", "Asia/Kathmandu": "+05:45", "America/New_York": "-05:00", "UTC": "Z"}
)

// typist is a person who fills in a form while its host changes language,
// region, time zone and theme at random. They look only at the field that they
// are in.
type typist struct {
	Document
	host   *Host
	random *rand.Rand
}

// changeHost changes something of the host, or nothing.
func (p typist) changeHost() {
	p.t.Helper()
	if p.random.IntN(3) > 0 {
		return
	}
	zones := []string{"Europe/Berlin", "Asia/Kathmandu", "America/New_York", "UTC"}
	context := map[string]any{}
	if p.random.IntN(4) > 0 {
		context["locale"] = changedLocales[p.random.IntN(len(changedLocales))]
	}
	if p.random.IntN(3) == 0 {
		context["timeZone"] = zones[p.random.IntN(len(zones))]
	}
	if p.random.IntN(3) == 0 {
		context["theme"] = []string{"dark", "light"}[p.random.IntN(2)]
	}
	p.host.page().run(`(context) => host.setContext(context)`, context)
	if p.random.IntN(2) == 0 {
		p.waitUntilIdle()
	}
}

// clickInto moves the focus to a control, as a click does.
func (p typist) clickInto(id string) {
	p.t.Helper()
	p.run(`(id) => document.getElementById(id).focus()`, id)
	p.expectFocusOn(id)
}

// expectFocusOn checks that the person is still in the same control.
func (p typist) expectFocusOn(id string) {
	p.t.Helper()
	if at := eval[string](p.Document, `document.activeElement.id`); at != id {
		p.t.Fatalf("the focus is on %q, not on %q", at, id)
	}
}

// typeKeys types a text key by key while the host changes, and checks that the
// text is there with the caret behind it.
func (p typist) typeKeys(id, text string) {
	p.t.Helper()
	for i, r := range text {
		if i > 0 {
			p.changeHost()
		}
		if r == '\n' {
			p.Key(kb.Enter)
		} else {
			p.Key(string(r))
		}
	}
	p.changeHost()
	p.expectFocusOn(id)
	want := caret{text, units(text), units(text)}
	if strings.Contains(text, "@") {
		want.Start, want.End = 0, 0 // The browser does not say where the caret is in an email input.
	}
	if got := p.caret(); got != want {
		p.t.Fatalf("%s: typed %q, there is %+v", id, text, got)
	}
}

// pressTimes presses a key several times, with changes between.
func (p typist) pressTimes(key string, times int) {
	p.t.Helper()
	for range times {
		p.changeHost()
		p.Key(key)
	}
}

var decimals = regexp.MustCompile(`9([.,])5`)

// typeNumber types a number in the notation that the form has when its first
// key is typed.
func (p typist) typeNumber(field int, text string) {
	p.t.Helper()
	id := fmt.Sprint("f", field)
	p.clickInto(id)
	p.changeHost()
	p.waitUntilIdle()
	sign := decimals.FindStringSubmatch(eval[string](p.Document, `document.getElementById("f0-hint").textContent`))
	if sign == nil {
		p.t.Fatal("the form shows no decimal sign")
	}
	p.typeKeys(id, strings.ReplaceAll(text, ".", sign[1]))
}

// typeDate types 4 March 2026 into the inputs in their order, with Tab between
// them.
func (p typist) typeDate(field int) {
	p.t.Helper()
	base := fmt.Sprintf("f%d", field)
	id := ""
	// The inputs may change places before the person has reached the first one,
	// but not after.
	for first := p.firstPart(base); id != first; first = p.firstPart(base) {
		p.clickInto(first)
		id = first
	}
	for i := range 3 {
		p.typeKeys(id, map[string]string{base + "-day": "4", base + "-month": "3", base + "-year": "2026"}[id])
		if i < 2 {
			p.Key(kb.Tab)
			p.changeHost()
			id = eval[string](p.Document, `document.activeElement.id`)
		}
	}
}

func (p typist) firstPart(field string) string {
	p.t.Helper()
	return eval[string](p.Document, `(id) => document.querySelector(["day", "month", "year", "time"].map((part) => "#" + id + "-" + part).join()).id`, field)
}

// typeMoment types a time in the zone that stands beside it, and returns the
// zone.
func (p typist) typeMoment(field int) (zone string) {
	p.t.Helper()
	p.changeHost()
	p.waitUntilIdle()
	p.clickInto(fmt.Sprintf("f%d-day", field))
	p.waitUntilIdle()
	zone = strings.ReplaceAll(eval[string](p.Document, `(id) => document.getElementById(id).value`, fmt.Sprintf("f%d-zone", field)), " ", "_")
	p.typeDate(field)
	p.changeHost()
	p.clickInto(fmt.Sprintf("f%d-time", field))
	p.typeKeys(fmt.Sprintf("f%d-time", field), "10:30")
	return zone
}

// fill answers one field and returns the meant value as JSON.
func (p typist) fill(name string, field int) string {
	p.t.Helper()
	id := fmt.Sprint("f", field)
	switch name {
	case "n":
		text := []string{"1.234", "-12.5", "12.345", "0.75"}[p.random.IntN(4)]
		p.typeNumber(field, text)
		return text
	case "i":
		p.typeNumber(field, "12345")
		return "12345"
	case "d":
		p.typeDate(field)
		return `"2026-03-04"`
	case "m":
		return `"2026-03-04T10:30:00` + changedZones[p.typeMoment(field)] + `"`
	case "t":
		p.clickInto(id)
		p.typeKeys(id, "1.234,5 on 4/3")
		// An input method composes text while the language changes.
		p.compose("に")
		p.changeHost()
		p.compose("にほ")
		p.changeHost()
		p.insert("日本")
		p.expectFocusOn(id)
		return `"1.234,5 on 4/3日本"`
	case "e":
		p.clickInto(id)
		p.typeKeys(id, "ada@example.com")
		return `"ada@example.com"`
	case "l":
		p.clickInto(id)
		p.typeKeys(id, "1,5\n3/4")
		return `["1,5","3/4"]`
	case "r":
		p.clickInto(id)
		p.Key(" ")
		steps := p.random.IntN(3)
		p.pressTimes(kb.ArrowDown, steps)
		return []string{`"Red"`, `"Green"`, `"Blue"`}[steps]
	case "s":
		p.clickInto(id)
		steps := 1 + p.random.IntN(4)
		p.pressTimes(kb.ArrowDown, steps)
		return fmt.Sprintf(`"Item %02d"`, steps-1)
	case "b":
		p.clickInto(id)
		item := fmt.Sprintf("Item %02d", p.random.IntN(60))
		p.typeKeys(id, item)
		return strconv.Quote(item)
	case "k":
		p.clickInto(id)
		p.Key(" ")
		p.changeHost()
		p.clickInto(id + "-3")
		p.Key(" ")
		p.changeHost()
		return `["One","Three"]`
	case "y":
		p.clickInto(id)
		p.Key(" ")
		p.changeHost()
		return "true"
	}
	p.t.Fatalf("nobody knows how to fill in %q", name)
	return ""
}

// seeds returns the first seed of a random test and the number of rounds. Each
// run of the suite uses the same two seeds, and the environment can choose
// others.
func seeds() (first uint64, rounds int) {
	first, rounds = 8, 2
	if n, err := strconv.Atoi(os.Getenv("ELICITFORM_ROUNDS")); err == nil {
		first, rounds = rand.Uint64()%1_000_000, n
	}
	if seed, err := strconv.ParseUint(os.Getenv("ELICITFORM_SEED"), 10, 64); err == nil {
		first = seed
	}
	return first, rounds
}

// TestChangesWhileTyping covers B42 and F8: a person types into each kind of
// control while the host changes language, region, time zone and theme at
// random. Nothing is lost, and the sent answers are the typed ones. ELICITFORM_ROUNDS
// runs many other seeds, and ELICITFORM_SEED begins with the seed of a
// failure.
// Rows: B42, F8, R10.
func TestChangesWhileTyping(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	first, rounds := seeds()
	for round := range rounds {
		seed := first + uint64(round)
		if !t.Run(fmt.Sprint("seed", seed), func(t *testing.T) {
			host.reportTo(t)
			key, form := host.show(everyControl(), nil)
			form.t = t
			p := typist{Document: form, host: host, random: rand.New(rand.NewPCG(seed, 8))}
			names := []string{"n", "i", "d", "m", "t", "e", "l", "r", "s", "b", "k", "y"}
			members := make([]string, len(names)+1)
			for _, field := range p.random.Perm(len(names)) {
				members[field] = fmt.Sprintf("%q:%s", names[field], p.fill(names[field], field))
				p.changeHost()
			}
			members[len(names)] = `"u":1234.50` // The suggestion, which nobody touched.
			want := "{" + strings.Join(members, ",") + "}"

			// A language with longer words may still move the button: a press that ends beside
			// it does nothing.
			p.waitUntilIdle()
			p.do("continue")
			p.button("send")
			for range 3 {
				p.changeHost()
				p.waitUntilIdle()
				if shown := p.wireText(); shown != want {
					t.Fatalf("seed %d: review says %s, meant was %s", seed, shown, want)
				}
			}
			p.do("send")
			host.outcome(key)
			if sent := host.lastContent(); sent != want {
				t.Errorf("seed %d: sent %s, meant was %s", seed, sent, want)
			}
		}) {
			return
		}
	}
	host.expectQuiet()
}
