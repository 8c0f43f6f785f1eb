package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/elicitform/elicitform/e2e/driver"
	"github.com/elicitform/elicitform/e2e/process"
	"github.com/elicitform/elicitform/e2e/testsite"
	"github.com/elicitform/elicitform/web/server/site"
)

// chatSite serves pages with an official MCP client: the bundled examples; the frame beside them, as in an application;
// and under /to/{host}/ a proxy, because some servers refuse pages of other origins.
var chatSite = sync.OnceValues(func() (string, error) {
	bundles, err := bundle("examples", "esm", "sdk-v1-chat=examples/sdk-v1/chat.ts", "sdk-v1-handler=examples/sdk-v1/handler.ts",
		"sdk-v2-chat=examples/sdk-v2/chat.ts", "sdk-v2-handler=examples/sdk-v2/handler.ts", "official-tasks=e2e/official/tasks-chat.mjs")
	if err != nil {
		return "", err
	}
	built, err := testsite.Built()
	if err != nil {
		return "", err
	}
	frame, err := site.Handler(os.DirFS(built))
	if err != nil {
		return "", err
	}
	mux := http.NewServeMux()
	mux.Handle("/frame/", frame)
	mux.Handle("/", http.FileServer(http.Dir(bundles)))
	for _, name := range []string{"page.html", "page.js"} {
		mux.HandleFunc("/"+name, func(w http.ResponseWriter, r *http.Request) {
			http.ServeFile(w, r, testsite.Path("e2e", "official", name))
		})
	}
	mux.Handle("/to/{host}/", testsite.Proxy(forwardToServer))
	return testsite.Serve(mux)
})

// forwardToServer sends a request to the server in its path.
func forwardToServer(r *httputil.ProxyRequest) {
	host := r.In.PathValue("host")
	r.SetURL(&url.URL{Scheme: "http", Host: host})
	r.Out.URL.Path = strings.TrimPrefix(r.In.URL.Path, "/to/"+host)
	r.Out.Header.Del("Origin")
}

// startAskingServer starts a server that elicits with the requests of the corpus and validates the answers.
func startAskingServer() (*process.Process, error) {
	return startNode("node", testsite.Path("e2e", "official", "asking-server.mjs"), []string{testsite.Path("e2e", "testdata", "corpus")})
}

// askingServer is shared by the tests that do not stop it.
var askingServer = sync.OnceValues(startAskingServer)

// startNode starts a script that ends with the tests: see official/child.mjs.
func startNode(node, script string, args []string, env ...string) (*process.Process, error) {
	cmd := exec.Command(node, append([]string{"--import", testsite.Path("e2e", "official", "child.mjs"), script}, args...)...)
	cmd.Dir, cmd.Env = testsite.Path(), append(os.Environ(), env...)
	return process.Start(cmd)
}

// listeningOn matches the line of child.mjs when the program accepts connections.
var listeningOn = regexp.MustCompile(`(?m)^child: listening on (\d+)$`)

// endpoint waits until a program listens and returns the address of its MCP endpoint.
func endpoint(program *process.Process) (string, error) {
	port, err := program.Await(listeningOn)
	return "http://127.0.0.1:" + port + "/mcp", err
}

// check is a check of the official conformance suite in its checks.json.
type check struct{ ID, Name, Status, ErrorMessage string }

// newerNode returns the Node of the conformance suite, which may need a newer one than this project: from npm on Linux,
// elsewhere the installed one.
func newerNode() string {
	bundled, _ := filepath.Glob(testsite.Path("node_modules", "node-linux-*", "bin", "node"))
	return append(bundled, "node")[0]
}

func conformanceSuite() string {
	return testsite.Path("node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js")
}

func checks(t *testing.T, results string) []check {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(results, "*", "checks.json"))
	must(t, err)
	if len(files) != 1 {
		t.Fatalf("the suite has left %d files of checks", len(files))
	}
	return readChecks(t, files[0])
}

func readChecks(t *testing.T, file string) []check {
	t.Helper()
	text, err := os.ReadFile(file)
	must(t, err)
	var list []check
	must(t, json.Unmarshal(text, &list))
	return list
}

// Chat is a tab with one of the examples, connected to an MCP server.
type Chat struct {
	*Tab
	calls int
}

type toolResult struct {
	Text    string
	IsError bool
	Code    string
}

// chats are pages with an example of the chat, by the name of the example.
var chats sync.Map

// openChat returns a page with an example such as "sdk-v1/chat", declares more capabilities, and connects it to
// an MCP server. Tests share the page one after the other, as a chat connects to many servers.
func openChat(t testing.TB, example, server string, capabilities map[string]any) *Chat {
	t.Helper()
	shared, _ := chats.LoadOrStore(example, shareTabs(headless, 1))
	var chat *Chat
	tab, used := shared.(tabsOfAPage).tab(t, func(*Tab) bool { return chat.clean() })
	chat = &Chat{Tab: tab}
	if !used {
		chat.load(example)
	}
	chat.connect(server, capabilities)
	return chat
}

func (c *Chat) load(example string) {
	c.t.Helper()
	base, err := chatSite()
	must(c.t, err)
	c.open(base + "/page.html?example=" + strings.ReplaceAll(example, "/", "-"))
	c.page().wait("the example", `window.loaded`)
}

// clean closes the connection, and reports whether all requests are closed.
func (c *Chat) clean() bool {
	page := c.page()
	if c.resetWindow() != nil || page.try(`client.close()`, nil) != nil {
		return false
	}
	buttons := "[" + driver.Button("close") + ", " + driver.Button("decline") + "]"
	if !c.closeForms(func() bool {
		var isOpen bool
		err := c.form().try(buttons+`.some((button) => button !== undefined)`, &isOpen)
		return err == nil && !isOpen
	}) {
		c.t.Log("the chat cannot be used again")
		return false
	}
	c.waitUntilIdle()
	err := page.try(`[endings, answers, window.states, window.asked].forEach((list) => list?.splice(0))`, nil)
	c.log.clear()
	return err == nil
}

func (c *Chat) connect(server string, capabilities map[string]any) {
	c.t.Helper()
	u, err := url.Parse(server)
	must(c.t, err)
	c.page().run(`(path, capabilities) => connect(path, capabilities)`, "/to/"+u.Host+u.Path, capabilities)
}

func (c *Chat) call(tool string, args map[string]any) string {
	c.t.Helper()
	return c.start(tool, args, false)
}

func (c *Chat) start(tool string, args map[string]any, asTask bool) string {
	c.t.Helper()
	c.calls++
	key := fmt.Sprintf("%s %d", tool, c.calls)
	c.page().run(`(key, tool, args, asTask) => call(key, tool, args, asTask)`, key, tool, args, asTask)
	return key
}

func (c *Chat) result(key string) toolResult {
	c.t.Helper()
	var ends []toolResult
	c.waitFor("call "+key+" to end", func() bool {
		ends = eval[[]toolResult](c.page(), `(key) => endings.filter((e) => e.key === key)`, key)
		return len(ends) > 0
	})
	if len(ends) != 1 {
		c.t.Errorf("call %s ended %d times: %+v", key, len(ends), ends)
	}
	return ends[0]
}

// expectQuiet ignores that older servers refuse version 2 of the client, which first tries the newest revision.
func (c *Chat) expectQuiet(expected ...string) {
	c.t.Helper()
	c.Tab.expectQuiet(append(expected, "response 400", "400 (Bad Request)")...)
}

func (c *Chat) waitForForm() {
	c.t.Helper()
	c.form().onHeading(askingHeading(eval[string](c.page(), "location.host")))
}
