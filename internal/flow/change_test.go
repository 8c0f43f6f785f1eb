package flow

import (
	"slices"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/validate"
)

// payment has a rule that joins two questions: payment by card requires the number of the card.
const payment = `{"message":"m","requestedSchema":{"type":"object","properties":{
	"name":{"type":"string"},"by":{"type":"string","enum":["cash","card"]},"note":{"type":"string"},"number":{"type":"string"}},
	"required":["by"],
	"if":{"properties":{"by":{"const":"card"}}},"then":{"required":["number"]}}}`

// Rows: C1, C2.
func TestChange_ShowsOneQuestion(t *testing.T) {
	review, _ := run(open(t, contact), typeText(0, "Ada"), typeText(1, "a@b.example"), Continue)
	s, effects := run(review, ChangeAsked{Field: 1})
	wantFocus(t, effects, Focus{Target: OnControl, Field: 1})
	if s.Step != Form || !slices.Equal(s.ShownFields(), []int{1}) || s.Heading().Plain() != "Change your answer for shop.example" {
		t.Fatalf("step %d shows %v below %q", s.Step, s.ShownFields(), s.Heading().Plain())
	}
	if s.Explanation() != "" || s.Previous() != 0 {
		t.Errorf("it explains %q, and Back leads to %d", s.Explanation(), s.Previous())
	}
	s, effects = run(s, typeText(0, "Eve"), typeText(1, "nobody"), Continue)
	wantFocus(t, effects, Focus{Target: OnControl, Field: 1})
	if got := problems(s); len(got) != 1 || got[1] != validate.BadEmail || !slices.Equal(s.ShownFields(), []int{1}) {
		t.Fatalf("problems %v in %v", got, s.ShownFields())
	}
	s, effects = run(s, typeText(1, "c@d.example"), Continue)
	wantFocus(t, effects, Focus{Target: OnChange, Field: 1})
	wantReplies(t, effects)
	if want := `{"name":"Ada","email":"c@d.example","colour":"green"}`; s.Snapshot.JSON != want {
		t.Errorf("review shows %s, want %s", s.Snapshot.JSON, want)
	}
	if s, _ = run(s, Back); len(s.ShownFields()) != len(s.Request().Fields) || s.Changing() {
		t.Errorf("Back on review shows %v", s.ShownFields())
	}
}

// Rows: C3.
func TestChange_BackLeavesTheAnswerAsItWas(t *testing.T) {
	e := arrive(t, "1", contact)
	e.Drafts = true
	review, _ := Update(start(t), e)
	review, _ = run(review, typeText(0, "Ada"), typeText(1, "a@b.example"), Continue)
	for name, events := range map[string][]Event{
		"at once":             {ChangeAsked{Field: 1}},
		"with another answer": {ChangeAsked{Field: 1}, typeText(1, "c@d.example")},
		"with a problem":      {ChangeAsked{Field: 1}, typeText(1, "nobody"), Continue},
		"with no answer":      {ChangeAsked{Field: 1}, Refilled{Field: 1}},
		"in another language": {ChangeAsked{Field: 1}, typeText(1, "nobody"), surroundings[0]},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := run(review, events...)
			s, effects := run(s, Back)
			wantFocus(t, effects, Focus{Target: OnChange, Field: 1})
			// The draft of the host may hold the dropped change.
			if wake, ok := has[Wake](effects); !ok || wake.Alarm != DraftAlarm {
				t.Errorf("%s: the draft is not told again", name)
			}
			if s.Step != Review || s.Snapshot.JSON != review.Snapshot.JSON || s.Request().Fields[1].Draft.Text != "a@b.example" {
				t.Errorf("%s: at step %d review shows %s, and the field %q", name, s.Step, s.Snapshot.JSON, s.Request().Fields[1].Draft.Text)
			}
		})
	}
	// An amount keeps its value in the notation of another language.
	s, _ := run(open(t, priceForm), typeText(0, "1234.5"), Continue, ChangeAsked{Field: 0}, typeText(0, "7"), in("de"), Back)
	if got := s.Request().Fields[0].Draft.Text; got != "1234,5" && got != "1.234,5" || s.Snapshot.JSON != `{"price":1234.5}` {
		t.Errorf("the field has %q, and review shows %s", got, s.Snapshot.JSON)
	}
}

// For the page around the form, review and changes are one step. Its Back leads to all questions.
// Rows: C4.
func TestChange_IsPartOfReviewForThePageAround(t *testing.T) {
	s, effects := run(open(t, contact), typeText(0, "Ada"), typeText(1, "a@b.example"), Continue)
	if onReview, ok := has[OnReview](effects); !ok || !onReview.Now {
		t.Errorf("review is announced to the page as %v", onReview)
	}
	s, effects = run(s, ChangeAsked{Field: 1}, Back, ChangeAsked{Field: 1}, typeText(1, "c@d.example"), Continue, ChangeAsked{Field: 1}, typeText(1, "e@f.example"))
	if onReview, ok := has[OnReview](effects); ok {
		t.Errorf("a change is announced to the page as %v", onReview)
	}
	before := s.Serial
	s, effects = run(s, BackAsked{})
	wantFocus(t, effects, Focus{Target: OnHeading})
	if onReview, ok := has[OnReview](effects); !ok || onReview.Now {
		t.Errorf("the way back is announced to the page as %v", onReview)
	}
	if s.Changing() || s.Step != Form || s.Serial == before || s.Request().Fields[1].Draft.Text != "e@f.example" {
		t.Errorf("step %d, %+v", s.Step, s.Request().Fields[1])
	}
}

// TestChange_ShowsWhatARuleJoins: an answer that others depend on is changed with them, and all of
// them are checked.
// Rows: C5.
func TestChange_ShowsWhatARuleJoins(t *testing.T) {
	review, _ := run(open(t, payment), typeText(0, "Ada"), choose(1, 0), Continue)
	s, _ := run(review, ChangeAsked{Field: 0})
	if !slices.Equal(s.ShownFields(), []int{0}) {
		t.Errorf("a name is changed with %v", s.ShownFields())
	}
	s, effects := run(review, ChangeAsked{Field: 1})
	wantFocus(t, effects, Focus{Target: OnControl, Field: 1})
	if !slices.Equal(s.ShownFields(), []int{1, 3}) || s.Heading().Plain() != "Change your answers for shop.example" {
		t.Fatalf("it shows %v below %q", s.ShownFields(), s.Heading().Plain())
	}
	s, effects = run(s, choose(1, 1), Continue)
	wantFocus(t, effects, Focus{Target: OnControl, Field: 3})
	if got := problems(s); len(got) != 1 || got[3] != validate.Empty {
		t.Fatalf("problems %v", got)
	}
	s, effects = run(s, typeText(3, "4711"), Continue)
	wantFocus(t, effects, Focus{Target: OnChange, Field: 1})
	if want := `{"name":"Ada","by":"card","number":"4711"}`; s.Snapshot.JSON != want {
		t.Errorf("review shows %s, want %s", s.Snapshot.JSON, want)
	}
}

// A problem in another question shows that question as well.
// Rows: C5.
func TestChange_ShowsTheQuestionOfAProblem(t *testing.T) {
	long := func(n int) string { return string(slices.Repeat([]byte("x"), n)) }
	s, _ := run(open(t, contactWithNotes), typeText(0, long(request.MaxText/2)), typeText(1, "short"), Continue)
	s, effects := run(s, ChangeAsked{Field: 1}, typeText(1, long(request.MaxText/2-5)), Continue)
	wantFocus(t, effects, Focus{Target: OnControl})
	if got := problems(s); got[0] != validate.TooLong || !slices.Equal(s.ShownFields(), []int{0, 1}) {
		t.Fatalf("problems %v in %v", got, s.ShownFields())
	}
	s, effects = run(s, typeText(0, "short"), Continue)
	wantFocus(t, effects, Focus{Target: OnChange, Field: 1})
	if s.Step != Review {
		t.Errorf("step %d", s.Step)
	}
}

const contactWithNotes = `{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}}`

// Rows: P10, P18.
func TestChange_EndsInEveryWay(t *testing.T) {
	change, _ := run(openRound(t, nameForm, sizeForm), typeText(0, "Ada"), Continue, Continue, ChangeAsked{Request: 0, Field: 0}, typeText(0, "Eve"))
	for name, test := range map[string]struct {
		events []Event
		want   []string
	}{
		"declined":  {[]Event{Decline, Send}, []string{`1 10={"action":"decline"} 9={"action":"accept","content":{"size":3}}`}},
		"cancelled": {[]Event{Cancel}, []string{`1 10={"action":"cancel"} 9={"action":"cancel"}`}},
		"kept":      {[]Event{Back, Send}, []string{`1 10={"action":"accept","content":{"name":"Ada"}} 9={"action":"accept","content":{"size":3}}`}},
		"saved":     {[]Event{Continue, Send}, []string{`1 10={"action":"accept","content":{"name":"Eve"}} 9={"action":"accept","content":{"size":3}}`}},
		"withdrawn": {[]Event{CalledOff{ID: request.StringValue("1")}}, nil},
		"expired":   {[]Event{CalledOff{ID: request.StringValue("1"), Outcome: Expired}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s, effects := run(change, test.events...)
			wantReplies(t, effects, test.want...)
			if s.Step != Done || s.Changing() || len(s.Requests) > 0 {
				t.Errorf("%s: step %d, changing %v", name, s.Step, s.Change)
			}
		})
	}
	// The host's refusals come back in the whole form.
	s, _ := run(open(t, contact), typeText(0, "Ada"), typeText(1, "a@b.example"), Continue, ChangeAsked{Field: 0}, typeText(0, "Eve"), Continue)
	s, _ = runUnconfirmed(s, Send, AnswerRefused{ID: s.ID, Problems: []request.Refusal{{Name: "email", Message: "No."}}})
	if s.Step != Form || s.Changing() || s.Request().Fields[1].Problem == nil || s.Request().Fields[0].Draft.Text != "Eve" {
		t.Errorf("step %d, changing %v, %+v", s.Step, s.Changing(), each(s.Request().Fields))
	}
	if got := s.Request().Fields[0].Draft.Origin; got != answer.Edited {
		t.Errorf("the answer is of %v", got)
	}
}
