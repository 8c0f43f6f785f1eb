package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/e2e/testsite"
	"github.com/elicitform/elicitform/web/server/site"
)

// defences keep a page from running its own program in the origin of the frame's files by embedding
// the frame without a sandbox.
type defences struct {
	digest    bool // the document names its program by the SHA-256
	origin    bool // the document runs nothing where it has the origin of its files
	sandbox   bool // the header gives the document an opaque origin
	ancestors bool // the header says who may embed it
	insecure  bool // no defence: the browser cannot make a digest, as without https on a local network
}

var (
	digestOfWasm  = regexp.MustCompile(`data-digest="[0-9a-f]{64}"`)
	bytesOfWasm   = regexp.MustCompile(`data-bytes="(\d+)"`)
	sandboxPolicy = regexp.MustCompile(`sandbox [^;]*; `)
	ancestors     = regexp.MustCompile(`frame-ancestors [^;]*`)
)

// thief returns the program of a hostile site, which has the length of the frame's own program.
func thief(t *testing.T, length int) []byte {
	t.Helper()
	file := testsite.Path("build", "thief", "elicitform.wasm")
	cmd := exec.Command("go", "run", "./web/build", "-wasm", "./e2e/testdata/thief", "-program", file)
	cmd.Dir = testsite.Path()
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build the thief: %v\n%s", err, output)
	}
	program, err := os.ReadFile(file)
	must(t, err)
	// An empty custom section fills the program up. Five bytes encode its length, and one the length
	// of its empty name.
	content := length - len(program) - 6
	section := []byte{0}
	for shift := range 5 {
		digit := byte(content>>(7*shift)) & 0x7f
		if shift < 4 {
			digit |= 0x80
		}
		section = append(section, digit)
	}
	return append(append(program, section...), make([]byte, content)...)
}

// guardedSite serves the built site beside a chat, with only some of the defences.
func guardedSite(t *testing.T, document string, program []byte, files http.Handler, active defences) http.Handler {
	t.Helper()
	if !active.digest {
		document = digestOfWasm.ReplaceAllString(document, fmt.Sprintf(`data-digest="%s"`, testsite.ProgramDigest(program)))
	}
	if !active.origin {
		document = strings.Replace(document, "<script", `<script src="unguarded.js"></script><script`, 1)
	}
	if active.insecure {
		document = strings.Replace(document, "<script", `<script src="insecure.js"></script><script`, 1)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/frame/insecure.js":
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(w, `Object.defineProperty(crypto, "subtle", { value: undefined })`)
		case "/frame/unguarded.js":
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(w, `self.origin = "null"`)
		case "/frame/index.html":
			response := httptest.NewRecorder()
			files.ServeHTTP(response, r)
			policy := response.Header().Get("Content-Security-Policy")
			if !active.sandbox {
				policy = sandboxPolicy.ReplaceAllString(policy, "")
			}
			if !active.ancestors {
				policy = ancestors.ReplaceAllString(policy, "")
			}
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Security-Policy", policy)
			fmt.Fprint(w, document)
		default:
			files.ServeHTTP(w, r)
		}
	})
}

// TestStrangersProgram: a site beside the chat embeds the frame without a sandbox, and hands a
// program to it. Without any defence the program runs in the chat's origin and reads its cookies;
// each defence alone prevents that.
func TestStrangersProgram(t *testing.T) {
	t.Parallel()
	built, err := testsite.Built()
	must(t, err)
	files, err := site.Handler(os.DirFS(built))
	must(t, err)
	document := siteFile(t, "frame/index.html")
	var length int
	_, err = fmt.Sscan(bytesOfWasm.FindStringSubmatch(document)[1], &length)
	must(t, err)
	program := thief(t, length)
	if own := fmt.Sprintf(`data-digest="%s"`, testsite.ProgramDigest([]byte(siteFile(t, "frame/elicitform.*.wasm")))); !strings.Contains(document, own) {
		t.Errorf("the document does not say %s", own)
	}

	attacks := []struct {
		name    string
		active  defences
		sandbox string // the attribute of the attacker's iframe
		want    string // with {chat} for the origin of the chat
	}{
		{"none", defences{}, "", "ran in {chat} with "},
		{"none, and an attribute that keeps the origin", defences{}, "allow-scripts allow-same-origin", "ran in {chat} with "},
		{"the digest alone", defences{digest: true}, "", "changed: "},
		{"a browser that makes no digest", defences{digest: true, insecure: true}, "", "its own program runs"},
		{"a browser that makes no digest, with the digest of the thief", defences{insecure: true}, "", "its own program runs"},
		{"the test of the origin alone", defences{origin: true}, "", "not-sandboxed: the form's document is not sandboxed: it has the origin {chat}"},
		{"the test of the origin alone, and an attribute that keeps the origin", defences{origin: true}, "allow-scripts allow-same-origin", "not-sandboxed: "},
		{"the header's sandbox alone", defences{sandbox: true}, "", "ran in null with SecurityError"},
		{"the header's frame-ancestors alone", defences{ancestors: true}, "", "refused by the browser"},
		{"all", defences{digest: true, origin: true, sandbox: true, ancestors: true}, "", "refused by the browser"},
		{"all, for a page that may embed it", defences{digest: true, origin: true, sandbox: true}, "", "changed: "},
	}
	chat := http.NewServeMux()
	chat.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Set-Cookie", "session=secret; Path=/; SameSite=None; Secure")
		fmt.Fprint(w, `<!doctype html><title>A chat</title>`)
	})
	for i, attack := range attacks {
		prefix := fmt.Sprintf("/%d", i)
		chat.Handle(prefix+"/", http.StripPrefix(prefix, guardedSite(t, document, program, files, attack.active)))
	}
	chat.Handle("/exposed/", http.StripPrefix("/exposed", guardedSite(t, document, program, files, defences{origin: true})))
	chatServer := httptest.NewServer(chat)
	t.Cleanup(chatServer.Close)

	stranger := http.NewServeMux()
	stranger.Handle("/", http.FileServer(http.Dir(testsite.Path("e2e", "testdata", "thief"))))
	stranger.HandleFunc("/thief.wasm", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(program) })
	strangerServer := httptest.NewServer(stranger)
	t.Cleanup(strangerServer.Close)

	tab := newTab(t)
	tab.open(chatServer.URL)
	// By another name the same machine is another site.
	tab.open(strings.Replace(strangerServer.URL, "127.0.0.1", "localhost", 1))
	page := tab.page()
	for i, attack := range attacks {
		id := fmt.Sprint(i)
		address := chatServer.URL + "/" + id + "/frame/index.html"
		page.run(`(id, src, sandbox) => attack(id, src, sandbox)`, id, address, attack.sandbox)
		var got string
		tab.waitFor("the end of the attack against "+attack.name, func() bool {
			if strings.Contains(tab.log.String(), "net::ERR_BLOCKED_BY_RESPONSE "+address) {
				got = "refused by the browser"
				return true
			}
			got = eval[string](page, `(id) => brought[id] ?? ""`, id)
			return got != "" && got != "hello"
		})
		if want := strings.ReplaceAll(attack.want, "{chat}", chatServer.URL); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", attack.name, got, want)
		}
		page.run(`(id) => document.getElementById(id).remove()`, id)
	}

	if says := "elicitform: the form's document is not sandboxed"; !strings.Contains(tab.log.String(), says) {
		t.Errorf("the console does not say that %s:\n%s", says, tab.log)
	}

	// A host that embeds its own frame without a sandbox gets an error that says so, whichever kind
	// of host it is.
	page.run(`(src) => { location.hash = "apps"; attack("apps", src); }`, chatServer.URL+"/exposed/frame/index.html")
	page.wait("the error for an MCP Apps host", `(says) => brought.apps?.startsWith(says)`, "the form's document is not sandboxed: it has the origin "+chatServer.URL)

	// A document without a page around it accepts no connection.
	tab.open(chatServer.URL + "/0/frame/index.html")
	page.wait("what the document says by itself", `document.getElementById("shell-heading").textContent !== "Loading form"`)
	if eval[bool](page, `typeof elicitform !== "undefined" || performance.getEntriesByType("resource").some(({ name }) => name.endsWith(".wasm"))`) {
		t.Error("the program is loaded without a page around it")
	}
}
