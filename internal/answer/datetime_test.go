package answer_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/zonetest"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

var (
	berlin   = zonetest.New("Europe/Berlin")
	instant  = schema.Field{Kind: schema.DateTime}
	anyMonth = date("15", "7", "2026")
)

func withClock(d answer.Draft, clock, zone string) answer.Draft {
	d.Clock, d.Zone = clock, zone
	return d
}

// Rows: T19, N11.
func TestDateTime_OffsetOfThatDay(t *testing.T) {
	for _, test := range []struct {
		draft answer.Draft
		want  string
		shown string
	}{
		{withClock(date("15", "7", "2026"), "14:32", ""), "2026-07-15T14:32:00+02:00",
			"15 July 2026, 14:32 (Central European Summer Time, UTC+02:00)"},
		{withClock(date("15", "1", "2026"), "14:32:05", ""), "2026-01-15T14:32:05+01:00",
			"15 January 2026, 14:32:05 (Central European Standard Time, UTC+01:00)"},
		{withClock(date("15", "7", "2026"), "2:32 pm", "America/New_York"), "2026-07-15T14:32:00-04:00",
			"15 July 2026, 14:32 (Eastern Daylight Time, UTC-04:00)"},
		{withClock(date("15", "7", "2026"), "14:32", "UTC"), "2026-07-15T14:32:00Z", "15 July 2026, 14:32 (UTC)"},
		{withClock(date("15", "7", "2026"), "14:32", "Z"), "2026-07-15T14:32:00Z", "15 July 2026, 14:32 (UTC)"},
		{withClock(date("15", "1", "2026"), "14:32", "Europe/London"), "2026-01-15T14:32:00Z",
			"15 January 2026, 14:32 (Greenwich Mean Time, UTC)"},
		{withClock(date("15", "7", "2026"), "14:32", "+05:45"), "2026-07-15T14:32:00+05:45", "15 July 2026, 14:32 (UTC+05:45)"},
		{withClock(date("15", "7", "2026"), "14:32", "UTC-3"), "2026-07-15T14:32:00-03:00", "15 July 2026, 14:32 (UTC-03:00)"},
		{withClock(date("2026-07-15", "", ""), "14.32", ""), "2026-07-15T14:32:00+02:00",
			"15 July 2026, 14:32 (Central European Summer Time, UTC+02:00)"},
	} {
		t.Run(fmt.Sprintf("%+v", test.draft), func(t *testing.T) {
			a, fault := answer.Read(instant, test.draft, envFor("en"))
			if fault != answer.FaultNone || a.Value.Text != test.want {
				t.Errorf("%+v: %q %q, want %q", test.draft, a.Value.Text, fault, test.want)
				return
			}
			if got := answer.Show(instant, a, envFor("en"), nil).Text; got != test.shown || a.Echo != test.shown {
				t.Errorf("%+v: shown %q, echo %q, want %q", test.draft, got, a.Echo, test.shown)
			}
			parsed, err := time.Parse(time.RFC3339, a.Value.Text)
			if _, offset := parsed.Zone(); err != nil || parsed.Unix() != a.Instant || offset != a.Offset {
				t.Errorf("%+v: instant %d, offset %d: %v", test.draft, a.Instant, a.Offset, err)
			}
		})
	}
}

// Rows: T19.
func TestDateTime_ReadsClocks(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"14:32", "14:32:00"}, {"14:32:05", "14:32:05"}, {"14.32", "14:32:00"}, {"14.32.05", "14:32:05"}, {"9:05", "09:05:00"}, {"1432", "14:32:00"},
		{"2:32 pm", "14:32:00"}, {"2:32PM", "14:32:00"}, {"2:32 p.m.", "14:32:00"}, {"2:32 p. m.", "14:32:00"}, {"2pm", "14:00:00"}, {"2 a.m.", "02:00:00"},
		{"12am", "00:00:00"}, {"12:30 am", "00:30:00"}, {"12pm", "12:00:00"}, {"12:30 pm", "12:30:00"}, {"2.32 pm", "14:32:00"}, {"2:32p", "14:32:00"},
		{"14h32", "14:32:00"}, {"14 h 32", "14:32:00"}, {"14h", "14:00:00"}, {"14 Uhr", "14:00:00"}, {"14.32 Uhr", "14:32:00"}, {"14:32 h", "14:32:00"},
		{"14 Uhr 30", "14:30:00"}, {"14時32分", "14:32:00"}, {"午後2時32分", "14:32:00"}, {"午前0時5分", "00:05:00"}, {"午後0時30分", "12:30:00"}, {"１４：３２", "14:32:00"},
		{"午後２時３２分５秒", "14:32:05"}, {"오후 2:32", "14:32:00"}, {"오전 2시 5분", "02:05:00"}, {"下午2:32", "14:32:00"}, {"上午9点", "09:00:00"}, {"14时32分", "14:32:00"},
		{"٢:٣٢ م", "14:32:00"}, {"٢:٣٢ ص", "02:32:00"}, {"2:32 مساءً", "14:32:00"}, {"2:32 אחה״צ", "14:32:00"}, {`9:05 לפנה"צ`, "09:05:00"},
		{" \u200e14:32\u00a0", "14:32:00"}, {"14:32:05.250", "14:32:05.250"}, {"14:32:05,5", "14:32:05.5"}, {"0:00", "00:00:00"}, {"23:59:59", "23:59:59"},
	} {
		t.Run(test.text, func(t *testing.T) {
			a, fault := answer.Read(instant, withClock(anyMonth, test.text, "UTC"), envFor("en"))
			if want := "2026-07-15T" + test.want + "Z"; fault != answer.FaultNone || a.Value.Text != want {
				t.Errorf("%q: %q %q, want %q", test.text, a.Value.Text, fault, want)
			}
		})
	}
}

// Rows: B41.
func TestDateTime_RefusesUnrealClocks(t *testing.T) {
	for _, text := range []string{
		"24:00", "25:00", "14:60", "23:59:60", "14", "2", "14:5", "14:", ":32", "14:32:", "14:32:5", "1:2:3:4", "14:32:05.", "14-32", "noon", "pm",
		"13pm", "14:32 pm", "-1:00", "143", "14325", "14：", "14:32:05.1.2", "am pm", "14:032", "99 Uhr",
	} {
		if a, fault := answer.Read(instant, withClock(anyMonth, text, ""), envFor("en")); fault != answer.FaultUnrealClock {
			t.Errorf("%q: %q %q", text, a.Value.Text, fault)
		}
	}
}

func TestDateTime_SaysWhatIsMissing(t *testing.T) {
	for _, test := range []struct {
		draft answer.Draft
		want  answer.Fault
	}{
		{withClock(answer.Draft{}, "14:32", ""), answer.FaultMissingDay},
		{withClock(date("1", "", "2026"), "14:32", ""), answer.FaultMissingMonth},
		{withClock(date("1", "1", ""), "", ""), answer.FaultMissingYear},
		{withClock(date("30", "2", "2026"), "14:32", ""), answer.FaultUnrealDate},
		{withClock(anyMonth, " ", ""), answer.FaultNoClock},
		{withClock(anyMonth, "14:32", "Mars/Olympus"), answer.FaultUnknownZone},
		{withClock(anyMonth, "14:32", "Local"), answer.FaultUnknownZone},
		{withClock(anyMonth, "14:32", "+25:00"), answer.FaultUnknownZone},
	} {
		t.Run(fmt.Sprintf("%+v", test.draft), func(t *testing.T) {
			if _, fault := answer.Read(instant, test.draft, envFor("en")); fault != test.want {
				t.Errorf("%+v: %q, want %q", test.draft, fault, test.want)
			}
		})
	}
	if a, fault := answer.Read(instant, withClock(answer.Draft{}, " ", "Asia/Tokyo"), envFor("en")); !a.Absent || fault != answer.FaultNone {
		t.Errorf("a zone alone is an answer: %q", fault)
	}
	if _, fault := answer.Read(instant, withClock(anyMonth, "14:32", ""), answer.Env{}); fault != answer.FaultUnknownZone {
		t.Errorf("without zones: %q", fault)
	}
	if a, fault := answer.Read(instant, withClock(anyMonth, "14:32", "+02:00"), answer.Env{}); fault != answer.FaultNone || a.Value.Text != "2026-07-15T14:32:00+02:00" {
		t.Errorf("a fixed offset needs no zones: %q", fault)
	}
}

// Rows: T19, B41.
func TestDateTime_SkippedAndRepeatedTimes(t *testing.T) {
	for _, test := range []struct {
		draft    answer.Draft
		fault    answer.Fault
		readings [2]string
	}{
		{withClock(date("29", "3", "2026"), "02:30", ""), answer.FaultSkipped, [2]string{"01:30", "03:30"}},
		{withClock(date("8", "3", "2026"), "2:00 am", "America/New_York"), answer.FaultSkipped, [2]string{"01:00", "03:00"}},
		{withClock(date("4", "10", "2026"), "02:10", "Australia/Lord_Howe"), answer.FaultSkipped, [2]string{"01:40", "02:40"}},
		{withClock(date("30", "12", "2011"), "12:00", "Pacific/Apia"), answer.FaultSkipped, [2]string{"29 December 2011, 12:00", "31 December 2011, 12:00"}},
		{withClock(date("25", "10", "2026"), "02:30", ""), answer.FaultTwice, [2]string{"UTC+02:00", "UTC+01:00"}},
		{withClock(date("1", "11", "2026"), "01:30", "America/New_York"), answer.FaultTwice, [2]string{"UTC-04:00", "UTC-05:00"}},
	} {
		t.Run(fmt.Sprintf("%+v", test.draft), func(t *testing.T) {
			a, fault := answer.Read(instant, test.draft, envFor("en"))
			if fault != test.fault || a.Readings != test.readings {
				t.Errorf("%+v: %q %q, want %q %q", test.draft, fault, a.Readings, test.fault, test.readings)
			}
		})
	}
	for fold, want := range map[answer.Fold]string{
		answer.FoldEarlier: "2026-10-25T02:30:00+02:00",
		answer.FoldLater:   "2026-10-25T02:30:00+01:00",
	} {
		d := withClock(date("25", "10", "2026"), "02:30", "")
		d.Fold = fold
		if a, fault := answer.Read(instant, d, envFor("en")); fault != answer.FaultNone || a.Value.Text != want {
			t.Errorf("fold %d: %q %q", fold, a.Value.Text, fault)
		}
	}
	// A fold from another day is ignored.
	d := withClock(anyMonth, "02:30", "")
	d.Fold = answer.FoldLater
	if a, fault := answer.Read(instant, d, envFor("en")); fault != answer.FaultNone || a.Value.Text != "2026-07-15T02:30:00+02:00" {
		t.Errorf("stale fold: %q %q", a.Value.Text, fault)
	}
}

func TestDateTime_OldOffsetsAreRoundedToMinutes(t *testing.T) {
	// Local mean time of Berlin was 53 minutes and 28 seconds ahead.
	a, fault := answer.Read(instant, withClock(date("1", "1", "1880"), "12:00", ""), envFor("en"))
	if fault != answer.FaultNone || a.Value.Text != "1880-01-01T12:00:00+00:53" {
		t.Errorf("%q %q", a.Value.Text, fault)
	}
}

// Rows: N11.
func TestDateTime_UntouchedDefaultGoesBackByteForByte(t *testing.T) {
	for _, test := range []struct {
		text, clock, zone string
		edited            string // after the day was set to 20
	}{
		{"2026-07-15T14:32:00+02:00", "14:32", "+02:00", "2026-07-20T14:32:00+02:00"},
		{"2026-07-15t14:32:05.123z", "14:32:05.123", "UTC", "2026-07-20T14:32:05.123Z"},
		{"2026-07-15T14:32:00.000Z", "14:32:00.000", "UTC", "2026-07-20T14:32:00.000Z"},
		{"2026-07-15T04:32:05-00:00", "04:32:05", "UTC", "2026-07-20T04:32:05Z"},
		{"2026-01-15T14:32:00-09:30", "14:32", "-09:30", "2026-01-20T14:32:00-09:30"},
	} {
		t.Run(test.text+" "+test.clock+" "+test.zone, func(t *testing.T) {
			f := schema.Field{Kind: schema.DateTime, Default: request.StringValue(test.text)}
			d := answer.Start(f, envFor("en"))
			if d.Origin != answer.Suggested || d.Day != "15" || d.Year != "2026" || d.Clock != test.clock || d.Zone != test.zone {
				t.Errorf("%s opens with %+v", test.text, d)
			}
			a, fault := answer.Read(f, d, envFor("en"))
			if fault != answer.FaultNone || a.Value.Text != test.text || a.Echo != "" {
				t.Errorf("%s is sent as %q %q", test.text, a.Value.Text, fault)
			}
			d.Origin, d.Day = answer.Edited, "20"
			if a, fault := answer.Read(f, d, envFor("en")); fault != answer.FaultNone || a.Value.Text != test.edited {
				t.Errorf("%s edited is sent as %q %q", test.text, a.Value.Text, fault)
			}
		})
	}
}

// A suggestion without an offset is read in the person's zone, which the form shows beside it. Where the clocks
// change, the form asks.
func TestDateTime_DefaultsWithoutAZone(t *testing.T) {
	for _, test := range []struct {
		kind                     schema.Kind
		text, zone, sent, review string
	}{
		{schema.DateTime, "2026-03-01T09:30:00", "Europe/Berlin", "2026-03-01T09:30:00+01:00", "1 March 2026, 09:30 (Central European Standard Time, UTC+01:00)"},
		{schema.DateTime, "2026-07-01T09:30:00.5", "Europe/Berlin", "2026-07-01T09:30:00.5+02:00", "1 July 2026, 09:30:00.5 (Central European Summer Time, UTC+02:00)"},
		{schema.DateTime, "2026-03-01T09:30:00", "UTC", "2026-03-01T09:30:00Z", "1 March 2026, 09:30 (UTC)"},
		{schema.DateTime, "2026-03-29T02:30:00", "Europe/Berlin", "skipped", ""},
		{schema.DateTime, "2026-10-25T02:30:00", "Europe/Berlin", "twice", ""},
		{schema.Time, "09:30:00", "Europe/Berlin", "09:30:00+02:00", "09:30 (Central European Summer Time, UTC+02:00)"},
	} {
		t.Run(test.text+" "+test.zone+" "+test.sent, func(t *testing.T) {
			f, env := schema.Field{Kind: test.kind, Default: request.StringValue(test.text)}, envAt("en", test.zone)
			d := answer.Start(f, env)
			a, fault := answer.Read(f, d, env)
			if got := a.Value.Text + string(fault); d.Origin != answer.Suggested || d.Zone != "" || got != test.sent || !answer.LacksZone(f) {
				t.Errorf("%s opens as %+v and is sent as %s", test.text, d, got)
			}
			if got := answer.Show(f, a, env, nil).Text; fault == answer.FaultNone && got != test.review {
				t.Errorf("%s is shown as %q", test.text, got)
			}
			if got := answer.Show(f, answer.Answer{Value: f.Default}, env, nil).Text; strings.Contains(got, "(") || strings.Contains(got, "T") {
				t.Errorf("without a zone, %s is shown as %q", test.text, got)
			}
		})
	}
}

// Rows: B41.
func TestDateTime_DefaultsThatAreNotRFC3339AreNotApplied(t *testing.T) {
	for _, text := range []string{
		"2023-02-20T10:00", "2023-02-20T10", "2023-02-20", "2023-02-20 10:00:00Z", "2023-02-20T10:00Z", "2023-02-20T1:00:00Z", "2023-02-20T10:00:00+2",
		"2023-02-20T10:00:00+0200", "2023-02-20T10:00:00+24:00", "2023-02-20T10:00:00,5Z", "2023-02-20T10:00:00.Z", "2023-02-20T10.00.00Z", "tomorrow at noon please", "",
		"2026-02-30T10:00:00Z", "0000-01-01T10:00:00Z", "2026-02-20T24:00:00Z", "2026-06-30T23:59:60Z",
	} {
		f := schema.Field{Kind: schema.DateTime, Default: request.StringValue(text)}
		if d := answer.Start(f, envFor("en")); d.Origin != answer.Untouched || !d.Blank() {
			t.Errorf("%q: %+v", text, d)
		}
	}
}

// Rows: T19.
func TestShow_DateTimes(t *testing.T) {
	d := withClock(date("31", "12", "2026"), "23:30", "America/New_York")
	for _, test := range []struct{ tag, shown string }{
		{"en", "31 December 2026, 23:30 (Eastern Standard Time, UTC-05:00)"},
		{"de", "31. Dezember 2026, 23:30 (Eastern Standard Time, UTC-05:00)"},
		{"fr", "31 décembre 2026, 23:30 (Eastern Standard Time, UTC-05:00)"},
		{"ar", "31 ديسمبر 2026، 11:30 م (Eastern Standard Time، UTC-05:00)"},
		{"ja", "2026年12月31日 23:30 (Eastern Standard Time UTC-05:00)"},
	} {
		t.Run(test.tag+" "+test.shown, func(t *testing.T) {
			a, _ := answer.Read(instant, d, envFor(test.tag))
			if got := answer.Show(instant, a, envFor(test.tag), nil); got != (answer.Display{Text: test.shown}) {
				t.Errorf("%s: %+v, want %q", test.tag, got, test.shown)
			}
		})
	}
	// A default is shown from its value.
	a := answer.Answer{Value: request.StringValue("2026-07-15T14:32:05.5+02:00")}
	if got := answer.Show(instant, a, envFor("en"), nil).Text; got != "15 July 2026, 14:32:05.5 (UTC+02:00)" {
		t.Errorf("default: %q", got)
	}
	if got := answer.Show(instant, answer.Answer{Absent: true}, envFor("en"), nil); got != (answer.Display{}) {
		t.Errorf("absent: %+v", got)
	}
	if got := answer.Show(instant, answer.Answer{Value: request.StringValue("whenever")}, envFor("en"), nil).Text; got != "whenever" {
		t.Errorf("unreadable: %q", got)
	}
}

func TestZoneLabel(t *testing.T) {
	for zone, want := range map[string]string{
		"Europe/Berlin": "Europe/Berlin", "America/New_York": "America/New York", "UTC": "UTC", "+02:00": "UTC+02:00", "-09:30": "UTC-09:30",
	} {
		t.Run(zone, func(t *testing.T) {
			if got := answer.ZoneLabel(zone); got != want {
				t.Errorf("%s: got %q, want %q", zone, got, want)
			}
		})
	}
}
