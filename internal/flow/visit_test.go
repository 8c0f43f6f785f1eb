package flow

import (
	"strconv"
	"testing"

	"github.com/elicitform/elicitform/internal/elicit"
)

const signIn = `{"message":"Sign in.","mode":"url","url":"https://login.shop.example/authorize?state=1","elicitationId":"e1"}`

// consent returns a state that asks whether to open a page.
func consent(t *testing.T, params string) State {
	t.Helper()
	s, _ := Update(start(t), request(t, "1", params))
	if s.Step != Consent {
		t.Fatalf("the request is at step %d, want consent (refusal %q)", s.Step, s.Refusal)
	}
	return s
}

func has[E Effect](effects []Effect) (found E, ok bool) {
	for _, effect := range effects {
		if e, is := effect.(E); is {
			return e, true
		}
	}
	return found, false
}

func TestOpening_P15_U7_AcceptsAtOnceWithoutContent(t *testing.T) {
	s, effects := run(consent(t, signIn), OpenPressed{}, OpenPressed{})
	wantReplies(t, effects, `1 {"action":"accept"}`)
	if s.Step != Waiting || s.Open() || !s.Settled() {
		t.Errorf("step %d, open %v", s.Step, s.Open())
	}
	wantFocus(t, effects, Focus{Target: OnHeading})
	if _, opens := has[OpenLink](effects); opens {
		t.Error("the browser follows the link by itself; the host is not asked")
	}
}

func TestNothingIsOpened_U5_BeforeConsent(t *testing.T) {
	s, effects := Update(start(t), request(t, "1", signIn))
	for _, effect := range effects {
		switch effect.(type) {
		case OpenLink, Copy, Reply:
			t.Errorf("%T before anybody agreed", effect)
		}
	}
	_, effects = run(s, DeclinePressed{}, OpenPressed{})
	wantReplies(t, effects, `1 {"action":"decline"}`)
}

func TestBlocked_U4_B18_OnlyDeclineAndCancel(t *testing.T) {
	s := consent(t, `{"message":"m","mode":"url","url":"javascript:alert(1)"}`)
	if !s.Blocked() {
		t.Fatal("not blocked")
	}
	s, effects := run(s, OpenPressed{}, FinishPressed{})
	wantReplies(t, effects)
	_, effects = run(s, CancelPressed{})
	wantReplies(t, effects, `1 {"action":"cancel"}`)
}

func TestHostOpens_ConsentCountsWhenThePageIsOpen(t *testing.T) {
	e := request(t, "1", signIn)
	e.HostOpens = true
	s, _ := Update(start(t), e)
	s, effects := run(s, OpenPressed{}, OpenPressed{})
	wantReplies(t, effects)
	if open, ok := has[OpenLink](effects); !ok || open.URL != "https://login.shop.example/authorize?state=1" || len(effects) != 1 {
		t.Errorf("effects %v", effects)
	}
	// The host refuses: nothing was opened, so nothing was agreed to.
	s, effects = run(s, LinkOpened{})
	wantReplies(t, effects)
	if s.Step != Consent || !s.NotOpened {
		t.Errorf("step %d, told %v", s.Step, s.NotOpened)
	}
	s, effects = run(s, OpenPressed{}, LinkOpened{OK: true}, LinkOpened{OK: true})
	wantReplies(t, effects, `1 {"action":"accept"}`)
	if s, effects = run(s, OpenPressed{}); s.Step != Waiting {
		t.Errorf("Open again went to step %d", s.Step)
	} else if _, again := has[OpenLink](effects); !again {
		t.Error("Open again did not ask the host")
	}
}

func TestWaiting_W1_W3_EndsOnceHoweverItEnds(t *testing.T) {
	waiting, _ := run(consent(t, signIn), OpenPressed{})
	tests := map[string]struct {
		event   Event
		how     How
		step    Step
		outcome Outcome
	}{
		"the server says so": {Finished{ElicitationID: "e1"}, ByServer, Done, PageCompleted},
		"the person says so": {FinishPressed{}, ByPerson, Done, FinishedByPerson},
		"nobody waits":       {Closed{}, GivenUp, Idle, Pending},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s, effects := run(waiting, test.event, test.event)
			wantReplies(t, effects)
			if over, ok := has[WaitOver](effects); !ok || over.How != test.how {
				t.Errorf("effects %v", effects)
			}
			if test.step == Done && (s.Step != Done || s.Outcome != test.outcome) || s.Step != test.step && test.step != Idle {
				t.Errorf("step %d outcome %d", s.Step, s.Outcome)
			}
			if focus, ok := has[Focus](effects); ok && test.how == ByServer && !focus.IfInside {
				t.Error("W3: the server's word takes the focus")
			}
		})
	}
}

func TestCompletion_P15_UnknownAndRepeatedIDsAreIgnored(t *testing.T) {
	for name, event := range map[string]Finished{
		"another id":      {ElicitationID: "e2"},
		"another request": {ID: elicit.StringValue("7"), ElicitationID: "e1"},
		"no id":           {},
	} {
		waiting, _ := run(consent(t, signIn), OpenPressed{})
		if s, effects := Update(waiting, event); s.Step != Waiting || len(effects) > 0 {
			t.Errorf("%s: step %d, %v", name, s.Step, effects)
		}
		if s, effects := Update(consent(t, signIn), event); s.Step != Consent || len(effects) > 0 {
			t.Errorf("%s before consent: step %d, %v", name, s.Step, effects)
		}
	}
	// Nobody has agreed yet: the server's word decides nothing.
	if s, effects := Update(consent(t, signIn), Finished{ElicitationID: "e1"}); s.Step != Consent || len(effects) > 0 {
		t.Errorf("before consent: step %d, %v", s.Step, effects)
	}
	without, _ := run(consent(t, `{"message":"m","mode":"url","url":"https://shop.example/"}`), OpenPressed{})
	if s, _ := Update(without, Finished{}); s.Step != Waiting {
		t.Error("a page without id was finished by a notice without id")
	}
}

func TestWaiting_P18_MakesRoomAndComesBack(t *testing.T) {
	s, _ := run(consent(t, signIn), OpenPressed{})
	s, effects := Update(s, request(t, "2", `{"message":"Sure?"}`))
	if s.Step != Form {
		t.Fatalf("a new request waits behind an answered one: step %d", s.Step)
	}
	wantReplies(t, effects)
	s, effects = run(s, ConfirmPressed{})
	wantReplies(t, effects, `2 {"action":"accept","content":{}}`)
	if said, _ := has[Announce](effects); s.Step != Done || s.Outcome != Confirmed || said.Text != "Request confirmed" || !s.Waits() {
		t.Fatalf("step %d outcome %d, told %q: what became of the answer is not shown", s.Step, s.Outcome, said.Text)
	}
	s, effects = run(s, Closed{})
	wantFocus(t, effects, Focus{Target: OnHeading, IfInside: true})
	if back, ok := has[WaitResumed](effects); !ok || back.ID.Text != "1" || s.Step != Waiting || s.ID.Text != "1" || s.Link.Host != "login.shop.example" {
		t.Errorf("step %d of request %s, %v", s.Step, s.ID.Text, effects)
	}

	// Its page is completed while something else is shown.
	s, _ = Update(s, request(t, "3", contact))
	s, effects = run(s, Finished{ElicitationID: "e1"}, Finished{ElicitationID: "e1"})
	if over, ok := has[WaitOver](effects); !ok || over.How != ByServer || over.ID.Text != "1" || len(effects) != 2 {
		t.Errorf("effects %v", effects)
	}
	if s, _ = run(s, DeclinePressed{}); s.Step != Done {
		t.Errorf("step %d, want done: nobody waits any more", s.Step)
	}
}

// A host that does not queue hands over its requests at once.
func TestWaiting_P18_B32_MakesRoomForWhatHasWaited(t *testing.T) {
	s := consent(t, signIn)
	s, _ = Update(s, request(t, "2", `{"message":"Sure?"}`))
	s, effects := run(s, OpenPressed{})
	wantReplies(t, effects, `1 {"action":"accept"}`)
	if s.Step != Form || s.ID.Text != "2" {
		t.Fatalf("step %d of request %s: it waits behind an answered one", s.Step, s.ID.Text)
	}
	wantFocus(t, effects, Focus{Target: OnHeading})
	s, _ = run(s, DeclinePressed{}, Closed{})
	if s.Step != Waiting || s.ID.Text != "1" {
		t.Errorf("step %d of request %s, want the opened page", s.Step, s.ID.Text)
	}
}

func TestWaiting_P15_ComesBackBehindWhatCouldNotBeShown(t *testing.T) {
	s, _ := run(consent(t, signIn), OpenPressed{})
	s, _ = Update(s, request(t, "2", `{"message":"m","mode":"voice"}`))
	if s.Step != Unshown {
		t.Fatalf("step %d", s.Step)
	}
	s, effects := run(s, Closed{})
	if _, away := has[PutAway](effects); away || s.Step != Waiting || s.ID.Text != "1" {
		t.Fatalf("step %d, %v: the opened page is lost", s.Step, effects)
	}
	_, effects = run(s, Closed{})
	if _, away := has[PutAway](effects); !away {
		t.Errorf("%v, want the form put away", effects)
	}
}

func TestWaiting_P15_OneTooManyIsGivenUp(t *testing.T) {
	s := start(t)
	for i := range maxParked + 1 {
		id := strconv.Itoa(i)
		s, _ = Update(s, request(t, id, `{"message":"m","mode":"url","url":"https://shop.example/","elicitationId":"e`+id+`"}`))
		s, _ = run(s, OpenPressed{})
	}
	s, effects := Update(s, request(t, "last", sure))
	over, ok := has[WaitOver](effects)
	if !ok || over.How != GivenUp || over.ID.Text != "0" {
		t.Errorf("%v: nobody is told that the first page is waited for no longer", effects)
	}
	if _, effects = Update(s, Finished{ElicitationID: "e1"}); len(effects) == 0 {
		t.Error("the second page is not waited for")
	}
}

// The server takes its request back while the answer is on its way.
func TestWaiting_B33_IsOverWhenTheRequestIsTakenBack(t *testing.T) {
	first, _ := run(consent(t, signIn), OpenPressed{})
	for expired, want := range map[bool]Outcome{false: Withdrawn, true: Expired} {
		s, effects := Update(first, CalledOff{ID: elicit.StringValue("1"), Expired: expired})
		wantReplies(t, effects)
		if over, ok := has[WaitOver](effects); !ok || over.How != GivenUp || s.Step != Done || s.Outcome != want {
			t.Errorf("step %d outcome %d, %v", s.Step, s.Outcome, effects)
		}
	}
	// The same while something else is shown.
	s, _ := Update(first, request(t, "2", sure))
	s, effects := Update(s, CalledOff{ID: elicit.StringValue("1")})
	if over, ok := has[WaitOver](effects); !ok || over.ID.Text != "1" || s.Step != Form {
		t.Errorf("step %d, %v", s.Step, effects)
	}
	if s, _ = run(s, DeclinePressed{}); s.Step != Done {
		t.Errorf("step %d: what was taken back is shown again", s.Step)
	}
}

// A host may answer only when the page is closed again.
func TestCompletion_P15_WhileTheHostOpensThePage(t *testing.T) {
	e := request(t, "1", signIn)
	e.HostOpens = true
	s, _ := Update(start(t), e)
	opening, effects := run(s, OpenPressed{}, Finished{ElicitationID: "e1"})
	wantReplies(t, effects)
	s, effects = run(opening, LinkOpened{OK: true})
	wantReplies(t, effects, `1 {"action":"accept"}`)
	if over, ok := has[WaitOver](effects); !ok || over.How != ByServer || s.Step != Done || s.Outcome != PageCompleted {
		t.Errorf("step %d outcome %d, %v", s.Step, s.Outcome, effects)
	}
	// What was said of a page that was not opened is not true of the next try.
	s, _ = run(opening, LinkOpened{}, OpenPressed{}, LinkOpened{OK: true})
	if s.Step != Waiting {
		t.Errorf("step %d", s.Step)
	}
}

func TestCompletion_W2_SaysWhatComesNext(t *testing.T) {
	s, _ := run(openRound(t, signIn, sizeForm), OpenPressed{})
	_, effects := Update(s, Finished{ElicitationID: "e1"})
	const want = "shop.example says that the other page is finished. Request 2 of 2. shop.example is asking for information"
	if last := effects[len(effects)-1]; last != (Announce{Text: want}) {
		t.Errorf("heard last: %v", last)
	}
}

func TestCopy_U8_TellsWhatHappened(t *testing.T) {
	s, effects := run(consent(t, signIn), CopyPressed{})
	if copied, ok := has[Copy](effects); !ok || copied.Text != "https://login.shop.example/authorize?state=1" {
		t.Errorf("effects %v", effects)
	}
	for ok, want := range map[bool]string{true: "Link copied", false: "The address is selected. Copy it with your keyboard."} {
		if _, effects := Update(s, Copied{OK: ok}); effects[0] != (Announce{Text: want}) {
			t.Errorf("copied %v: %v", ok, effects)
		}
	}
}

func TestElsewhere_ComparesSites(t *testing.T) {
	tests := map[string]bool{
		"shop.example":            false,
		"https://shop.example/":   false,
		"login.shop.example:8443": false,
		"SHOP.example.":           false,
		"evilshop.example":        true,
		"other.test":              true,
		"example.shop/orders":     false, // As the MCP registry has it.
		"example.shop.mcp/orders": false,
		"example.other/orders":    true,
		"example.shop":            true, // Without a path it is no name of the registry.
		"https://example.shop/x":  true,
		"My own shop":             false, // Not the name of a site: nothing to compare.
		"shop":                    false,
	}
	for id, want := range tests {
		e := request(t, "1", `{"message":"m","mode":"url","url":"https://shop.example/"}`)
		e.Server.ID = toUntrusted(id)
		if s, _ := Update(start(t), e); s.Elsewhere() != want {
			t.Errorf("%q: %v, want %v", id, s.Elsewhere(), want)
		}
	}
}
