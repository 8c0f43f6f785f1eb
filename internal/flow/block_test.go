package flow

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/request"
)

// shortOfOne requires an answer to a question that it lacks.
const shortOfOne = `{"message":"Who are you?","requestedSchema":{"type":"object","properties":{
	"name":{"type":"string","default":"Ada"},"when":{"type":"string","format":"date-time"},
	"many":{"type":"array","items":{"type":"string","enum":["a","b","c"]}}},"required":["name","ghost"]}}`

// A blocked form takes no answers: they would go nowhere, and stay in a useless draft.
// Rows: B13.
func TestBlocked_TakesNoAnswers(t *testing.T) {
	s := withDrafts(t, shortOfOne, request.Value{})
	after, effects := run(s, typeText(0, "Grace"), choose(2, 0), Widened{Field: 0, Text: "a\nb"}, Refilled{Field: 0}, Refilled{Field: 0, Suggested: true},
		Edited{Field: 1, Draft: answer.Draft{Day: "1"}}, ListTyped{Field: 1, Text: "UTC"}, ListKey{Field: 1, Key: "ArrowDown"}, ListClicked{Field: 1}, Continue)
	for i := range len(s.Request().Fields) {
		if got, want := *after.Request().Fields[i], *s.Request().Fields[i]; !reflect.DeepEqual(got, want) {
			t.Errorf("field %d is %+v, was %+v", i, got, want)
		}
	}
	if len(effects) > 0 || len(after.View.lists) > 0 {
		t.Errorf("effects %v, lists %v", effects, after.View.lists)
	}
	_, effects = Update(after, Decline)
	wantReplies(t, effects, `1 {"action":"decline"}`)
}

// A draft from before the block is dropped.
// Rows: B13.
func TestBlocked_RestoresNothing(t *testing.T) {
	free := withDrafts(t, strings.Replace(shortOfOne, `,"ghost"`, "", 1), request.Value{})
	free, effects := run(free, typeText(0, "Grace"), Woken{Alarm: DraftAlarm})
	saved, ok := has[KeepDraft](effects)
	if !ok || !strings.Contains(saved.Draft.JSON(), "Grace") {
		t.Fatalf("kept %v of %+v", effects, free)
	}
	s := withDrafts(t, shortOfOne, saved.Draft)
	if got := s.Request().Fields[0].Draft.Text; got != "Ada" || s.DraftRestored {
		t.Errorf("shown is %q, restored %v", got, s.DraftRestored)
	}
}

func TestBlocked_SaysSoFirst(t *testing.T) {
	_, effects := Update(start(t), arrive(t, "1", shortOfOne))
	introduction, _ := has[Announce](effects)
	const why = "shop.example needs an answer to a question that it did not send (ghost), so this form cannot be sent. "
	if want := why + "“Who are you?”"; introduction.Text != want {
		t.Errorf("announced is %q, want %q", introduction.Text, want)
	}
}

// Rows: B12.
func TestListed_ReasonsFirst(t *testing.T) {
	var properties strings.Builder
	for i := range 300 {
		kind := "string"
		if i%150 == 149 {
			kind = "object"
		}
		fmt.Fprintf(&properties, `,"p%d":{"type":%q}`, i, kind)
	}
	s := open(t, `{"message":"m","requestedSchema":{"type":"object","properties":{`+properties.String()[1:]+`},"required":["p0","p149","p299"]}}`)
	if got := s.Request().ReasonsFirst(); len(got) != 300 || !slices.Equal(got[:4], []int{149, 299, 0, 1}) || got[299] != 298 {
		t.Fatalf("%d are listed, first %v", len(got), got[:4])
	}
	short := open(t, shortOfOne)
	if got := short.Request().ReasonsFirst(); len(got) != len(short.Request().Fields) {
		t.Errorf("a form that is short of a question lists %v", got)
	}
}
