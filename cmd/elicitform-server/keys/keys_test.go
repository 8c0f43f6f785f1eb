package keys

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/relay"
)

const long = "0123456789abcdef"

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text, session string
		mayAsk        bool
	}{
		{"a:" + long, "anything", true},
		{"a:" + long + ":x", "x", true},
		{"a:" + long + ":x", "xy", false},
		{"a:" + long + ":x,user:*", "user:7", true},
		{"a:" + long + ":x,user:*", "user", false},
		{"a:" + long + ":x*", "x", true},
		{"a:" + long + ":*", "ü", true},
		{"a:" + long + ":x*", "x*", true},
		{"a:" + long + ":x", "X", false},
		{"a:" + long + ":room:show", "room", false},
		{"a:" + long + ":showroom:7", "showroom:7", true},
		{"a:" + long + ":room:Show:ask", "room:Show", true},
	} {
		key, err := Parse(c.text)
		if err != nil || (key.Has(Ask) && key.IsFor(c.session)) != c.mayAsk {
			t.Errorf("%q may ask in %q: %v, want %v; %v", c.text, c.session, !c.mayAsk, c.mayAsk, err)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, text := range []string{
		"", "a", ":" + long, "a:short", "a b:" + long, "a\x00:" + long, "a:" + long + " ", "a:" + long + "\r\nx", strings.Repeat("a", 65) + ":" + long,
		"a:" + long + ":", "a:" + long + ":x,", "a:" + long + ":*x", "a:" + long + ":x**", "a:" + long + ":\xff", "a:" + long + ":x,y:Show", "a:" + long + ":x,y: show", "a:" + long + ":x:ask+shwo",
		"a:" + long + ":x,y:ask,show", "a:" + long + ":x:show+", "a:" + long + ":x:ask+", "a:" + long + ":x:ask+all", "a:" + long + ":x:ASK", "a:" + long + ":x,y:finish all", "a:" + strings.Repeat("x", 513),
	} {
		_, err := Parse(text)
		if err == nil {
			t.Errorf("%q is accepted", text)
		} else if strings.Contains(err.Error(), long) || strings.Contains(err.Error(), "short") {
			t.Errorf("the error quotes the secret: %v", err)
		}
	}
}

func ring(t *testing.T, secret string, texts ...string) *Ring {
	t.Helper()
	var askKeys []AskKey
	for _, text := range texts {
		key, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		askKeys = append(askKeys, key)
	}
	r, err := NewRing([]byte(secret), askKeys)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestFind(t *testing.T) {
	r := ring(t, long, "a:"+long, "b:"+long+"b", "a:"+long+"new")
	for secret, want := range map[string]string{long: "a", long + "b": "b", long + "new": "a", "": "", long + "c": "", long[1:]: "", "a:" + long: ""} {
		if key, ok := r.Find(secret); key.Name != want || ok != (want != "") {
			t.Errorf("%q finds %q, want %q", secret, key.Name, want)
		}
	}
	first, _ := Parse("a:" + long)
	second, _ := Parse("b:" + long)
	if _, err := NewRing([]byte(long), []AskKey{first, second}); err == nil {
		t.Error("two keys may have one secret")
	}
	if _, err := NewRing([]byte(long[1:]), nil); err == nil {
		t.Error("the server's secret may be short")
	}
}

// An id has one spelling, works for one name of ask keys, and cannot be changed.
func TestIDs(t *testing.T) {
	r, otherRing := ring(t, long), ring(t, long+"x")
	q := Question{r.Tag("s"), relay.RoundRef{ID: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", Fingerprint: strings.Repeat("f", 43)}}
	id := r.ID("a", q)
	if got, ok := r.Read("a", id); !ok || got != q {
		t.Fatalf("%q is read as %+v", id, got)
	}
	if _, ok := r.Read("b", id); ok {
		t.Error("another key reads it")
	}
	if _, ok := otherRing.Read("a", id); ok {
		t.Error("another server reads it")
	}
	for i := range id {
		for _, c := range []byte{'A', 'z', '_', '.', 0} {
			if changed := id[:i] + string(rune(c)) + id[i+1:]; changed != id {
				if _, ok := r.Read("a", changed); ok {
					t.Errorf("%q is read", changed)
				}
			}
		}
	}
	for _, odd := range []string{"", "q_", id + "=", id + "A", " " + id, id + "\n", strings.ToUpper(id), strings.Repeat("q_", 100_000)} {
		if _, ok := r.Read("a", odd); ok {
			t.Errorf("%.200q is read", odd)
		}
	}
}

func TestDerivedValuesDiffer(t *testing.T) {
	r := ring(t, long)
	values := map[string]bool{}
	for _, value := range []string{r.Tag("a"), r.Tag("b"), r.WebhookSecret("a"), r.WebhookSecret("b"), string(r.Secret())} {
		if values[value] || strings.Contains(value, long) && value != long {
			t.Errorf("%q is repeated, or contains the secret", value)
		}
		values[value] = true
	}
	if len(r.Tag("a")) != 43 || !strings.HasPrefix(r.WebhookSecret("a"), "whsec_") {
		t.Errorf("%q, %q", r.Tag("a"), r.WebhookSecret("a"))
	}
}

func TestNamesOfSessions(t *testing.T) {
	for name, ok := range map[string]bool{
		"a": true, "ü 💬": true, strings.Repeat("x", 1024): true, "a\x00b": true,
		"": false, strings.Repeat("x", 1025): false, "\xff": false, "\uFEFFa": false, "a\xed\xa0\x80": false,
	} {
		if err := relay.CheckSession(name); (err == nil) != ok {
			t.Errorf("%.20q: %v", name, err)
		}
	}
}

// Text after the last colon is rights if it can be read as such. One asker has all rights, each of several may only ask.
func TestRightsOfKeys(t *testing.T) {
	for _, c := range []struct {
		text, session string
		rights        Rights
	}{
		{"a:" + long, "x", Ask}, {"a:" + long + ":user:7", "user:7", Ask}, {"a:" + long + ":*:ask", "x", Ask}, {"a:" + long + ":*:show", "x", Show},
		{"a:" + long + ":user:7:ask+show", "user:7", Ask | Show}, {"a:" + long + ":*:finish+ask+show", "x", allRights}, {"a:" + long + ":x,y*:ask+ask", "yz", Ask},
		{"a:" + long + ":x:Ask:ask", "x:Ask", Ask}, {"a:" + long + ":x:ask+:ask", "x:ask+", Ask}, {"a:" + long + ":x:ask+all:show", "x:ask+all", Show},
	} {
		r := ring(t, long, c.text, "b:"+long+"b")
		key, _ := r.Find(long)
		for _, right := range []Rights{Ask, Show, Finish} {
			if key.Has(right) != (c.rights&right != 0) {
				t.Errorf("%q has the right %d: %v", c.text, right, key.Has(right))
			}
		}
		if !key.IsFor(c.session) || r.HasOneAsker() {
			t.Errorf("%q is for %q: %v", c.text, c.session, key.IsFor(c.session))
		}
	}
	for text, want := range map[string]Rights{"a:" + long: allRights, "a:" + long + ":x": allRights, "a:" + long + ":*:show": Show} {
		r := ring(t, long, text, "a"+strings.Replace(text[1:], long, long+"new", 1))
		for _, secret := range []string{long, long + "new"} {
			if key, _ := r.Find(secret); key.rights != want || !r.HasOneAsker() {
				t.Errorf("the only asker %q has the rights %d, want %d", text, key.rights, want)
			}
		}
	}
	if _, err := Parse("a:" + long + "::ask"); err == nil {
		t.Error("a key without sessions is accepted")
	}
	first, _ := Parse("a:" + long + ":*:show")
	second, _ := Parse("a:" + long + "new")
	if _, err := NewRing([]byte(long), []AskKey{first, second}); err == nil || !strings.Contains(err.Error(), `"a"`) {
		t.Errorf("two keys of one name have different rights: %v", err)
	}
}
