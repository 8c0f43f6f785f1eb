package schema

import (
	"math/rand/v2"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/safetext/test/rounds"
)

// The grammars of the formats as regular expressions, which are easier to compare with
// their specifications than the code, and too large for the download.
var (
	grammarOfTime  = regexp.MustCompile(`^([01][0-9]|2[0-3])(:[0-5][0-9]){2}(\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$`)
	grammarOfEmail = func() *regexp.Regexp {
		const atom, label = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+", "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
		return regexp.MustCompile(`^` + atom + `(?:\.` + atom + `)*@` + label + `(?:\.` + label + `)+$`)
	}()
	// grammarOfURI is `URI-reference` of RFC 3986, with the scheme, the two slashes
	// of an authority, its host and its port.
	grammarOfURI = func() *regexp.Regexp {
		const (
			free    = `[A-Za-z0-9._~!$&'()*+,;=-]` // unreserved and sub-delims
			escaped = `%[0-9A-Fa-f]{2}`
			letter  = `(?:` + free + `|[:@]|` + escaped + `)`
			path    = `(?:` + letter + `|/)*`
			tail    = `(?:` + letter + `|[/?])*`
			user    = `(?:(?:` + free + `|:|` + escaped + `)*@)?`
			host    = `(?:(` + free + `+|\[[0-9A-Fa-f:.]+\])(?::([0-9]*))?)?`
			site    = `(//)` + user + host + `(?:/` + path + `)?`
			rooted  = `/(?:` + letter + path + `)?`
			segment = `(?:` + free + `|@|` + escaped + `)+` // the first one without a scheme
		)
		return regexp.MustCompile(`^(?:([A-Za-z][A-Za-z0-9+.-]*):(?:` + site + `|` + rooted + `|` + letter + path + `)` +
			`|` + site + `|` + rooted + `|` + segment + `(?:/` + path + `)?|)(?:\?` + tail + `)?(?:#` + tail + `)?$`)
	}()
)

// uriByGrammar does the same as readURI, by the grammar.
func uriByGrammar(text string) (scheme string, valid bool) {
	parts := grammarOfURI.FindStringSubmatch(text)
	if parts == nil {
		return "", false
	}
	scheme, authority, host, port := parts[1], parts[2]+parts[5], parts[3]+parts[6], parts[4]+parts[7]
	if n, err := strconv.Atoi("0" + port); err != nil || n > 65535 {
		return "", false
	}
	if strings.HasPrefix(host, "[") {
		ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
		return scheme, err == nil && ip.Is6()
	}
	switch strings.ToLower(scheme) {
	case "", "http", "https", "ws", "wss", "ftp":
		return scheme, authority == "" || host != ""
	}
	return scheme, true
}

// formatsAgree compares the code with the grammars for one text, and returns the number
// of formats for which the text is valid.
func formatsAgree(t *testing.T, text string) (right int) {
	email := len(text) <= 254 && strings.IndexByte(text, '@') <= 64 && grammarOfEmail.MatchString(text)
	scheme, reference := uriByGrammar(text)
	for _, c := range []struct {
		format    string
		got, want bool
	}{
		{"time", ValidTime(text), grammarOfTime.MatchString(text)},
		{"email", ValidEmail(text), email},
		{"uri", ValidURI(text), reference && scheme != ""},
		{"uri-reference", ValidURIReference(text), reference},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q is valid: %v, want %v", c.format, text, c.got, c.want)
		}
		if c.want {
			right++
		}
	}
	return right
}

var formatSeeds = []string{
	"", "/", "//", "///", "//:80", "//a:80", "a:", ":a", "a:?b", "a:/", "a://", "http://", "http:///a", "ftp:a", "//a@b@c", "//@", "//@:1", "//u:p%40@h:65535/?#", "//h:65536", "//h:+1", "//h:",
	"https://user:pw@example.com:8080/a/b?c=%20#d", "mailto:a@b.c", "urn:isbn:0451450523", "http://[2001:db8::1]:80/x", "http://[::1%25a]/", "x://[v1.a]", "//[::1]a", "//a[::1]", "//]", "//[", "[]", "file:///etc/hosts",
	"x-a.b://", "1:a", "a/b:c", "a%4", "a%4g", "a%+1", "#%", "?%zz", "a#b#c", "a?b?c", "//host%41", "é",
	"a.b+c@example.co.uk", "o'neil@ex-ample.org", "a@b.c", "a@b", "a@-b.c", "a@b-.c", ".a@b.c", "a..b@b.c", "a@b..c", "a@@b.c", "a b@c.d", strings.Repeat("x", 64) + "@b.c", strings.Repeat("x", 65) + "@b.c",
	"a@" + strings.Repeat("x", 63) + ".c", "a@" + strings.Repeat("x", 64) + ".c",
	"09:30:00Z", "23:59:59.125+05:30", "00:00:00-11:59", "24:00:00Z", "23:60:00Z", "23:59:60Z", "09:30Z", "09:30:00", "09:30:00.Z", "+9:30:00Z", "09:30:00+24:00", "09:30:00+1:00", "09-30:00Z", "09:30:00z",
}

func TestFormats_SayWhatTheirGrammarsSay(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	alphabet := []rune("aZ09.:/?#[]@!$%2fF&'()*+,;=-~é |_`^Zz")
	right := 0
	for _, seed := range formatSeeds {
		right += formatsAgree(t, seed)
		for range rounds.Of(4000) {
			text := []rune(seed)
			for range 1 + r.IntN(4) {
				at, letter := r.IntN(len(text)+1), alphabet[r.IntN(len(alphabet))]
				if r.IntN(2) == 0 && at < len(text) {
					text[at] = letter
				} else {
					text = append(text[:at:at], append([]rune{letter}, text[at:]...)...)
				}
			}
			right += formatsAgree(t, string(text))
		}
	}
	if right < rounds.Of(20_000) {
		t.Errorf("only %d of the texts are right", right)
	}
}

func FuzzFormats(f *testing.F) {
	for _, seed := range formatSeeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { formatsAgree(t, text) })
}
