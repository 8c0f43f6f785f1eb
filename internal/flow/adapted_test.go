package flow

import (
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/zonetest"
	"github.com/elicitform/elicitform/internal/wording"
)

// in is the host's change to another language.
func in(locale string) Adapted {
	return Adapted{Words: wording.For(locale), Env: answer.Env{Locale: answer.LocaleFor(locale), Zones: zonetest.New("Europe/Berlin")}}
}

const (
	priceForm  = `{"message":"How much?","requestedSchema":{"type":"object","properties":{"price":{"type":"number"}}}}`
	amountForm = `{"message":"How many?","requestedSchema":{"type":"object","properties":{"amount":{"type":"integer"}}}}`
)

// What is reviewed and sent is what stands in the fields, as it reads in the
// language that the person sees.
func TestAdapted_B42_R10_EarlierPartsOfARoundAreReadAnew(t *testing.T) {
	s, _ := run(openRound(t, priceForm, sure), in("de"), typed(0, "1.500"), Continued{}, in("en"), ConfirmPressed{})
	if s.Step != Review {
		t.Fatalf("step %d", s.Step)
	}
	if row := s.Reviewed.Sections[0].Rows[0]; row.Value != "1.500" {
		t.Errorf("reviewed as %+v", row)
	}
	const want = `{"10":{"action":"accept","content":{"price":1.500}},"9":{"action":"accept","content":{}}}`
	if s.Reviewed.JSON != want {
		t.Errorf("will send %s", s.Reviewed.JSON)
	}
}

func TestAdapted_B42_WhatIsWrongNowIsAskedAgain(t *testing.T) {
	s, effects := run(openRound(t, amountForm, sure), in("de"), typed(0, "1.500"), Continued{}, in("en"))
	if s.Position() != (Queue{2, 2}) || len(effects) == 0 {
		t.Fatalf("at %v: the person is taken away from what they do", s.Position())
	}
	s, effects = run(s, ConfirmPressed{})
	wantReplies(t, effects)
	if s.Step != Form || s.Position() != (Queue{1, 2}) || len(s.Problems) != 1 {
		t.Fatalf("step %d at %v, problems %v", s.Step, s.Position(), s.Problems)
	}
	wantFocus(t, effects, Focus{Target: OnSummary})
	s, _ = run(s, typed(0, "1500"), Continued{})
	if s.Step != Review {
		t.Errorf("step %d", s.Step)
	}
}

func TestAdapted_B42_OnReviewTheFirstWrongPartIsShown(t *testing.T) {
	s, _ := run(openRound(t, priceForm, amountForm, amountForm), in("de"), typed(0, "1.500"), Continued{}, typed(0, "1.500"), Continued{}, typed(0, "2.500"), Continued{})
	if s.Step != Review {
		t.Fatalf("step %d", s.Step)
	}
	s, effects := run(s, in("en"))
	if s.Step != Form || s.Position() != (Queue{2, 3}) {
		t.Fatalf("step %d at %v", s.Step, s.Position())
	}
	wantFocus(t, effects, Focus{Target: OnSummary, IfInside: true})
	s, _ = run(s, typed(0, "1500"), Continued{})
	if s.Position() != (Queue{3, 3}) || len(s.Problems) != 1 {
		t.Fatalf("then %v, problems %v", s.Position(), s.Problems)
	}
	s, _ = run(s, typed(0, "2500"), Continued{})
	const want = `{"10":{"action":"accept","content":{"price":1.500}},"9":{"action":"accept","content":{"amount":1500}},"8":{"action":"accept","content":{"amount":2500}}}`
	if s.Step != Review || s.Reviewed.JSON != want {
		t.Errorf("step %d, %s", s.Step, s.Reviewed.JSON)
	}
}
