package answer_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/answer/test/zonetest"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext/test/rounds"
	"github.com/elicitform/elicitform/internal/schema"
)

// notations are locales that differ in their signs, in the order of their dates, or in
// neither of these.
var notations = []string{
	"en", "en-US", "en-GB", "en-IN", "de", "de-AT", "de-CH", "fr", "fr-CA", "es", "es-MX", "pt-BR", "pt-PT", "ar", "ar-MA", "he", "ja", "ko", "zh-CN", "pl", "nl-BE", "tlh", "sv", "hi", "th", "fa", "ar-EG",
}

// envFor is the environment of a person in Berlin who reads the given language.
func envFor(tag string) answer.Env {
	return answer.Env{Locale: localetest.For(tag), Zones: berlin, Now: zonetest.Noon}
}

func envAt(tag, zone string) answer.Env {
	return answer.Env{Locale: localetest.For(tag), Zones: zonetest.New(zone), Now: zonetest.Noon}
}

// Rows: T10.
func TestRestate_NumbersKeepTheirValue(t *testing.T) {
	for _, test := range []struct {
		field          schema.Field
		text, from, to string
		want           string
	}{
		{number, "1.234", "en", "de", "1,234"},
		{number, "1,234", "en", "de", "1234"},
		{number, "1,234.5", "en", "de", "1234,5"},
		{number, "1.50", "en", "fr", "1,50"},
		{number, "2.5", "en", "de", "2,5"}, // And not 25 after another key.
		{number, "1,234", "de", "en", "1.234"},
		{number, "1.234.567,89", "de", "ja", "1234567.89"},
		{number, "1’234.50", "de-CH", "de", "1234,50"},
		{number, "1,500", "en", "de-CH", "1500"}, // de-CH would find this ambiguous.
		{number, "-1.5e3", "en", "de", "-1,5e3"},
		{number, "5.", "en", "de", "5"},
		{number, "١٬٥٠٠٫٢٥", "ar", "de", "١٬٥٠٠٫٢٥"}, // the same everywhere
		{number, "1,00,000", "en-IN", "de", "100000"},
		// A number without a sign, or between locales with the same signs, stays.
		{number, " 007 ", "en", "de", " 007 "},
		{number, "1 234", "fr", "en", "1 234"},
		{number, "1e3", "en", "de", "1e3"},
		{number, "+2.50", "en", "ja", "+2.50"},
		{number, "1,234.5", "en-US", "en-GB", "1,234.5"},
		{integer, "1,234", "en", "de", "1234"},
		{integer, "1234", "en", "de", "1234"},
		{integer, "1.500", "de", "en", "1500"},
		// An unreadable number stays.
		{number, "", "en", "de", ""},
		{number, "one", "en", "de", "one"},
		{number, "1,2.3", "en", "de", "1,2.3"},
		{integer, "1.500", "en", "de", "1.500"},
		{integer, "1.234", "en", "de", "1.234"},
		{number, "12,345", "de-CH", "en", "12,345"},
	} {
		t.Run(test.text+" "+test.from+" "+test.to, func(t *testing.T) {
			got := answer.Restate(test.field, draftOf(test.text), envFor(test.from), envFor(test.to))
			if got.Text != test.want || got.Origin != answer.Edited {
				t.Errorf("%q from %s to %s: %+v, want %q", test.text, test.from, test.to, got, test.want)
			}
			before, fault := answer.Read(test.field, draftOf(test.text), envFor(test.from))
			after, now := answer.Read(test.field, got, envFor(test.to))
			if now != fault || !after.Value.Equal(before.Value) {
				t.Errorf("%q from %s to %s: %q %s, was %q %s", test.text, test.from, test.to, now, after.Value.JSON(), fault, before.Value.JSON())
			}
		})
	}
}

// A draft with the focus keeps the notation in which it began, and its echo has the notation
// of the form.
func TestKeep_IsReadAsItBegan(t *testing.T) {
	draft := answer.Keep(number, draftOf("1.2"), envFor("en"), envFor("de"))
	draft.Text += "34"
	a, fault := answer.Read(number, draft, envFor("de"))
	if fault != answer.FaultNone || a.Value.Text != "1.234" || a.Echo != "1,234" {
		t.Errorf("continued: %q %s, echo %q", fault, a.Value.JSON(), a.Echo)
	}
	if next := answer.Keep(number, draft, envFor("de"), envFor("fr")); next.Locale == nil || next.Locale.Tag != "en" {
		t.Errorf("after a second change: %+v, want en", next.Locale)
	}
	if back := answer.Keep(number, draft, envFor("de"), envFor("en")); back.Locale != nil || back.Text != "1.234" {
		t.Errorf("back in en: %+v", back)
	}
	restated := answer.Restate(number, draft, envFor("de"), envFor("de"))
	if restated.Text != "1,234" || restated.Locale != nil {
		t.Errorf("restated: %+v", restated)
	}
	if empty := answer.Keep(number, draftOf(""), envFor("en"), envFor("de")); empty.Locale != nil {
		t.Errorf("an empty draft has the locale %+v", empty.Locale)
	}
	// An unfinished number with groups is not a decimal.
	draft = answer.Keep(number, draftOf("1,2"), envFor("en"), envFor("de"))
	draft.Text += "34"
	if a, _ := answer.Read(number, draft, envFor("de")); a.Value.Text != "1234" {
		t.Errorf("1,234 in en is %s", a.Value.JSON())
	}
}

// Rows: T19, N11.
func TestRestate_MomentsKeepTheirZone(t *testing.T) {
	moment := schema.Field{Kind: schema.DateTime}
	berlin, tokyo := envAt("en", "Europe/Berlin"), envAt("de", "Asia/Tokyo")
	full := withClock(date("4", "3", "2026"), "10:00", "")
	half := withClock(date("4", "", ""), "", "")
	chosen := withClock(date("4", "3", "2026"), "10:00", "America/New_York")
	for _, test := range []struct {
		name  string
		draft answer.Draft
		from  answer.Env
		to    answer.Env
		zone  string
	}{
		{"the clock was read in the person's previous zone", full, berlin, tokyo, "Europe/Berlin"},
		{"also before it is readable", half, berlin, tokyo, "Europe/Berlin"},
		{"a chosen zone stays", chosen, berlin, tokyo, "America/New_York"},
		{"nothing is answered yet", withClock(answer.Draft{Origin: answer.Untouched}, "", ""), berlin, tokyo, ""},
		{"the zone is the same", full, berlin, envAt("de", "Europe/Berlin"), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := answer.Restate(moment, test.draft, test.from, test.to)
			want := test.draft
			want.Zone = test.zone
			if !got.Same(want) {
				t.Errorf("%s: %+v", test.name, got)
			}
			before, fault := answer.Read(moment, test.draft, test.from)
			after, now := answer.Read(moment, got, test.to)
			if fault != now || before.Value.Text != after.Value.Text || before.Instant != after.Instant {
				t.Errorf("%s: %q %s, was %q %s", test.name, now, after.Value.Text, fault, before.Value.Text)
			}
		})
	}
}

// Rows: P5.
func TestRestate_SuggestionsGoBackByteForByte(t *testing.T) {
	for _, f := range []schema.Field{
		{Kind: schema.Number, Default: request.NumberValue("1.50")},
		{Kind: schema.Integer, Default: request.NumberValue("1e3")},
		{Kind: schema.Date, Default: request.StringValue("2026-03-04")},
		{Kind: schema.DateTime, Default: request.StringValue("2026-07-01t09:30:00.250+05:30")},
		{Kind: schema.Text, Default: request.StringValue("1.234")},
	} {
		d := answer.Start(f, envFor("en"))
		for _, tag := range []string{"de", "ja", "en-US", "ar-MA"} {
			before, _ := answer.Read(f, d, envFor("en"))
			d = answer.Restate(f, d, envFor("en"), envFor(tag))
			after, fault := answer.Read(f, d, envFor(tag))
			if d.Origin != answer.Suggested || fault != answer.FaultNone || after.Value.JSON() != before.Value.JSON() {
				t.Errorf("kind %v in %s: %+v is %q %s", f.Kind, tag, d, fault, after.Value.JSON())
			}
			if shown := answer.Start(f, envFor(tag)); !d.Same(shown) {
				t.Errorf("kind %v in %s stands as %+v, would open as %+v", f.Kind, tag, d, shown)
			}
			d = answer.Restate(f, d, envFor(tag), envFor("en"))
		}
	}
}

// Random answers survive random changes of locale and time zone, one after another, with and
// without the focus.
func TestRestate_AnyAnswerThroughAnyChanges(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 2))
	zones := []string{"Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia"}
	anywhere := func() answer.Env {
		return envAt(notations[random.IntN(len(notations))], zones[random.IntN(len(zones))])
	}
	for round := range rounds.Of(10_000) {
		f, d := anyDraft(random)
		start := anywhere()
		was, fault := answer.Read(f, d, start)
		text := d.Text
		now := start
		for range 1 + random.IntN(6) {
			next := anywhere()
			if random.IntN(3) == 0 {
				d = answer.Keep(f, d, now, next)
			} else {
				d = answer.Restate(f, d, now, next)
			}
			now = next
			got, gotFault := answer.Read(f, d, now)
			if gotFault != fault || got.Absent != was.Absent || got.Value.JSON() != was.Value.JSON() ||
				got.Instant != was.Instant || got.Offset != was.Offset {
				t.Fatalf("round %d: %+v is %q %s in %s, was %q %s in %s", round, d, gotFault, got.Value.JSON(), now.Locale.Tag, fault, was.Value.JSON(), start.Locale.Tag)
			}
			if fault != answer.FaultNone && d.Text != text {
				t.Fatalf("round %d: an unreadable text became %q, was %q", round, d.Text, text)
			}
		}
		settled := answer.Restate(f, d, now, now)
		if twice := answer.Restate(f, settled, now, now); !reflect.DeepEqual(twice, settled) {
			t.Fatalf("round %d: %+v, then %+v", round, settled, twice)
		}
		if fault == answer.FaultNone && settled.Locale != nil {
			t.Fatalf("round %d: a readable draft stays in another notation: %+v", round, settled)
		}
	}
}

// anyDraft returns a random draft, readable or not.
func anyDraft(random *rand.Rand) (schema.Field, answer.Draft) {
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	kind := []schema.Kind{schema.Number, schema.Number, schema.Number, schema.Integer, schema.Integer, schema.Date, schema.DateTime, schema.Text}[random.IntN(8)]
	f := schema.Field{Kind: kind}
	switch kind {
	case schema.Date, schema.DateTime:
		d := date(pick("4", "31", "", "1er", "٤"), pick("3", "Dez", "mars", "12月", "10", "", "?"), pick("2026", "", "26", "٢٠٢٦"))
		if kind == schema.DateTime {
			d = withClock(d, pick("10:00", "02:30", "2:30 pm", "午後2時", "", "25:00"), pick("", "", "Europe/London", "+02:00", "nowhere"))
			d.Fold = answer.Fold(random.IntN(3))
		}
		return f, d
	case schema.Text:
		return f, draftOf(pick("1.234", "x", ""))
	}
	if random.IntN(10) == 0 {
		f.Default = request.NumberValue(pick("1000", "1e3", "12345678", "2.0"))
		if kind == schema.Number {
			f.Default = request.NumberValue(pick("1.5", "1.234", "-0.50"))
		}
		return f, answer.Start(f, envFor("en"))
	}
	var b strings.Builder
	b.WriteString(pick("", "", "-", "+"))
	for range random.IntN(4) {
		b.WriteString(pick("1", "12", "234", "500", "000", "0", "7", "٣"))
		b.WriteString(pick(".", ",", " ", "’", "", "٫"))
	}
	b.WriteString(pick("1", "234", "500", "000", "5", "", "e3", "e-2", "x"))
	return f, draftOf(b.String())
}
