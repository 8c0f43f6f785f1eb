package links_test

import (
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/elicitform/elicitform/cmd/elicitform-server/internal/test/person"
	"github.com/elicitform/elicitform/internal/test/redistest"
)

func TestFirstPress(t *testing.T) {
	p := start(t)
	question := p.ask("")
	path := p.link(question, "")
	// Link previews and mail scanners come first, and more than once.
	for range 3 {
		for _, headers := range [][]string{nil, {"User-Agent: Slackbot-LinkExpanding 1.0"}, {"Purpose: prefetch"}, {"Sec-Fetch-Site: cross-site"}} {
			bot := &browser{program: p}
			if response := bot.do("HEAD", path, "", headers...); response.StatusCode != 200 || response.Header.Get("Set-Cookie") != "" {
				t.Errorf("%d %v", response.StatusCode, response.Header)
			}
			response := bot.do("GET", path, "", headers...)
			status, text := bot.read(response)
			if status != 200 || response.Header.Get("Set-Cookie") != "" || !strings.Contains(text, "Request from <bdi>weather.example</bdi>") ||
				!strings.Contains(text, "<bdi>ask.example</bdi>") || !strings.Contains(text, "Open the question") || strings.Contains(text, "How many?") {
				t.Errorf("%d %v %s", status, response.Header, text)
			}
		}
	}
	first, second := &browser{program: p}, &browser{program: p}
	stale := second.once(path)
	once := first.once(path)
	response := first.press(path, once)
	if cookie := response.Header.Get("Set-Cookie"); response.StatusCode != 303 ||
		!regexp.MustCompile(`^__Host-elicitform=[\w-]{22}; Path=/; Max-Age=\d+; HttpOnly; Secure; SameSite=Strict$`).MatchString(cookie) {
		t.Fatalf("%d %v", response.StatusCode, response.Header)
	}
	first.expect(path, 200, "data-relay")
	first.expect(path, 200, "data-relay", "Sec-Fetch-Dest: document")
	cookie := first.cookie
	if response := first.press(path, once); response.StatusCode != 303 {
		t.Errorf("the same browser gets %d", response.StatusCode)
	}

	// Another browser gets nothing with either button, or with an invented cookie.
	second.expect(path, 410, "This link was opened in another browser")
	for _, value := range []string{stale, once} {
		status, text := second.read(second.press(path, value))
		if status != 410 || second.cookie != "" || !strings.Contains(text, "another browser") {
			t.Errorf("%d %s", status, text)
		}
	}
	for _, cookie := range []string{
		"__Host-elicitform=AAAAAAAAAAAAAAAAAAAAAA", "__Host-elicitform=", cookie + "x", "elicitform=" + strings.SplitN(cookie, "=", 2)[1],
		"__Host-elicitform=AAAAAAAAAAAAAAAAAAAAAA; " + cookie,
	} {
		stranger := &browser{program: p, cookie: cookie}
		stranger.expect(path, 410, "another browser")
		if response := stranger.do("GET", path+"/relay", "", "Sec-Fetch-Site: same-origin"); response.StatusCode != 403 {
			t.Errorf("%q: the relay says %d", cookie, response.StatusCode)
		}
	}

	// The answer ends the link.
	here := person.Person{Relay: linked{first, path}}
	if n := here.AnswerAll(t, `{"action":"accept","content":{"n":3}}`); n != 1 {
		t.Errorf("%d questions are open", n)
	}
	if _, reply := p.api("GET", question, ""); reply["state"] != "answered" {
		t.Errorf("%v", reply)
	}
	for _, b := range []*browser{first, second, {program: p}} {
		b.expect(path, 410, "This question has ended")
	}
	if status, reply := p.api("POST", question+"/link", ""); status != 409 || reply["reason"] != "not-open" {
		t.Errorf("%d %v", status, reply)
	}
}

// The page by link has the operator's setting of the review. Without one, the asker's setting counts.
// Rows: R1.
func TestReview(t *testing.T) {
	for _, c := range []struct{ settings, want string }{{"", ""}, {"short", ` data-review="short"`}, {"always", ` data-review="always"`}} {
		var settings []string
		if c.settings != "" {
			settings = []string{"--review", c.settings}
		}
		p := start(t, settings...)
		path := p.link(p.ask(`,"review":"always"`), "")
		b := &browser{program: p}
		b.press(path, b.once(path))
		_, text := b.read(b.do("GET", path, ""))
		if review := regexp.MustCompile(` data-review="[^"]*"`).FindString(text); review != c.want || !strings.Contains(text, "data-relay") {
			t.Errorf("--review %q: the page has %q, want %q", c.settings, review, c.want)
		}
		open := person.Person{Relay: linked{b, path}}.Open(t)
		if len(open) != 1 || open[0].Review != "always" {
			t.Errorf("--review %q: the relay sends %+v, want the review %q", c.settings, open, "always")
		}
	}
}

// Of many presses at the same time, one gets the question.
func TestRace(t *testing.T) {
	p := start(t)
	path := p.link(p.ask(""), "")
	all := make([]*browser, 20)
	var running sync.WaitGroup
	statuses, once := make([]int, len(all)), (&browser{program: p}).once(path)
	for i := range all {
		all[i] = &browser{program: p}
		running.Go(func() { statuses[i] = all[i].press(path, once).StatusCode })
	}
	running.Wait()
	count := map[int]int{}
	for _, status := range statuses {
		count[status]++
	}
	if count[303] != 1 || count[410] != len(all)-1 {
		t.Errorf("%v", count)
	}
}

func TestHeaders(t *testing.T) {
	p := start(t)
	path := p.link(p.ask(""), "")
	b := &browser{program: p}
	check := func(response *http.Response, policy ...string) {
		t.Helper()
		for name, want := range map[string]string{
			"Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow, noarchive", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
			"Cross-Origin-Opener-Policy": "same-origin",
		} {
			if got := response.Header.Get(name); !strings.HasPrefix(got, want) {
				t.Errorf("%s: %q", name, got)
			}
		}
		for _, part := range append(policy, "default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'") {
			if got := response.Header.Get("Content-Security-Policy"); !strings.Contains(got, part) {
				t.Errorf("the policy lacks %q: %q", part, got)
			}
		}
	}
	check(b.do("GET", path, ""), "form-action 'self'")
	check(b.do("GET", "/q/forged", ""))
	check(b.do("DELETE", path, ""))
	b.open(path)
	check(b.do("GET", path, ""), "form-action 'none'", "script-src 'self'", "require-trusted-types-for 'script'")
	check(b.do("GET", path+"/relay", "", "Sec-Fetch-Site: same-origin"))
	if response := b.do("PUT", path, ""); response.StatusCode != 405 || response.Header.Get("Allow") == "" {
		t.Errorf("%d %v", response.StatusCode, response.Header)
	}
}

func TestLanguages(t *testing.T) {
	p := start(t)
	path := p.link(p.ask(""), "")
	b := &browser{program: p}
	for accepted, want := range map[string]string{
		"": `<html lang="en" dir="ltr">`, "de-CH,de;q=0.9,en;q=0.8": `<html lang="de" dir="ltr">`, "xx, ar-EG;q=0.5, fr;q=0.1": `<html lang="ar" dir="rtl">`, "iw": `<html lang="he" dir="rtl">`,
		"fr;q=0, ja": `<html lang="ja" dir="ltr">`, "en;q=0.1, zh-Hans;q=0.2": `<html lang="zh-CN" dir="ltr">`, "pt": `<html lang="pt-BR" dir="ltr">`, "*": `<html lang="en" dir="ltr">`,
		strings.Repeat("xx,", 100_000) + "de": `<html lang="en" dir="ltr">`, "<script>;q=\"": `<html lang="en" dir="ltr">`, "ko;q=NaN, es": `<html lang="es" dir="ltr">`,
	} {
		b.expect(path, 200, want, "Accept-Language: "+accepted)
	}
}

func TestBounds(t *testing.T) {
	p := start(t)
	question := p.ask("")
	for range 20 {
		p.link(question, "")
	}
	if status, reply := p.api("POST", question+"/link", ""); status != 429 || reply["reason"] != "too-many-links" {
		t.Errorf("%d %v", status, reply)
	}
	for body, want := range map[string]int{
		`{"person":""}`: 422, `{"person":"` + strings.Repeat("x", 1025) + `"}`: 422, `{"person":1}`: 400, `{"persn":"a"}`: 400, `[]`: 400, `{"person":"a","person":"b"}`: 400,
		`{"person":"` + strings.Repeat("x", 1<<20) + `"}`: 413, `{"person":"\ud800"}`: 400,
	} {
		if status, reply := p.api("POST", question+"/link", body); status != want {
			t.Errorf("%.40s: %d %v", body, status, reply)
		}
	}
	_, reply := p.api("POST", p.ask(`,"key":"x","deadline":60`)+"/link", "")
	if reply["expires"] == nil {
		t.Errorf("%v", reply)
	}
}

// Links need https, because browsers send Sec-Fetch-Site only there.
func TestWithoutPages(t *testing.T) {
	for _, settings := range [][]string{{"--public-url", "http://ask.example", "--listen", "0.0.0.0:8787"}, {"--public-url", "http://ask.example"}} {
		p := start(t, settings...)
		if status, reply := p.api("POST", p.ask("")+"/link", ""); status != 501 || reply["reason"] != "links-off" || reply["flag"] != "--public-url" {
			t.Errorf("%d %v", status, reply)
		}
	}
}

// A program without the files of make server answers with ErrNoPages, because no flag helps there.
func TestWithoutFiles(t *testing.T) {
	p := startWith(t, fstest.MapFS{"page.js": {}, "try.html": {}, "frame/index.html": {}})
	if status, reply := p.api("POST", p.ask("")+"/link", ""); status != 501 || reply["reason"] != "no-pages" || reply["flag"] != nil {
		t.Errorf("%d %v", status, reply)
	}
}

// The processes share links. Redis has neither their secrets nor names of persons, and all its keys expire.
func TestProcesses(t *testing.T) {
	node := redistest.Start(t)
	settings := []string{"--redis", "redis://" + node.Address, "--identity-header", "X-Auth-User", "--trusted-proxies", "10.0.0.0/8"}
	a, b, c := start(t, settings...), start(t, settings...), start(t, settings...)
	question := a.ask("")
	path := a.link(question, `{"person":"ada@example.com"}`)
	ada := &browser{program: b, remote: "10.0.0.1:80", person: "ada@example.com"}
	ada.open(path)
	second := &browser{program: c, remote: "10.0.0.1:80", person: "ada@example.com"}
	second.expect(path, 410, "another browser")
	dump, secrets := node.Dump(t), []string{strings.TrimPrefix(path, "/q/"), "ada@example.com", strings.SplitN(ada.cookie, "=", 2)[1]}
	for _, secret := range secrets {
		if strings.Contains(dump, secret) {
			t.Errorf("Redis has %q", secret)
		}
	}
	if !strings.Contains(dump, "{link:") || strings.Contains(dump, "ttl=-1ns") {
		t.Errorf("%s", dump)
	}
	for range 19 {
		c.link(question, `{"person":"ada@example.com"}`)
	}
	if status, reply := b.api("POST", question+"/link", `{"person":"ada@example.com"}`); status != 429 {
		t.Errorf("%d %v", status, reply)
	}
	ada.program = c
	if n := (person.Person{Relay: linked{ada, path}}).AnswerAll(t, `{"action":"decline"}`); n != 1 {
		t.Errorf("%d questions are open", n)
	}
	ada.expect(path, 410, "has ended")
}

func TestUnreachableStore(t *testing.T) {
	node := redistest.Start(t)
	p := start(t, "--redis", "redis://"+node.Address+"?dial_timeout=1s")
	path := p.link(p.ask(""), "")
	b := &browser{program: p}
	once := b.once(path)
	node.Kill()
	b.expect(path, 503, "This does not work right now")
	if response := b.press(path, once); response.StatusCode != 503 || response.Header.Get("Retry-After") == "" || b.cookie != "" {
		t.Errorf("%d %v", response.StatusCode, response.Header)
	}
}
