package flow

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// openWithReceipt opens a form whose host leaves a receipt in its place, and returns the first receipt.
func openWithReceipt(t *testing.T, params string) (State, Receipt) {
	t.Helper()
	e := arrive(t, "1", params)
	e.OutcomeMillis = -1
	s, effects := Update(start(t), e)
	receipt, _ := has[Receipt](effects)
	return s, receipt
}

func TestReceipt_SaysHowTheRoundEndsAndNeverASecret(t *testing.T) {
	s, receipt := openWithReceipt(t, connect)
	server := s.ServerID()
	if receipt.Answered != "" || receipt.Answers != nil || receipt.Language != "en" || receipt.Withdrawn != "This request is no longer needed · "+server ||
		receipt.Expired != "This request has expired · "+server || receipt.Finished != "You said that you finished. Waiting for "+server+"." {
		t.Errorf("when it is shown: %+v", receipt)
	}

	sent, effects := run(s, typeText(0, "Oslo"), typeText(1, "hunter2"), typeText(2, "4711"), Continue, Agreed{Yes: true}, SecretShown{Field: 1, Shown: true}, Send)
	receipt, _ = has[Receipt](effects)
	if sent.Step != Idle || receipt.Answered != "Sent to "+server+": Oslo" || !slices.Equal(receipt.Answers, [][2]string{{"City", "Oslo"}}) {
		t.Errorf("sent: step %d, %+v", sent.Step, receipt)
	}
	at := slices.IndexFunc(effects, func(e Effect) bool { _, ok := e.(Receipt); return ok })
	if reply := slices.IndexFunc(effects, func(e Effect) bool { _, ok := e.(Reply); return ok }); at > reply {
		t.Error("the answers are told after they have left")
	}
	if text := fmt.Sprint(sent); strings.Contains(text, "hunter2") || strings.Contains(text, "Oslo") {
		t.Error("the state still has an answer")
	}

	_, effects = run(s, typeText(1, "hunter2"), Continue, Agreed{Yes: true}, Send)
	if receipt, _ = has[Receipt](effects); receipt.Answered != "Answers sent · "+server || receipt.Answers != nil {
		t.Errorf("nothing but a secret: %+v", receipt)
	}
	_, effects = run(s, typeText(0, "Oslo"), Continue, Decline)
	if receipt, _ = has[Receipt](effects); receipt.Answered != "You declined this request · "+server || receipt.Answers != nil {
		t.Errorf("declined: %+v", receipt)
	}
}

func TestReceipt_IsShort(t *testing.T) {
	properties := make([]string, 60)
	for i := range properties {
		properties[i] = fmt.Sprintf(`"p%d":{"type":"string"}`, i)
	}
	s, _ := openWithReceipt(t, `{"message":"m","requestedSchema":{"type":"object","properties":{`+strings.Join(properties, ",")+`}}}`)
	for _, c := range []struct {
		text        string
		answers, of int
	}{{strings.Repeat("word ", 100), 29, 200}, {strings.Repeat(`"`, 500), 14, 200}, {"word", 50, 4}} {
		filled := s
		for i := range properties {
			filled, _ = run(filled, typeText(i, c.text))
		}
		_, effects := run(filled, Continue, Send)
		receipt, _ := has[Receipt](effects)
		if len(receipt.Answers) != c.answers || len(receipt.Answers[0][1]) != c.of || len(receipt.Answered) > 150 || !strings.HasSuffix(receipt.Answered, ", …") {
			t.Errorf("%d answers, %q", len(receipt.Answers), receipt.Answered)
		}
	}
}

func TestReceipt_NamesNumbersAndYesOrNo(t *testing.T) {
	s, _ := openWithReceipt(t, `{"message":"m","requestedSchema":{"type":"object","properties":{"at":{"type":"string","title":"Time"},
		"guests":{"type":"integer","title":"Guests"},"tip":{"type":"number","title":"Tip"},"smoking":{"type":"boolean","title":"Smoking"}}}}`)
	_, effects := run(s, typeText(0, "19:00"), typeText(1, "2"), typeText(2, "4.5"), choose(3, 1), Continue, Send)
	receipt, _ := has[Receipt](effects)
	if want := "Sent to " + s.ServerID() + ": 19:00, Guests: 2, Tip: 4.5, Smoking: No"; receipt.Answered != want {
		t.Errorf("got %q, want %q", receipt.Answered, want)
	}
	if want := [][2]string{{"Time", "19:00"}, {"Guests", "2"}, {"Tip", "4.5"}, {"Smoking", "No"}}; !slices.Equal(receipt.Answers, want) {
		t.Errorf("answers: %q", receipt.Answers)
	}
}
