package answer_test

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/schema"
)

var (
	jsonNumber  = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)
	jsonInteger = regexp.MustCompile(`^(0|-?[1-9][0-9]*)$`)
	// undisputed numbers have one meaning in every locale.
	undisputed = regexp.MustCompile(`^[+-]?[0-9]+(\.[0-9]{1,2})?([eE][+-]?[0-9]+)?$`)
	tags       = []string{"en", "de", "fr", "ar", "ja", "de-CH", "he", "es", "pt-BR", "fa", "sv", "hi", "ar-EG", "th", "de-AT"}
)

// ratio is the exact value of a literal with a small exponent.
func ratio(t *testing.T, literal string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(literal)
	if !ok {
		t.Fatalf("%q is not a number", literal)
	}
	return r
}

func FuzzNumber(f *testing.F) {
	for _, seed := range []string{
		"1,500", "1.500", "2,5", "1 234 567,89", "-0", "1E+3", "9007199254740993", "١٬٥٠٠٫٢٥", "1e308", "1e-308", "0.000", "007", ".5", "5.", "+1'000", "1.234,5", "٫", "--5", "1e", "1,00,000", "12,34,56,789.5", "1’234.50", "1,00,000,5",
	} {
		for i := range tags {
			f.Add(seed, uint8(i), true)
			f.Add(seed, uint8(i), false)
		}
	}
	f.Fuzz(func(t *testing.T, text string, language uint8, whole bool) {
		env := envFor(tags[int(language)%len(tags)])
		field := number
		if whole {
			field = integer
		}
		a, fault := answer.Read(field, draftOf(text), env)
		padded, paddedFault := answer.Read(field, draftOf(" "+text+"\u200b\u00a0"), env)
		if fault != paddedFault || a.Value.Text != padded.Value.Text {
			t.Fatalf("%q: spaces around it matter: %q %q, %q %q", text, a.Value.Text, fault, padded.Value.Text, paddedFault)
		}
		if fault == answer.FaultAmbiguous && (a.Readings[0] == a.Readings[1] || a.Readings[0] == "" || a.Readings[1] == "") {
			t.Fatalf("%q: readings %q", text, a.Readings)
		}
		if fault != answer.FaultNone || a.Absent {
			return
		}
		literal := a.Value.Text
		grammar := jsonNumber
		if whole {
			grammar = jsonInteger
		}
		if !grammar.MatchString(literal) {
			t.Fatalf("%q is sent as %q", text, literal)
		}
		value := ratio(t, literal)
		if near, _ := value.Float64(); math.IsInf(near, 0) || near == 0 && value.Sign() != 0 {
			t.Fatalf("%q: readers lose %q", text, literal)
		}
		if limit := ratio(t, "9007199254740991"); jsonInteger.MatchString(literal) && new(big.Rat).Abs(value).Cmp(limit) > 0 {
			t.Fatalf("%q: readers round %q", text, literal)
		}
		if undisputed.MatchString(text) && ratio(t, strings.TrimPrefix(text, "+")).Cmp(value) != 0 {
			t.Fatalf("%q is sent as %q", text, literal)
		}
		// The text of the review and the echo have the same meaning when they are typed.
		for _, shown := range []string{answer.FormatNumber(literal, env.Locale), a.Echo} {
			if shown == "" {
				continue
			}
			back, fault := answer.Read(number, draftOf(shown), env)
			if fault != answer.FaultNone || ratio(t, back.Value.Text).Cmp(value) != 0 {
				t.Fatalf("%q is sent as %q and shown as %q, which is read as %q %q", text, literal, shown, back.Value.Text, fault)
			}
		}
	})
}

func FuzzDate(f *testing.F) {
	f.Add("31", "12", "2026", uint8(0))
	f.Add("29", "2", "2024", uint8(0))
	f.Add("29", "Feb", "1900", uint8(0))
	f.Add("1er", "août", "0001", uint8(2))
	f.Add("٣١", "ديسمبر", "٢٠٢٦", uint8(3))
	f.Add("31日", "3月", "2026年", uint8(4))
	f.Add("2026-12-31", "", "", uint8(0))
	f.Add("5", "13", "2026", uint8(0))
	f.Fuzz(func(t *testing.T, day, month, year string, language uint8) {
		env := envFor(tags[int(language)%len(tags)])
		whatever := schema.Field{Kind: schema.Date}
		kept := answer.Pin(whatever, date(day, month, year), env)
		if kept.Locale != nil {
			kept.Locale = answer.NewLocale(answer.ReadFacts(kept.Notation()))
		}
		answer.Restate(whatever, kept, env, envFor(tags[int(language+1)%len(tags)]))
		a, fault := answer.Read(schema.Field{Kind: schema.Date}, date(day, month, year), env)
		var d, m, y int
		if plainInt(day, &d, 2) && plainInt(month, &m, 2) && plainInt(year, &y, 4) && len(year) == 4 {
			made := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
			real := y >= 1 && made.Year() == y && made.Month() == time.Month(m) && made.Day() == d
			if real && fault == answer.FaultOtherCalendar && env.Locale.Year != "" {
				return
			}
			if real != (fault == answer.FaultNone) || real && a.Value.Text != made.Format(time.DateOnly) {
				t.Fatalf("%q %q %q: %q %q", day, month, year, a.Value.Text, fault)
			}
		}
		if fault != answer.FaultNone || a.Absent {
			return
		}
		if parsed, err := time.Parse(time.DateOnly, a.Value.Text); err != nil || parsed.Year() < 1 {
			t.Fatalf("%q %q %q is sent as %q", day, month, year, a.Value.Text)
		}
		if answer.Show(schema.Field{Kind: schema.Date}, a, env, nil).Text == a.Value.Text {
			t.Fatalf("%q is not shown in words", a.Value.Text)
		}
		suggested := schema.Field{Kind: schema.Date, Default: a.Value}
		start := answer.Start(suggested, env)
		start.Origin = answer.Edited
		if back, fault := answer.Read(suggested, start, env); fault != answer.FaultNone || back.Value.Text != a.Value.Text {
			t.Fatalf("%q opens as %+v, which is read as %q %q", a.Value.Text, start, back.Value.Text, fault)
		}
	})
}

// plainInt reads a run of at most size ASCII digits.
func plainInt(text string, n *int, size int) bool {
	if text == "" || len(text) > size || strings.Trim(text, "0123456789") != "" {
		return false
	}
	_, err := fmt.Sscanf(text, "%d", n)
	return err == nil
}

var fuzzZones = []string{
	"Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns", "Africa/Cairo", "Pacific/Apia", "UTC", "America/Sao_Paulo",
}

func FuzzDateTime(f *testing.F) {
	f.Add(2026, 7, 15, "14:32", uint8(0), uint8(0))
	f.Add(2026, 3, 29, "02:30", uint8(0), uint8(0))
	f.Add(2026, 10, 25, "2:30 am", uint8(0), uint8(1))
	f.Add(2026, 10, 25, "02:30:59", uint8(0), uint8(2))
	f.Add(2026, 4, 5, "1.45", uint8(2), uint8(0))
	f.Add(2011, 12, 30, "12:00", uint8(6), uint8(0))
	f.Add(2026, 1, 1, "午後2時32分", uint8(3), uint8(0))
	f.Add(9999, 12, 31, "23:59:59.999", uint8(1), uint8(0))
	f.Fuzz(func(t *testing.T, year, month, day int, clock string, zoneIndex, fold uint8) {
		// Before 1972 some offsets had seconds, which RFC 3339 cannot express.
		if year < 1972 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31 {
			return
		}
		zone := fuzzZones[int(zoneIndex)%len(fuzzZones)]
		d := withClock(date(fmt.Sprint(day), fmt.Sprint(month), fmt.Sprint(year)), clock, zone)
		d.Fold = answer.Fold(fold % 3)
		f := schema.Field{Kind: schema.DateTime}
		a, fault := answer.Read(f, d, envFor("en"))
		// The same clock in UTC is the typed wall clock.
		d.Zone = "UTC"
		wall, wallFault := answer.Read(f, d, envFor("en"))
		if wallFault != answer.FaultNone || wall.Absent {
			if fault != wallFault {
				t.Fatalf("%+v: %q in %s, %q in UTC", d, fault, zone, wallFault)
			}
			return
		}
		location, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		typedWall, err := time.Parse(time.RFC3339Nano, wall.Value.Text)
		if err != nil {
			t.Fatalf("%+v: %v", d, err)
		}
		matches := instantsOf(typedWall, location)
		switch fault {
		case answer.FaultSkipped:
			if len(matches) != 0 {
				t.Fatalf("%s in %s exists: %v", typedWall, zone, matches)
			}
			return
		case answer.FaultTwice:
			if len(matches) != 2 {
				t.Fatalf("%s in %s exists %d times", typedWall, zone, len(matches))
			}
			return
		case answer.FaultNone:
		default:
			t.Fatalf("%+v: %q in %s", d, fault, zone)
		}
		got, err := time.Parse(time.RFC3339Nano, a.Value.Text)
		if err != nil {
			t.Fatalf("%+v is sent as %q: %v", d, a.Value.Text, err)
		}
		const layout = "2006-01-02 15:04:05.999999999"
		if got.In(location).Format(layout) != typedWall.Format(layout) || got.Format(layout) != typedWall.Format(layout) {
			t.Fatalf("%s in %s is sent as %q", typedWall.Format(layout), zone, a.Value.Text)
		}
		want := matches[0]
		if d.Fold == answer.FoldLater {
			want = matches[len(matches)-1]
		}
		if got.Unix() != want || a.Instant != want {
			t.Fatalf("%s in %s is instant %d, want %d", typedWall.Format(layout), zone, got.Unix(), want)
		}
	})
}

// instantsOf tries every quarter of an hour for the instants with the given wall
// clock in location, earlier first.
func instantsOf(wall time.Time, location *time.Location) (found []int64) {
	for offset := 15 * 3600; offset >= -15*3600; offset -= 900 {
		unix := wall.Unix() - int64(offset)
		if _, actual := time.Unix(unix, 0).In(location).Zone(); actual == offset {
			found = append(found, unix)
		}
	}
	return found
}
