package e2e

import (
	"strings"
	"testing"
)

// rejectedByClients are requests of real servers that the official clients do
// not pass to a request handler: nullable unions, lists of free text,
// references, formats other than the specification's four, options without a
// type.
var rejectedByClients = []string{
	"036-py1-optional-anyof.json",
	"037-py1-optional-list-str.json",
	"038-py-pydantic-ref-defs.json",
	"031-zod-kitchen-sink.json",
	"039-fastmcp-all-primitives.json",
	"047-fastmcp-multi-no-item-type.json",
	"055-go-nil-schema.json",
	"062-go-invalid-format-phone.json",
	"098-issue-password-format.json",
}

// askingEndpoint returns the address of a server that sends the requests of the
// corpus and validates the answers itself.
func askingEndpoint(t testing.TB) string {
	t.Helper()
	server, err := askingServer()
	must(t, err)
	endpoint, err := endpoint(server)
	must(t, err)
	return endpoint
}

func openAsking(t testing.TB, example string) *Chat {
	t.Helper()
	return openChat(t, example, askingEndpoint(t), nil)
}

// answerCorpus answers the request of a file, which is on the screen, and
// returns the content that must be sent.
func (d Document) answerCorpus(file string) string {
	d.t.Helper()
	if expectations[file] == wantConfirmation {
		d.Press("Confirm")
		return "{}"
	}
	params := corpus(d.t, file)
	d.wait("the form of "+file, `(count) => `+questions+`.length === count`, len(readRequest(d.t, params).Properties))
	want := d.answerEverything(params)
	d.sendAnswers()
	return want
}

// TestRawMessages covers N31: the clients reject some requests, and drop rules
// of others. If the chat takes the raw message from the transport, the form
// shows the request as the server wrote it, and the server's own validator
// accepts the answer. P15 and W3: the server's notice that a page is finished
// ends the wait for it.
// Rows: N31, P15, W3.
func TestRawMessages(t *testing.T) {
	t.Parallel()
	for example, files := range map[string][]string{"sdk-v1/chat": rejectedByClients, "sdk-v2/chat": rejectedByClients[:3]} {
		t.Run(example, func(t *testing.T) {
			chat := openAsking(t, example)
			for _, file := range files {
				t.Run(file, func(t *testing.T) {
					chat.reportTo(t)
					chat.expectAccepted(file)
				})
			}
			t.Run(fileWithDroppedPattern, func(t *testing.T) {
				chat.reportTo(t)
				chat.expectPattern()
			})
			t.Run("page", func(t *testing.T) {
				chat.reportTo(t)
				chat.expectVisitNotice()
			})
			chat.expectQuiet()
		})
	}
}

// expectAccepted answers a request and expects the server to accept the answer.
func (c *Chat) expectAccepted(file string) {
	c.t.Helper()
	key := c.call(file, nil)
	want := c.form().answerCorpus(file)
	got := c.result(key)
	if got.IsError {
		c.t.Fatalf("the server refuses the answer: %s", got.Text)
	}
	expectSameJSON(c.t, "what the server accepted", got.Text, `{"action":"accept","content":`+want+`}`)
}

// expectVisitNotice opens a page of the server and expects the server's notice
// that it was opened.
func (c *Chat) expectVisitNotice() {
	c.t.Helper()
	key := c.call("page", nil)
	form := c.form()
	form.button("open")
	form.do("open")
	expectSameJSON(c.t, "what the server got", c.result(key).Text, `{"action":"accept"}`)
	c.toFront()
	form.onHeading(confirmedHeading)
}

// TestRejectionsOfClients covers N31: with a request handler the same requests
// end as errors in the clients themselves, and no form is shown. This is why
// the documentation recommends to take the raw message.
// Rows: N31.
func TestRejectionsOfClients(t *testing.T) {
	t.Parallel()
	for _, example := range []string{"sdk-v1/handler", "sdk-v2/handler"} {
		t.Run(example, func(t *testing.T) {
			chat := openChat(t, example, askingEndpoint(t), nil)
			shown := func() (request string) {
				// The frame of a new page may still load.
				_ = chat.form().try(requestMark+`?.dataset.request ?? ""`, &request)
				return request
			}
			before := shown()
			for _, file := range rejectedByClients {
				key := chat.call(file, nil)
				if got := chat.result(key); !got.IsError || !strings.Contains(got.Text, `"path"`) {
					t.Errorf("%s is not rejected any more: %+v", file, got)
				}
			}
			if request := shown(); request != before {
				t.Errorf("the request %q is shown", request)
			}
			chat.expectPatternLost()
			chat.expectQuiet()
		})
	}
}

// fileWithDroppedPattern is a request that the clients pass on without its
// pattern, which the server still enforces.
const fileWithDroppedPattern = "028-ts-test-complex-pattern.json"

// fillAgainstPattern answers that request with a text that the pattern does not match.
func (d Document) fillAgainstPattern() {
	d.t.Helper()
	d.Type("Name", "Ada")
	d.Type("Email", "ada@example.com")
	d.Type("Age", "36")
	d.Type("Street", "Main Street 1")
	d.Type("City", "Springfield")
	d.Type("ZIP code", "none")
}

// expectPatternLost expects the server to refuse the answer: the form lacks the pattern, and cannot
// know that the answer is wrong.
func (c *Chat) expectPatternLost() {
	c.t.Helper()
	key := c.call(fileWithDroppedPattern, nil)
	c.form().fillAgainstPattern()
	c.form().sendAnswers()
	if got := c.result(key); !got.IsError || !strings.Contains(got.Text, "pattern") {
		c.t.Errorf("the server says %+v", got)
	}
}

// expectPattern expects the form to report the problem before anything is
// sent.
func (c *Chat) expectPattern() {
	c.t.Helper()
	key := c.call(fileWithDroppedPattern, nil)
	form := c.form()
	form.fillAgainstPattern()
	if got := form.continueWithErrors(); len(got.Links) != 1 {
		c.t.Errorf("the form says %q", got.Links)
	}
	form.Type("ZIP code", "12345")
	form.sendAnswers()
	if got := c.result(key); got.IsError || !strings.Contains(got.Text, "12345") {
		c.t.Errorf("the server says %+v", got)
	}
}
