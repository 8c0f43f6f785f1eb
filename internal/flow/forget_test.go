package flow

import (
	"reflect"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
)

const sent1 = `1 {"action":"accept","content":{"name":"Ada","email":"a@b.example","colour":"green"}}`

// The program forgets answers as soon as the host has them.
// Rows: N24.
func TestAnswers_AreForgotten(t *testing.T) {
	const secret = "a@b.example"
	first := request.StringValue("1")
	review, _ := run(open(t, contact), typeText(0, "Ada"), typeText(1, secret), Continue)
	if !holds(review, secret) {
		t.Fatal("the answers are nowhere before they are sent either: the search does not work")
	}
	e := arrive(t, "1", contact)
	e.Drafts, e.Draft = true, savedContact
	back, _ := Update(start(t), e)
	if !holds(back, "Ada") {
		t.Fatal("a kept draft is not restored")
	}
	for name, events := range map[string][]Event{
		"confirmed":                 {Send, Received{ID: first}},
		"confirmed late":            {Send, Woken{Alarm: AckTimeout}, Resend, Received{ID: first}},
		"withdrawn":                 {CalledOff{ID: first}},
		"withdrawn on the way":      {Send, CalledOff{ID: first}},
		"never sent":                {Decline, Received{ID: first}},
		"confirmed, and asked anew": {Send, Received{ID: first}, arrive(t, "1", contact)},
	} {
		t.Run(name, func(t *testing.T) {
			for _, s := range []State{review, back} {
				if s, _ = runUnconfirmed(s, events...); holds(s, secret) || s.Step == Done && holds(s, "Ada") {
					t.Errorf("%s: what was typed is still there", name)
				}
			}
		})
	}
}

// If the last request of a round is a page, the answers to the other requests are forgotten while the person visits the
// page.
// Rows: N24.
func TestAnswers_AreNotKeptWithAnOpenedPage(t *testing.T) {
	const secret = "a@b.example"
	s := openRound(t, contact, signIn)
	s, _ = run(s, typeText(1, secret), Decline, OpenPage)
	if s.Step != Waiting || !s.Replied || holds(s, secret) {
		t.Fatalf("step %d, kept %v", s.Step, holds(s, secret))
	}
}

// holds reports whether a text is anywhere in a state.
func holds(s State, text string) bool {
	visited := map[uintptr]bool{}
	var found bool
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.String:
			found = found || strings.Contains(v.String(), text)
		case reflect.Pointer:
			if !v.IsNil() && !visited[v.Pointer()] {
				visited[v.Pointer()] = true
				walk(v.Elem())
			}
		case reflect.Interface:
			walk(v.Elem())
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i))
			}
		case reflect.Slice, reflect.Array:
			// A shortened slice still holds its removed items.
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
