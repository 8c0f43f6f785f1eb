package flow

import (
	"reflect"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/elicit"
)

const (
	sent1   = `1 {"action":"accept","content":{"name":"Ada","email":"a@b.example","colour":"green"}}`
	another = `{"message":"Send 5,000 euros?"}`
)

// answeredBy returns a state in which a request has just been answered.
func answeredBy(t *testing.T, acknowledges bool) State {
	t.Helper()
	s := open(t, contact)
	s.Acknowledges = acknowledges
	s, effects := run(s, typed(0, "Ada"), typed(1, "a@b.example"), Continued{}, SendPressed{})
	wantReplies(t, effects, sent1)
	return s
}

// Whether a request is a repetition does not hang on its id alone.
func TestRepeated_B34_TheSameIDWithOtherParamsIsAnotherQuestion(t *testing.T) {
	for _, acknowledges := range []bool{true, false} {
		s := answeredBy(t, acknowledges)
		if _, effects := Update(s, request(t, "1", contact)); len(replies(effects)) != 1 || replies(effects)[0] != sent1 {
			t.Errorf("a repetition of what was just answered gets %v", replies(effects))
		}
		s, effects := Update(s, request(t, "1", another))
		wantReplies(t, effects)
		// Withdrawn, it is the one that nobody has answered.
		if gone, effects := Update(s, CalledOff{ID: elicit.StringValue("1")}); len(replies(effects)) > 0 || gone.Outcome == Sent && acknowledges {
			t.Errorf("withdrawn: outcome %d, %v", gone.Outcome, effects)
		}
		s, effects = run(s, Received{ID: elicit.StringValue("1")})
		wantReplies(t, effects)
		if s.Step != Form || !s.Confirmation() {
			t.Fatalf("acknowledges %v: step %d, want the second question", acknowledges, s.Step)
		}
		_, effects = run(s, DeclinePressed{})
		wantReplies(t, effects, `1 {"action":"decline"}`)
	}
}

// While the first is open, the second is refused before the first is answered:
// a server that keeps one question for an id takes no answer for the wrong one.
func TestRepeated_B34_TheSameIDForTwoOpenQuestionsIsRefused(t *testing.T) {
	s := open(t, contact)
	s, effects := run(s, typed(0, "Ada"), request(t, "2", sure), request(t, "1", another), request(t, "2", another), request(t, "2", sure))
	wantReplies(t, effects, "1 error id-in-use", "2 error id-in-use")
	if s.Step != Form || s.Fields[0].Draft.Text != "Ada" || len(s.waiting) != 1 {
		t.Fatalf("step %d, %q, %d waiting", s.Step, s.Fields[0].Draft.Text, len(s.waiting))
	}
	// The shared id names the one that is open.
	gone, effects := Update(s, CalledOff{ID: elicit.StringValue("1")})
	wantReplies(t, effects)
	if gone.ID.Text != "2" {
		t.Errorf("request %s is shown, want the one that waited", gone.ID.Text)
	}
	_, effects = run(s, typed(1, "a@b.example"), Continued{}, SendPressed{}, DeclinePressed{})
	wantReplies(t, effects, sent1, `2 {"action":"decline"}`)
}

// A page that was opened is not what the server takes back when it has asked
// something else since, under the same id.
func TestRepeated_B33_AWithdrawalNamesTheOpenQuestion(t *testing.T) {
	s, _ := run(consent(t, signIn), OpenPressed{})
	s, _ = Update(s, request(t, "1", sure))
	s, effects := Update(s, CalledOff{ID: elicit.StringValue("1")})
	if _, over := has[WaitOver](effects); over || s.Outcome != Withdrawn || !s.Waits() {
		t.Errorf("outcome %d, %v: the wait for the page is over", s.Outcome, effects)
	}
}

// What somebody answered is kept for a repetition, and no longer.
func TestAnswers_N24_AreForgotten(t *testing.T) {
	const secret = "a@b.example"
	first := elicit.StringValue("1")
	review, _ := run(open(t, contact), typed(0, "Ada"), typed(1, secret), Continued{})
	if !holds(review, secret) {
		t.Fatal("the answers are nowhere before they are sent either: the search does not work")
	}
	for name, events := range map[string][]Event{
		"confirmed":                    {SendPressed{}, Received{ID: first}},
		"confirmed late":               {SendPressed{}, Woken{Alarm: AckTimeout}, ResendPressed{}, Received{ID: first}},
		"withdrawn":                    {SendPressed{}, CalledOff{ID: first}},
		"never sent":                   {DeclinePressed{}, Received{ID: first}},
		"confirmed, and asked anew":    {SendPressed{}, Received{ID: first}, request(t, "1", contact)},
		"confirmed behind another one": {SendPressed{}, request(t, "1", another), Received{ID: first}},
	} {
		s := review
		s.Acknowledges = true
		if s, _ = run(s, events...); holds(s, secret) {
			t.Errorf("%s: %q is still there", name, secret)
		}
	}
	for name, event := range map[string]Event{
		"after a while":               Woken{Alarm: RepeatAlarm},
		"the next request is decided": DeclinePressed{},
	} {
		s, effects := run(review, SendPressed{})
		if wake, ok := has[Wake](effects); !ok || wake != (Wake{Alarm: RepeatAlarm, After: repeatable}) {
			t.Errorf("%v: nothing ends the time for repetitions", effects)
		}
		if s, _ = run(s, request(t, "2", sure), event); holds(s, secret) {
			t.Errorf("a host that confirms nothing, %s: %q is still there", name, secret)
		}
	}
}

// Of a round whose last part is a page, what was typed into the other parts is
// not kept for as long as somebody waits for the page.
func TestAnswers_N24_AreNotKeptWithAnOpenedPage(t *testing.T) {
	const secret = "a@b.example"
	s := openRound(t, contact, signIn)
	s.Acknowledges = true
	s, _ = run(s, typed(1, secret), DeclinePressed{}, OpenPressed{}, Received{ID: s.ID})
	if s.Step != Waiting || !s.Settled() {
		t.Fatalf("step %d", s.Step)
	}
	if holds(s, secret) {
		t.Error("while it is shown")
	}
	if s, _ = Update(s, request(t, "2", sure)); holds(s, secret) {
		t.Error("while something else is shown")
	}
}

// holds reports whether a text is anywhere in a state.
func holds(s State, text string) bool {
	seen := map[uintptr]bool{}
	var found bool
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.String:
			found = found || strings.Contains(v.String(), text)
		case reflect.Pointer:
			if !v.IsNil() && !seen[v.Pointer()] {
				seen[v.Pointer()] = true
				walk(v.Elem())
			}
		case reflect.Interface:
			walk(v.Elem())
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i))
			}
		case reflect.Slice, reflect.Array:
			// What was cut off a list is still in its memory.
			if v.Kind() == reflect.Slice {
				v = v.Slice(0, v.Cap())
			}
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Map:
			for _, key := range v.MapKeys() {
				walk(key)
				walk(v.MapIndex(key))
			}
		}
	}
	walk(reflect.ValueOf(s))
	return found
}
