package e2e

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"testing"
)

// hashPrograms notes the SHA-256 of every program that the page fetches.
const hashPrograms = `{
	const ask = globalThis.fetch;
	globalThis.programs = [];
	globalThis.fetch = async (...args) => {
		const response = await ask(...args);
		if (response.url.endsWith(".wasm")) {
			const hash = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
			programs.push([...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
		}
		return response;
	};
}`

// openHashing opens a host page that notes which programs it gets.
func openHashing(t *testing.T, site *updatedSite) *Host {
	t.Helper()
	host := &Host{Tab: newTab(t)}
	host.evaluateEarly(hashPrograms)
	return host
}

// decline shows a request in the page of the site, declines it, and returns the
// hashes of the programs that the page has got for it.
func (s *updatedSite) decline(host *Host) []string {
	host.t.Helper()
	host.load(s.URL)
	host.mount(nil)
	key, form := host.show(oneText("Hello"), nil)
	form.Press("Decline")
	host.expectAction(key, "decline")
	return eval[[]string](host.page(), `programs`)
}

// TestUpdateIsAPatch: a browser that holds the program of the former build loads
// only what has changed since, and runs the new program. One that holds nothing
// loads the whole.
func TestUpdateIsAPatch(t *testing.T) {
	t.Parallel()
	site := serveUpdates(t)
	expectProgram := func(what string, got []string, want []byte) {
		t.Helper()
		sum := sha256.Sum256(want)
		if hash := hex.EncodeToString(sum[:]); !slices.Contains(got, hash) || len(slices.Compact(got)) != 1 {
			t.Errorf("%s: the page has got the programs %v, want %s", what, got, hash)
		}
	}

	host := openHashing(t, site)
	expectProgram("former build", site.decline(host), site.formerProgram)
	for _, served := range site.takeServed() {
		if got := served.request.Get("Available-Dictionary"); got != "" {
			t.Errorf("a browser without a program offers the dictionary %s", got)
		}
		if got := served.response.Get("Use-As-Dictionary"); got != `match="elicitform.*.wasm"` {
			t.Errorf("Use-As-Dictionary: %s", got)
		}
	}

	site.update()
	expectProgram("new build", site.decline(host), site.program)
	served := site.takeServed()
	if len(served) == 0 {
		t.Fatal("the browser did not ask for the new program")
	}
	sum := sha256.Sum256(site.formerProgram)
	offered := ":" + base64.StdEncoding.EncodeToString(sum[:]) + ":"
	for _, s := range served {
		if got := s.request.Get("Available-Dictionary"); got != offered || !strings.Contains(s.request.Get("Accept-Encoding"), "dcz") {
			t.Errorf("the browser offers the dictionary %q, want %q, and accepts %q", got, offered, s.request.Get("Accept-Encoding"))
		}
		if s.response.Get("Content-Encoding") != "dcz" || s.bytes != len(site.patch) || s.bytes > len(site.program)/20 {
			t.Errorf("served %d bytes as %q, want the patch of %d bytes", s.bytes, s.response.Get("Content-Encoding"), len(site.patch))
		}
	}

	fresh := openHashing(t, site)
	expectProgram("new build, new browser", site.decline(fresh), site.program)
	for _, s := range site.takeServed() {
		if got := s.response.Get("Content-Encoding"); got != "br" || s.request.Get("Available-Dictionary") != "" {
			t.Errorf("a new browser gets %q for the dictionary %q", got, s.request.Get("Available-Dictionary"))
		}
	}
}
