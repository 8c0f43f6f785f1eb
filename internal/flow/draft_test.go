package flow

import (
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
)

const everything = `{"message":"m","requestedSchema":{"type":"object","properties":{
	"":{"type":"string","title":"Text"},"when":{"type":"string","format":"date-time"},
	"many":{"type":"array","items":{"type":"string","enum":["a","b","c"]}},
	"default":{"type":"string","default":"x"},"kept":{"type":"string","default":"y"},
	"password":{"type":"string"},"object":{"type":"object"}}}}`

func withDrafts(t *testing.T, params string, draft request.Value) State {
	t.Helper()
	e := arrive(t, "1", params)
	e.Drafts, e.Draft = true, draft
	s, _ := Update(start(t), e)
	return s
}

// Rows: N24, B39.
func TestDraft_ComesBackWithoutSecrets(t *testing.T) {
	s := withDrafts(t, everything, request.Value{})
	if s.DraftRestored {
		t.Error("restored from nothing")
	}
	moment := answer.Draft{Day: "1", Month: "2", Year: "2027", Clock: "10:00", Zone: "Europe/Paris", Fold: answer.FoldLater}
	s, effects := run(s, typeText(0, "line\nline"), choose(2, 0, 2), Refilled{Field: 3}, typeText(5, "hunter2"))
	if wake, ok := has[Wake](effects); !ok || wake.Alarm != DraftAlarm {
		t.Fatal("nobody keeps the draft")
	}
	field := s.Request().mutableField(1)
	field.Draft = moment
	field.Draft.Origin = answer.Edited
	s, effects = run(s, Woken{Alarm: DraftAlarm})
	saved, ok := has[KeepDraft](effects)
	if !ok {
		t.Fatal("no draft")
	}
	text := saved.Draft.JSON()
	for _, never := range []string{"hunter2", "password", `"y"`} {
		if strings.Contains(text, never) {
			t.Errorf("the draft holds %s: %s", never, text)
		}
	}

	restored := withDrafts(t, everything, saved.Draft)
	if !restored.DraftRestored {
		t.Fatal("nothing came back")
	}
	for i := range len(s.Request().Fields) {
		if i == 5 {
			continue // The secret.
		}
		if got, want := restored.Request().Fields[i].Draft, s.Request().Fields[i].Draft; !got.Same(want) || got.Origin != want.Origin || got.Fold != want.Fold {
			t.Errorf("field %d came back as %+v, was %+v", i, got, want)
		}
	}
	if restored.Request().Fields[5].Draft.Text != "" {
		t.Error("the secret came back")
	}

	// The host may refuse the answers, and forgets the draft when it accepts them.
	_, effects = run(restored, Continue, Send)
	if last, ok := has[KeepDraft](effects); !ok || last.Draft.JSON() != text {
		t.Errorf("the answers leave with the draft %s", last.Draft.JSON())
	}
}

// A draft carries the notation of its numbers and months, because the next locale may know no other.
// Rows: N24, B42.
func TestDraft_MeansTheSameInAnotherLocale(t *testing.T) {
	const form = `{"message":"m","requestedSchema":{"type":"object","properties":{"n":{"type":"number"},"d":{"type":"string","format":"date"},"?":{"type":"number"}}}}`
	began := withDrafts(t, form, request.Value{})
	s, _ := run(began, in("de"), typeText(0, "1.500,5"), Edited{Field: 1, Draft: answer.Draft{Day: "5", Month: "Mai", Year: "2026"}}, typeText(2, "1,5,0"))
	_, effects := run(s, Woken{Alarm: DraftAlarm})
	saved, _ := has[KeepDraft](effects)
	for locale, want := range map[string][2]string{"en": {"1500.5", "May"}, "de": {"1.500,5", "Mai"}, "pl": {"1.500,5", "maja"}} {
		t.Run(locale, func(t *testing.T) {
			e := arrive(t, "1", form)
			e.Drafts, e.Draft = true, saved.Draft
			s, _ := run(start(t), in(locale))
			s, _ = Update(s, e)
			if n, d, choice := s.Request().Fields[0].Draft, s.Request().Fields[1].Draft, s.Request().Fields[2].Draft; n.Text != want[0] || d.Month != want[1] || choice.Text != "1,5,0" {
				t.Errorf("in %s: %+v %+v %+v", locale, n, d, choice)
			}
		})
	}
}

// A draft is saved while the person types, also with a month that does not exist.
func TestDraft_HasAnyMonth(t *testing.T) {
	const form = `{"message":"m","requestedSchema":{"type":"object","properties":{"d":{"type":"string","format":"date"}}}}`
	for _, month := range []string{"0", "12", "13", "99", "13.", "١٣", "13月"} {
		t.Run(month, func(t *testing.T) {
			s, _ := run(withDrafts(t, form, request.Value{}), Edited{Field: 0, Draft: answer.Draft{Day: "5", Month: month, Year: "2026"}})
			_, effects := run(s, Woken{Alarm: DraftAlarm})
			saved, _ := has[KeepDraft](effects)
			restored := withDrafts(t, form, saved.Draft)
			if got := restored.Request().Fields[0].Draft.Month; got != month {
				t.Errorf("came back as %q", got)
			}
		})
	}
}

// A choice is saved by its value: a form with another order or other options never chooses another option.
// Rows: N24.
func TestDraft_KeepsChoicesByTheirValues(t *testing.T) {
	form := func(options string) string {
		return `{"message":"m","requestedSchema":{"type":"object","properties":{
			"one":{"type":"string","enum":[` + options + `]},"many":{"type":"array","items":{"type":"string","enum":[` + options + `]}},
			"level":{"type":"integer","enum":[1,2.0,3]},"terms":{"type":"boolean"}}}}`
	}
	s := withDrafts(t, form(`"a","b","c"`), request.Value{})
	_, effects := run(s, choose(0, 1), choose(1, 0, 2), choose(2, 1), choose(3, 1), Woken{Alarm: DraftAlarm})
	saved, _ := has[KeepDraft](effects)
	for options, want := range map[string][4][]int{
		`"a","b","c"`:     {{1}, {0, 2}, {1}, {1}},
		`"c","x","b","a"`: {{2}, {0, 3}, {1}, {1}},
		`"b","a"`:         {{0}, nil, {1}, {1}},
		`"A","B","C"`:     {nil, nil, {1}, {1}},
	} {
		t.Run(options, func(t *testing.T) {
			restored := withDrafts(t, form(options), saved.Draft)
			for i, want := range want {
				if got := restored.Request().Fields[i].Draft.Chosen; !slices.Equal(got, want) {
					t.Errorf("of %s field %d chooses %v, want %v", options, i, got, want)
				}
			}
		})
	}
}

// Decline and Not now lose nothing: the draft has the last key, and comes before the answer.
// Rows: D3.
func TestDraft_StaysWhenNothingWasSent(t *testing.T) {
	for _, press := range []Event{Decline, Cancel} {
		t.Run(string(press.(Press)), func(t *testing.T) {
			s := withDrafts(t, everything, request.Value{})
			s, effects := run(s, typeText(0, "last key"), typeText(5, "hunter2"), press)
			if s.Step != Done || len(replies(effects)) != 1 {
				t.Fatalf("%T: step %d, replies %q", press, s.Step, replies(effects))
			}
			saved, ok := has[KeepDraft](effects)
			if text := saved.Draft.JSON(); !ok || !strings.Contains(text, "last key") || strings.Contains(text, "hunter2") {
				t.Errorf("%T keeps %s", press, text)
			}
			if _, ok := effects[len(effects)-1].(KeepDraft); ok {
				t.Errorf("%T: the draft comes after the answer, when the host has closed the request", press)
			}
			if restored := withDrafts(t, everything, saved.Draft); !restored.DraftRestored || restored.Request().Fields[0].Draft.Text != "last key" {
				t.Errorf("%T: the same request comes back with %+v", press, restored.Request().Fields[0].Draft)
			}
			_, effects = run(withDrafts(t, everything, request.Value{}), press)
			if saved, ok := has[KeepDraft](effects); !ok || saved.Draft.Exists() {
				t.Errorf("%T without answers keeps %s", press, saved.Draft.JSON())
			}
		})
	}
}

// In a round, the draft has the typed answers even if a page was opened.
// Rows: D3.
func TestDraft_InRounds(t *testing.T) {
	e := inRound(t, "1", contact, `{"message":"m","mode":"url","url":"https://shop.example/"}`)
	e.Drafts = true
	s, _ := Update(start(t), e)
	s, effects := run(s, typeText(0, "Ada"), Decline, OpenPage, Finish)
	if saved, ok := has[KeepDraft](effects); !ok || !strings.Contains(saved.Draft.JSON(), "Ada") {
		t.Errorf("step %d, replies %q, kept %s", s.Step, replies(effects), saved.Draft.JSON())
	}
}

// Rows: B40.
func TestDraft_BrokenOnesAreLeftOut(t *testing.T) {
	for _, text := range []string{
		`{}`, `[]`, `null`, `"x"`, `{"fields":7}`, `{"fields":[null,7,{"name":"nobody","text":"x"}]}`,
		`{"fields":[{"key":"other","name":"many","chosen":["a"]}]}`, `{"fields":[{"name":"many","chosen":["d"]}]}`,
		`{"fields":[{"name":"many","chosen":[0]}]}`, `{"fields":[{"name":"many","chosen":["a",-1]}]}`, `{"fields":[{"name":"many","chosen":[["a"]]}]}`,
		`{"fields":[{"name":"password","text":"x"}]}`, `{"fields":[{"name":"object","text":"x"}]}`,
	} {
		t.Run(text, func(t *testing.T) {
			saved, err := request.Parse([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			if s := withDrafts(t, everything, saved); s.DraftRestored || s.Step != Form {
				t.Errorf("%s: restored %v", text, s.DraftRestored)
			}
		})
	}
}

func TestDraft_NotAskedFor_NothingIsTold(t *testing.T) {
	_, effects := run(open(t, contact), typeText(0, "Ada"), Woken{Alarm: DraftAlarm}, Decline)
	if _, ok := has[KeepDraft](effects); ok {
		t.Error("a draft was told to a host that keeps none")
	}
}

// Rows: N29.
func TestFindings_TellTheAuthor(t *testing.T) {
	e := inRound(t, "1", everything, `{"message":"m","mode":"url","url":"http://shop.example/"}`)
	e.Findings = true
	_, effects := Update(start(t), e)
	found, ok := has[TellFindings](effects)
	if !ok {
		t.Fatal("nothing found")
	}
	want := []request.Finding{{Key: "10", Property: "password", Code: "secret"}, {Key: "10", Property: "object", Code: "unsupported:nested-object"}, {Key: "9", Code: "link:not-encrypted"}}
	if len(found.Findings) != len(want) {
		t.Fatalf("found %v", found.Findings)
	}
	for i := range want {
		if found.Findings[i] != want[i] {
			t.Errorf("found %v, want %v", found.Findings[i], want[i])
		}
	}
}

// FuzzRestore: no draft makes the machine panic, fills a secret, or is sent without the person's review.
func FuzzRestore(f *testing.F) {
	const form = `{"message":"m","requestedSchema":{"type":"object","properties":{
		"a":{"type":"string","maxLength":5},"b":{"type":"string","format":"date-time"},"c":{"type":"string","format":"date"},
		"d":{"type":"array","items":{"type":"string","enum":["a","b","c"]},"maxItems":1},"e":{"type":"string","enum":["x","y"],"default":"y"},
		"f":{"type":"boolean"},"g":{"type":"integer"},"h":{"type":"array","items":{"type":"string"}},"password":{"type":"string"}},"required":["e"]}}`
	for _, seed := range []string{
		`{"fields":[{"name":"e","chosen":["y","x"]},{"name":"f","chosen":[true,false]},{"name":"password","text":"x"}]}`,
		`{"fields":[{"name":"b","day":"31","month":"2","year":"2027","clock":"25:00","zone":"Nowhere/At_All","fold":2}]}`,
		`{"fields":[{"name":"d","chosen":["a","b","c"]},{"name":"g","text":"1e400"},{"name":"h","text":"a\nb"},{"name":"a","cleared":true,"text":"x"}]}`,
		`{"fields":[{"name":"c","day":"1","month":"x","year":"-1"},{"name":"e","text":"y"}]}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		saved, err := request.Parse([]byte(text))
		if err != nil {
			return
		}
		s := withDrafts(t, form, saved)
		if s.Step != Form || s.Request().Fields[8].Draft.Text != "" {
			t.Fatalf("step %d, secret %q", s.Step, s.Request().Fields[8].Draft.Text)
		}
		s, effects := run(s, Continue, in("ar"), Woken{Alarm: DraftAlarm}, Continue)
		if got := replies(effects); len(got) > 0 {
			t.Fatalf("sent %q", got)
		}
		if s.Step == Review {
			checkReview(t, "restored", s)
		}
	})
}
