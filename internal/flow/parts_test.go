package flow

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
)

const twoLists = `{"message":"m","requestedSchema":{"type":"object","properties":{
	"number":{"type":"number","title":"Number"},
	"from":{"type":"string","title":"From","format":"date-time"},
	"to":{"type":"string","title":"To","format":"date-time"},
	"text":{"type":"string","title":"Text"}}}}`

func TestPartsThatChange(t *testing.T) {
	form := open(t, twoLists)
	wrong, _ := run(form, typed(0, "many"), Continued{})
	review, _ := run(form, typed(3, "x"), Continued{})
	listed, _ := run(form, ListClicked{Field: 1})
	timed := form
	timed.Deadline, timed.Left = 100_000, 100
	tests := []struct {
		name   string
		from   State
		events []Event
		field  int
		want   Parts
	}{
		{"a key", form, []Event{typed(3, "a")}, 3, 0},
		{"a key in another field than the one that is drawn", form, []Event{typed(3, "a")}, 0, RestPart},
		{"a key in an unknown field", form, []Event{typed(3, "a")}, -1, RestPart},
		{"a draft", form, []Event{Woken{Alarm: DraftAlarm}}, -1, 0},
		{"the list of the field", form, []Event{ListClicked{Field: 1}}, 1, 0},
		{"the list of another field closes", listed, []Event{ListClicked{Field: 2}}, 2, RestPart},
		{"a problem that is left", wrong, []Event{typed(0, "more")}, 0, 0},
		{"a problem that goes", wrong, []Event{typed(0, "1")}, 0, SummaryPart},
		{"the same problem again", wrong, []Event{Continued{}}, -1, SummaryPart | RestPart},
		{"the time left", timed, []Event{Woken{Alarm: DeadlineAlarm, Now: 50_000}}, -1, AskerPart},
		{"a long text", form, []Event{Expanded{Text: MessageText}}, -1, TextsPart},
		{"another step", form, []Event{typed(3, "x"), Continued{}}, -1, AllParts},
		{"a draft on review", review, []Event{Woken{Alarm: DraftAlarm}}, -1, 0},
		{"sending", review, []Event{SendPressed{}}, -1, ActionsPart},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			next, _ := unconfirmed(test.from, test.events...)
			if got := next.Changed(&test.from, test.field); got != test.want {
				t.Errorf("%06b changed, want %06b", got, test.want)
			}
		})
	}
}

func TestFieldsThatChange(t *testing.T) {
	form := open(t, twoLists)
	listed, _ := run(form, ListClicked{Field: 1})
	tests := []struct {
		name  string
		from  State
		event Event
		field int
		want  bool
	}{
		{"a key", form, typed(3, "a"), 3, true},
		{"the same again", form, Edited{Field: 3, Draft: answer.Draft{}}, 3, false},
		{"a key in another field", form, typed(3, "a"), 0, false},
		{"a list that opens", form, ListClicked{Field: 1}, 1, true},
		{"a list that is open", listed, ListClicked{Field: 1}, 1, false},
		{"an arrow", listed, ListKey{Field: 1, Key: "ArrowDown"}, 1, true},
		{"another key", listed, ListKey{Field: 1, Key: "Shift"}, 1, false},
		{"a text that finds something else", listed, ListTyped{Field: 1, Text: "oslo"}, 1, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			next, _ := run(test.from, test.event)
			if got := next.FieldChanged(&test.from, test.field); got != test.want {
				t.Errorf("changed: %v", got)
			}
		})
	}
}

// TestControlsThatAreBuiltAnew: only the screen can put other controls in the place of
// a field's, so it is drawn again, also after an event in that field.
func TestControlsThatAreBuiltAnew(t *testing.T) {
	form := texts(t, 3)
	if next, _ := run(form, Widened{Field: 1, Text: "a\nb"}); next.Changed(&form, 1) != RestPart {
		t.Errorf("%06b", next.Changed(&form, 1))
	}
}

// TestALongListOfFieldsIsComparedByItsBlocks: what is compared does not change with
// what stands in the fields.
func TestALongListOfFieldsIsComparedByItsBlocks(t *testing.T) {
	s := texts(t, 200)
	next, _ := run(s, typed(150, strings.Repeat("x", 9)))
	if next.Changed(&s, 150) != 0 || next.Changed(&s, 149) != RestPart || next.Changed(&next, -1) != 0 {
		t.Errorf("%06b, %06b, %06b", next.Changed(&s, 150), next.Changed(&s, 149), next.Changed(&next, -1))
	}
}
