package answer_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/answer/test/zonetest"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted/test/rounds"
)

// notations are locales that differ in their signs, in the order of their
// dates, or in neither.
var notations = []string{
	"en", "en-US", "en-GB", "en-IN", "de", "de-AT", "de-CH", "fr", "fr-CA", "es", "es-MX", "pt-BR", "pt-PT", "ar", "ar-MA", "he", "ja", "ko", "zh-CN", "pl", "nl-BE", "tlh", "sv", "hi", "th", "fa", "ar-EG",
}

func place(tag, zone string) answer.Env {
	return answer.Env{Locale: localetest.For(tag), Zones: zonetest.New(zone)}
}

func TestRestate_T10_NumbersKeepTheirValue(t *testing.T) {
	for _, test := range []struct {
		field          schema.Field
		text, from, to string
		want           string
	}{
		{number, "1.234", "en", "de", "1,234"},
		{number, "1,234", "en", "de", "1234"},
		{number, "1,234.5", "en", "de", "1234,5"},
		{number, "1.50", "en", "fr", "1,50"},
		{number, "2.5", "en", "de", "2,5"}, // and not 25 after another key
		{number, "1,234", "de", "en", "1.234"},
		{number, "1.234.567,89", "de", "ja", "1234567.89"},
		{number, "1’234.50", "de-CH", "de", "1234,50"},
		{number, "1,500", "en", "de-CH", "1500"}, // which would have to ask
		{number, "-1.5e3", "en", "de", "-1,5e3"},
		{number, "5.", "en", "de", "5"},
		{number, "١٬٥٠٠٫٢٥", "ar", "de", "١٬٥٠٠٫٢٥"}, // the same everywhere
		{number, "1,00,000", "en-IN", "de", "100000"},
		// What has no sign, or the same signs, is nobody's business.
		{number, " 007 ", "en", "de", " 007 "},
		{number, "1 234", "fr", "en", "1 234"},
		{number, "1e3", "en", "de", "1e3"},
		{number, "+2.50", "en", "ja", "+2.50"},
		{number, "1,234.5", "en-US", "en-GB", "1,234.5"},
		{integer, "1,234", "en", "de", "1234"},
		{integer, "1234", "en", "de", "1234"},
		{integer, "1.500", "de", "en", "1500"},
		// What cannot be read stays as it is.
		{number, "", "en", "de", ""},
		{number, "one", "en", "de", "one"},
		{number, "1,2.3", "en", "de", "1,2.3"},
		{integer, "1.500", "en", "de", "1.500"},
		{integer, "1.234", "en", "de", "1.234"},
		{number, "12,345", "de-CH", "en", "12,345"},
	} {
		got := answer.Restate(test.field, typed(test.text), in(test.from), in(test.to))
		if got.Text != test.want || got.Origin != answer.Edited {
			t.Errorf("%q from %s to %s: %+v, want %q", test.text, test.from, test.to, got, test.want)
		}
		before, fault := answer.Read(test.field, typed(test.text), in(test.from))
		after, now := answer.Read(test.field, got, in(test.to))
		if now != fault || !after.Value.Equal(before.Value) {
			t.Errorf("%q from %s to %s: %q %s, was %q %s", test.text, test.from, test.to, now, after.Value.JSON(), fault, before.Value.JSON())
		}
	}
}

// A draft that a person is filling in is read as it began, and echoed in the
// notation of the form around it.
func TestKeep_IsReadAsItBegan(t *testing.T) {
	kept := answer.Keep(number, typed("1.2"), in("en"), in("de"))
	kept.Text += "34"
	a, fault := answer.Read(number, kept, in("de"))
	if fault != answer.FaultNone || a.Value.Text != "1.234" || a.Understood != "1,234" {
		t.Errorf("went on as %q %s, understood %q", fault, a.Value.JSON(), a.Understood)
	}
	if again := answer.Keep(number, kept, in("de"), in("fr")); again.Locale == nil || again.Locale.Tag != "en" {
		t.Errorf("after another change it is in %+v", again.Locale)
	}
	if back := answer.Keep(number, kept, in("de"), in("en")); back.Locale != nil || back.Text != "1.234" {
		t.Errorf("back in en it is %+v", back)
	}
	left := answer.Restate(number, kept, in("de"), in("de"))
	if left.Text != "1,234" || left.Locale != nil {
		t.Errorf("left as %+v", left)
	}
	if none := answer.Keep(number, typed(""), in("en"), in("de")); none.Locale != nil {
		t.Errorf("who has typed nothing writes as in %+v", none.Locale)
	}
	// Half a number in groups is no decimal.
	kept = answer.Keep(number, typed("1,2"), in("en"), in("de"))
	kept.Text += "34"
	if a, _ := answer.Read(number, kept, in("de")); a.Value.Text != "1234" {
		t.Errorf("1,234 in en is %s", a.Value.JSON())
	}
}

func TestRestate_T19_N11_MomentsKeepTheirZone(t *testing.T) {
	moment := schema.Field{Kind: schema.DateTime}
	berlin, tokyo := place("en", "Europe/Berlin"), place("de", "Asia/Tokyo")
	full := at(date("4", "3", "2026"), "10:00", "")
	half := at(date("4", "", ""), "", "")
	chosen := at(date("4", "3", "2026"), "10:00", "America/New_York")
	for _, test := range []struct {
		name  string
		draft answer.Draft
		from  answer.Env
		to    answer.Env
		zone  string
	}{
		{"the clock was read in the person's zone of then", full, berlin, tokyo, "Europe/Berlin"},
		{"also before it can be read", half, berlin, tokyo, "Europe/Berlin"},
		{"a chosen zone stays", chosen, berlin, tokyo, "America/New_York"},
		{"nothing is answered yet", at(answer.Draft{Origin: answer.Untouched}, "", ""), berlin, tokyo, ""},
		{"the zone is the same", full, berlin, place("de", "Europe/Berlin"), ""},
	} {
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
	}
}

func TestRestate_P5_SuggestionsGoBackByteForByte(t *testing.T) {
	for _, f := range []schema.Field{
		{Kind: schema.Number, Default: elicit.NumberValue("1.50")},
		{Kind: schema.Integer, Default: elicit.NumberValue("1e3")},
		{Kind: schema.Date, Default: elicit.StringValue("2026-03-04")},
		{Kind: schema.DateTime, Default: elicit.StringValue("2026-07-01t09:30:00.250+05:30")},
		{Kind: schema.Text, Default: elicit.StringValue("1.234")},
	} {
		d := answer.Start(f, in("en"))
		for _, tag := range []string{"de", "ja", "en-US", "ar-MA"} {
			before, _ := answer.Read(f, d, in("en"))
			d = answer.Restate(f, d, in("en"), in(tag))
			after, fault := answer.Read(f, d, in(tag))
			if d.Origin != answer.Suggested || fault != answer.FaultNone || after.Value.JSON() != before.Value.JSON() {
				t.Errorf("kind %v in %s: %+v is %q %s", f.Kind, tag, d, fault, after.Value.JSON())
			}
			if shown := answer.Start(f, in(tag)); !d.Same(shown) {
				t.Errorf("kind %v in %s stands as %+v, would open as %+v", f.Kind, tag, d, shown)
			}
			d = answer.Restate(f, d, in(tag), in("en"))
		}
	}
}

// Random answers survive random changes of locale and time zone, one after
// another, whether a person is just filling them in or not.
func TestRestate_AnyAnswerThroughAnyChanges(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 2))
	zones := []string{"Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia"}
	anywhere := func() answer.Env {
		return place(notations[random.IntN(len(notations))], zones[random.IntN(len(zones))])
	}
	for round := range rounds.Of(10_000) {
		f, d := anyDraft(random)
		began := anywhere()
		was, fault := answer.Read(f, d, began)
		text := d.Text
		now := began
		for range 1 + random.IntN(6) {
			next := anywhere()
			if random.IntN(3) == 0 {
				d = answer.Keep(f, d, now, next)
			} else {
				d = answer.Restate(f, d, now, next)
			}
			now = next
			is, faultNow := answer.Read(f, d, now)
			if faultNow != fault || is.Absent != was.Absent || is.Value.JSON() != was.Value.JSON() ||
				is.Instant != was.Instant || is.Offset != was.Offset {
				t.Fatalf("round %d: %+v is %q %s in %s, was %q %s in %s", round, d, faultNow, is.Value.JSON(), now.Locale.Tag, fault, was.Value.JSON(), began.Locale.Tag)
			}
			if fault != answer.FaultNone && d.Text != text {
				t.Fatalf("round %d: what cannot be read became %q, was %q", round, d.Text, text)
			}
		}
		settled := answer.Restate(f, d, now, now)
		if again := answer.Restate(f, settled, now, now); !reflect.DeepEqual(again, settled) {
			t.Fatalf("round %d: %+v, then %+v", round, settled, again)
		}
		if fault == answer.FaultNone && settled.Locale != nil {
			t.Fatalf("round %d: a read draft stays in another notation: %+v", round, settled)
		}
	}
}

// anyDraft is something that a person may have typed, readable or not.
func anyDraft(random *rand.Rand) (schema.Field, answer.Draft) {
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	kind := []schema.Kind{schema.Number, schema.Number, schema.Number, schema.Integer, schema.Integer, schema.Date, schema.DateTime, schema.Text}[random.IntN(8)]
	f := schema.Field{Kind: kind}
	switch kind {
	case schema.Date, schema.DateTime:
		d := date(pick("4", "31", "", "1er", "٤"), pick("3", "Dez", "mars", "12月", "10", "", "?"), pick("2026", "", "26", "٢٠٢٦"))
		if kind == schema.DateTime {
			d = at(d, pick("10:00", "02:30", "2:30 pm", "午後2時", "", "25:00"), pick("", "", "Europe/London", "+02:00", "nowhere"))
			d.Fold = answer.Fold(random.IntN(3))
		}
		return f, d
	case schema.Text:
		return f, typed(pick("1.234", "x", ""))
	}
	if random.IntN(10) == 0 {
		f.Default = elicit.NumberValue(pick("1000", "1e3", "12345678", "2.0"))
		if kind == schema.Number {
			f.Default = elicit.NumberValue(pick("1.5", "1.234", "-0.50"))
		}
		return f, answer.Start(f, in("en"))
	}
	var b strings.Builder
	b.WriteString(pick("", "", "-", "+"))
	for range random.IntN(4) {
		b.WriteString(pick("1", "12", "234", "500", "000", "0", "7", "٣"))
		b.WriteString(pick(".", ",", " ", "’", "", "٫"))
	}
	b.WriteString(pick("1", "234", "500", "000", "5", "", "e3", "e-2", "x"))
	return f, typed(b.String())
}
