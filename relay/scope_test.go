package relay

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// What a scope does not say is not in it.
func TestScopes(t *testing.T) {
	one, other := Ref{"round-one", "fingerprint-one"}, Ref{"round-two", "fingerprint-two"}
	for name, c := range map[string]struct {
		scope scope
		// ours is who has asked the first round, and sees says which of the two are in the scope.
		ours string
		sees [2]bool
	}{
		"nothing":                      {scope{}, "a", [2]bool{}},
		"nothing of nobody":            {scope{}, "", [2]bool{}},
		"all":                          {scope{all: true}, "a", [2]bool{true, true}},
		"an asker":                     {scope{asker: "a"}, "a", [2]bool{true, false}},
		"another asker":                {scope{asker: "A"}, "a", [2]bool{}},
		"a question":                   {scope{question: one}, "a", [2]bool{true, false}},
		"a question of nobody":         {scope{question: one}, "", [2]bool{true, false}},
		"a question with another text": {scope{question: Ref{one.ID, other.Fingerprint}}, "a", [2]bool{}},
	} {
		if got := [2]bool{c.scope.has(c.ours, one), c.scope.has("", other)}; got != c.sees {
			t.Errorf("%s: %v, want %v", name, got, c.sees)
		}
	}
	if (scope{}).hasEnd(EndedRound{}) || (scope{asker: "a"}).hasEnd(EndedRound{ID: "x"}) || (&device{}).leadsTo(FinishedPage{}) {
		t.Error("the scope that says nothing has something")
	}
}

// A token says what it is for, and every other text is none.
func TestScopedTokens(t *testing.T) {
	secret, now := []byte("0123456789abcdef"), time.Unix(1_795_000_000, 0)
	for _, s := range []scope{{asker: "a"}, {asker: "Ω 💬 a.b"}, {asker: strings.Repeat("x", 256)}} {
		for _, session := range []string{"s", "a\nb", "asker\nb", strings.Repeat("x", 1024)} {
			made := makeScopedToken(secret, session, s, now.Unix()+1)
			if p, ok := readToken(secret, made, now); !ok || p.session != session || p.scope != s || p.end != now.Add(time.Second) {
				t.Errorf("%.60s is for %+v, %v", made, p, ok)
			}
			if _, ok := readToken(secret, made, now.Add(time.Second)); ok {
				t.Error("at its end it is not over")
			}
			if _, ok := readToken([]byte("another secret of 16"), made, now); ok {
				t.Error("it is one under another secret")
			}
		}
	}
	made := makeScopedToken(secret, "s", scope{asker: "a"}, now.Unix()+9)
	for i := range len(made) {
		for _, letter := range "AZaz09-_.vV" {
			if other := made[:i] + string(letter) + made[i+1:]; other != made {
				if p, ok := readToken(secret, other, now); ok {
					t.Errorf("%s is for %+v", other, p)
				}
			}
		}
	}
	for _, text := range []string{
		"", "all", "asker", "asker\n", "asker\na\nb", "asker\na\x00", "asker\n" + strings.Repeat("x", 257), "asker\n\xff", "question\nround-id", "question\nround-id\nfingerprint", "question\n\n", "question\nround-id\n",
		"question\nround-id\nfp", "question\nround-id\nfingerprint\n", "question\nround-id\nfingerprint\nshort", "question\nround-id\nfingerprint\na-browser\n", "Asker\na", " asker\na", "session\ns",
	} {
		if s, ok := readScope(text); ok || s != (scope{}) {
			t.Errorf("%q is %+v", text, s)
		}
	}
}

// Devices of one asker have their share of a session, those whose question is forgotten too.
func TestDevicesOfAskers(t *testing.T) {
	r, err := New(Options{Secret: []byte("0123456789abcdef"), Limits: Limits{AskerDevices: 3}})
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]pass{
		"an asker": {session: "s", scope: scope{asker: "greedy"}}, "a forgotten question": {session: "s", scope: scope{question: Ref{"round-id", "fingerprint"}}},
	} {
		for n := range 5 {
			if p.scope.asker == "" {
				p.scope.holder = fmt.Sprint("a-browser-", n)
			}
			d, err := r.newDevice(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if entered := r.enter("s", d) != nil; entered != (n < 3) {
				t.Errorf("device %d of %s enters: %v", n, name, entered)
			}
		}
	}
	for range mostDevices {
		if r.enter("s", &device{scope: scope{all: true}}) == nil {
			t.Fatal("a device of the whole session does not enter")
		}
	}
	if r.enter("s", &device{scope: scope{all: true}}) != nil {
		t.Error("there are too many devices")
	}
}
