package hostile

import "strings"

var (
	schemes  = []string{"https://", "https://", "https://", "http://", "https:", `https:\\`, "HTTPS://", "javascript:", "JaVaScRiPt:", " javascript:", "java\nscript:", "data:text/html,", "blob:https://", "file:///", "view-source:https://", "intent:", "ftp://", "//", "", "mailto:", "chrome://"}
	userinfo = []string{"", "", "", "", "bank.example@", "u:p@", "@", "%40@", ":@", "bank.example%2F@"}
	hosts    = []string{
		"example.com", "login.bank.example", "example.com.evil.example", "аррӏе.com", "xn--80ak6aa92e.com", "example。com", "example..com", "example.com.", ".example.com", "a..b.com", "localhost",
		"127.0.0.1", "2130706433", "0x7f.1", "017700000001", "[::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "[fe80::1%25eth0]", "10.0.0.1", "169.254.169.254", "printer", "nas.local", "router.lan", "my.home.arpa", "hidden.onion", "vault.internal",
		"exa\u00admple.com", "ex\u200bample.com", "faß.de", "☃.net", "-a.com", "a_b.com", "%65xample.com", "example.com%00.evil.example", "co.uk", "github.io", "",
	}
	ports = []string{"", "", "", ":443", ":80", ":8443", ":0", ":65535", ":99999", ":", ":-1", ":25"}
	paths = []string{"", "/", "/a/b?c=d#e", "/..%2f..", "/\u202ecod.exe", "?url=https://bank.example", "#@bank.example", "/%00", "/%zz", `\@bank.example`, "/🔒", "/\u200b", "/ a b", "/<script>"}
)

// page is a request to open a page.
func (g *generator) page() string {
	g.trait("a page")
	address := pick(g, schemes...) + pick(g, userinfo...) + pick(g, hosts...) + pick(g, ports...) + pick(g, paths...)
	if g.chance(15) {
		g.trait("a long address")
		piece := pick(g, "a", "%20", "a.", "/", "?", "\u200b", "\u202e", "é", "@", ".example", "漢", "&a=b")
		address += strings.Repeat(piece, g.size(min(120<<10, max(1, g.room-8<<10)))/len(piece))
	}
	value := quote(address)
	if g.chance(4) {
		g.trait("an address that is none")
		value = g.anything()
	}
	g.room -= len(value)
	members := []string{member("mode", `"url"`), member("url", value), member("elicitationId", pick(g, `"e1"`, `""`, g.anything()))}
	if g.chance(3) {
		members = append(members, member("requestedSchema", `{"type":"object","properties":{}}`))
	}
	return g.envelope(members...)
}
