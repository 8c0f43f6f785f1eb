package e2e

import "testing"

// serverGoneReports are parts of the browser's reports when a server is gone.
var serverGoneReports = []string{"ERR_INCOMPLETE_CHUNKED_ENCODING", "502"}

// TestSettlesOnceServerGone covers N20 and B33 with a real server that stops
// while its form is open: either the person still decides, or the chat closes
// the connection. In both cases the frame answers at most once, the call ends
// once, and the chat works with another server.
// Rows: N20, B33.
func TestSettlesOnceServerGone(t *testing.T) {
	t.Parallel()
	const request = "001-spec-single-field.json"
	for _, c := range []struct {
		example string
		decide  bool
		// ended is the last heading that the person sees, and answers is how
		// many answers the frame sends.
		ended   string
		answers int
	}{
		{"sdk-v1/chat", true, sentHeading, 1},
		{"sdk-v2/chat", false, withdrawnHeading, 0},
	} {
		t.Run(c.example+" "+c.ended, func(t *testing.T) {
			server, err := startAskingServer()
			must(t, err)
			t.Cleanup(server.Stop)
			endpoint, err := endpoint(server)
			must(t, err)
			chat := openChat(t, c.example, endpoint, nil)
			form := chat.form()
			key := chat.call(request, nil)
			chat.waitForForm()
			server.Stop()
			if c.decide {
				form.answerCorpus(request)
				form.onHeading(c.ended)
			}
			chat.page().run(`client.close()`)
			form.onHeading(c.ended)
			if got := chat.result(key); !got.IsError {
				t.Errorf("the call ended with %+v", got)
			}

			chat.connect(askingEndpoint(t), nil)
			retry := chat.call(request, nil)
			chat.waitForForm()
			want := form.answerCorpus(request)
			expectSameJSON(t, "what the other server got", chat.result(retry).Text, `{"action":"accept","content":`+want+`}`)
			chat.result(key)
			if got := eval[int](chat.page(), `answers.length`); got != c.answers+1 {
				t.Errorf("the frame has answered %d times", got)
			}
			chat.expectQuiet(serverGoneReports...)
		})
	}
}
