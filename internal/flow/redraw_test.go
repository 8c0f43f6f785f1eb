package flow

import "testing"

const twoLists = `{"message":"m","requestedSchema":{"type":"object","properties":{
	"number":{"type":"number","title":"Number"},
	"from":{"type":"string","title":"From","format":"date-time"},
	"to":{"type":"string","title":"To","format":"date-time"},
	"text":{"type":"string","title":"Text"}}}}`

func TestChanged_TheScreenAroundAField(t *testing.T) {
	form := open(t, twoLists)
	wrong, _ := run(form, typeText(0, "many"), Continue)
	review, _ := run(form, typeText(3, "x"), Continue)
	listed, _ := run(form, ListClicked{Field: 1})
	timed := form
	timed.Deadline, timed.SecondsLeft = 100_000, 100
	tests := []struct {
		name   string
		from   State
		events []Event
		field  int
		want   bool
	}{
		{"a key", form, []Event{typeText(3, "a")}, 3, false},
		{"a key in another field than the one that is drawn", form, []Event{typeText(3, "a")}, 0, true},
		{"a key in an unknown field", form, []Event{typeText(3, "a")}, -1, true},
		{"a draft", form, []Event{Woken{Alarm: DraftAlarm}}, -1, false},
		{"the list of the field", form, []Event{ListClicked{Field: 1}}, 1, false},
		{"the list of another field closes", listed, []Event{ListClicked{Field: 2}}, 2, true},
		{"a problem that is left", wrong, []Event{typeText(0, "more")}, 0, false},
		{"a problem that goes", wrong, []Event{typeText(0, "1")}, 0, true},
		{"the same problem again", wrong, []Event{Continue}, -1, true},
		{"the time left", timed, []Event{at(50_000, Woken{Alarm: DeadlineAlarm})}, -1, true},
		{"a long text", form, []Event{Expanded{Text: MessageText}}, -1, true},
		{"another step", form, []Event{typeText(3, "x"), Continue}, -1, true},
		{"a draft on review", review, []Event{Woken{Alarm: DraftAlarm}}, -1, false},
		{"sending", review, []Event{Send}, -1, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			next, _ := runUnconfirmed(test.from, test.events...)
			if got := next.Changed(&test.from, test.field); got != test.want {
				t.Errorf("changed: %v", got)
			}
		})
	}
}

// TestControlsThatAreBuiltAgain: only the screen can replace the controls of a field, so it is drawn again, also after
// an event in that field.
func TestControlsThatAreBuiltAgain(t *testing.T) {
	form := texts(t, 3)
	if next, _ := run(form, Widened{Field: 1, Text: "a\nb"}); !next.Changed(&form, 1) {
		t.Error("only the field is drawn")
	}
}
