package flow

import (
	"testing"

	"github.com/elicitform/elicitform/internal/request"
)

const signIn = `{"message":"Sign in.","mode":"url","url":"https://login.shop.example/authorize?state=1","elicitationId":"e1"}`

func openConsent(t *testing.T, params string) State {
	t.Helper()
	s, _ := Update(start(t), arrive(t, "1", params))
	if s.Step != Consent {
		t.Fatalf("the request is at step %d, want consent (rejected %q)", s.Step, s.Rejected)
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

// Rows: P15, U7.
func TestOpening_AcceptsAtOnceWithoutContent(t *testing.T) {
	s, effects := run(openConsent(t, signIn), OpenPage, OpenPage)
	wantReplies(t, effects, `1 {"action":"accept"}`)
	if s.Step != Waiting || s.Open() || !s.Replied {
		t.Errorf("step %d, open %v", s.Step, s.Open())
	}
	wantFocus(t, effects, Focus{Target: OnHeading})
	if _, opens := has[OpenLink](effects); opens {
		t.Error("the browser follows the link by itself; the host is not asked")
	}
}

// Rows: U5.
func TestNothingIsOpened_BeforeConsent(t *testing.T) {
	s, effects := Update(start(t), arrive(t, "1", signIn))
	for _, effect := range effects {
		switch effect.(type) {
		case OpenLink, Copy, Reply:
			t.Errorf("%T before anybody agreed", effect)
		}
	}
	_, effects = run(s, Decline, OpenPage)
	wantReplies(t, effects, `1 {"action":"decline"}`)
}

// Rows: U4, B18.
func TestBlocked_OnlyDeclineAndCancel(t *testing.T) {
	s := openConsent(t, `{"message":"m","mode":"url","url":"javascript:alert(1)"}`)
	if !s.Request().Blocked() {
		t.Fatal("not blocked")
	}
	s, effects := run(s, OpenPage, Finish)
	wantReplies(t, effects)
	_, effects = run(s, Cancel)
	wantReplies(t, effects, `1 {"action":"cancel"}`)
}

func TestHostOpens_ConsentCountsWhenThePageIsOpen(t *testing.T) {
	e := arrive(t, "1", signIn)
	e.HostOpens = true
	s, _ := Update(start(t), e)
	s, effects := run(s, OpenPage, OpenPage)
	wantReplies(t, effects)
	if open, ok := has[OpenLink](effects); !ok || open.URL != "https://login.shop.example/authorize?state=1" || len(effects) != 1 {
		t.Errorf("effects %v", effects)
	}
	s, effects = run(s, LinkOpened{})
	wantReplies(t, effects)
	if s.Step != Consent || !s.NotOpened {
		t.Errorf("step %d, told %v", s.Step, s.NotOpened)
	}
	s, effects = run(s, OpenPage, LinkOpened{OK: true}, LinkOpened{OK: true})
	wantReplies(t, effects, `1 {"action":"accept"}`)
	if s, effects = run(s, OpenPage); s.Step != Waiting {
		t.Errorf("Open again went to step %d", s.Step)
	} else if _, opens := has[OpenLink](effects); !opens {
		t.Error("Open again did not ask the host")
	}
}

// Rows: W1, W3.
func TestWaiting_EndsOnceHoweverItEnds(t *testing.T) {
	waiting, _ := run(openConsent(t, signIn), OpenPage)
	tests := map[string]struct {
		event   Event
		how     request.WaitEnd
		step    Step
		outcome Outcome
	}{
		"the server says so": {Completed{ElicitationID: "e1"}, request.EndedByServer, Done, PageCompleted},
		"the person says so": {Finish, request.EndedByPerson, Done, FinishedByPerson},
		"nobody waits":       {Close, request.EndedByClosing, Idle, Pending},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s, effects := run(waiting, test.event, test.event)
			wantReplies(t, effects)
			if over, ok := has[WaitOver](effects); !ok || over.How != test.how {
				t.Errorf("effects %v", effects)
			}
			if test.step == Done && (s.Step != Done || s.Outcome != test.outcome) || s.Step != test.step && test.step != Idle {
				t.Errorf("step %d outcome %q", s.Step, s.Outcome)
			}
			if focus, ok := has[Focus](effects); ok && test.how == request.EndedByServer && !focus.IfInside {
				t.Error("W3: the server's word takes the focus")
			}
		})
	}
}

// Rows: P15.
func TestCompletion_UnknownAndRepeatedIDsAreIgnored(t *testing.T) {
	for name, event := range map[string]Completed{
		"another id":      {ElicitationID: "e2"},
		"another request": {ID: request.StringValue("7"), ElicitationID: "e1"},
		"no id":           {},
	} {
		t.Run(name, func(t *testing.T) {
			waiting, _ := run(openConsent(t, signIn), OpenPage)
			if s, effects := Update(waiting, event); s.Step != Waiting || len(effects) > 0 {
				t.Errorf("%s: step %d, %v", name, s.Step, effects)
			}
			if s, effects := Update(openConsent(t, signIn), event); s.Step != Consent || len(effects) > 0 {
				t.Errorf("%s before consent: step %d, %v", name, s.Step, effects)
			}
		})
	}
	// Without consent, the server's notification decides nothing.
	if s, effects := Update(openConsent(t, signIn), Completed{ElicitationID: "e1"}); s.Step != Consent || len(effects) > 0 {
		t.Errorf("before consent: step %d, %v", s.Step, effects)
	}
	without, _ := run(openConsent(t, `{"message":"m","mode":"url","url":"https://shop.example/"}`), OpenPage)
	if s, _ := Update(without, Completed{}); s.Step != Waiting {
		t.Error("a page without id was finished by a notice without id")
	}
}

// Rows: P18.
func TestWaiting_MakesRoomAndComesBack(t *testing.T) {
	s, _ := run(openConsent(t, signIn), OpenPage)
	s, effects := Update(s, arrive(t, "2", sure))
	if s.Step != Form {
		t.Fatalf("a new request waits behind an answered one: step %d", s.Step)
	}
	wantReplies(t, effects)
	s, effects = run(s, Confirm)
	wantReplies(t, effects, `2 {"action":"accept","content":{}}`)
	if texts := listAnnouncements(effects); s.Step != Done || s.Outcome != Confirmed || texts[len(texts)-1] != "Request confirmed. shop.example" {
		t.Fatalf("step %d outcome %q, announced %q: what became of the answer is not shown", s.Step, s.Outcome, texts)
	}
	s, effects = run(s, Close)
	if _, away := has[PutAway](effects); !away || s.Step != Idle {
		t.Fatalf("step %d, %v: nobody is told that the screen is free", s.Step, effects)
	}

	s, effects = run(s, resume(t, "1", signIn))
	wantReplies(t, effects)
	wantFocus(t, effects, Focus{Target: OnHeading, IfInside: true})
	if s.Step != Waiting || s.Open() || !s.Replied || s.ID.Text != "1" || s.Request().Link.Host != "login.shop.example" || s.ServerID() != "shop.example" {
		t.Errorf("step %d of request %s, %v", s.Step, s.ID.Text, effects)
	}
	_, effects = run(s, OpenPage, Finish)
	if over, ok := has[WaitOver](effects); !ok || over.ID.Text != "1" || over.How != request.EndedByPerson {
		t.Errorf("effects %v", effects)
	}
	wantReplies(t, effects)
}

func resume(t *testing.T, id, params string) WaitResumed {
	t.Helper()
	return WaitResumed(arrive(t, id, params))
}

// A page that a host opens is opened by it again.
// Rows: P15.
func TestWaiting_ResumedPageIsOpenedByTheHost(t *testing.T) {
	e := resume(t, "1", signIn)
	e.HostOpens = true
	_, effects := run(start(t), e, OpenPage)
	if link, ok := has[OpenLink](effects); !ok || link.URL != "https://login.shop.example/authorize?state=1" {
		t.Errorf("effects %v", effects)
	}
}

// Only a page can be resumed.
// Rows: P15.
func TestWaiting_WhatIsNoPageIsNotResumed(t *testing.T) {
	for _, params := range []string{contact, `{}`, `[]`, `{"message":"m","mode":"voice"}`, `{"message":"m","mode":"url","url":"javascript:alert(1)"}`} {
		t.Run(params, func(t *testing.T) {
			s, effects := Update(start(t), resume(t, "1", params))
			if over, ok := has[WaitOver](effects); !ok || over.How != request.EndedByClosing || over.ID.Text != "1" || len(effects) != 1 || s.Step != Idle {
				t.Errorf("%s: step %d, %v", params, s.Step, effects)
			}
		})
	}
	// A page never replaces an open request.
	if s, effects := Update(open(t, contact), resume(t, "2", signIn)); s.Step != Form || len(effects) > 0 {
		t.Errorf("step %d, %v", s.Step, effects)
	}
}

// A page is completed while another request is shown.
// Rows: P15.
func TestCompletion_OfAPageThatIsNotOnTheScreen(t *testing.T) {
	e := Completed{ID: request.StringValue("1"), ElicitationID: "e1", Server: request.Server{ID: "shop.example"}}
	for name, s := range map[string]State{"a form": open(t, contact), "nothing": start(t), "the same server asks again": openConsent(t, signIn)} {
		t.Run(name, func(t *testing.T) {
			next, effects := Update(s, e)
			if announce, ok := has[Announce](effects); !ok || len(effects) != 1 || announce.Text != "shop.example says that you have finished in the other tab." || next.Step != s.Step {
				t.Errorf("%s: step %d, %v", name, next.Step, effects)
			}
		})
	}
}

// The server withdraws its request while the answer is on its way.
// Rows: B33.
func TestWaiting_IsOverWhenTheRequestIsTakenBack(t *testing.T) {
	first, _ := run(openConsent(t, signIn), OpenPage)
	for outcome, want := range map[Outcome]Outcome{Pending: Withdrawn, Expired: Expired, Elsewhere: Elsewhere} {
		t.Run(string(want), func(t *testing.T) {
			s, effects := Update(first, CalledOff{ID: request.StringValue("1"), Outcome: outcome})
			wantReplies(t, effects)
			if over, ok := has[WaitOver](effects); !ok || over.How != request.EndedByClosing || s.Step != Done || s.Outcome != want {
				t.Errorf("step %d outcome %q, %v", s.Step, s.Outcome, effects)
			}
		})
	}
}

// A host may answer only when the page is closed again.
// Rows: P15.
func TestCompletion_WhileTheHostOpensThePage(t *testing.T) {
	e := arrive(t, "1", signIn)
	e.HostOpens = true
	s, _ := Update(start(t), e)
	opening, effects := run(s, OpenPage, Completed{ElicitationID: "e1"})
	wantReplies(t, effects)
	s, effects = run(opening, LinkOpened{OK: true})
	wantReplies(t, effects, `1 {"action":"accept"}`)
	if over, ok := has[WaitOver](effects); !ok || over.How != request.EndedByServer || s.Step != Done || s.Outcome != PageCompleted {
		t.Errorf("step %d outcome %q, %v", s.Step, s.Outcome, effects)
	}
	// A notification about a page that was not opened does not count for the next try.
	s, _ = run(opening, LinkOpened{}, OpenPage, LinkOpened{OK: true})
	if s.Step != Waiting {
		t.Errorf("step %d", s.Step)
	}
}

// Rows: W2.
func TestCompletion_SaysWhatComesNext(t *testing.T) {
	s, _ := run(openRound(t, signIn, sizeForm), OpenPage)
	_, effects := Update(s, Completed{ElicitationID: "e1"})
	want := Announce{
		Outside: "shop.example says that you have finished in the other tab. shop.example asks. Request 2 of 2. “How big?”",
		Text:    "shop.example says that you have finished in the other tab. Request 2 of 2. “How big?”",
	}
	if last := effects[len(effects)-1]; last != want {
		t.Errorf("heard last: %v, want %v", last, want)
	}
}

// Rows: U8.
func TestCopy_TellsWhatHappened(t *testing.T) {
	s, effects := run(openConsent(t, signIn), CopyLink)
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
		"example.shop/orders":     false, // In the notation of the MCP registry.
		"example.shop.mcp/orders": false,
		"example.other/orders":    true,
		"example.shop":            true, // The registry's names have a path.
		"https://example.shop/x":  true,
		"My own shop":             false, // This is not the name of a site.
		"shop":                    false,
	}
	for id, want := range tests {
		t.Run(id, func(t *testing.T) {
			e := arrive(t, "1", `{"message":"m","mode":"url","url":"https://shop.example/"}`)
			e.Server.ID = toUntrusted(id)
			if s, _ := Update(start(t), e); s.OnOtherSite() != want {
				t.Errorf("%q: %v, want %v", id, s.OnOtherSite(), want)
			}
		})
	}
}
