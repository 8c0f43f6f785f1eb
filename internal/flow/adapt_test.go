package flow

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/answer/test/zonetest"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext/test/rounds"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/wording/test/wordingtest"
)

// in is a change of the host's language, inZone one of its time zone.
func in(locale string) Adapted { return inZone(locale, "Europe/Berlin") }

func inZone(locale, zone string) Adapted {
	return Adapted{Reader: Reader{Words: wordingtest.For(locale), Env: answer.Env{Locale: localetest.For(locale), Zones: zonetest.New(zone)}}}
}

// while is a change with the focus in a field.
func (e Adapted) while(field int) Adapted {
	e.Focused = field + 1
	return e
}

const (
	priceForm  = `{"message":"How much?","requestedSchema":{"type":"object","properties":{"price":{"type":"number"}}}}`
	amountForm = `{"message":"How many?","requestedSchema":{"type":"object","properties":{"amount":{"type":"integer"}}}}`
	dayForm    = `{"message":"When?","requestedSchema":{"type":"object","properties":{"day":{"type":"string","format":"date"}}}}`
	momentForm = `{"message":"When?","requestedSchema":{"type":"object","properties":{"at":{"type":"string","format":"date-time"}}}}`
)

func dated4March() Edited {
	return Edited{Draft: answer.Draft{Day: "4", Month: "3", Year: "2026"}}
}

// reviews continues and compares the content on review.
func reviews(t *testing.T, s State, want string) {
	t.Helper()
	s, _ = run(s, Continue)
	if s.Step != Review || s.Snapshot.JSON != want {
		t.Errorf("step %d, problems %v, will send %s, want %s", s.Step, problems(s), s.Snapshot.JSON, want)
	}
}

// Rows: B42.
func TestAdapted_ADateKeepsItsDay(t *testing.T) {
	s, _ := run(open(t, dayForm), in("en-US"), dated4March())
	before := s.Request().Fields[0]
	s, effects := run(s, in("en-GB"))
	now := s.Request().Fields[0]
	if now.Order != "DMY" || now.Serial == before.Serial || !now.Reordered() {
		t.Errorf("the parts stand as %+v", now)
	}
	if announce, ok := has[Announce](effects); !ok || announce.Text != s.Words.Text("DateReordered") {
		t.Errorf("nobody is told: %v", effects)
	}
	reviews(t, s, `{"day":"2026-03-04"}`)

	// When the parts are back in the order of filling in, and after an edit, the note disappears.
	if back, effects := run(s, in("en-US")); back.Request().Fields[0].Reordered() || len(effects) > 0 {
		t.Errorf("a note in the old order: %+v %v", back.Request().Fields[0], effects)
	}
	edited := dated4March()
	edited.Draft.Day = "5"
	if s, _ := run(s, edited); s.Request().Fields[0].Reordered() {
		t.Error("a note after the person has been there")
	}
	if s, effects := run(open(t, dayForm), in("en-US"), in("ja")); s.Request().Fields[0].Reordered() ||
		strings.Contains(fmt.Sprint(effects), s.Words.Text("DateReordered")) || s.Request().Fields[0].Order != "YMD" {
		t.Errorf("a note at an empty date: %+v %v", s.Request().Fields[0], effects)
	}
	// Half a date keeps its meaning, in words of the other language, and has the note, too.
	half := Edited{Draft: answer.Draft{Month: "Dez"}}
	s, _ = run(open(t, dayForm), in("de"), half, in("en-US"))
	if d := s.Request().Fields[0].Draft; d.Month != "December" || !s.Request().Fields[0].Reordered() {
		t.Errorf("half a date became %+v", s.Request().Fields[0])
	}
	half.Draft.Month, half.Draft.Day, half.Draft.Year = "December", "24", "2026"
	s, _ = run(s, half)
	reviews(t, s, `{"day":"2026-12-24"}`)
}

// Rows: B42.
func TestAdapted_ANumberKeepsItsValue(t *testing.T) {
	s, _ := run(open(t, priceForm), in("en"), typeText(0, "1.234"), in("de"))
	if got := s.Request().Fields[0]; got.Draft.Text != "1,234" || got.Serial != 1 {
		t.Errorf("1.234 stands as %+v", got)
	}
	reviews(t, s, `{"price":1.234}`)

	s, _ = run(open(t, amountForm), in("en"), typeText(0, "1.000"), Continue)
	before := summary(t, s)
	s, _ = run(s, in("de"))
	if s.Request().Fields[0].Draft.Text != "1.000" || len(s.Request().Problems) != 1 || s.Request().Problems[0].Code != validate.AmbiguousNumber {
		t.Errorf("what could be two numbers is now %+v, told as %q, was %q", s.Request().Fields[0].Draft, summary(t, s), before)
	}
	if s, _ := run(s, Continue); s.Step != Form {
		t.Error("a change of the locale answers a question that was asked")
	}
	// The next edit uses the new notation.
	s, _ = run(s, typeText(0, "1.001"))
	reviews(t, s, `{"amount":1001}`)
}

// Rows: B42.
func TestAdapted_AMomentKeepsTheZoneThatWasSeen(t *testing.T) {
	clock := dated4March()
	clock.Draft.Clock = "10:00"
	s, _ := run(open(t, momentForm), inZone("en", "Europe/Berlin"), clock)
	echo := s.Request().Fields[0].Echo
	s, _ = run(s, inZone("en", "Asia/Tokyo"))
	if got := s.Request().Fields[0]; got.Draft.Zone != "Europe/Berlin" || got.Echo != echo || got.Serial != 1 {
		t.Errorf("10:00 of Berlin stands as %+v, was understood as %q", got, echo)
	}
	reviews(t, s, `{"at":"2026-03-04T10:00:00+01:00"}`)
	s, _ = run(open(t, momentForm), inZone("en", "Europe/Berlin"), inZone("en", "Asia/Tokyo"))
	if s.Request().Fields[0].Serial != 1 {
		t.Error("the old zone is still shown")
	}
	s, _ = run(s, clock)
	reviews(t, s, `{"at":"2026-03-04T10:00:00+09:00"}`)
}

// Rows: F8.
func TestAdapted_TheFieldThatThePersonIsInIsLeftAlone(t *testing.T) {
	s, _ := run(open(t, priceForm), in("en"), typeText(0, "1.2"))
	before := s.Request().Fields[0]
	s, _ = run(s, in("de").while(0), typeText(0, "1.23"), typeText(0, "1.234"))
	if got := s.Request().Fields[0]; got.Serial != before.Serial || got.Draft.Text != "1.234" || !strings.Contains(got.Echo, "1,234") {
		t.Errorf("while it is typed it is %+v", got)
	}
	s, _ = run(s, FieldBlurred{Focused: 1})
	if s.Request().Fields[0].Serial != before.Serial {
		t.Error("built anew while the person is there")
	}
	after, _ := run(s, FieldBlurred{})
	if got := after.Request().Fields[0]; got.Serial == before.Serial || got.Draft.Text != "1,234" {
		t.Errorf("when it is left it is %+v", got)
	}
	reviews(t, after, `{"price":1.234}`)
	reviews(t, s, `{"price":1.234}`) // Enter, from within the control.

	// The parts of a date stay in place until the focus leaves the date.
	s, _ = run(open(t, dayForm), in("en-US"))
	serial := s.Request().Fields[0].Serial
	s, _ = run(s, in("en-GB").while(0), dated4March())
	if got := s.Request().Fields[0]; got.Order != "MDY" || got.Serial != serial || got.Reordered() {
		t.Errorf("the date is %+v", got)
	}
	s, effects := run(s, FieldBlurred{Focused: 7})
	if got := s.Request().Fields[0]; got.Order != "DMY" || got.Serial == serial || !got.Reordered() || len(effects) == 0 {
		t.Errorf("the date is %+v, told %v", got, effects)
	}
	reviews(t, s, `{"day":"2026-03-04"}`)
}

// Checked answers are not read again: on review, in an earlier question of a round and while they are sent, only
// the words change.
// Rows: B42, R10.
func TestAdapted_WhatIsDecidedStays(t *testing.T) {
	s, _ := run(openRound(t, priceForm, amountForm), in("de"), typeText(0, "1.500,5"), Continue, typeText(0, "2.500"), in("en"), Continue)
	const want = `{"10":{"action":"accept","content":{"price":1500.5}},"9":{"action":"accept","content":{"amount":2500}}}`
	if s.Step != Review || s.Snapshot.JSON != want {
		t.Fatalf("step %d, will send %s", s.Step, s.Snapshot.JSON)
	}
	for locale, price := range map[string]string{"de": "1500,5", "fr": "1500,5", "en-US": "1500.5"} {
		var effects []Effect
		s, effects = run(s, in(locale))
		if s.Step != Review || s.Snapshot.JSON != want || len(effects) > 2 {
			t.Fatalf("%s: step %d, will send %s, effects %v", locale, s.Step, s.Snapshot.JSON, effects)
		}
		if row := s.Snapshot.Rows[0][0]; row.Value != price {
			t.Errorf("%s: the answer is shown as %+v", locale, row)
		}
	}
	_, effects := run(s, in("ja"), Send)
	all, ok := has[Reply](effects)
	if !ok || len(all.Responses) != 2 || all.Responses[0].Result.Content.JSON() != `{"price":1500.5}` {
		t.Errorf("sent %+v", all)
	}
	s, _ = run(s, ChangeAsked{Request: 0, Field: 0}, in("de"))
	if s.Request().Fields[0].Draft.Text != "1500,5" {
		t.Errorf("to change there is %q", s.Request().Fields[0].Draft.Text)
	}
}

// A draft keeps its meaning in another locale and time zone.
// Rows: N24.
func TestDraft_IsRestatedForTheNextVisit(t *testing.T) {
	const params = `{"message":"m","requestedSchema":{"type":"object","properties":{
		"n":{"type":"number"},"i":{"type":"integer"},"d":{"type":"string","format":"date"},"m":{"type":"string","format":"date-time"}}}}`
	moment := Edited{Field: 3, Draft: answer.Draft{Day: "4", Month: "3", Year: "2026", Clock: "10:00"}}
	day := dated4March()
	day.Field = 2
	_, effects := run(withDrafts(t, params, request.Value{}), inZone("en-US", "Europe/Berlin"),
		typeText(0, "1.234"), typeText(1, "1.500"), day, moment, Woken{Alarm: DraftAlarm})
	saved, ok := has[KeepDraft](effects)
	if !ok {
		t.Fatal("no draft")
	}
	for _, locale := range []string{"de", "en-GB", "ja", "en-US"} {
		t.Run(locale, func(t *testing.T) {
			e := arrive(t, "1", params)
			e.Drafts, e.Draft = true, saved.Draft
			elsewhere, _ := Update(start(t), inZone(locale, "Asia/Tokyo"))
			restored, _ := Update(elsewhere, e)
			if got := restored.Request().Fields[2].Reordered(); got != (locale != "en-US") {
				t.Errorf("%s: a note on the order of the date: %t", locale, got)
			}
			if restored.Request().Fields[1].Draft.Text != "1.500" {
				t.Errorf("%s: what could not be read came back as %q", locale, restored.Request().Fields[1].Draft.Text)
			}
			if now, _ := run(restored, Continue); len(now.Request().Problems) != 1 || now.Request().Problems[0].Field != 1 {
				t.Errorf("%s: problems %v", locale, now.Request().Problems)
			}
			restored, _ = run(restored, typeText(1, "7"))
			reviews(t, restored, `{"n":1.234,"i":7,"d":"2026-03-04","m":"2026-03-04T10:00:00+01:00"}`)
		})
	}
}

// TestAdapted_WhateverIsTypedMeanwhile types answers key by key into one field after another, while locale and time
// zone change at random. The content has the values that were typed.
// Rows: B42.
func TestAdapted_WhateverIsTypedMeanwhile(t *testing.T) {
	const params = `{"message":"m","requestedSchema":{"type":"object","properties":{
		"n":{"type":"number"},"i":{"type":"integer"},"d":{"type":"string","format":"date"},"m":{"type":"string","format":"date-time"},"t":{"type":"string"}}}}`
	locales := []string{"en", "en-US", "en-GB", "de", "de-CH", "fr", "ja", "ar-MA", "pl", "pt-BR"}
	zones := []string{"Europe/Berlin", "Asia/Kathmandu", "America/New_York"}
	offsets := map[string]string{"Europe/Berlin": "+01:00", "Asia/Kathmandu": "+05:45", "America/New_York": "-05:00"}
	for seed := range uint64(rounds.Of(200)) {
		random := rand.New(rand.NewPCG(seed, 8))
		p := &typist{t: t, State: open(t, params), focused: -1}
		change := func() {
			if random.IntN(4) == 0 {
				p.apply(inZone(locales[random.IntN(len(locales))], zones[random.IntN(len(zones))]).while(p.focused))
			}
		}
		change()
		zone := ""
		for _, field := range random.Perm(5) {
			p.enter(field)
			change()
			decimal := string(p.Env.Locale.Decimal()) // as the form writes at the first key
			texts := map[string]string{"text": "1.234,5 and more"}
			switch field {
			case 0:
				texts = map[string]string{"text": "-12" + decimal + "345"}
			case 1:
				texts = map[string]string{"text": "12345"}
			case 2, 3:
				texts = map[string]string{"day": "4", "month": "3", "year": "2026"}
			}
			if field == 3 {
				texts["clock"] = "10:00"
				zone = p.zone
			}
			for part, text := range texts {
				for i, key := range text {
					if i > 0 {
						change()
					}
					p.press(part, string(key))
				}
			}
			change()
		}
		p.enter(-1)
		change()
		p.State, _ = run(p.State, Continue)
		for range 3 {
			change()
		}
		want := fmt.Sprintf(`{"n":-12.345,"i":12345,"d":"2026-03-04","m":"2026-03-04T10:00:00%s","t":"1.234,5 and more"}`, offsets[zone])
		_, effects := run(p.State, Send)
		if sent, ok := has[Reply](effects); !ok || sent.Responses[0].Result.Content.JSON() != want {
			t.Fatalf("seed %d: step %d, problems %v, sent %v, want %s", seed, p.Step, problems(p.State), replies(effects), want)
		}
	}
}

// typist is a person at a form whose controls keep their text until they are built again, as in the browser.
type typist struct {
	State
	t       *testing.T
	focused int
	// zone is the zone that the list of zones showed when it was drawn.
	zone string
}

func (p *typist) apply(e Event) {
	p.t.Helper()
	before := Field{}
	if p.focused >= 0 && p.Step == Form {
		before = *p.Request().Fields[p.focused]
	}
	p.State, _ = Update(p.State, e)
	if p.focused >= 0 && p.Step == Form && (p.Request().Fields[p.focused].Serial != before.Serial || p.Request().Fields[p.focused].Order != before.Order) {
		p.t.Fatalf("%T builds the field anew that the person is in", e)
	}
}

func (p *typist) enter(field int) {
	p.focused = field
	p.apply(FieldBlurred{Focused: field + 1})
	if field >= 0 {
		p.zone = p.Env.Zones.Local()
	}
}

// press types a key. A date-time is read with the zone that its list shows.
func (p *typist) press(name, key string) {
	p.t.Helper()
	draft := p.Request().Fields[p.focused].Draft
	if p.focused == 3 && draft.Zone == "" && p.zone != p.Env.Zones.Local() {
		draft.Zone = p.zone
	}
	for _, part := range draftTexts(&draft) {
		if part.name == name {
			*part.text += key
		}
	}
	p.apply(Edited{Field: p.focused, Draft: draft})
}

// A key that comes into outdated controls is not lost, and is read in their notation.
// Rows: F8.
func TestAdapted_KeysIntoOutdatedControlsCount(t *testing.T) {
	late := func(text string) Edited { return Edited{Draft: answer.Draft{Text: text}, Outdated: true} }
	s, _ := run(open(t, priceForm), in("en"), typeText(0, "1.23"), in("de"))
	built := s.Request().Fields[0].Serial
	s, _ = run(s, late("1.234"), late("1.2345"))
	if got := s.Request().Fields[0]; got.Draft.Text != "1,2345" || got.Serial == built {
		t.Errorf("the number is %+v", got)
	}
	reviews(t, s, `{"price":1.2345}`)
	s, _ = run(s, Refilled{}, late("1.23456"))
	if s.Request().Fields[0].Draft.Text != "" {
		t.Errorf("a cleared number is %+v", s.Request().Fields[0].Draft)
	}
}

// The same holds for a date-time that is built again after a blur, also when it is empty.
// Rows: F8.
func TestAdapted_KeysIntoADateTimeThatWasLeftCount(t *testing.T) {
	s, _ := run(open(t, momentForm), in("de"), Edited{Draft: answer.Draft{Day: "4", Month: "3", Year: "2026", Clock: "10:00"}}, in("fr").while(0), FieldBlurred{})
	late := s.Request().Fields[0].Draft
	late.Clock = "11:00"
	if s, _ = run(s, Edited{Draft: late, Outdated: true}); s.Request().Fields[0].Draft.Clock != "11:00" {
		t.Errorf("the time is %+v", s.Request().Fields[0].Draft)
	}
}

// A field with the focus adapts when the person leaves the form, so that it has the new language when the person
// comes back.
// Rows: F8.
func TestAdapted_ContinueLeavesTheField(t *testing.T) {
	const prices = `{"message":"How much?","requestedSchema":{"type":"object","properties":{"price":{"type":"number"},"more":{"type":"number"}}}}`
	s := openRound(t, prices, prices)
	s, _ = run(s, in("en"), typeText(0, "1.234"), in("de").while(0), Continue)
	if s.At != 1 || s.Unadapted != 0 {
		t.Fatalf("question %d, the person is in field %d of it", s.At, s.Unadapted)
	}
	if s, _ = run(s, Back); s.Request().Fields[0].Draft.Text != "1,234" {
		t.Errorf("in German there stands %+v", s.Request().Fields[0].Draft)
	}
}

// Rows: F8.
func TestAdapted_TheNextRequestHasNoFieldThatWaits(t *testing.T) {
	s, _ := run(open(t, priceForm), in("de").while(0), CalledOff{ID: request.StringValue("1")}, arrive(t, "2", priceForm))
	if s.Step != Form || s.Unadapted != 0 {
		t.Errorf("step %d, field %d waits", s.Step, s.Unadapted)
	}
}
