package flow

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// openWithReceipt is a form of a host that leaves a line in its place, with what it was told.
func openWithReceipt(t *testing.T, params string) (State, Receipt) {
	t.Helper()
	e := request(t, "1", params)
	e.Receipt, e.OutcomeMillis = true, -1
	s, effects := Update(start(t), e)
	told, _ := has[Receipt](effects)
	return s, told
}

func TestReceipt_SaysHowTheRoundEndsAndNeverASecret(t *testing.T) {
	s, told := openWithReceipt(t, connect)
	server := s.ServerID()
	if told.Answered != "" || told.Answers != nil || told.Lang != "en" || told.Withdrawn != "This request is no longer needed · "+server ||
		told.Expired != "This request has expired · "+server || told.Finished != "You said that you finished. Waiting for "+server+"." {
		t.Errorf("when it is shown: %+v", told)
	}

	sent, effects := run(s, typed(0, "Oslo"), typed(1, "hunter2"), typed(2, "4711"), Continue, Agreed{Yes: true}, SecretShown{Field: 1, Shown: true}, Send)
	told, _ = has[Receipt](effects)
	if sent.Step != Idle || told.Answered != "Sent to "+server+": Oslo" || !slices.Equal(told.Answers, [][2]string{{"City", "Oslo"}}) {
		t.Errorf("sent: step %d, %+v", sent.Step, told)
	}
	at := slices.IndexFunc(effects, func(e Effect) bool { _, ok := e.(Receipt); return ok })
	if reply := slices.IndexFunc(effects, func(e Effect) bool { _, ok := e.(Reply); return ok }); at > reply {
		t.Error("the answers are told after they have left")
	}
	if text := fmt.Sprint(sent); strings.Contains(text, "hunter2") || strings.Contains(text, "Oslo") {
		t.Error("the state still has an answer")
	}

	_, effects = run(s, typed(1, "hunter2"), Continue, Agreed{Yes: true}, Send)
	if told, _ = has[Receipt](effects); told.Answered != "Answers sent · "+server || told.Answers != nil {
		t.Errorf("nothing but a secret: %+v", told)
	}
	_, effects = run(s, typed(0, "Oslo"), Continue, Decline)
	if told, _ = has[Receipt](effects); told.Answered != "You declined this request · "+server || told.Answers != nil {
		t.Errorf("declined: %+v", told)
	}
	_, effects = run(open(t, connect), typed(0, "Oslo"), Continue, Send)
	if told, found := has[Receipt](effects); found {
		t.Errorf("a host that wants none was told %+v", told)
	}
}

func TestReceipt_IsShort(t *testing.T) {
	properties := make([]string, 60)
	for i := range properties {
		properties[i] = fmt.Sprintf(`"p%d":{"type":"string"}`, i)
	}
	s, _ := openWithReceipt(t, `{"message":"m","requestedSchema":{"type":"object","properties":{`+strings.Join(properties, ",")+`}}}`)
	for i := range properties {
		s, _ = run(s, typed(i, strings.Repeat("word ", 100)))
	}
	_, effects := run(s, Continue, Send)
	told, _ := has[Receipt](effects)
	if len(told.Answers) != 50 || len(told.Answers[0][1]) != 200 || len(told.Answered) > 150 || !strings.HasSuffix(told.Answered, ", …") {
		t.Errorf("%d answers, %q", len(told.Answers), told.Answered)
	}
}
