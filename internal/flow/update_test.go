package flow

import (
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/wording/test/wordingtest"
)

// Rows: P12.
func TestWholeWay_ReviewThenSend(t *testing.T) {
	s := open(t, contact)
	s, effects := run(s, typeText(0, "Ada"), typeText(1, "ada@example.com"), Continue)
	if s.Step != Review {
		t.Fatalf("after Continue at step %d with problems %v, want review", s.Step, problems(s))
	}
	wantReplies(t, effects) // R1: nothing leaves before Send.
	wantFocus(t, effects, Focus{Target: OnHeading})

	s, effects = run(s, ChangeAsked{Field: 0})
	wantFocus(t, effects, Focus{Target: OnControl, Field: 0})
	s, effects = run(s, typeText(0, "Eve"), Continue)
	wantFocus(t, effects, Focus{Target: OnChange, Field: 0})

	const content = `{"name":"Eve","email":"ada@example.com","colour":"green"}`
	if s.Snapshot.JSON != content {
		t.Errorf("review shows %s, want %s", s.Snapshot.JSON, content)
	}
	s, effects = run(s, Send)
	wantReplies(t, effects, `1 {"action":"accept","content":`+content+`}`)
	if s.Step != Done || s.Outcome != Sent {
		t.Errorf("step %d outcome %q after Send", s.Step, s.Outcome)
	}
	if len(s.Request().Fields) > 0 || s.Snapshot.JSON != "" {
		t.Error("D1: answers outlive the request")
	}
}

// Rows: N12.
func TestUntouched_SendsDefaultsOnly(t *testing.T) {
	s := open(t, `{"message":"m","requestedSchema":{"type":"object","properties":{
		"a":{"type":"string"},"b":{"type":"boolean"},"c":{"type":"string","enum":["x","y"]},
		"d":{"type":"integer","default":0},"e":{"type":"boolean","default":false},
		"f":{"type":"array","items":{"type":"string","enum":["p","q"]},"minItems":1}}}}`)
	s, effects := run(s, Continue, Send)
	wantReplies(t, effects, `1 {"action":"accept","content":{"d":0,"e":false}}`)
	if s.Step != Done {
		t.Errorf("step %d, want done", s.Step)
	}
}

// Rows: P25.
func TestConfirmation(t *testing.T) {
	for _, params := range []string{
		`{"message":"Sure?"}`,
		`{"message":"Sure?","requestedSchema":{"type":"object"}}`,
		`{"message":"Sure?","requestedSchema":{"type":"object","properties":{}}}`,
		`{"message":"Sure?","requestedSchema":null}`,
	} {
		t.Run(params, func(t *testing.T) {
			s := open(t, params)
			if !s.Request().Confirmation() {
				t.Errorf("%s is not a confirmation", params)
			}
			_, effects := run(s, Continue, Send, Confirm)
			wantReplies(t, effects, `1 {"action":"accept","content":{}}`)
		})
	}
}

// Rows: P10.
func TestDeclineAndCancel_FromEveryStep(t *testing.T) {
	form := open(t, contact)
	failed, _ := run(form, Continue)
	review, _ := run(form, typeText(0, "Ada"), typeText(1, "a@b.example"), Continue)
	blocked := open(t, `{"message":"m","requestedSchema":{"type":"object","properties":{"o":{"type":"object"}},"required":["o"]}}`)
	confirmation := open(t, `{"message":"m"}`)
	states := map[string]State{"form": form, "failed": failed, "review": review, "blocked": blocked, "confirmation": confirmation}
	for name, s := range states {
		t.Run(name, func(t *testing.T) {
			_, effects := run(s, Decline, Cancel, Decline)
			wantReplies(t, effects, `1 {"action":"decline"}`)
			_, effects = run(s, Cancel, Decline, Send)
			wantReplies(t, effects, `1 {"action":"cancel"}`)
		})
	}
}

// Rows: E2, E8, E9.
func TestContinue_ProblemsAndRepair(t *testing.T) {
	s := open(t, contact)
	s, effects := run(s, typeText(0, "Adalbert"), Continue)
	wantFocus(t, effects, Focus{Target: OnSummary})
	if got := problems(s); got[0] != validate.TooLong || got[1] != validate.Empty || len(got) != 2 {
		t.Fatalf("problems %v", got)
	}
	if s.Request().Fields[0].Draft.Text != "Adalbert" {
		t.Error("E8: what was typed is lost")
	}
	if !strings.HasPrefix(s.Title(), "Error: ") {
		t.Errorf("E3/G3: title %q", s.Title())
	}
	first := s.Attempt

	// Better, but still wrong: the sentence of the last Continue stays.
	s, _ = run(s, typeText(1, "ada"))
	if s.Request().Fields[1].Problem == nil || s.Request().Fields[1].Problem.Code != validate.Empty {
		t.Errorf("while typing the problem is %+v", s.Request().Fields[1].Problem)
	}
	// Right: the problem is solved at once, in the summary as well, and keeps its room in both.
	s, _ = run(s, typeText(0, "Ada"))
	solvedAs := func() string {
		problem := s.Request().Problems[0]
		return fmt.Sprint(s.SolvedText(problem).Plain(), problem.Again)
	}
	if got := solvedAs(); got != "“Name”: Adafalse" {
		t.Errorf("solved as %q", got)
	}
	if q := s.Request(); q.Fields[0].Wrong() || q.Fields[0].Problem == nil || len(problems(s)) != 1 || len(q.Problems) != 2 {
		t.Errorf("a repaired field keeps its problem: %v", problems(s))
	}
	// Wrong again: a new problem waits for the next Continue.
	s, _ = run(s, typeText(0, "Adalbert"))
	if s.Request().Fields[0].Wrong() {
		t.Error("a new error appeared while typing")
	}
	if got := solvedAs(); got != "Nametrue" {
		t.Errorf("wrong again, but solved as %q", got)
	}
	// E10: a repeated problem is announced again.
	s, effects = run(s, Continue)
	wantFocus(t, effects, Focus{Target: OnSummary})
	if s.Attempt != first+1 {
		t.Error("E10: a second failed Continue is not told apart from the first")
	}
	s, _ = run(s, typeText(0, "Ada"), typeText(1, "a@b.example"))
	if strings.HasPrefix(s.Title(), "Error") || len(s.Request().Problems) != 2 {
		t.Errorf("E9: all is right: problems %v, title %q", s.Request().Problems, s.Title())
	}
	s, _ = run(s, Continue)
	if s.Step != Review || len(s.Request().Problems) != 0 || strings.HasPrefix(s.Title(), "Error") {
		t.Errorf("E9: step %d, problems %v, title %q", s.Step, problems(s), s.Title())
	}
}

// TestContinue_OneProblemHasNoSummary: the focus goes to the control, and the live region says the problem.
// Rows: E1, E2.
func TestContinue_OneProblemHasNoSummary(t *testing.T) {
	s, effects := run(open(t, contact), typeText(0, "Ada"), Continue)
	wantFocus(t, effects, Focus{Target: OnControl, Field: 1})
	said, _ := has[Announce](effects)
	if s.Request().HasSummary() || !strings.Contains(said.Text, "“Email”: ") {
		t.Errorf("a summary: %v, said %q", s.Request().HasSummary(), said.Text)
	}
	s, _ = run(s, typeText(1, "a@b.example"), typeText(1, "a@b.example.org"))
	if p := s.Request().Fields[1].Problem; !p.Solved || p.Again || p.Understood != "" {
		t.Errorf("solved as %+v", p)
	}
}

// Rows: N14.
func TestSuggestion_ClearAndUseAgain(t *testing.T) {
	s := open(t, contact)
	if s.Request().Fields[2].Draft.Origin != answer.Suggested {
		t.Fatalf("F12: the default is not marked: %+v", s.Request().Fields[2].Draft)
	}
	generation := s.Request().Fields[2].Serial
	s, effects := run(s, Refilled{Field: 2})
	wantFocus(t, effects, Focus{Target: OnControl, Field: 2})
	if !s.Request().Fields[2].Draft.Blank() || s.Request().Fields[2].Serial == generation {
		t.Errorf("cleared: %+v", s.Request().Fields[2])
	}
	s, _ = run(s, typeText(0, "Ada"), typeText(1, "a@b.example"), Continue)
	row := s.Snapshot.Rows[0][2]
	if row.Provided || row.Refill != "green" {
		t.Errorf("R5: row %+v, want the server's default named", row)
	}
	s, _ = run(s, Back, Refilled{Field: 2, Suggested: true}, Continue)
	if row := s.Snapshot.Rows[0][2]; !row.Suggested || row.Value != "green" {
		t.Errorf("restored: row %+v", row)
	}
}

// Rows: C3.
func TestBack_KeepsEverything(t *testing.T) {
	s := open(t, contact)
	s, _ = run(s, typeText(0, "Ada"), typeText(1, "a@b.example"), choose(3, 1), Continue, Back)
	if s.Step != Form || s.Request().Fields[0].Draft.Text != "Ada" || len(s.Request().Fields[3].Draft.Chosen) != 1 {
		t.Errorf("step %d, fields %+v", s.Step, each(s.Request().Fields))
	}
	s, _ = run(s, Continue)
	if want := `"agree":false`; !strings.Contains(s.Snapshot.JSON, want) {
		t.Errorf("P4: %s lacks %s", s.Snapshot.JSON, want)
	}
}

// Rows: B12, B13.
func TestBlocked_CannotBeAccepted(t *testing.T) {
	for _, params := range []string{
		`{"message":"m","requestedSchema":{"type":"object","properties":{"o":{"type":"object"},"s":{"type":"string"}},"required":["o"]}}`,
		`{"message":"m","requestedSchema":{"type":"object","properties":{"s":{"type":"string"}},"required":["ghost"]}}`,
		`{"message":"m","requestedSchema":{"type":"object","properties":{},"required":["ghost"]}}`,
	} {
		t.Run(params, func(t *testing.T) {
			s := open(t, params)
			if !s.Request().Blocked() {
				t.Errorf("%s is not blocked", params)
			}
			s, effects := run(s, Continue, Send, Confirm)
			wantReplies(t, effects)
			if s.Step != Form {
				t.Errorf("%s: step %d", params, s.Step)
			}
		})
	}
}

// Rows: B5, B8, B9.
func TestUnshown_ErrorNotDecline(t *testing.T) {
	tests := map[string]string{
		`{"message":"m","mode":"voice"}`:                                                                    "1 error unknown-mode",
		`{"message":"m","mode":"form","url":"https://a.example/"}`:                                          "1 error mode-conflict",
		`{"message":"m","requestedSchema":true}`:                                                            "1 error not-a-form-schema",
		`{"message":"m","requestedSchema":{"type":"array"}}`:                                                "1 error not-a-form-schema",
		`{"message":"m","requestedSchema":{"$schema":"https://x.example","type":"object","properties":{}}}`: "1 error unknown-dialect",
		`[]`: "1 error not-an-object",
	}
	for params, want := range tests {
		t.Run(params, func(t *testing.T) {
			s, effects := Update(start(t), arrive(t, "1", params))
			wantReplies(t, effects, want)
			if s.Step != Unshown || s.Rejected == "" {
				t.Errorf("%s: step %d, rejected %q", params, s.Step, s.Rejected)
			}
			// Late presses change nothing, and the host has its one answer.
			_, effects = run(s, Decline, Cancel, Continue, Send)
			wantReplies(t, effects)
		})
	}
	s, effects := Update(start(t), Requested{ID: request.StringValue("7"), Requests: []request.InputRequest{{Err: &request.Error{Reason: request.TooDeep}}}})
	wantReplies(t, effects, "7 error too-deep")
	if s, _ = Update(s, Close); s.Step != Idle {
		t.Errorf("closed: step %d", s.Step)
	}
}

// A form is never replaced under the person's hands: a host waits for the answer before it sends the next request.
// Rows: B32, P20.
func TestRequests_NothingTakesThePlaceOfWhatIsOpen(t *testing.T) {
	form, _ := run(open(t, contact), typeText(0, "Ada"))
	review, _ := run(form, typeText(1, "a@b.example"), Continue)
	sent, _ := startSending(t)
	for name, s := range map[string]State{"form": form, "review": review, "on the way": sent} {
		t.Run(name, func(t *testing.T) {
			next, effects := Update(s, arrive(t, "1", contact))
			if len(effects) != 0 || next.Step != s.Step || next.Request().Fields[0].Draft.Text != "Ada" {
				t.Errorf("%s: P20: the same request sent again lost what was typed: %v", name, effects)
			}
			next, effects = Update(s, arrive(t, "2", sure))
			wantReplies(t, effects, "2 error internal")
			if next.ID.Text != "1" || next.Request().Fields[0].Draft.Text != "Ada" || len(effects) != 1 {
				t.Errorf("%s: request %s replaced the open one: %v", name, next.ID.Text, effects)
			}
		})
	}
}

// Rows: B33.
func TestCalledOff_AnswersNothing(t *testing.T) {
	form := open(t, contact)
	review, _ := run(form, typeText(0, "Ada"), typeText(1, "a@b.example"), Continue)
	for name, s := range map[string]State{"form": form, "review": review} {
		t.Run(name, func(t *testing.T) {
			s, _ := run(s, CalledOff{ID: request.StringValue("other")})
			if s.Outcome == Withdrawn {
				t.Errorf("%s: called off by the id of another request", name)
			}
			s, effects := run(s, CalledOff{ID: request.StringValue("1")}, Send, Decline)
			wantReplies(t, effects)
			wantFocus(t, effects, Focus{Target: OnHeading, IfInside: true})
			if s.Step != Done || s.Outcome != Withdrawn {
				t.Errorf("%s: step %d outcome %q", name, s.Step, s.Outcome)
			}
		})
	}
}

// Rows: B42.
func TestAdapted_KeepsWhatWasTyped(t *testing.T) {
	s := open(t, contact)
	s, _ = run(s, typeText(0, "Ada"))
	before := s.Request().Fields[0].Serial
	german := wordingtest.For("de")
	s, _ = run(s, Adapted{Reader: Reader{Words: german, Env: answer.Env{Locale: localetest.For("de"), Zones: s.Env.Zones}}})
	if s.Request().Fields[0].Draft.Text != "Ada" || s.Request().Fields[0].Serial != before {
		t.Errorf("%+v", s.Request().Fields[0])
	}
	if !strings.Contains(s.Heading().Plain(), "shop.example") || s.Heading().Plain() == "shop.example asks" {
		t.Errorf("heading %q", s.Heading().Plain())
	}
}

// Rows: G7.
func TestFocus_OnlyWhenAskedFor(t *testing.T) {
	r := arrive(t, "1", contact)
	_, effects := Update(start(t), r)
	wantFocus(t, effects, Focus{Target: OnHeading, IfInside: true})
	r.Focus = true
	_, effects = Update(start(t), r)
	wantFocus(t, effects, Focus{Target: OnHeading})
}

// The next request of a queue replaces the last screen.
// Rows: G8.
func TestFocus_StaysInTheFrameWhenTheNextRequestComes(t *testing.T) {
	s, _ := run(open(t, contact), Decline)
	_, effects := Update(s, arrive(t, "2", contact))
	wantFocus(t, effects, Focus{Target: OnHeading, IfInside: true})
	broken := arrive(t, "3", contact)
	broken.Requests[0].Err = &request.Error{Reason: request.WrongType}
	_, effects = Update(s, broken)
	wantFocus(t, effects, Focus{Target: OnHeading, IfInside: true})
}

// Rows: P11.
func TestServer_TrustedNameStaysApart(t *testing.T) {
	r := arrive(t, "1", contact)
	r.Server = request.Server{ID: "evil.example", Title: "bank.example (verified)"}
	s, _ := Update(start(t), r)
	if got, want := s.Heading().Plain(), "evil.example asks"; got != want {
		t.Errorf("heading %q, want %q", got, want)
	}
	if s.Server.Claim() != "bank.example (verified)" {
		t.Errorf("claim %q", s.Server.Claim())
	}
}

// Rows: T6.
func TestPaste_NewlineTurnsIntoSeveralLines(t *testing.T) {
	s := open(t, contact)
	generation := s.Request().Fields[0].Serial
	s, effects := run(s, Widened{Field: 0, Text: "a\nb"})
	if !s.Request().Fields[0].Lines || s.Request().Fields[0].Draft.Text != "a\nb" || s.Request().Fields[0].Serial == generation {
		t.Errorf("%+v", s.Request().Fields[0])
	}
	wantFocus(t, effects, Focus{Target: OnControl, Field: 0})
	s, _ = run(s, typeText(1, "a@b.example"), Continue)
	if !strings.Contains(s.Snapshot.JSON, `"a\nb"`) {
		t.Errorf("sent %s", s.Snapshot.JSON)
	}
	if s, _ = run(open(t, contact), Widened{Field: 1, Text: "a\nb"}); s.Request().Fields[1].Lines {
		t.Error("an address got several lines")
	}
}

// Rows: T7.
func TestCounter_SpeaksNearTheLimit(t *testing.T) {
	s := open(t, contact)
	_, effects := run(s, typeText(0, "A"))
	for _, effect := range effects {
		if _, ok := effect.(Announce); ok {
			t.Error("the counter speaks long before the limit")
		}
	}
	for text, want := range map[string]bool{"": false, "A": false, "Ada": false, "Adal": true, "Adalbert": true} {
		t.Run(text, func(t *testing.T) {
			if s, _ := run(s, typeText(0, text)); s.Request().Fields[0].NearLimit != want {
				t.Errorf("%d characters of 5 are near the limit: %v", len(text), !want)
			}
		})
	}
	s, effects = run(s, typeText(0, "Adalb"))
	if len(effects) != 1 {
		t.Errorf("at the limit: %v", effects)
	}
	if s.Request().Fields[0].Over != 0 {
		t.Errorf("T8: over %d", s.Request().Fields[0].Over)
	}
	if s, _ = run(s, typeText(0, "👩‍👩‍👧")); s.Request().Fields[0].Over != 0 {
		t.Errorf("T8: five code points are counted as %d over a limit of 5", s.Request().Fields[0].Over)
	}
	// A blank at the end is left out if the text would be too long with it.
	for text, want := range map[string]int{"Adalb ": 0, " Adalb": 0, "Adalbe ": 1, "Ada b r": 2} {
		t.Run(text, func(t *testing.T) {
			if s, _ = run(s, typeText(0, text)); s.Request().Fields[0].Over != want {
				t.Errorf("%q is counted as %d over a limit of 5", text, s.Request().Fields[0].Over)
			}
		})
	}
}

func TestShown_SaysOnceWhatIsOnTheScreen(t *testing.T) {
	s, effects := Update(start(t), arrive(t, "1", contact))
	if shown, ok := has[Shown](effects); !ok || shown.ID.Text != "1" {
		t.Errorf("the form is not shown: %v", effects)
	}
	s, effects = run(s, arrive(t, "1", contact), arrive(t, "2", contact), Continue)
	if _, ok := has[Shown](effects); ok {
		t.Errorf("shown again, or while it waits: %v", effects)
	}
	_, effects = Update(s, Decline)
	if shown, ok := has[Shown](effects); ok && shown.ID.Text != "2" {
		t.Errorf("shown again: %v", effects)
	}
	_, effects = Update(start(t), arrive(t, "3", `{"message":5}`))
	if _, ok := has[Shown](effects); ok {
		t.Error("what could not be shown is called shown")
	}
}
