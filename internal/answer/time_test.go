package answer_test

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/zonetest"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

var timeOfDay = schema.Field{Kind: schema.Time}

func suggestedTime(text string) schema.Field {
	return schema.Field{Kind: schema.Time, Default: request.StringValue(text)}
}

// The tests are at [zonetest.Noon], in July.
// Rows: N11.
func TestTime_OffsetOfToday(t *testing.T) {
	for _, test := range []struct {
		clock, zone string
		sent, echo  string
	}{
		{"14:30", "", "14:30:00+02:00", "14:30 (Central European Summer Time, UTC+02:00)"},
		{"00:30:05", "", "00:30:05+02:00", "00:30:05 (Central European Summer Time, UTC+02:00)"},
		{"14:30:00.250", "UTC", "14:30:00.250Z", "14:30:00.250 (UTC)"},
		{"14:30", "America/New_York", "14:30:00-04:00", "14:30 (Eastern Daylight Time, UTC-04:00)"},
		{"23:15", "America/New_York", "23:15:00-04:00", "23:15 (Eastern Daylight Time, UTC-04:00)"},
		{"14:30", "+05:45", "14:30:00+05:45", "14:30 (UTC+05:45)"},
	} {
		t.Run(test.clock+" "+test.zone+" "+test.sent, func(t *testing.T) {
			a, fault := answer.Read(timeOfDay, withClock(answer.Draft{Origin: answer.Edited}, test.clock, test.zone), envFor("en"))
			if fault != answer.FaultNone || a.Value.Text != test.sent || a.Echo != test.echo {
				t.Errorf("%s %s: %q %q, echo %q, want %q and %q", test.clock, test.zone, a.Value.Text, fault, a.Echo, test.sent, test.echo)
			}
			want := answer.Display{Text: test.echo}
			if got := answer.Show(timeOfDay, a, envFor("en"), nil); got != want {
				t.Errorf("%s %s: shown as %+v, want %+v", test.clock, test.zone, got, want)
			}
		})
	}
}

// Rows: B41.
func TestTime_SaysWhatIsWrong(t *testing.T) {
	for _, test := range []struct {
		clock, zone string
		fault       answer.Fault
	}{
		{"-", "", answer.FaultUnrealClock}, // The text for an unfinished time.
		{"25:00", "", answer.FaultUnrealClock},
		{"10:00", "Nowhere/Land", answer.FaultUnknownZone},
		{"", "", answer.FaultNone},
		{"", "Europe/London", answer.FaultNone},
	} {
		t.Run(test.clock+" "+test.zone, func(t *testing.T) {
			a, fault := answer.Read(timeOfDay, withClock(answer.Draft{Origin: answer.Edited}, test.clock, test.zone), envFor("en"))
			if fault != test.fault || a.Absent != (fault == answer.FaultNone) {
				t.Errorf("%q %q: %q %+v, want %q", test.clock, test.zone, fault, a, test.fault)
			}
		})
	}
	if _, fault := answer.Read(timeOfDay, withClock(answer.Draft{Origin: answer.Edited}, "10:00", ""), answer.Env{}); fault != answer.FaultUnknownZone {
		t.Errorf("without zones: %q", fault)
	}
}

// Rows: P5.
func TestTime_UntouchedDefaultGoesBackByteForByte(t *testing.T) {
	for _, test := range []struct{ text, clock, zone, shown string }{
		{"09:30:00Z", "09:30", "UTC", "09:30 (UTC)"},
		{"09:30:05.250z", "09:30:05", "UTC", "09:30:05.250 (UTC)"},
		{"23:59:59.12345-03:30", "23:59:59", "-03:30", "23:59:59.12345 (UTC-03:30)"},
	} {
		t.Run(test.text+" "+test.clock+" "+test.zone, func(t *testing.T) {
			f := suggestedTime(test.text)
			d := answer.Start(f, envFor("en"))
			if d.Origin != answer.Suggested || d.Clock != test.clock || d.Zone != test.zone {
				t.Errorf("%s opens as %+v", test.text, d)
			}
			for _, env := range []answer.Env{envFor("en"), envFor("de"), {}} {
				a, fault := answer.Read(f, answer.Restate(f, d, envFor("en"), env), env)
				if fault != answer.FaultNone || a.Value.Text != test.text {
					t.Errorf("%s goes back as %q %q", test.text, a.Value.Text, fault)
				}
				if got := answer.Show(f, a, env, nil).Text; got != test.shown {
					t.Errorf("%s is shown as %q", test.text, got)
				}
			}
		})
	}
	for _, text := range []string{"", "09:30", "9:30:00Z", "2026-07-01T09:30:00Z", "09:30:00+2", "x"} {
		if d := answer.Start(suggestedTime(text), envFor("en")); d.Origin != answer.Untouched {
			t.Errorf("%q opens as %+v", text, d)
		}
	}
}

// Rows: N11.
func TestTime_KeepsItsZone(t *testing.T) {
	here, there := envAt("en", "Europe/Berlin"), envAt("de", "Asia/Tokyo")
	typed := withClock(answer.Draft{Origin: answer.Edited}, "10:00", "")
	if got := answer.Restate(timeOfDay, typed, here, there); got.Zone != "Europe/Berlin" || got.Clock != "10:00" {
		t.Errorf("a change of the zone makes %+v", got)
	}
	if got := answer.Restate(timeOfDay, answer.Draft{}, here, there); got.Zone != "" {
		t.Errorf("an absent answer has the zone %q", got.Zone)
	}
	if got := answer.Pin(timeOfDay, typed, here); got.Zone != "Europe/Berlin" {
		t.Errorf("a pinned draft is %+v", got)
	}
	if !answer.Echoes(timeOfDay) || !answer.HasZone(timeOfDay) {
		t.Error("the form does not show the zone")
	}
}

func FuzzTime(f *testing.F) {
	f.Add("14:30", uint8(0))
	f.Add("2:30 pm", uint8(1))
	f.Add("23:59:59.999", uint8(2))
	f.Add("-", uint8(3))
	f.Add("午後2時32分", uint8(4))
	f.Fuzz(func(t *testing.T, clock string, zoneIndex uint8) {
		zone := fuzzZones[int(zoneIndex)%len(fuzzZones)]
		a, fault := answer.Read(timeOfDay, withClock(answer.Draft{Origin: answer.Edited}, clock, zone), envFor("en"))
		if fault != answer.FaultNone || a.Absent {
			return
		}
		if !schema.ValidTime(a.Value.Text) {
			t.Fatalf("%q is sent as %q", clock, a.Value.Text)
		}
		got, err := time.Parse(time.RFC3339Nano, "2026-07-15T"+a.Value.Text)
		location, _ := time.LoadLocation(zone)
		_, want := time.UnixMilli(zonetest.Noon).In(location).Zone()
		if _, offset := got.Zone(); err != nil || offset != want || offset != a.Offset {
			t.Fatalf("%q in %s is sent as %q: %v", clock, zone, a.Value.Text, err)
		}
		back := suggestedTime(a.Value.Text)
		if start, fault := answer.Read(back, answer.Start(back, envFor("en")), envFor("en")); fault != answer.FaultNone || start.Value.Text != a.Value.Text {
			t.Fatalf("%q as a default goes back as %q %q", a.Value.Text, start.Value.Text, fault)
		}
	})
}

// The control opens with the server's suggestion in the local notation.
// Rows: N33.
func TestTime_OpensAsPeopleWriteIt(t *testing.T) {
	for tag, want := range map[string]string{"en-GB": "14:30", "en-US": "2:30 PM"} {
		t.Run(tag, func(t *testing.T) {
			env := envFor(tag)
			draft := answer.Start(suggestedTime("14:30:00Z"), env)
			if strings.Map(plainSpace, draft.Clock) != want {
				t.Errorf("%s: it opens with %q", tag, draft.Clock)
			}
			if a, fault := answer.Read(suggestedTime("14:30:00Z"), draft, env); fault != answer.FaultNone || a.Value.Text != "14:30:00Z" {
				t.Errorf("%q is read as %+v: %q", draft.Clock, a, fault)
			}
		})
	}
}

// A time without a zone is typed in any notation, and submitted as HH:MM.
// Rows: N11.
func TestLocalTime_IsSentAsHoursAndMinutes(t *testing.T) {
	f := schema.Field{Kind: schema.LocalTime, Default: request.StringValue("19:30")}
	for _, test := range []struct{ tag, typed, want, shown string }{
		{"en-GB", "14:30", "14:30", "14:30"},
		{"en-GB", "1430", "14:30", "14:30"},
		{"de", "0930", "09:30", "09:30"},
		{"de", "9.30 Uhr", "09:30", "09:30"},
		{"en-US", "2:30 pm", "14:30", "2:30 PM"},
		{"ja", "午後2時30分", "14:30", "14:30"},
		{"en-GB", "24:00", "", ""},
		{"en-GB", "soon", "", ""},
	} {
		t.Run(test.tag+" "+test.typed, func(t *testing.T) {
			env := envFor(test.tag)
			a, fault := answer.Read(f, answer.Draft{Origin: answer.Edited, Text: test.typed}, env)
			if test.want == "" {
				if fault != answer.FaultUnrealClock {
					t.Errorf("%s %q: %q %q", test.tag, test.typed, a.Value.Text, fault)
				}
				return
			}
			shown := answer.Show(f, a, env, nil)
			if a.Value.Text != test.want || strings.Map(plainSpace, shown.Text) != test.shown || shown.Raw != "" {
				t.Errorf("%s %q: %q, shown as %+v", test.tag, test.typed, a.Value.Text, shown)
			}
		})
	}
	if d := answer.Start(f, envFor("en-US")); strings.Map(plainSpace, d.Text) != "7:30 PM" {
		t.Errorf("it opens with %q", d.Text)
	} else if a, _ := answer.Read(f, d, envFor("en-US")); a.Value.Text != "19:30" {
		t.Errorf("the suggestion is sent as %q", a.Value.Text)
	}
	if a, _ := answer.Read(f, answer.Draft{Origin: answer.Cleared}, envFor("en")); !a.Absent {
		t.Error("an empty time is sent")
	}
}

// plainSpace replaces the narrow space of some versions of Intl by a plain one.
func plainSpace(r rune) rune {
	if unicode.IsSpace(r) {
		return ' '
	}
	return r
}
