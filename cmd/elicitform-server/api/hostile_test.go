package api_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
)

// hostile has bodies that every endpoint rejects, with the possible reasons.
var hostile = map[string]struct{ body, reasons string }{
	"nothing":                       {" ", "not-json"},
	"half a body":                   {`{"session":"a"`, "not-json"},
	"text behind it":                {`{} {}`, "not-json"},
	"no object":                     {`[]`, "not-an-object"},
	"null":                          {`null`, "not-an-object"},
	"a number":                      {`1e999`, "not-an-object"},
	"a string":                      {`"session"`, "not-an-object"},
	"deep arrays":                   {strings.Repeat("[", 300_000), "not-json not-an-object"},
	"deep objects":                  {strings.Repeat(`{"params":`, 30_000), "not-json"},
	"deep in a member":              {`{"session":` + strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000) + `}`, "wrong-type unknown-member not-json"},
	"a name twice":                  {`{"session":"a","session":"b"}`, "duplicate-name"},
	"a name twice, escaped":         {`{"session":"a","\u0073ession":"b"}`, "duplicate-name"},
	"a name twice inside":           {`{"params":{"a":{"b":1,"b":2}}}`, "duplicate-name"},
	"another case":                  {`{"Session":"a"}`, "unknown-member"},
	"a prototype":                   {`{"__proto__":{"session":"a"}}`, "unknown-member"},
	"NUL in a name":                 {`{"session\u0000":"a"}`, "unknown-member"},
	"a raw NUL":                     {"{\"session\":\"a\x00\"}", "not-json"},
	"a raw newline":                 {"{\"session\":\"a\r\nX-Evil: 1\"}", "not-json"},
	"no UTF-8":                      {"{\"session\":\"\xff\xfe\"}", "not-json"},
	"UTF-8 that is too long":        {"{\"session\":\"\xc0\x80\"}", "not-json"},
	"half a surrogate pair":         {`{"session":"\ud800"}`, "not-json"},
	"half a surrogate pair in UTF8": {"{\"session\":\"\xed\xa0\x80\"}", "not-json"},
	"UTF-16":                        {"\xff\xfe{\x00}\x00", "not-json"},
	"a byte order mark":             {"\ufeff{}", "not-json"},
	"a comment":                     {`{/*session*/}`, "not-json"},
	"a trailing comma":              {`{"session":"a",}`, "not-json"},
	"NaN":                           {`{"wait":NaN}`, "not-json"},
	"many members":                  {`{"a0":0` + members(20_000) + `}`, "unknown-member"},
	"a long name":                   {`{"` + strings.Repeat("x", 200_000) + `":1}`, "unknown-member"},
	"a form":                        {`session=a&server=b`, "not-json not-an-object"},
	"XML":                           {`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>`, "not-json"},
}

func members(n int) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, `,"a%d":%d`, i+1, i)
	}
	return text.String()
}

func TestHostileBodies(t *testing.T) {
	s := serve(t)
	id := s.ask(`,"parked":true`).body.ID
	for _, target := range []string{
		"/v1/questions", "/v1/questions/" + id + "/acknowledgement", "/v1/sessions/chat-1/tokens", "/v1/sessions/chat-1/pages/e/finished",
	} {
		for name, c := range hostile {
			r := s.do(ownKey, "POST", target, c.body)
			if !strings.Contains(" "+c.reasons+" ", " "+r.body.Reason+" ") {
				t.Errorf("%s to %s: %d %.200s, want %s", name, target, r.status, r.text, c.reasons)
			}
			if len(r.text) > 500 || strings.Contains(r.text, "passwd") {
				t.Errorf("%s to %s: the response repeats the request: %.300s", name, target, r.text)
			}
			for header, values := range r.header {
				if strings.ContainsAny(strings.Join(values, ""), "\r\n\x00") || header == "X-Evil" {
					t.Errorf("%s to %s: header %q", name, target, values)
				}
			}
		}
		for kind, status := range map[string]int{
			"text/plain": 415, "application/json; charset=utf-16": 415, "application/x-www-form-urlencoded": 415, "application/jsonx": 415, "multipart/form-data; boundary=x": 415,
			"application/json, text/plain": 415, ";": 415, "": 415,
		} {
			if r := s.do(ownKey, "POST", target, `{}`, "Content-Type: "+kind); r.status != status || r.body.Reason != "not-json-type" {
				t.Errorf("%q to %s: %d %s", kind, target, r.status, r.text)
			}
		}
		s.rejects(s.do(ownKey, "POST", target, `{}`, "Content-Encoding: gzip"), 415, "not-json-type")
	}
	s.expect(s.do(ownKey, "GET", "/v1/questions/"+id, ""), 202, "open")
	if open := s.page("chat-1").Open(t); len(open) != 1 {
		t.Errorf("%d questions are open", len(open))
	}
}

func TestHostileMembers(t *testing.T) {
	s := serve(t)
	long := func(n int) string { return strings.Repeat("é", n/2+1) }
	for _, c := range []struct {
		member, value string
		status        int
		reason        string
	}{
		{"session", `1`, 400, "wrong-type"}, {"session", `null`, 400, "wrong-type"}, {"session", `""`, 422, "out-of-range"}, {"session", `"` + long(1024) + `"`, 422, "out-of-range"},
		{"session", `"\ufeffa"`, 422, "not-a-session"}, {"session", `["a"]`, 400, "wrong-type"}, {"session", `{"a":1}`, 400, "wrong-type"},
		{"server", `1`, 400, "wrong-type"}, {"server", `""`, 422, "out-of-range"}, {"server", `{}`, 422, "missing"}, {"server", `{"id":""}`, 422, "out-of-range"},
		{"server", `{"id":"a","ID":"b"}`, 400, "unknown-member"}, {"server", `{"id":1}`, 400, "wrong-type"}, {"server", `"` + long(256) + `"`, 422, "out-of-range"},
		{"server", `{"id":"a","title":"` + long(1024) + `"}`, 422, "out-of-range"}, {"server", `{"id":"a","id":"b"}`, 400, "duplicate-name"},
		{"params", `"{}"`, 400, "wrong-type"}, {"params", `[]`, 400, "wrong-type"}, {"params", `null`, 400, "wrong-type"},
		{"params", `{"mode":"url","message":"m","url":"https://a.example","elicitationId":"` + long(256) + `"}`, 422, "elicitation-id-too-long"},
		{"requests", `{}`, 422, "one-of-three"}, {"requests", `[]`, 400, "wrong-type"},
		{"approval", `{"tool":{"name":"t"}}`, 422, "one-of-three"}, {"approval", `"t"`, 400, "wrong-type"}, {"approval", `null`, 400, "wrong-type"},
		{"key", `""`, 422, "out-of-range"}, {"key", `"` + long(1024) + `"`, 422, "out-of-range"}, {"key", `7`, 400, "wrong-type"},
		{"parked", `"true"`, 400, "wrong-type"}, {"parked", `1`, 400, "wrong-type"}, {"parked", `null`, 400, "wrong-type"},
		{"wait", `61`, 422, "out-of-range"}, {"wait", `-1`, 422, "out-of-range"}, {"wait", `"1"`, 400, "wrong-type"}, {"wait", `1e308`, 422, "out-of-range"},
		{"wait", `123456789012345678901234567890`, 422, "out-of-range"}, {"wait", `-0.0000001`, 422, "out-of-range"},
		{"review", `"never"`, 422, "out-of-range"}, {"review", `true`, 400, "wrong-type"}, {"review", `""`, 422, "out-of-range"},
		{"waitForPages", `0`, 400, "wrong-type"},
		{"callback", `"https://agent.example/hooks/1"`, 422, "callback-not-parked"}, {"callback", `{"url":"https://agent.example/hooks/1"}`, 400, "wrong-type"},
		{"callback", `"` + strings.Repeat("x", 2049) + `"`, 422, "out-of-range"},
		{"secret", `1`, 400, "unknown-member"},
	} {
		body := fmt.Sprintf(`{%q:%s`, c.member, c.value)
		for name, usual := range map[string]string{"session": `"chat-1"`, "server": `"w"`, "params": form} {
			if name != c.member {
				body += fmt.Sprintf(`,%q:%s`, name, usual)
			}
		}
		r := s.do(ownKey, "POST", "/v1/questions", body+"}")
		s.rejects(r, c.status, c.reason)
		if c.reason != "one-of-three" && c.reason != "duplicate-name" && r.body.Member == "" && c.reason != "elicitation-id-too-long" {
			t.Errorf("%s: no member is named: %s", c.member, r.text)
		}
	}
	for _, body := range []string{`{"server":"w","params":{}}`, `{"session":"a","params":{}}`, `{"session":"a","server":"w"}`} {
		if r := s.do(ownKey, "POST", "/v1/questions", body); r.status != 422 {
			t.Errorf("%s: %d %s", body, r.status, r.text)
		}
	}
}

// A page gets the params byte for byte as the server sent them.
func TestParamsAreUnchanged(t *testing.T) {
	s := serve(t)
	for i, params := range []string{
		`{ "message" : "\u0041\ud83d\udcac\u0000",  "requestedSchema":{"10":1,"9":1.50,"a":1e2} }`, `{}`, "{\n\t\"message\":\"\u202e\"}", `{"__proto__":{"x":1},"constructor":null}`,
		strings.Repeat(`{"a":`, 200) + `1` + strings.Repeat(`}`, 200),
	} {
		session := fmt.Sprint("kept ", i)
		r := s.do(ownKey, "POST", "/v1/questions", fmt.Sprintf(`{"session":%q,"server":"w","params":%s}`, session, params))
		s.expect(r, 201, "open")
		if open := s.page(session).Open(t); len(open) != 1 || open[0].Requests[0].Params != params {
			t.Errorf("%q became %+v", params, open)
		}
	}
}

func TestUnauthorized(t *testing.T) {
	s := serve(t)
	var firstText string
	for name, headers := range map[string][]string{
		"nothing": {"Authorization"}, "a wrong key": {"Authorization: Bearer " + ownKey + "x"}, "another scheme": {"Authorization: Basic " + ownKey},
		"no scheme": {"Authorization: " + ownKey}, "an empty one": {"Authorization: Bearer "}, "two keys": {"Authorization: Bearer " + ownKey + " " + ownKey},
		"with its name": {"Authorization: Bearer mine:" + ownKey}, "the server's secret": {"Authorization: Bearer " + secret},
		"a comma": {"Authorization: Bearer " + ownKey + ", Bearer " + ownKey}, "a long one": {"Authorization: Bearer " + strings.Repeat("x", 50_000)},
		"a token of a page": {"Authorization: Bearer " + s.page("chat-1").Token},
	} {
		for _, c := range []struct{ method, target, body string }{
			{"POST", "/v1/questions", `{"session":"a","server":"w","params":{}}`}, {"GET", "/v1/questions/x", ""}, {"DELETE", "/v1/questions/x", ""},
			{"POST", "/v1/questions/x/acknowledgement", ""}, {"POST", "/v1/sessions/a/tokens", ""}, {"POST", "/v1/sessions/a/pages/e/finished", `{"server":"w"}`},
			{"GET", "/v1/webhooks/failed", ""}, {"GET", "/v1/webhooks/secret", ""},
		} {
			r := s.do("", c.method, c.target, c.body, headers...)
			s.rejects(r, 401, "no-ask-key")
			if firstText == "" {
				firstText = r.text
			}
			if r.header.Get("WWW-Authenticate") != "Bearer" || r.text != firstText {
				t.Errorf("%s: %v %s", name, r.header, r.text)
			}
		}
	}
	twice := httptest.NewRequest("GET", "/v1/webhooks/secret", nil)
	twice.Header["Authorization"] = []string{"Bearer " + ownKey, "Bearer " + ownKey}
	if r := s.send(twice); r.status != 401 {
		t.Errorf("two Authorization headers get %d, want 401", r.status)
	}
}

func TestAddressesAndMethods(t *testing.T) {
	s := serve(t)
	for _, c := range []struct {
		method, target string
		status         int
		allow          string
	}{
		{"GET", "/v1/questions", 405, "POST"}, {"PUT", "/v1/questions", 405, "POST"}, {"HEAD", "/v1/questions/x", 405, "DELETE, GET"}, {"PATCH", "/v1/questions/x", 405, "DELETE, GET"},
		{"TRACE", "/v1/webhooks/secret", 405, "GET"}, {"OPTIONS", "/v1/questions", 405, "POST"}, {"POST", "/v1/openapi.json", 405, "GET"}, {"GET", "/v1/sessions/a/tokens", 405, "POST"},
		{"GET", "/v1/", 404, ""}, {"GET", "/v1/Questions", 404, ""}, {"POST", "/v1/questions/", 404, ""}, {"GET", "/v1/questions/a/b/c", 404, ""}, {"GET", "/v1/errors/unknown", 404, ""},
		{"GET", "/v1/questions/x?wait=1&wiat=2", 400, ""}, {"GET", "/v1/questions/x?wait=1&wait=2", 400, ""}, {"GET", "/v1/questions/x?wait=-1", 400, ""},
		{"GET", "/v1/questions/x?wait=", 400, ""}, {"GET", "/v1/questions/x?wait=1e1", 400, ""}, {"GET", "/v1/questions/x?wait=61", 422, ""}, {"GET", "/v1/questions/x?wait=99999999999999999999", 422, ""},
		{"GET", "/v1/questions/x?%zz", 400, ""}, {"GET", "/v1/questions/x?wait=1;x=2", 400, ""},
	} {
		if c.method == "HEAD" {
			// The contract cannot check a response without a body.
			recorder := httptest.NewRecorder()
			s.api.ServeHTTP(recorder, httptest.NewRequest(c.method, c.target, nil))
			if recorder.Code != c.status {
				t.Errorf("%s %s: %d", c.method, c.target, recorder.Code)
			}
			continue
		}
		if r := s.do(ownKey, c.method, c.target, ""); r.status != c.status || r.header.Get("Allow") != c.allow {
			t.Errorf("%s %s: %d, Allow %q: %s", c.method, c.target, r.status, r.header.Get("Allow"), r.text)
		}
	}
	for _, reason := range []string{"not-json", "too-many-requests", "key-in-use"} {
		if r := s.do("", "GET", "/v1/errors/"+reason, ""); r.status != 200 || !strings.Contains(r.text, "title") {
			t.Errorf("%s: %d %s", reason, r.status, r.text)
		}
	}
	if r := s.do("", "GET", "/v1/openapi.json", ""); r.status != 200 || !strings.Contains(r.text, `"openapi":"3.1`) {
		t.Errorf("%d %.100s", r.status, r.text)
	}
}
