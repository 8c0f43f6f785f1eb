package links_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/cmd/elicitform-server/internal/test/person"
)

func TestForgedLinks(t *testing.T) {
	p := start(t)
	path := p.link(p.ask(""), "")
	b := &browser{program: p}
	for _, forged := range []string{
		"/q/", "/q/AAAAAAAAAAAAAAAAAAAAAA", path + "A", path[:len(path)-1], path + "/", path + "/relay/", path + "/x", path + "%00", path + "%0d%0aX-Evil:%201", "/q/%2e%2e%2f",
		"/q/" + strings.Repeat("A", 5000), "/q/{link:x}", "/q/%F0%9F%92%AC",
	} {
		for _, method := range []string{"GET", "POST"} {
			response := b.do(method, forged, "once=x", own...)
			if want := map[string]int{"GET": 404, "POST": 404}[method]; response.StatusCode != want || response.Header.Get("X-Evil") != "" {
				t.Errorf("%s %.60q: %d %v", method, forged, response.StatusCode, response.Header)
			}
		}
	}
	if response := b.do("GET", "/q/AAAAAAAAAAAAAAAAAAAAAA/relay", "", "Sec-Fetch-Site: same-origin"); response.StatusCode != 403 {
		t.Errorf("the relay says %d", response.StatusCode)
	}
}

// A press counts only from the page itself, once, and in time.
func TestForeignPresses(t *testing.T) {
	p := start(t)
	path, secondPath := p.link(p.ask(""), ""), p.link(p.ask(""), "")
	b := &browser{program: p}
	once := b.once(path)
	form := own[0]
	for _, headers := range [][]string{
		{form, "Origin: https://evil.example", "Sec-Fetch-Site: cross-site"}, {form, "Origin: null", "Sec-Fetch-Site: cross-site"}, {form, "Origin: null"}, {form},
		{form, "Origin: https://evil.example"}, {form, "Origin: https://evil.example", "Sec-Fetch-Site: same-origin"}, {form, "Sec-Fetch-Site: same-site", "Origin: https://x.ask.example"},
		{form, "Sec-Fetch-Site: none"}, {form, "Origin: http://ask.example"}, {form, "Origin: https://ask.example.evil.example"},
		{form, "Origin: https://ask.example", "Origin: https://evil.example"}, {form, "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site", "Origin: null"},
		{"Content-Type: application/json", own[1], own[2]}, {"Content-Type: text/plain", own[1], own[2]}, {own[1], own[2]},
	} {
		status, text := b.read(b.press(path, once, headers...))
		if status != 403 || b.cookie != "" || !strings.Contains(text, "The question was not opened") {
			t.Errorf("%q: %d %s", headers, status, text)
		}
	}
	for name, body := range map[string]string{
		"nothing": "", "another name": "twice=" + once, "twice": "once=" + once + "&once=" + once, "more": "once=" + once + "&x=1", "too much": "once=" + strings.Repeat("x", 2000),
		"no form": "%zz",
	} {
		if response := b.do("POST", path, body, own...); response.StatusCode != 403 || b.cookie != "" {
			t.Errorf("%s: %d", name, response.StatusCode)
		}
	}
	// Values of other links, and invented ones, show the button again.
	parts := strings.Split(once, ".")
	for _, value := range []string{
		b.once(secondPath), "x", "..", once + "A", "zzzzzz." + parts[1] + "." + parts[2], parts[0] + ".AAAAAAAAAAAAAAAAAAAAAA." + parts[2], parts[0] + "." + parts[1] + ".",
		"a." + parts[1] + "." + parts[2], "once=<script>", "\r\nX-Evil: 1",
	} {
		status, text := b.read(b.press(path, value))
		if status != 403 || b.cookie != "" || !strings.Contains(text, "the page was too old") || !strings.Contains(text, "Open the question") {
			t.Errorf("%q: %d %s", value, status, text)
		}
	}
	// Some browsers send no Sec-Fetch-Site.
	if response := b.press(path, once, form, "Origin: "+base); response.StatusCode != 303 {
		t.Errorf("the press gets %d", response.StatusCode)
	}
}

// The relay of a link serves only its question.
func TestOnlyThisQuestion(t *testing.T) {
	p := start(t)
	before, question, after := p.askFor(`{"message":"One"}`, ""), p.ask(""), p.askFor(`{"message":"Three"}`, "")
	path := p.link(question, "")
	b := &browser{program: p}
	b.open(path)
	here := person.Person{Relay: linked{b, path}}
	open := here.Open(t)
	_, token := p.api("POST", "/v1/sessions/chat/tokens", "")
	all := person.Person{Relay: p.handler, Token: fmt.Sprint(token["token"])}.Open(t)
	if len(open) != 1 || len(all) != 3 || open[0].ID != all[1].ID || open[0].Requests[0].Params != form {
		t.Fatalf("the page shows %+v of %+v", open, all)
	}
	for _, hidden := range []person.Question{all[0], all[2], {ID: open[0].ID, FP: all[0].FP}, {ID: all[0].ID, FP: open[0].FP}} {
		for _, body := range []string{
			`{"id":%q,"fp":%q,"nonce":"nonce-of-a-test","responses":[{"result":{"action":"decline"}}]}`, `{"id":%q,"fp":%q,"draft":"{}"}`,
			`{"id":"` + open[0].ID + `","id":%q,"fp":"` + open[0].FP + `","fp":%q,"draft":"{}"}`,
		} {
			response := b.do("POST", path+"/relay", fmt.Sprintf(body, hidden.ID, hidden.FP), "Content-Type: application/json", "Origin: "+base, "Sec-Fetch-Site: same-origin")
			if response.StatusCode != 403 {
				t.Errorf("%s gets %d", body, response.StatusCode)
			}
		}
	}
	for _, hidden := range []string{before, after} {
		if _, reply := p.api("GET", hidden, ""); reply["state"] != "open" {
			t.Errorf("%v", reply)
		}
	}
	answer := fmt.Sprintf(`{"id":%q,"fp":%q,"nonce":"nonce-of-a-test","responses":[{"result":{"action":"decline"}}]}`, open[0].ID, open[0].FP)
	for name, c := range map[string]struct {
		body    string
		status  int
		headers []string
	}{
		"another site": {answer, 403, []string{"Origin: https://evil.example", "Sec-Fetch-Site: cross-site"}}, "no site": {answer, 403, nil},
		"no JSON": {"x", 400, []string{"Origin: " + base, "Sec-Fetch-Site: same-origin"}}, "an array": {"[]", 400, []string{"Origin: " + base, "Sec-Fetch-Site: same-origin"}},
		"too large": {`{"id":"` + strings.Repeat("x", 2<<20), 413, []string{"Origin: " + base, "Sec-Fetch-Site: same-origin"}},
	} {
		if response := b.do("POST", path+"/relay", c.body, append(c.headers, "Content-Type: application/json")...); response.StatusCode != c.status {
			t.Errorf("%s: %d", name, response.StatusCode)
		}
	}
	// A token or a session in the request does not widen the access.
	response := b.do("GET", path+"/relay?session=chat", "", "Sec-Fetch-Site: same-origin", "Authorization: Bearer "+fmt.Sprint(token["token"]))
	if text, _ := io.ReadAll(response.Body); response.StatusCode != 200 || bytes.Count(text, []byte(`"requests":`)) != 1 {
		t.Errorf("%d %s", response.StatusCode, text)
	}
	here.Answer(t, open[0], `{"action":"decline"}`)
	if _, reply := p.api("GET", question, ""); reply["state"] != "answered" {
		t.Errorf("%v", reply)
	}
}

// The relay of a link reports the end of the question's own pages only.
func TestOnlyThesePages(t *testing.T) {
	p := start(t)
	path := p.link(p.askFor(`{"mode":"url","message":"Pay","url":"https://pay.example/1","elicitationId":"e-1"}`, ""), "")
	b := &browser{program: p}
	b.open(path)
	for _, page := range []struct{ server, id string }{{"weather.example", "e-1"}, {"weather.example", "e-2"}, {"other.example", "e-1"}} {
		if status, reply := p.api("POST", "/v1/sessions/chat/pages/"+page.id+"/finished", `{"server":"`+page.server+`"}`); status != 204 {
			t.Errorf("%d %v", status, reply)
		}
	}
	if _, text := b.read(b.do("GET", path+"/relay", "", "Sec-Fetch-Site: same-origin")); !strings.Contains(text, `"pages":[{"server":"weather.example","elicitationId":"e-1"}]`) {
		t.Errorf("the page gets %s", text)
	}
}

// Behind a proxy that names people, only the named person opens a link.
func TestPersons(t *testing.T) {
	p := start(t, "--identity-header", "X-Auth-User", "--trusted-proxies", "10.0.0.0/8,192.0.2.99")
	question := p.ask("")
	for body, reason := range map[string]string{``: "missing", `{}`: "missing", `{"person":" ada"}`: "out-of-range", `{"person":"a\u0000"}`: "out-of-range", `{"person":"a\r\nX: 1"}`: "out-of-range"} {
		if status, reply := p.api("POST", question+"/link", body); status != 422 || reply["reason"] != reason || reply["member"] != "person" {
			t.Errorf("%s: %d %v", body, status, reply)
		}
	}
	path := p.link(question, `{"person":"ada@example.com"}`)
	const proxy = "10.1.2.3:4711"
	for name, stranger := range map[string]*browser{
		"nobody": {program: p, remote: proxy}, "another person": {program: p, remote: proxy, person: "eve@example.com"}, "another case": {program: p, remote: proxy, person: "Ada@example.com"},
		"a header of no proxy": {program: p, remote: "203.0.113.5:80", person: "ada@example.com"}, "no address": {program: p, remote: "unix", person: "ada@example.com"},
	} {
		status, text := stranger.get(path)
		if status != 403 || !strings.Contains(text, "This link is for somebody else") || strings.Contains(text, "weather.example") {
			t.Errorf("%s: %d %s", name, status, text)
		}
		if response := stranger.press(path, "x"); response.StatusCode != 403 {
			t.Errorf("%s: the press gets %d", name, response.StatusCode)
		}
	}
	ada := &browser{program: p, remote: proxy, person: "ada@example.com"}
	ada.open(path)
	for name, thief := range map[string]*browser{
		"nobody": {program: p, remote: proxy, cookie: ada.cookie}, "spoofed": {program: p, remote: "203.0.113.5:80", person: ada.person, cookie: ada.cookie},
		"another person": {program: p, remote: proxy, person: "eve@example.com", cookie: ada.cookie},
	} {
		thief.expect(path, 403, "somebody else")
		if response := thief.do("GET", path+"/relay", "", "Sec-Fetch-Site: same-origin"); response.StatusCode != 403 {
			t.Errorf("%s: the relay says %d", name, response.StatusCode)
		}
	}
	if response := ada.do("GET", path, "", "X-Auth-User: eve@example.com"); response.StatusCode != 403 {
		t.Errorf("two headers get %d", response.StatusCode)
	}
	if n := (person.Person{Relay: linked{ada, path}}).AnswerAll(t, `{"action":"decline"}`); n != 1 {
		t.Errorf("%d questions are open", n)
	}
	if status, reply := start(t).api("POST", "/v1/questions/x/link", `{"person":"ada"}`); status != 404 {
		t.Errorf("%d %v", status, reply)
	}
	open := start(t)
	if status, reply := open.api("POST", open.ask("")+"/link", `{"person":"ada"}`); status != 422 || reply["reason"] != "no-identity" {
		t.Errorf("%d %v", status, reply)
	}
}

// The name of the server is text on one line, and its length is bounded.
func TestHostileNames(t *testing.T) {
	p := start(t)
	for _, name := range []string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, "a\u202egpj.exe", "a\nb\r\nSet-Cookie: x=1", `{{.Once}}`, strings.Repeat("x", 256), "\u0000", "{server}", "</title>",
	} {
		text, _ := json.Marshal(name)
		_, reply := p.api("POST", "/v1/questions", `{"session":"`+fmt.Sprint(len(name), name[0])+`","server":`+string(text)+`,"parked":true,"params":`+form+`}`)
		path := p.link(fmt.Sprint("/v1/questions/", reply["id"]), "")
		response := (&browser{program: p}).do("GET", path, "")
		page, _ := io.ReadAll(response.Body)
		heading := regexp.MustCompile(`<h1>Request from (<bdi>([^<]*)</bdi>)?</h1>`).FindSubmatch(page)
		if response.StatusCode != 200 || heading == nil || len([]rune(html.UnescapeString(string(heading[2])))) > 80 || bytes.Contains(page, []byte("\u202e")) ||
			bytes.Count(page, []byte("<script")) > 0 || bytes.Count(page, []byte("<img")) > 0 || len(response.Header.Values("Set-Cookie")) > 0 {
			t.Errorf("%q: %s", name, page)
		}
	}
}

// Other browsers learn only that the link was opened. The browser of the press reaches its form from another site too,
// although it sends no cookie then.
func TestOpenedLinks(t *testing.T) {
	p := start(t)
	path := p.link(p.ask(""), "")
	owner := &browser{program: p}
	owner.open(path)
	for _, headers := range [][]string{
		nil, {"Sec-Fetch-Site: none"}, {"Sec-Fetch-Site: same-origin"}, {"Sec-Fetch-Site: same-site"}, {"Sec-Fetch-Site: cross-site"}, {"Sec-Fetch-Site: Cross-Site"},
		{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: none"}, {"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document", "Sec-Fetch-User: ?1"},
		{"Sec-Fetch-Site: cross-site", "Sec-Purpose: prefetch"}, {"Sec-Fetch-Site: cross-site", "Referer: https://mail.example/"}, {"Sec-Fetch-Site: cross-site", "Cookie: other=1"},
		{"Sec-Fetch-Site: cross-site", "Cookie: __Host-elicitform=AAAAAAAAAAAAAAAAAAAAAA"}, {"Sec-Fetch-Site: cross-site", "Cookie: __Host-elicitform="},
	} {
		for _, method := range []string{"GET", "HEAD"} {
			for _, at := range []string{path, path + "?again", path + "?x=1"} {
				stranger := &browser{program: p}
				status, text := stranger.read(stranger.do(method, at, "", headers...))
				if status != 410 || strings.Contains(text, "weather.example") || strings.Contains(text, "How many?") || method == "GET" && !strings.Contains(text, "another browser") {
					t.Errorf("%s %s %q: %d %s", method, at, headers, status, text)
				}
			}
		}
	}
	cookie := owner.cookie
	owner.cookie = ""
	response := owner.do("GET", path, "", "Sec-Fetch-Site: cross-site")
	_, next, _ := strings.Cut(response.Header.Get("Refresh"), "0; url=")
	if response.StatusCode != 410 || next != path+"?again" {
		t.Fatalf("%d %v", response.StatusCode, response.Header)
	}
	owner.cookie = cookie
	owner.expect(next, 200, "data-relay", "Sec-Fetch-Site: same-origin")
	if response := (&browser{program: p}).do("GET", next, "", "Sec-Fetch-Site: same-origin"); response.StatusCode != 410 || response.Header.Get("Refresh") != "" {
		t.Errorf("%d %v", response.StatusCode, response.Header)
	}
}

// Refused answers have a rate for each link.
func TestRefusedAnswersOfALink(t *testing.T) {
	p := start(t)
	question := p.ask("")
	statuses := func(path string, n int) map[int]int {
		b := &browser{program: p}
		b.open(path)
		open := person.Person{Relay: linked{b, path}}.Open(t)
		count := map[int]int{}
		for range n {
			body := fmt.Sprintf(`{"id":%q,"fp":%q,"nonce":"nonce-of-a-test","responses":[{"result":{"action":"accept","content":{"n":"no number"}}}]}`, open[0].ID, open[0].FP)
			response := b.do("POST", path+"/relay", body, "Content-Type: application/json", "Origin: "+base, "Sec-Fetch-Site: same-origin")
			if count[response.StatusCode]++; response.StatusCode == 429 && response.Header.Get("Retry-After") == "" {
				t.Error("a 429 does not say when to come again")
			}
		}
		return count
	}
	flood, second := p.link(question, ""), p.link(question, "")
	if got := statuses(flood, 200); got[422] < 20 || got[422] > 40 || got[422]+got[429] != 200 {
		t.Errorf("%v", got)
	}
	if got := statuses(second, 5); got[422] != 5 {
		t.Errorf("another link of the question: %v", got)
	}
	_, reply := p.api("POST", "/v1/sessions/chat/tokens", "")
	here := person.Person{Relay: p.handler, Token: fmt.Sprint(reply["token"])}
	if n := here.AnswerAll(t, `{"action":"accept","content":{"n":3}}`); n != 1 {
		t.Errorf("the person answers %d", n)
	}
}
