package relay

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A scope includes nothing that it does not name.
func TestScopes(t *testing.T) {
	first, second := RoundRef{"round-one", "fingerprint-one"}, RoundRef{"round-two", "fingerprint-two"}
	for name, c := range map[string]struct {
		scope scope
		// asker asks the first round; the second round is without an asker.
		asker    string
		includes [2]bool
	}{
		"nothing":                      {scope{}, "a", [2]bool{}},
		"nothing of nobody":            {scope{}, "", [2]bool{}},
		"all":                          {scope{all: true}, "a", [2]bool{true, true}},
		"an asker":                     {scope{asker: "a"}, "a", [2]bool{true, false}},
		"another asker":                {scope{asker: "A"}, "a", [2]bool{}},
		"a question":                   {scope{question: first}, "a", [2]bool{true, false}},
		"a question of nobody":         {scope{question: first}, "", [2]bool{true, false}},
		"a question with another text": {scope{question: RoundRef{first.ID, second.Fingerprint}}, "a", [2]bool{}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := [2]bool{c.scope.includes(c.asker, first), c.scope.includes("", second)}; got != c.includes {
				t.Errorf("got %v, want %v", got, c.includes)
			}
		})
	}
	if (scope{}).includesEnd(EndedRound{}) || (scope{asker: "a"}).includesEnd(EndedRound{ID: "x"}) || (&device{}).maySee(FinishedPage{}) {
		t.Error("the empty scope includes something")
	}
}

// A scoped token gives its scope, and a changed token gives nothing.
func TestScopedTokens(t *testing.T) {
	secret, now := []byte("0123456789abcdef"), time.Unix(1_795_000_000, 0)
	for _, s := range []scope{{asker: "a"}, {asker: "Ω 💬 a.b"}, {asker: strings.Repeat("x", 256)}} {
		for _, session := range []string{"s", "a\nb", "asker\nb", strings.Repeat("x", 1024)} {
			token := makeScopedToken(secret, session, s, now.Unix()+1)
			if p, ok := readToken(secret, token, now); !ok || p.session != session || p.scope != s || p.end != now.Add(time.Second) {
				t.Errorf("%.60s gives %+v, %v, want %+v", token, p, ok, s)
			}
			if _, ok := readToken(secret, token, now.Add(time.Second)); ok {
				t.Errorf("%.60s is valid at its end", token)
			}
			if _, ok := readToken([]byte("another secret of 16"), token, now); ok {
				t.Errorf("%.60s is valid with another secret", token)
			}
		}
	}
	token := makeScopedToken(secret, "s", scope{asker: "a"}, now.Unix()+9)
	for i := range len(token) {
		for _, letter := range "AZaz09-_.vV" {
			if changed := token[:i] + string(letter) + token[i+1:]; changed != token {
				if p, ok := readToken(secret, changed, now); ok {
					t.Errorf("%s gives %+v, want no pass", changed, p)
				}
			}
		}
	}
	for _, text := range []string{
		"", "all", "asker", "asker\n", "asker\na\nb", "asker\na\x00", "asker\n" + strings.Repeat("x", 257), "asker\n\xff", "question\nround-id", "question\nround-id\nfingerprint", "question\n\n", "question\nround-id\n",
		"question\nround-id\nfp", "question\nround-id\nfingerprint\n", "question\nround-id\nfingerprint\nshort", "question\nround-id\nfingerprint\na-browser\n", "Asker\na", " asker\na", "session\ns",
	} {
		if s, ok := readScope(text); ok || s != (scope{}) {
			t.Errorf("%q gives %+v, want no scope", text, s)
		}
	}
}

// Devices of one asker have a share of a session, and so have those of forgotten questions.
func TestDevicesOfAskers(t *testing.T) {
	r, err := New(Options{Secret: []byte("0123456789abcdef"), Limits: Limits{AskerDevices: 3}})
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]pass{
		"an asker":             {session: "s", scope: scope{asker: "greedy"}},
		"a forgotten question": {session: "s", scope: scope{question: RoundRef{"round-id", "fingerprint"}}},
	} {
		t.Run(name, func(t *testing.T) {
			for n := range 5 {
				if p.scope.asker == "" {
					p.scope.holder = fmt.Sprint("a-browser-", n)
				}
				d, err := r.newDevice(t.Context(), p)
				if err != nil {
					t.Fatal(err)
				}
				if isAdded := r.addDevice("s", d) != nil; isAdded != (n < 3) {
					t.Errorf("device %d is added: %v", n, isAdded)
				}
			}
		})
	}
	for n := range maxDevices {
		if r.addDevice("s", &device{scope: scope{all: true}}) == nil {
			t.Fatalf("device %d of the whole session is not added", n)
		}
	}
	if r.addDevice("s", &device{scope: scope{all: true}}) != nil {
		t.Errorf("device %d of the whole session is added", maxDevices)
	}
}
