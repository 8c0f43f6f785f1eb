package flow

import (
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/answer/test/zonetest"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/wording/test/wordingtest"
)

func TestDayPicked_StandsInTheThreeControls(t *testing.T) {
	s := open(t, dayForm)
	next, effects := run(s, DayPicked{0, "2026-03-05"})
	if got := next.Request().Fields[0].Draft; got.Day != "5" || got.Month != "3" || got.Year != "2026" {
		t.Errorf("the draft is %+v", got)
	}
	if got := fills(effects); len(got) != 3 || got[0] != "0 false 5" || got[1] != "0 false 3" || got[2] != "0 false 2026" {
		t.Errorf("filled %q", got)
	}
	for _, day := range []string{"", "2026-03", "x"} {
		if same, _ := run(next, DayPicked{0, day}); !same.Request().Fields[0].Draft.Same(next.Request().Fields[0].Draft) {
			t.Errorf("%q changes the draft", day)
		}
	}
	if _, effects := run(open(t, contact), DayPicked{0, "2026-03-05"}); len(effects) > 0 {
		t.Errorf("a text takes a day: %v", effects)
	}
}

const twoDays = `{"message":"m","requestedSchema":{"type":"object","properties":{
	"from":{"type":"string","title":"From","format":"date"},
	"to":{"type":"string","title":"To","format":"date-time"},
	"text":{"type":"string","title":"Text"}}}}`

// withoutCalendar opens a form in a browser without a calendar.
func withoutCalendar(t *testing.T, locale string) State {
	t.Helper()
	l := localetest.WithCalendar(locale)
	s, _ := Update(State{Reader: Reader{Words: wordingtest.With(l), Env: answer.Env{Locale: l, Zones: zonetest.New("Europe/Berlin")}}}, arrive(t, "r", twoDays))
	return s
}

// Rows: T18, N33.
func TestCalendar_OpensForOneFieldAtATime(t *testing.T) {
	s := withoutCalendar(t, "en")
	s, effects := Update(s, CalendarPressed{0})
	if !s.Calendar(0).Open || s.Calendar(0).Day != s.Env.Today() || len(effects) != 1 || effects[0] != (FocusDay{0, s.Env.Today()}) {
		t.Errorf("opened as %+v with %v", s.Calendar(0), effects)
	}
	second, _ := Update(s, CalendarPressed{1})
	if second.Calendar(0).Open || !second.Calendar(1).Open {
		t.Errorf("two calendars: %+v, %+v", second.Calendar(0), second.Calendar(1))
	}
	if !second.Changed(&s, 1) {
		t.Error("the calendar that closes stays drawn")
	}
	for _, event := range []Event{CalendarPressed{0}, CalendarKey{Field: 0, Key: "Escape"}} {
		closed, effects := Update(s, event)
		if closed.Calendar(0).Open || len(effects) != 1 || effects[0] != (FocusCalendar{0}) {
			t.Errorf("%T: %+v with %v", event, closed.Calendar(0), effects)
		}
	}
	for _, event := range []Event{CalendarPressed{2}, CalendarPressed{9}, CalendarKey{Field: 0, Key: "Escape"}, CalendarKey{Field: 1, Key: "Escape"}, CalendarKey{Field: 1, Key: "Enter"}, CalendarTurned{1, 1}} {
		if same, effects := Update(withoutCalendar(t, "en"), event); len(effects) > 0 || same.View.calendar.Open {
			t.Errorf("%+v does something: %v", event, effects)
		}
	}
	if native, effects := Update(open(t, twoDays), CalendarPressed{0}); native.Calendar(0).Open || len(effects) > 0 {
		t.Error("a calendar opens beside the browser's own")
	}
}

// Rows: T18, N33.
func TestCalendar_Keys(t *testing.T) {
	for _, test := range []struct {
		locale string
		key    CalendarKey
		want   string
	}{
		{"en", CalendarKey{Key: "ArrowRight"}, "2028-03-01"},
		{"en", CalendarKey{Key: "ArrowLeft"}, "2028-02-28"},
		{"ar", CalendarKey{Key: "ArrowRight"}, "2028-02-28"},
		{"he", CalendarKey{Key: "ArrowLeft"}, "2028-03-01"},
		{"he", CalendarKey{Key: "ArrowDown"}, "2028-03-07"},
		{"en", CalendarKey{Key: "ArrowUp"}, "2028-02-22"},
		{"en", CalendarKey{Key: "Home"}, "2028-02-28"},
		{"en-US", CalendarKey{Key: "Home"}, "2028-02-27"},
		{"en", CalendarKey{Key: "End"}, "2028-03-05"},
		{"en", CalendarKey{Key: "PageDown"}, "2028-03-29"},
		{"en", CalendarKey{Key: "PageUp"}, "2028-01-29"},
		{"en", CalendarKey{Key: "PageDown", Shift: true}, "2029-02-28"},
		{"en", CalendarKey{Key: "PageUp", Shift: true}, "2027-02-28"},
		{"en", CalendarKey{Key: "Tab"}, ""},
		{"en", CalendarKey{Key: "a"}, ""},
	} {
		t.Run(test.locale+" "+test.key.Key, func(t *testing.T) {
			s, _ := run(withoutCalendar(t, test.locale), Edited{Field: 0, Draft: answer.Draft{Day: "29", Month: "2", Year: "2028"}}, CalendarPressed{0})
			next, effects := Update(s, test.key)
			if test.want == "" {
				if len(effects) > 0 || next.Calendar(0) != s.Calendar(0) || test.key.Handles(s.Reader) {
					t.Errorf("%+v does something: %v", test.key, effects)
				}
				return
			}
			if got := next.Calendar(0).Day; got.Text() != test.want || len(effects) != 1 || effects[0] != (FocusDay{0, got}) || !test.key.Handles(s.Reader) {
				t.Errorf("%s, %+v: %s with %v, want %s", test.locale, test.key, got.Text(), effects, test.want)
			}
		})
	}
}

// Rows: T18, N33.
func TestCalendar_TakesADay(t *testing.T) {
	opened, _ := run(withoutCalendar(t, "ar-EG"), Edited{Field: 1, Draft: answer.Draft{Day: "29", Month: "2", Year: "2028"}}, CalendarPressed{1})
	turned, effects := Update(opened, CalendarTurned{1, -12})
	if got := turned.Calendar(1).Day.Text(); got != "2027-02-28" || len(effects) > 0 {
		t.Errorf("turned to %s with %v", got, effects)
	}
	for _, event := range []Event{CalendarKey{Field: 1, Key: "Enter"}, CalendarKey{Field: 1, Key: " "}, DayPicked{1, "2027-02-28"}} {
		next, effects := run(turned, event)
		if draft := next.Request().Fields[1].Draft; next.Calendar(1).Open || draft.Day != "٢٨" || draft.Month != "٢" || draft.Year != "٢٠٢٧" {
			t.Errorf("%+v: %+v, open: %t", event, draft, next.Calendar(1).Open)
		}
		last := effects[len(effects)-2:]
		if last[0] != (FocusCalendar{1}) || last[1] != (Announce{Text: "الأحد، ٢٨ فبراير ٢٠٢٧"}) {
			t.Errorf("%+v: %v", event, last)
		}
	}
}

// typeKeys types into the control that has the focus, key by key, as a browser does: a key replaces a selected text.
func typeKeys(s State, segment validate.Segment, keys string) (State, validate.Segment) {
	isSelected := false
	for _, key := range keys {
		draft := s.Request().Fields[0].Draft
		text := map[validate.Segment]*string{validate.DaySegment: &draft.Day, validate.MonthSegment: &draft.Month, validate.YearSegment: &draft.Year}[segment]
		if isSelected {
			*text = ""
		}
		*text += string(key)
		var effects []Effect
		s, effects = run(s, DateTyped{Edited{Field: 0, Draft: draft}, segment})
		focus, hasMoved := has[FocusPart](effects)
		if hasMoved {
			segment = focus.Segment
		}
		isSelected = hasMoved
	}
	return s, segment
}

// Rows: T18.
func TestDateTyped_FillsAllControls(t *testing.T) {
	for _, test := range []struct{ locale, first, keys, want string }{
		{"en", "D", "14/2/2027", "14|2|2027"},
		{"en", "D", "14.2.2027", "14|2|2027"},
		{"en", "D", "2027-02-14", "14|2|2027"},
		{"en", "D", "14022027", "14|2|2027"},
		{"en", "D", "20270214", "14|2|2027"},
		{"en", "D", "14 February 2027", "14|2|2027"},
		{"en", "D", "2/14/2027", "14|2|2027"},
		{"en-US", "M", "2/14/2027", "14|2|2027"},
		{"en-US", "M", "02142027", "14|2|2027"},
		{"en-US", "M", "14022027", "14|2|2027"},
		{"en-US", "M", "Feb 14, 2027", "14|2|2027"},
		{"de", "D", "14. Februar 2027", "14|2|2027"},
		{"de", "D", "14.2.2027", "14|2|2027"},
		{"ja", "Y", "2027/2/14", "14|2|2027"},
		{"sv", "Y", "20270214", "14|2|2027"},
		// A sign after the date does not replace the last part, which is selected.
		{"ja", "Y", "2027年2月14日", "14|2|2027"},
		{"ko", "Y", "2027년 2월 14일", "14|2|2027"},
		{"ko", "Y", "2027. 2. 14.", " 14.| 2|2027"},
		{"zh", "Y", "2027年2月14号", "14|2|2027"},
		// A text that could be two dates, or that may continue, keeps its place.
		{"sv", "Y", "05032026", "||05032026"},
		{"en", "D", "31022027", "31022027||"},
		{"en", "D", "5", "5||"},
		{"en", "D", "14/2/27", "14|2|27"},
		{"en", "D", "40/", "40/||"},
		{"en", "D", "/", "/||"},
	} {
		t.Run(test.locale+" "+test.keys, func(t *testing.T) {
			l := localetest.For(test.locale)
			s, _ := Update(State{Reader: Reader{Words: wordingtest.With(l), Env: answer.Env{Locale: l, Zones: zonetest.New("UTC")}}}, arrive(t, "r", twoDays))
			field := s.Request().Fields[0]
			if field.Order[:1] != test.first {
				t.Fatalf("the order is %s", field.Order)
			}
			segments := field.DateSegments()
			s, last := typeKeys(s, segments[0], test.keys)
			draft := s.Request().Fields[0].Draft
			if got := draft.Day + "|" + draft.Month + "|" + draft.Year; got != test.want {
				t.Errorf("typed as %s, want %s", got, test.want)
			}
			if draft.Day != "" && draft.Month != "" && draft.Year != "" && last != segments[2] {
				t.Errorf("the focus is on segment %d", last)
			}
		})
	}
}
