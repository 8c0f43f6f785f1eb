package e2e

import (
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"testing"

	"github.com/elicitform/elicitform/e2e/testsite"
	"github.com/elicitform/elicitform/web/server/site"
)

// TestPreload: with the line that "npx elicitform check" prints, the browser asks for the program before the
// page's script has run, and once.
func TestPreload(t *testing.T) {
	t.Parallel()
	built, err := testsite.Built()
	must(t, err)
	files, err := site.Handler(os.DirFS(built), "'self'")
	must(t, err)
	var page string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/chat.html" {
			files.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(page))
	}))
	t.Cleanup(server.Close)
	output, _ := checkDeployment(t, server.URL+"/frame/index.html", "--strict")
	link := regexp.MustCompile(`<link rel="preload".*>`).FindString(output)
	if link == "" {
		t.Fatalf("check prints no line for the page:\n%s", output)
	}
	page = `<!doctype html><html lang="en"><title>A chat</title><link rel="icon" href="data:,">` + link + `<body><script type="module">
		import { createFormHost } from "/elicitform.js";
		createFormHost({ container: document.body }).ready.then(() => (window.ready = true));
	</script>`
	tab := newTab(t)
	tab.open(server.URL + "/chat.html")
	tab.page().wait("the program to run", `window.ready`)
	const programs = `performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".wasm")).map(({ initiatorType }) => initiatorType).join()`
	if by := eval[string](tab.page(), programs); by != "link" {
		t.Errorf("the program is asked for by %q, not once by the link", by)
	}
	tab.expectQuiet()
}
