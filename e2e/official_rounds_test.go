package e2e

import (
	"encoding/json"
	"strings"
	"testing"
)

// expectRepeated expects that a tool was called twice: first by the chat, and
// then again with the answers of the round and its state, under another id.
func (s *roundsServer) expectRepeated(t *testing.T, responses string) {
	t.Helper()
	calls := s.calls(t)
	if len(calls) != 2 {
		t.Fatalf("the tool was called %d times", len(calls))
	}
	first, retry := calls[0], calls[1]
	if first.Params.InputResponses != nil || first.Params.RequestState != nil {
		t.Errorf("the first call has %s and %s", first.Params.InputResponses, first.Params.RequestState)
	}
	if string(first.ID) == string(retry.ID) {
		t.Errorf("both calls have the id %s", first.ID)
	}
	expectSameJSON(t, "answers of the round", string(retry.Params.InputResponses), responses)
	var state string
	must(t, json.Unmarshal(retry.Params.RequestState, &state))
	if state != roundState {
		t.Errorf("the state %q came back as %q", roundState, state)
	}
}

// TestGoServerRound covers N27, P18 and P10 with a server of revision
// 2026-07-28: two forms and a page are shown in turn, have one review, and are
// sent together under exactly their keys.
// Rows: N27, P18, P10.
func TestGoServerRound(t *testing.T) {
	t.Parallel()
	site := newVisitedSite(t)
	server := startRoundsServer(t, site.URL)
	chat := openChat(t, "sdk-v2/chat", server.endpoint, nil)
	key := chat.call("plan-trip", nil)
	form := chat.form()

	form.wait("the place in the round", `document.body.innerText.includes("Request 1 of 3")`)
	form.Type("Name", "Ada")
	form.Press("Review")
	chat.visit(site)
	form.Press("I have finished")
	form.Type("City", "Oslo")
	form.Type("Nights", "3")
	form.toReview()
	var shown []string
	for _, row := range form.rows() {
		shown = append(shown, row.Label+": "+row.Value)
	}
	if got := strings.Join(shown, ", "); got != "Name: Ada, City: Oslo, Nights: 3" {
		t.Errorf("review shows %s", got)
	}
	if got := server.calls(t); len(got) != 1 {
		t.Errorf("%d calls before anything was sent", len(got))
	}
	form.Press("Change “Name”")
	form.Type("Name", "Ada Lovelace")
	form.sendAnswers()

	const responses = `{"10":{"action":"accept","content":{"name":"Ada Lovelace"}},"constructor":{"action":"accept"},` +
		`"trip/details~1 🙂":{"action":"accept","content":{"city":"Oslo","nights":3}}}`
	expectSameJSON(t, "what the server got", chat.result(key).Text, responses)
	server.expectRepeated(t, responses)
	t.Run("partly refused", func(t *testing.T) {
		chat.reportTo(t)
		declinePartsOfRound(t, chat)
	})
	chat.expectQuiet()
}

// declinePartsOfRound declines two parts of a round and answers the third.
func declinePartsOfRound(t *testing.T, chat *Chat) {
	server := startRoundsServer(t, "https://airline.example/sign-in")
	chat.connect(server.endpoint, nil)
	key := chat.call("plan-trip", nil)
	form := chat.form()
	chat.waitForForm()
	form.Press("Decline")
	form.wait("the second part", `document.body.innerText.includes("Sign in to the airline.")`)
	form.Press("Decline")
	form.Type("City", "Oslo")
	form.sendAnswers()
	const responses = `{"10":{"action":"decline"},"constructor":{"action":"decline"},"trip/details~1 🙂":{"action":"accept","content":{"city":"Oslo"}}}`
	expectSameJSON(t, "what the server got", chat.result(key).Text, responses)
	server.expectRepeated(t, responses)
}

// TestGoServerRoundByHandler covers N27: a request handler gets the parts one
// by one, and the round is still sent as a whole.
// Rows: N27.
func TestGoServerRoundByHandler(t *testing.T) {
	t.Parallel()
	server := startRoundsServer(t, "https://airline.example/sign-in")
	chat := openChat(t, "sdk-v2/handler", server.endpoint, nil)
	key := chat.call("plan-trip", nil)
	form := chat.form()
	form.Type("Name", "Ada")
	form.sendAnswers()
	form.wait("the second request", `document.body.innerText.includes("Sign in to the airline.")`)
	form.Press("Decline")
	form.Type("City", "Oslo")
	form.sendAnswers()
	const responses = `{"10":{"action":"accept","content":{"name":"Ada"}},"constructor":{"action":"decline"},"trip/details~1 🙂":{"action":"accept","content":{"city":"Oslo"}}}`
	expectSameJSON(t, "what the server got", chat.result(key).Text, responses)
	server.expectRepeated(t, responses)
	chat.expectQuiet()
}
