package flow

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/answer/test/zonetest"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/wording/test/wordingtest"
)

// surroundings are languages and zones that read the same text in different ways.
var surroundings = []Adapted{}

func init() {
	for _, locale := range []string{"en-US", "de", "ar", "sv"} {
		for _, zone := range []string{"Europe/Berlin", "America/New_York"} {
			surroundings = append(surroundings, Adapted{
				Reader: Reader{Words: wordingtest.For(locale), Env: answer.Env{Locale: localetest.For(locale), Zones: zonetest.New(zone)}},
			})
		}
	}
}

// savedContact is a draft of an earlier visit: one name comes twice, one entry fits no field, and one no option.
var savedContact = request.Value{Type: request.Object, Members: []request.Member{{Name: "fields", Value: request.Value{Type: request.Array, Items: []request.Value{
	savedEntry("name", "text", request.StringValue("Eve")), savedEntry("name", "text", request.StringValue("Ada")),
	savedEntry("gone", "text", request.StringValue("x")), savedEntry("colour", "chosen", request.Value{Type: request.Array, Items: []request.Value{request.NumberValue("7")}}),
}}}}}

func savedEntry(name, part string, value request.Value) request.Value {
	return request.Value{Type: request.Object, Members: []request.Member{{Name: "key", Value: request.StringValue("")}, {Name: "name", Value: request.StringValue(name)}, {Name: part, Value: value}}}
}

// anyEvent returns an event that a host or a person could cause at any time.
func anyEvent(t *testing.T, random *rand.Rand, s State, id string) Event {
	field := random.IntN(6) - 1
	page := `{"message":"m","mode":"url","url":"https://shop.example/","elicitationId":"e` + id + `"}`
	const (
		blockedPage = `{"message":"m","mode":"url","url":"javascript:alert(1)"}`
		blockedForm = `{"message":"m","requestedSchema":{"type":"object","properties":{"o":{"type":"object"}},"required":["o"]}}`
		rejected    = `{"message":"m","mode":"voice"}`
	)
	several := inRound(t, id, contact, page, `{"message":"yes?"}`)
	secrets := inRound(t, id, connect, page, connect)
	numbers := inRound(t, id, priceForm, blockedPage, amountForm, blockedForm)
	numbers.Drafts = true
	pages := inRound(t, id, page, page)
	pages.WaitForPages = random.IntN(2) == 0
	approval := arrive(t, id, comment+editable+"}")
	approval.Approval = true
	late := arrive(t, id, contact)
	late.Deadline, late.Drafts = 100_000, true
	hosted := arrive(t, id, page)
	hosted.HostOpens = true
	when := inRound(t, id, momentForm, dayForm, priceForm)
	back := arrive(t, id, contact)
	back.Drafts, back.Draft, back.Focus = true, savedContact, true
	broken := inRound(t, id, contact, page, `{"message":"m","requestedSchema":{"type":"array"}}`)
	broken.Findings = true
	outdated := typeText(field, "1.5")
	outdated.Outdated = true
	adapted := surroundings[random.IntN(len(surroundings))]
	adapted.Focused = random.IntN(6)
	events := []Event{
		arrive(t, id, contact), arrive(t, id, `{"message":"yes?"}`), arrive(t, id, page), several, pages, at(int64(random.IntN(100_001)), late), hosted, numbers, numbers,
		arrive(t, id, rejected), arrive(t, id, amountForm), arrive(t, id, connect), secrets, typeText(1, "hunter2"), typeText(2, "4711"),
		SecretShown{Request: random.IntN(4) - 1, Field: field, Shown: random.IntN(2) == 0}, Agreed{Yes: random.IntN(4) > 0}, Send,
		CalledOff{ID: s.ID}, CalledOff{ID: s.ID, Outcome: Expired}, CalledOff{ID: s.ID, Outcome: Elsewhere}, CalledOff{ID: s.ID, Outcome: Sent},
		QueueChanged{ID: s.ID, Queue: request.Queue{Position: 1, Total: 1 + random.IntN(3)}}, QueueChanged{ID: request.StringValue(id), Queue: request.Queue{Position: 1, Total: 2}},
		Completed{ElicitationID: "e" + id}, Completed{ID: s.ID, ElicitationID: s.Request().elicitationID},
		AnswerRefused{ID: s.ID}, AnswerRefused{ID: s.ID, Problems: []request.Refusal{{Name: "name", Message: "No."}, {Key: "1", Name: "?", Message: "No."}}},
		Received{ID: s.ID}, Received{ID: request.StringValue(id)}, LinkOpened{OK: random.IntN(2) == 0}, Copied{OK: true},
		at(int64(random.IntN(110_000)), Woken{Alarm: DeadlineAlarm}), Woken{Alarm: AckTimeout}, Woken{Alarm: DraftAlarm}, Woken{Alarm: OutcomeAlarm},
		typeText(field, "Ada"), typeText(0, "Ada"), typeText(1, "a@b.example"), choose(2, random.IntN(2)), typeText(0, "1.500"), typeText(0, "1.500"),
		Widened{Field: field, Text: "a\nb"}, Refilled{Field: field}, Refilled{Field: field, Suggested: true}, Continue, Continue, Continue,
		FieldBlurred{Focused: field}, FieldBlurred{}, ChangeAsked{Request: random.IntN(5) - 1, Field: field}, ChangeAsked{Request: random.IntN(3)}, Back, Send, Confirm,
		approval, Chosen{Choice: field, Whole: random.IntN(2) == 0, Reason: "no"}, Chosen{Choice: 3, All: true}, ChangeAsked{Field: field},
		Picked{Option: 0, Whole: true}, Picked{Option: 1, Whole: true}, OpenPage, OpenPage, CopyLink, Finish, Resend,
		Decline, Cancel, Close, adapted, adapted, back, when, when, broken, outdated, resume(t, id, page), resume(t, id, contact),
		Completed{ElicitationID: "e" + id, Server: request.Server{ID: "shop.example"}},
		CalledOff{ID: request.StringValue(fmt.Sprint(random.IntN(80)))}, AnswerRefused{ID: s.ID}, Resend, Resend,
		Edited{Draft: answer.Draft{Day: "4", Month: "3", Year: "2026", Clock: "10:00", Zone: "Europe/Paris"}},
		ListTyped{field, "1"}, ListKey{field, "ArrowDown"}, ListKey{field, "Enter"}, ListClicked{field}, ListPicked{field, 1}, ListMore{field}, ListBlurred{field, "x"}, ListClosed{field},
		arrive(t, id, cities(60)), ListClicked{field}, ListClicked{2},
		ListTyped{field, "1"}, DayPicked{field, "2026-03-05"}, ListMore{field}, arrive(t, id, boxes(30)),
		Expanded{LongText(field)}, ProblemFollowed{Problem: field},
		Edited{Outdated: true, Draft: answer.Draft{Day: "5", Month: "3", Year: "2026", Clock: "11:00"}},
	}
	return events[random.IntN(len(events))]
}
