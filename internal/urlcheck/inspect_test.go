package urlcheck

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/safetext"
)

// verdictTest is an address with its expected verdict. The host has its emphasised part in
// angle brackets.
type verdictTest struct{ raw, host, verdict, unicode string }

// verdicts has every address whose parts were recorded in a browser.
var verdicts = []struct {
	name  string
	tests []verdictTest
}{
	{"P14 what servers ask for", []verdictTest{
		{"https://mcp.example.com/ui/set_api_key", "mcp.<example.com>", "", ""},
		{"https://mcp.example.com/connect?elicitationId=550e8400-e29b-41d4-a716-446655440000", "mcp.<example.com>", "", ""},
		{"https://modelcontextprotocol.io", "<modelcontextprotocol.io>", "", ""},
		{"https://example.com/authorize?service=github", "<example.com>", "", ""},
		{"https://pay.example.com/deposit/b-17", "pay.<example.com>", "", ""},
		{"https://payments.example.com/confirm?amount=25.0&id=8b6f0a1e-5f5b-4f9c-9b51-0f5c2f0d2a11", "payments.<example.com>", "", ""},
		{"https://example.com/authorize?sandbox=sbx%2F1%20%C3%A9", "<example.com>", "", ""},
		{"https://github.com/login/oauth/authorize?client_id=Iv1.0000&state=xyz", "<github.com>", "", ""},
	}},
	{"N17 nothing to warn of", []verdictTest{
		{" https://example.com/", "<example.com>", "", ""},
		{"HTTPS://EXAMPLE.COM/A", "<example.com>", "", ""},
		{"https://example.com:443/", "<example.com>", "", ""},
		{"https://example.com./a", "<example.com>.", "", ""},
		{"https://example.com/a/../b", "<example.com>", "", ""},
		{"https://www.bbc.co.uk/", "www.<bbc.co.uk>", "", ""},
		{"https://victim.github.io/", "<victim.github.io>", "", ""},
		{"https://bucket.s3.eu-west-2.amazonaws.com/x", "<bucket.s3.eu-west-2.amazonaws.com>", "", ""},
		{"https://example.com/\U0001f512", "<example.com>", "", ""},
		{"https://example.com/\n", "<example.com>", "", ""},
		{"https://example.com/a b", "<example.com>", "", ""},
		{"https://fa.example/\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "<fa.example>", "", ""},
		{"https://example.com/caf\u00e9?q=\u00e9#\u00e9", "<example.com>", "", ""},
		{"https://example.com/%E2%80%AE", "<example.com>", "", ""},
		{"https://my_app.example.com/", "my_app.<example.com>", "", ""},
		{"https://a..example.com/", "", "blocked: unreadable", ""},
		{"https://example../", "", "blocked: unreadable", ""},
		{"https://a..b.com/", "", "blocked: unreadable", ""},
		{"https://.example.com/", "", "blocked: unreadable", ""},
		{"https://example.com?x=1", "<example.com>", "", ""},
		{"https://example.com#x", "<example.com>", "", ""},
		{"https://example.com:0443/", "<example.com>", "", ""},
	}},
	{"B18 U4 other schemes", []verdictTest{
		{"javascript:alert(document.domain)", "", "blocked: bad-scheme", ""},
		{"data:text/html,<script>alert(1)</script>", "", "blocked: bad-scheme", ""},
		{"file:///etc/passwd", "", "blocked: bad-scheme", ""},
		{"blob:https://example.com/9115d58c", "", "blocked: bad-scheme", ""},
		{"vscode://file/etc/passwd", "", "blocked: bad-scheme", ""},
		{"java\nscript:alert(1)", "", "blocked: bad-scheme", ""},
		{"JaVaScRiPt:alert(1)", "", "blocked: bad-scheme", ""},
		{" javascript:alert(1)", "", "blocked: bad-scheme", ""},
		{"\x01javascript:alert(1)", "", "blocked: bad-scheme", ""},
		{"javascript://example.com/%0aalert(1)", "", "blocked: bad-scheme", ""},
		{"view-source:https://example.com/", "", "blocked: bad-scheme", ""},
		{"intent://scan/#Intent;scheme=zxing;end", "", "blocked: bad-scheme", ""},
		{"mailto:a@example.com", "", "blocked: bad-scheme", ""},
		{"ftp://example.com/", "", "blocked: bad-scheme", ""},
		{"wss://example.com/", "", "blocked: bad-scheme", ""},
		{"about:blank", "", "blocked: bad-scheme", ""},
		{"chrome://settings/", "", "blocked: bad-scheme", ""},
		{"javascript:/*\u202e*/alert(\"a b\")", "", "blocked: bad-scheme", ""},
	}},
	{"B18 B23 what no browser reads", []verdictTest{
		{"/login", "", "blocked: unreadable", ""},
		{"//evil.example/login", "", "blocked: unreadable", ""},
		{"\u200bjavascript:alert(1)", "", "blocked: unreadable", ""},
		{"\uff4aavascript:alert(1)", "", "blocked: unreadable", ""},
		{"", "", "blocked: unreadable", ""},
		{"example.com", "", "blocked: unreadable", ""},
		{"https://", "", "blocked: unreadable", ""},
		{"http:", "", "blocked: unreadable", ""},
		{"https://exa mple.com/", "", "blocked: unreadable", ""},
		{"https://example.com:99999/", "", "blocked: unreadable", ""},
		{"https://[::1", "", "blocked: unreadable", ""},
		{"https://example.com:http/", "", "blocked: unreadable", ""},
		{"https://256.256.256.256/", "", "blocked: unreadable", ""},
		{"https://exa\u00a0mple.com/", "", "blocked: unreadable", ""},
		{"https://exam%00ple.com/", "", "blocked: unreadable", ""},
		{"https://\u202eexample.com/", "", "blocked: unreadable", ""},
		{"https://\u00ad/", "", "blocked: unreadable", ""},
		{"\ufeffhttps://example.com/", "", "blocked: unreadable", ""},
		{"https://bank.example%20.evil.test/", "", "blocked: unreadable", ""},
		{"https://bank.example%2F.evil.test/", "", "blocked: unreadable", ""},
		{"https://bank.example%23.evil.test/", "", "blocked: unreadable", ""},
		{"https://bank.example;login.evil.test/", "", "blocked: unreadable", ""},
		{"https://bank.example,evil.test/", "", "blocked: unreadable", ""},
		{"https://bank.example&amp.evil.test/", "", "blocked: unreadable", ""},
		{"https://\u200dexample.com/", "", "blocked: unreadable", ""},
		{"https://\u2488com/", "", "blocked: unreadable", ""},
		{"https://./", "", "blocked: unreadable", ""},
		{"https://..:8443/", "", "blocked: unreadable", ""},
	}},
	{"B19 names and passwords in front of the host", []verdictTest{
		{"https://github.com@evil.example/", "<evil.example>", "blocked: credentials", ""},
		{"https://bank.example@evil.test/", "<evil.test>", "blocked: credentials", ""},
		{"https://u:p@h/", "<h>", "blocked: credentials", ""},
		{"https://:p@evil.test/", "<evil.test>", "blocked: credentials", ""},
		{"https://bank.example%2Flogin@evil.test:8443/", "<evil.test>:8443", "blocked: credentials", ""},
		{"https://bank.example\u200b@evil.test/", "<evil.test>", "blocked: credentials", ""},
		{"https://user:pass@localhost:3000/", "<localhost>:3000", "blocked: credentials", ""},
	}},
	{"B20 addresses that read as others", []verdictTest{
		{"https://\uff45\uff58\uff41\uff4d\uff50\uff4c\uff45.com/", "<example.com>", "rewritten", ""},
		{"https://@evil.test/", "<evil.test>", "rewritten", ""},
		{"https:evil.test", "<evil.test>", "rewritten", ""},
		{"https:\\\\evil.test", "<evil.test>", "rewritten", ""},
		{"https:/evil.test/login", "<evil.test>", "rewritten", ""},
		{"https:////evil.test", "<evil.test>", "rewritten", ""},
		{"https://example.com\\@evil.test", "<example.com>", "rewritten", ""},
		{"https://ex%61mple.com/", "<example.com>", "rewritten", ""},
		{"https://example\u3002com/", "<example.com>", "rewritten", ""},
		{"https://paypa\u217c.com/", "<paypal.com>", "rewritten", ""},
	}},
	{"B21 N17 letters of other scripts", []verdictTest{
		{"https://xn--pple-43d.com/login", "<xn--pple-43d.com>", "imitation", "\u0430pple.com"},
		{"https://\u0430pple.com/login", "<xn--pple-43d.com>", "imitation", "\u0430pple.com"},
		{"https://\u4f8b\u3048.jp/", "<xn--r8jz45g.jp>", "foreign-letters", "\u4f8b\u3048.jp"},
		{"https://xn--a/", "<xn--a>", "foreign-letters local", ""},
		{"https://xn--80ak6aa92e.com/", "<xn--80ak6aa92e.com>", "imitation", "\u0430\u0440\u0440\u04cf\u0435.com"},
		{"https://m\u00fcller.de/", "<xn--mller-kva.de>", "foreign-letters", "m\u00fcller.de"},
		{"https://xn--e1afmkfd.xn--p1ai/", "<xn--e1afmkfd.xn--p1ai>", "foreign-letters", "\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444"},
		{"https://\u03c0\u03b1\u03c1\u03ac\u03b4\u03b5\u03b9\u03b3\u03bc\u03b1.gr/", "<xn--hxajbheg2az3al.gr>", "foreign-letters", "\u03c0\u03b1\u03c1\u03ac\u03b4\u03b5\u03b9\u03b3\u03bc\u03b1.gr"},
		{"https://\u0261oogle.com/", "<xn--oogle-qmc.com>", "imitation", "\u0261oogle.com"},
		{"https://g\u03bf\u03bfgle.com/", "<xn--ggle-0nda.com>", "imitation", "g\u03bf\u03bfgle.com"},
		{"https://\u65e5\u672c\u8a9e\u30e9\u30c6\u30f3abc.jp/", "<xn--abc-mm4byg9b6396c0ecl32k.jp>", "foreign-letters", "\u65e5\u672c\u8a9e\u30e9\u30c6\u30f3abc.jp"},
		{"https://\ud55c\uad6d\uc5b4abc.kr/", "<xn--abc-lt8l948gbwt.kr>", "foreign-letters", "\ud55c\uad6d\uc5b4abc.kr"},
		{"https://fa\u00df.de/", "<xn--fa-hia.de>", "foreign-letters", "fa\u00df.de"},
		{"https://\u05d0\u05ea\u05e8.example/", "<xn--4db2cf.example>", "foreign-letters", "\u05d0\u05ea\u05e8.example"},
		{"https://\U0001f512bank.example/", "<xn--bank-ub73c.example>", "foreign-letters", "\U0001f512bank.example"},
		{"https://\u0440\u0430\u0443\u0440\u0430\u04cf.com/", "<xn--80aa0cbo65f.com>", "imitation", "\u0440\u0430\u0443\u0440\u0430\u04cf.com"},
		{"https://\u0445\u043e\u0440.xn--p1ai/", "<xn--n1aen.xn--p1ai>", "foreign-letters", "\u0445\u043e\u0440.\u0440\u0444"},
		{"https://www.xn--pple-43d.com:8443/", "www.<xn--pple-43d.com>:8443", "imitation port", "www.\u0430pple.com"},
		{"https://\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.com/", "<xn--mgba3gch31f060k.com>", "foreign-letters", "\u0646\u0627\u0645\u0647\u27e8U+200C\u27e9\u0627\u06cc.com"},
		{"https://\u0939\u093f\u0928\u094d\u0926\u0940.com/", "<xn--j2bd4cyah0f.com>", "foreign-letters", "\u0939\u093f\u0928\u094d\u0926\u0940.com"},
		{"https://\u0e44\u0e17\u0e22.com/", "<xn--o3cw4h.com>", "foreign-letters", "\u0e44\u0e17\u0e22.com"},
		{"https://xn--bank-.example/", "<xn--bank-.example>", "foreign-letters", ""},
		{"https://xn--example-.com/", "<xn--example-.com>", "foreign-letters", ""},
		{"https://xn--55qx5d.cn/", "<xn--55qx5d.cn>", "foreign-letters", "\u516c\u53f8.cn"},
		{"https://b\u00fcro.local/", "<xn--bro-hoa.local>", "foreign-letters local", "b\u00fcro.local"},
		{"https://example.co\u043c/", "<example.xn--co-9lc>", "mixed-scripts", "example.co\u043c"},
		{"https://\u0435xample.com./", "<xn--xample-2of.com>.", "mixed-scripts", "\u0435xample.com."},
		{"https://xn--pple-43d.xn--p1ai/", "<xn--pple-43d.xn--p1ai>", "imitation", "\u0430pple.\u0440\u0444"},
		{"https://c\u0327a.example/", "<xn--a-5fa.example>", "rewritten foreign-letters", "\u00e7a.example"},
	}},
	{"B22 hosts that are hard to read", []verdictTest{
		{"https://github.com.login.evil.example/oauth", "github.com.login.<evil.example>", "imitation", ""},
		{"https://example.com/?q=" + strings.Repeat("a", 8000), "<example.com>", "long", ""},
		{"https://example.com.evil.test/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/signin", "example.com.<evil.test>", "", ""},
		{"https://accounts.google.com.aaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaa.evil.test/", "accounts.google.com.aaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaa.<evil.test>", "imitation long", ""},
		{"https://evil.test/?https://bank.example/", "<evil.test>", "", ""},
		{"https://evil.test/#@bank.example", "<evil.test>", "", ""},
		{"https://evil.test/@bank.example", "<evil.test>", "", ""},
		{"https://example.com/?q=" + strings.Repeat("a", 2100), "<example.com>", "long", ""},
		{"https://example.com/?q=" + strings.Repeat("a", 8192), "<example.com>", "blocked: too-long", ""},
		{"https://localhost.evil.test/", "localhost.<evil.test>", "", ""},
		{"https://127.0.0.1.evil.test/", "127.0.0.1.<evil.test>", "", ""},
	}},
	{"B23 numbers and hosts around the person", []verdictTest{
		{"http://localhost:3000/callback", "<localhost>:3000", "local", ""},
		{"https://203.0.113.7/login", "<203.0.113.7>", "ip-address", ""},
		{"https://[::1]:8443/", "<[::1]>:8443", "local", ""},
		{"https://[2001:db8::1]/", "<[2001:db8::1]>", "ip-address", ""},
		{"https://[fe80::1]/", "<[fe80::1]>", "ip-address local", ""},
		{"https://[fd00::1]:8443/", "<[fd00::1]>:8443", "ip-address local port", ""},
		{"http://192.168.1.1/", "<192.168.1.1>", "not-encrypted ip-address local", ""},
		{"https://10.0.0.1/", "<10.0.0.1>", "ip-address local", ""},
		{"https://172.16.0.1/", "<172.16.0.1>", "ip-address local", ""},
		{"https://172.32.0.1/", "<172.32.0.1>", "ip-address", ""},
		{"https://100.64.1.1/", "<100.64.1.1>", "ip-address local", ""},
		{"http://169.254.169.254/latest/meta-data/", "<169.254.169.254>", "not-encrypted ip-address local", ""},
		{"http://0.0.0.0:8000/", "<0.0.0.0>:8000", "not-encrypted ip-address local", ""},
		{"http://localhost/", "<localhost>", "local", ""},
		{"http://app.localhost:3000/", "<app.localhost>:3000", "local", ""},
		{"http://LOCALHOST:3000/", "<localhost>:3000", "local", ""},
		{"http://127.0.0.1:8080/cb", "<127.0.0.1>:8080", "local", ""},
		{"https://printer.local/", "<printer.local>", "local", ""},
		{"https://intranet/", "<intranet>", "local", ""},
		{"https://router.home.arpa/", "<router.home.arpa>", "local", ""},
		{"https://db.internal/", "<db.internal>", "local", ""},
		{"https://[64:ff9b::1]/", "<[64:ff9b::1]>", "ip-address local", ""},
		{"https://[64:ff9b::192.168.1.1]/", "<[64:ff9b::c0a8:101]>", "rewritten ip-address local", ""},
		{"http://expyuzz4wqqyqhjnexample.onion/", "<expyuzz4wqqyqhjnexample.onion>", "onion", ""},
		{"https://router.lan/", "<router.lan>", "local", ""},
		{"https://wiki.internal/", "<wiki.internal>", "local", ""},
		{"https://nas.home.arpa/", "<nas.home.arpa>", "local", ""},
	}},
	{"B23 numbers in disguise", []verdictTest{
		{"https://0x7f.1/", "<127.0.0.1>", "rewritten local", ""},
		{"https://2130706433/", "<127.0.0.1>", "rewritten local", ""},
		{"http://017700000001/", "<127.0.0.1>", "rewritten local", ""},
		{"https://3405803783/", "<203.0.113.7>", "rewritten ip-address", ""},
		{"https://[0:0:0:0:0:0:0:1]/", "<[::1]>", "rewritten local", ""},
		{"http://[::ffff:127.0.0.1]/", "<[::ffff:7f00:1]>", "rewritten local", ""},
	}},
	{"B23 ports", []verdictTest{
		{"https://example.com:8443/x", "<example.com>:8443", "port", ""},
		{"https://example.com:25/", "<example.com>:25", "port", ""},
		{"http://example.com:8080/", "<example.com>:8080", "not-encrypted", ""},
		{"http://example.com:443/", "<example.com>:443", "not-encrypted", ""},
	}},
	{"B24 without encryption", []verdictTest{
		{"http://example.com/pay", "<example.com>", "not-encrypted", ""},
	}},
	{"B25 characters that cannot be seen", []verdictTest{
		{"https://exa\u200bmple.com/", "<example.com>", "hidden-characters", ""},
		{"https://example.com/\u202egpj.exe", "<example.com>", "hidden-characters", ""},
		{"https://example.com/\u2066a\u2069", "<example.com>", "hidden-characters", ""},
		{"https://example.com/a\u00a0b", "<example.com>", "hidden-characters", ""},
		{"https://example.com/a\u2028b", "<example.com>", "hidden-characters", ""},
		{"https://example.com/a\u200bb", "<example.com>", "hidden-characters", ""},
		{"https://exa\u00admple.com/", "<example.com>", "hidden-characters", ""},
		{"https://example.com/a\tb", "<example.com>", "hidden-characters", ""},
		{"https://example.com/\x00x", "<example.com>", "hidden-characters", ""},
		{"https://example.com/\u3000", "<example.com>", "hidden-characters", ""},
	}},
}

// recordedParts returns the parts of the addresses, as TestRecordedURLs of package e2e has
// recorded them in a browser.
func recordedParts(t testing.TB) map[string]Parts {
	t.Helper()
	content, err := os.ReadFile("testdata/addresses.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Raw   string
		Parts Parts
	}
	if err := json.Unmarshal(content, &list); err != nil {
		t.Fatal(err)
	}
	all := map[string]Parts{}
	for _, address := range list {
		all[address.Raw] = address.Parts
	}
	return all
}

// Rows: N17, P14, U3.
func TestInspect(t *testing.T) {
	parts := recordedParts(t)
	judged := 0
	for _, group := range verdicts {
		t.Run(group.name, func(t *testing.T) {
			for _, test := range group.tests {
				address, known := parts[test.raw]
				if !known {
					t.Errorf("%+.200q is missing in the recording", test.raw)
				}
				judged++
				v := Inspect(test.raw, address)
				host := v.Lead + "<" + v.Domain + ">" + v.Tail
				if v.Host == "" {
					host = v.Lead + v.Domain + v.Tail
				}
				if got := summary(v); host != test.host || got != test.verdict || v.Unicode != test.unicode || v.Port != address.Port && v.Host != "" {
					t.Errorf("%+.200q:\n got %q %q %+q\nwant %q %q %+q", test.raw, host, got, v.Unicode, test.host, test.verdict, test.unicode)
				}
				expectSafe(t, test.raw, v)
			}
		})
	}
	if judged != len(parts) {
		t.Errorf("%d of %d addresses of the recording are judged", judged, len(parts))
	}
}

// summary writes the block or the cautions in one line.
func summary(v Verdict) string {
	if v.Block != "" {
		return "blocked: " + string(v.Block)
	}
	var cautions []string
	for _, c := range v.Cautions {
		cautions = append(cautions, string(c))
	}
	return strings.Join(cautions, " ")
}

// gravity is the required order of cautions.
var gravity = []Caution{
	Imitation, MixedScripts, Lookalike, HiddenCharacters, Rewritten, Onion, NotEncrypted, IPAddress, ForeignLetters, Local, Port, Long,
}

// expectSafe checks the invariants of the verdict on any address.
func expectSafe(t *testing.T, raw string, v Verdict) {
	t.Helper()
	if (v.Href == "") != (v.Block != "") {
		t.Errorf("%+.200q: blocked %q, and %q would be opened", raw, v.Block, v.Href)
	}
	if v.Block == "" && v.Shown != v.Href {
		t.Errorf("%+.200q: shown as %q, opened as %q", raw, v.Shown, v.Href)
	}
	if safetext.HasHidden(v.Shown) || safetext.HasHidden(v.Unicode) || strings.ContainsAny(v.Shown, " \n") {
		t.Errorf("%+.200q: shown as %+q and %+q", raw, v.Shown, v.Unicode)
	}
	if v.Lead+v.Domain+v.Tail != v.Host || v.Block == "" && v.Domain == "" {
		t.Errorf("%+.200q: host %q as %q %q %q", raw, v.Host, v.Lead, v.Domain, v.Tail)
	}
	if p := v.ShownParts(); strings.Join(p[:], "") != v.Shown || p[2] != "" && (v.Block != "" || p[1]+p[2]+p[3] != v.Host || !strings.HasSuffix(p[0], "://")) {
		t.Errorf("%+.200q: %q is shown as %q", raw, v.Shown, p)
	}
	if v.Port != "" && !strings.HasSuffix(v.Host, ":"+v.Port) {
		t.Errorf("%+.200q: port %q of %q", raw, v.Port, v.Host)
	}
	places := make([]int, len(v.Cautions))
	for i, caution := range v.Cautions {
		places[i] = slices.Index(gravity, caution)
	}
	if !slices.IsSorted(places) || len(slices.Compact(places)) != len(v.Cautions) || slices.Contains(places, -1) {
		t.Errorf("%+.200q: cautions %q", raw, v.Cautions)
	}
}

// Rows: U1, U4, B18, B25.
func TestShown(t *testing.T) {
	parts := recordedParts(t)
	for raw, want := range map[string]string{
		"https://example.com/a b":                  "https://example.com/a%20b",
		"https://example.com/\u202egpj.exe":        "https://example.com/%E2%80%AEgpj.exe",
		"https:\\\\evil.test":                      "https://evil.test/",
		"https://example.com\\@evil.test":          "https://example.com/@evil.test",
		"https://0x7f.1/":                          "https://127.0.0.1/",
		"java\nscript:alert(1)":                    "java↵script:alert(1)",
		" javascript:alert(1)":                     "␣javascript:alert(1)",
		"\x01javascript:alert(1)":                  "⟨U+0001⟩javascript:alert(1)",
		"javascript:/*\u202e*/alert(\"a b\")":      `javascript:/*⟨U+202E⟩*/alert("a␣b")`,
		"https://bank.example\u200b@evil.test/":    "https://bank.example⟨U+200B⟩@evil.test/",
		"https://exa\u00a0mple.com/":               "https://exa⟨U+00A0⟩mple.com/",
		"data:text/html,<script>alert(1)</script>": "data:text/html,<script>alert(1)</script>",
	} {
		t.Run(raw, func(t *testing.T) {
			if got := Inspect(raw, parts[raw]).Shown; got != want {
				t.Errorf("%+q is shown as %q, want %q", raw, got, want)
			}
		})
	}
}

// A faulty port of the frame must not open anything.
// Rows: B18, B19.
func TestInspect_DoesNotRelyOnAnHonestParser(t *testing.T) {
	for _, parts := range []Parts{
		{},
		{Href: "https://example.com/", Protocol: "https:", Hostname: "example.com"},
		{OK: true},
		{OK: true, Href: "https://example.com/", Protocol: "https:"},
		{OK: true, Href: "https://example.com/\u202e", Protocol: "https:", Hostname: "example.com"},
		{OK: true, Href: "https:///", Protocol: "https:", Hostname: " "},
		{OK: true, Href: "javascript:alert(1)", Protocol: "javascript:", Hostname: "example.com"},
		{OK: true, Href: "HTTPS://example.com/", Protocol: "HTTPS:", Hostname: "example.com"},
	} {
		t.Run(parts.Href+" "+parts.Protocol+" "+parts.Username, func(t *testing.T) {
			v := Inspect("https://example.com/", parts)
			expectSafe(t, "https://example.com/", v)
			if v.Block == "" {
				t.Errorf("%+v may be opened", parts)
			}
		})
	}
}

// graphic are the visible characters that an address may contain.
var graphic = func() string {
	var b strings.Builder
	for c := byte('!'); c <= '~'; c++ {
		b.WriteByte(c)
	}
	return b.String()
}()

func FuzzInspect(f *testing.F) {
	for raw, p := range recordedParts(f) {
		f.Add(raw, p.Href, p.Protocol, p.Username, p.Hostname, p.Port)
	}
	f.Fuzz(func(t *testing.T, raw, href, protocol, username, hostname, port string) {
		parts := Parts{OK: href != "", Href: href, Protocol: protocol, Username: username, Hostname: hostname, Port: port}
		v := Inspect(raw, parts)
		sound := href != "" && (protocol == "https:" || protocol == "http:") && isHost(hostname) && strings.Trim(href, graphic) == ""
		if open := sound && username == "" && len(href) <= MaxHref; open != (v.Block == "") {
			t.Fatalf("%+v: %q", parts, v.Block)
		}
		expectSafe(t, raw, v)
	})
}
