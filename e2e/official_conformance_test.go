package e2e

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/elicitform/elicitform/e2e/process"
	"github.com/elicitform/elicitform/e2e/testsite"
)

// expectChecks fails the test unless the suite made exactly these checks, all
// with success. Checks that are only information do not count.
func expectChecks(t *testing.T, checks []check, want ...string) {
	t.Helper()
	var made []string
	for _, c := range checks {
		if c.Status == "INFO" {
			continue
		}
		if made = append(made, c.ID); c.Status != "SUCCESS" {
			t.Errorf("check %s: %s %s", c.ID, c.Status, c.ErrorMessage)
		}
	}
	slices.Sort(made)
	slices.Sort(want)
	if !slices.Equal(made, want) {
		t.Errorf("the suite checked %q, not %q", made, want)
	}
}

// TestConformanceDefaults covers N31 and P4, checked by the official suite:
// suggestions that the person leaves are sent, with the right types.
// Rows: N31, P4.
func TestConformanceDefaults(t *testing.T) {
	t.Parallel()
	checks := conformance(t, "elicitation-sep1034-client-defaults", func(suite *process.Process, server string) {
		chat := openChat(t, "sdk-v1/chat", server, nil)
		// The suite sends its requests over the stream that the client opens
		// for messages outside of a call, and does not wait until it is open.
		chat.waitFor("the client to listen", func() bool { return strings.Contains(suite.Output(), "child: received GET") })
		key := chat.call("test_client_elicitation_defaults", nil)
		form := chat.form()
		form.sendAnswers()
		if got := chat.result(key); got.IsError {
			t.Errorf("the suite's server says %s", got.Text)
		}
		chat.expectQuiet()
	})
	expectChecks(t, checks, "client-elicitation-sep1034-string-default", "client-elicitation-sep1034-integer-default",
		"client-elicitation-sep1034-number-default", "client-elicitation-sep1034-enum-default", "client-elicitation-sep1034-boolean-default")
}

// TestConformanceRequestState covers N27, checked by the official suite: rounds
// of revision 2026-07-28 keep their state, and calls are kept apart.
// Rows: N27.
func TestConformanceRequestState(t *testing.T) {
	t.Parallel()
	checks := conformance(t, "sep-2322-client-request-state", func(_ *process.Process, server string) {
		chat := openChat(t, "sdk-v2/chat", server, nil)
		form := chat.form()
		for _, tool := range []string{"test_mrtr_echo_state", "test_mrtr_no_state"} {
			key := chat.call(tool, nil)
			// While the person answers, another call is made and ends.
			aside := chat.call("test_mrtr_unrelated", nil)
			if got := chat.result(aside); got.Text != "unrelated-ok" {
				t.Errorf("the suite's server says %+v", got)
			}
			form.Choose("Confirmed", "Yes")
			form.toReview()
			form.do("send")
			if got := chat.result(key); got.IsError {
				t.Errorf("the suite's server says %s", got.Text)
			}
		}
		// The client may refuse this result, and does. The suite checks that
		// the client does not treat it as a round.
		chat.result(chat.call("test_mrtr_no_result_type", nil))
		chat.expectQuiet()
	})
	expectChecks(t, checks, "sep-2322-client-request-state-echoed", "sep-2322-client-jsonrpc-id-different", "sep-2322-client-no-state-omitted",
		"sep-2322-client-parallel-isolation", "sep-2322-client-parallel-isolation", "sep-2322-default-result-type-complete")
}

// conformance runs a client scenario of the official conformance suite. drive
// acts as the client: it is called once, with the address of the suite's
// server.
func conformance(t *testing.T, scenario string, drive func(suite *process.Process, server string)) []check {
	t.Helper()
	servers, done := make(chan string, 1), make(chan struct{})
	control := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var report struct {
			Server string `json:"server"`
		}
		_ = json.NewDecoder(r.Body).Decode(&report)
		servers <- report.Server
		<-done
	}))
	defer control.Close()
	defer close(done)

	results := t.TempDir()
	suite, err := startNode(newerNode(), conformanceSuite(), []string{
		"client", "--scenario", scenario, "--output-dir", results, "--timeout", "60000",
		"--command", "node " + testsite.Path("e2e", "official", "client.mjs") + " " + control.URL,
	})
	must(t, err)
	defer suite.Stop()
	select {
	case address := <-servers:
		drive(suite, address)
	case <-suite.Ended:
		t.Fatalf("the suite ended before it started the client: %v\n%s", suite.Err, suite.Output())
	case <-time.After(waitTimeout):
		t.Fatalf("the suite does not start the client\n%s", suite.Output())
	}
	done <- struct{}{}
	<-suite.Ended
	if suite.Err != nil {
		t.Errorf("the suite: %v\n%s", suite.Err, suite.Output())
	}
	return checks(t, results)
}
