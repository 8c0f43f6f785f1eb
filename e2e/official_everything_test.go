package e2e

import (
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/elicitform/elicitform/e2e/process"
	"github.com/elicitform/elicitform/e2e/testsite"
)

// fillEverything answers the thirteen fields of the reference server's form and
// returns the content that must be sent.
func (d Document) fillEverything(name string) string {
	d.t.Helper()
	d.Type("String", name)
	d.Choose("Boolean", "Yes")
	d.Type("String with default", "Call me Ishmael.")
	d.Type("String with email format", "ada@example.com")
	d.Type("String with uri format", "https://example.com/~ada?q=1#top")
	d.fillDate(5)
	d.Type("Integer", "7")
	d.Type("Number in range 1-1000", "2.5")
	d.Choose("Untitled Single Select Enum", "Phoebe")
	d.Tick("Untitled Multiple Select Enum", "Guitar", "Bass")
	d.Choose("Titled Single Select Enum", "Wonder Woman")
	d.Tick("Titled Multiple Select Enum", "Salmon", "Trout")
	d.Choose("Legacy Titled Single Select Enum", "Dogs")
	return fmt.Sprintf(`{"name":%s,"check":true,"firstLine":"Call me Ishmael.","email":"ada@example.com",`+
		`"homepage":"https://example.com/~ada?q=1#top","birthdate":"2024-02-29","integer":7,"number":2.5,`+
		`"untitledSingleSelectEnum":"Phoebe","untitledMultipleSelectEnum":["Guitar","Bass"],"titledSingleSelectEnum":"hero-3",`+
		`"titledMultipleSelectEnum":["fish-2","fish-3"],"legacyTitledEnum":"pet-2"}`, quote(name))
}

// everything is a chat that is connected to the reference server.
type everything struct {
	*Chat
	server *process.Process
}

// openEverything opens an example and connects it to the reference server. The
// capabilities make the server offer all tools that ask for something.
func openEverything(t *testing.T, example string) everything {
	t.Helper()
	server, err := everythingServer()
	must(t, err)
	endpoint, err := endpoint(server)
	must(t, err)
	asTask := map[string]any{"tasks": map[string]any{"requests": map[string]any{"elicitation": map[string]any{"create": map[string]any{}}}}}
	return everything{openChat(t, example, endpoint, asTask), server}
}

// expectServerGot expects that the server has received a result: its tool
// repeats it, and its log contains exactly this text.
func (e everything) expectServerGot(key, result string) {
	e.t.Helper()
	text := e.result(key).Text
	_, raw, _ := strings.Cut(text, "{\n  \"action\"")
	expectSameJSON(e.t, key, `{"action"`+raw, result)
	e.waitFor("the server's log to show "+result, func() bool {
		for line := range strings.Lines(e.server.Output()) {
			if strings.HasPrefix(line, "child: received POST ") && strings.Contains(line, `"result":`+result) {
				return true
			}
		}
		return false
	})
}

// TestEverything covers P15, P16 and N31 with a server and clients of other authors:
// the test answers the requests of the reference server like a person, and the
// server receives the typed answers.
// Rows: P15, P16, N31.
func TestEverything(t *testing.T) {
	t.Parallel()
	for _, example := range []string{"sdk-v1/chat", "sdk-v2/chat"} {
		t.Run(example, func(t *testing.T) {
			chat := openEverything(t, example)
			for _, c := range []struct {
				name string
				test func(t *testing.T, chat everything)
			}{
				{"form", everythingForm},
				{"decline and cancel", everythingRefused},
				{"page", everythingPage},
				{"required page", everythingRequiredPage},
				{"task", everythingTask},
			} {
				t.Run(c.name, func(t *testing.T) {
					chat.reportTo(t)
					c.test(t, chat)
				})
			}
			chat.expectQuiet()
		})
	}
}

// TestEverythingHandler covers N31: forms and pages also reach the person if
// the client passes the requests to a request handler.
// Rows: N31.
func TestEverythingHandler(t *testing.T) {
	t.Parallel()
	for example, test := range map[string]func(t *testing.T, chat everything){
		"sdk-v1/handler": everythingForm,
		"sdk-v2/handler": everythingPage,
	} {
		t.Run(example, func(t *testing.T) {
			chat := openEverything(t, example)
			everythingRefused(t, chat)
			test(t, chat)
			chat.expectQuiet()
		})
	}
}

func everythingForm(t *testing.T, chat everything) {
	key := chat.call("trigger-elicitation-request", nil)
	form := chat.form()
	content := form.fillEverything(`Zoë "Ada" of ` + t.Name())
	form.toReview()
	expectSameJSON(t, "review", form.wireText(), content)
	form.Press("Send")
	chat.expectServerGot(key, `{"action":"accept","content":`+content+`}`)
}

func everythingRefused(_ *testing.T, chat everything) {
	for button, action := range map[string]string{"Decline": "decline", "Not now": "cancel"} {
		key := chat.call("trigger-elicitation-request", nil)
		chat.waitForForm()
		form := chat.form()
		form.Press(button)
		chat.expectServerGot(key, `{"action":"`+action+`"}`)
		// The next request has the same heading, and the same buttons under it.
		form.atEnd()
	}
}

// everythingPage opens the page that the server asks for. The answer is sent
// when the page is opened, and the form waits until the person has finished.
func everythingPage(t *testing.T, chat everything) {
	site := newVisitedSite(t)
	key := chat.call("trigger-url-elicitation", map[string]any{"url": site.URL})
	chat.visit(site)
	chat.expectServerGot(key, `{"action":"accept"}`)
	form := chat.form()
	form.onHeading(waitingHeading)
	form.Press("I have finished")
	form.atEnd()
}

// everythingRequiredPage calls a tool that fails until a page was opened, and
// then asks for another page.
func everythingRequiredPage(t *testing.T, chat everything) {
	site := newVisitedSite(t)
	before := len(chat.targets())
	key := chat.call("trigger-url-elicitation", map[string]any{"url": site.URL, "errorPath": true})
	form := chat.form()
	form.Follow("Open modelcontextprotocol.io in a new tab")
	chat.waitFor("the page to be opened", func() bool { return len(chat.targets()) > before })
	chat.toFront()
	form.onHeading(waitingHeading)
	if ends := eval[int](chat.page(), `(key) => endings.filter((e) => e.key === key).length`, key); ends != 0 {
		t.Error("the call has ended before the person had finished")
	}
	form.Press("I have finished")
	chat.visit(site)
	chat.expectServerGot(key, `{"action":"accept"}`)
	form.onHeading(waitingHeading)
	form.Press("I have finished")
	form.atEnd()
}

func (c *Chat) visit(site *visitedSite) {
	c.t.Helper()
	u, err := url.Parse(site.URL)
	must(c.t, err)
	c.form().Follow("Open " + u.Hostname() + " in a new tab")
	if v := site.waitForVisit(); v.Opener != "null" || v.Referrer != "" {
		c.t.Errorf("the page was opened with %+v", v)
	}
	c.toFront()
}

// everythingTask answers a request that the client may run as a task, and one
// that belongs to a task of the server.
func everythingTask(t *testing.T, chat everything) {
	research := chat.callAsTask("simulate-research-query", map[string]any{"topic": "Python", "ambiguous": true})
	async := chat.call("trigger-elicitation-request-async", nil)
	form := chat.form()
	form.Type("Your Name", "Grace of "+t.Name())
	form.Choose("Favorite Color", "Blue")
	form.Choose("Terms Agreement", "No")
	form.sendAnswers()
	chat.expectServerGot(async, `{"action":"accept","content":{"name":`+quote("Grace of "+t.Name())+`,"favoriteColor":"Blue","agreeToTerms":false}}`)

	// Its words may be of none of the ten languages. So it is reviewed, although the chat allows sending at once.
	form.Choose("Clarification", "Monty Python comedy group")
	form.sendAnswers()
	if got := chat.result(research); !strings.Contains(got.Text, "After receiving clarification (\"comedy\"), the task resumed processing and completed.") {
		t.Errorf("the server reports %s", got.Text)
	}
}

// everythingServer is the reference server from npm. All tests share it.
var everythingServer = sync.OnceValues(func() (*process.Process, error) {
	script := testsite.Path("node_modules", "@modelcontextprotocol", "server-everything", "dist", "index.js")
	return startNode("node", script, []string{"streamableHttp"}, "PORT=0")
})

// callAsTask calls a tool that its server runs only as a task.
func (c *Chat) callAsTask(tool string, args map[string]any) string {
	c.t.Helper()
	return c.start(tool, args, true)
}
