package e2e

import (
	"net/http"
	"strings"
	"testing"
)

// TestServerTextIsInert covers N16, B28, T3 and B29: markup, Markdown, links
// and pictures in any text of the server appear as literal text.
// Rows: N16, B28, B29, T3.
func TestServerTextIsInert(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	const evil = `<img src=x onerror=alert(1)> [click](https://evil.example/) https://evil.example/ &lt;b&gt; <a href='https://evil.example/'>here</a>`
	params := `{"message": ` + quote(evil+"\n[Send answers] Verified by host") + `, "requestedSchema": {"type": "object", "title": ` + quote(evil) + `, "description": ` + quote(evil) + `, "properties": {
		"text": {"type": "string", "title": ` + quote(evil) + `, "description": ` + quote(evil) + `, "default": ` + quote(evil) + `},
		"link": {"type": "string", "title": "Link", "format": "uri", "default": "https://evil.example/path"},
		"pick": {"type": "string", "title": "Pick", "oneOf": [{"const": "a", "title": ` + quote(evil) + `}, {"const": "b", "title": "B"}], "default": "a"},
		"many": {"type": "array", "title": "Many", "items": {"type": "string", "enum": [` + quote(evil) + `]}}
	}}}`
	key, form := host.show(params, map[string]any{"server": map[string]any{"id": evil, "title": evil}})
	none := func(step string) {
		t.Helper()
		if got := eval[string](form, `[...document.querySelectorAll("main a, main img, main b b, main iframe, main script, main style, main link")].map((e) => e.outerHTML).join()`); got != "" {
			t.Errorf("%s: markup: %s", step, got)
		}
		if !strings.Contains(eval[string](form, `document.body.innerText`), "<img src=x onerror=alert(1)>") {
			t.Errorf("%s: the text is not shown as it is written", step)
		}
	}
	none("form")
	if !strings.Contains(eval[string](form, `document.body.innerText`), "</a>\n[Send answers] Verified") {
		t.Error("the second line of the message is not one")
	}
	form.expectAccessible("hostile texts")
	form.toReview()
	none("review")
	if got, content := host.send(key); got.Action != "accept" || !strings.Contains(content, "onerror") {
		t.Errorf("settled as %+v with %s", got, content)
	}
	if list := host.requestsToOthers(baseURL(t)); len(list) > 0 {
		t.Errorf("requests left for %q", list)
	}
	host.expectQuiet()
}

// TestNoNetwork covers N22: from loading until the request is done, nothing is
// requested from any other host; and while a frame that is already loaded shows
// a form, nothing is requested at all.
// Rows: N22, U5.
func TestNoNetwork(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	before := len(host.requestedURLs())
	key, form := host.show(everyKind, nil)
	form.continueWithErrors()
	form.answerEverything(everyKind)
	form.toReview()
	host.send(key)
	if sent := host.requestedURLs(); len(sent) != before {
		t.Errorf("asked of the network: %q", sent[before:])
	}
	if list := host.requestsToOthers(baseURL(t)); len(list) > 0 {
		t.Errorf("requests left for %q", list)
	}
	host.expectQuiet()
}

// TestFrameHasNoStorage covers B40: the browser refuses the frame every storage, with an
// exception. The form works without storage.
// Rows: B40.
func TestFrameHasNoStorage(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(everyKind, nil)
	for _, storage := range []string{"localStorage", "sessionStorage", "document.cookie", `indexedDB.open("a")`} {
		if got := eval[string](form, `(() => { try { return String(`+storage+`); } catch (error) { return error.name; } })()`); got != "SecurityError" {
			t.Errorf("%s: %s", storage, got)
		}
	}
	form.answerEverything(everyKind)
	form.toReview()
	if got, _ := host.send(key); got.Action != "accept" {
		t.Errorf("settled as %+v", got)
	}
	host.expectQuiet()
}

// TestPolicyHeaders covers N22: the security policy comes as a header, so that
// no markup can weaken it.
// Rows: N22.
func TestPolicyHeaders(t *testing.T) {
	t.Parallel()
	base := baseURL(t)
	for path, wanted := range map[string][]string{
		"/frame/index.html": {"default-src 'none'", "'wasm-unsafe-eval'", "base-uri 'none'", "form-action 'none'", "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox", "frame-ancestors 'self'", "require-trusted-types-for 'script'"},
		"/standalone.html":  {"frame-ancestors 'none'"},
	} {
		response, err := http.Get(base + path)
		must(t, err)
		response.Body.Close()
		policy := response.Header.Get("Content-Security-Policy")
		for _, directive := range wanted {
			if !strings.Contains(policy, directive) {
				t.Errorf("%s: no %s in %q", path, directive, policy)
			}
		}
		for _, never := range []string{"'unsafe-inline'", "'unsafe-eval'", "*"} {
			for _, source := range strings.Fields(strings.ReplaceAll(policy, ";", " ")) {
				if source == never {
					t.Errorf("%s: %s in %q", path, never, policy)
				}
			}
		}
		if got := response.Header.Get("X-Content-Type-Options"); got != "nosniff" {
			t.Errorf("%s: X-Content-Type-Options %q", path, got)
		}
		if got := response.Header.Get("Referrer-Policy"); got != "no-referrer" {
			t.Errorf("%s: Referrer-Policy %q", path, got)
		}
	}
}

// requestsToOthers lists the requests that did not go to the tab's own server.
func (tab *Tab) requestsToOthers(base string) []string {
	var list []string
	for _, url := range tab.requestedURLs() {
		if !strings.HasPrefix(url, base) {
			list = append(list, url)
		}
	}
	return list
}
