// Package hostile makes elicitation requests that attack the form: every
// keyword with values of the wrong type, size and script, alone and combined,
// and multiplied through references. The same seed and index give the same
// request on every machine, so that a request that did harm can be run again
// alone.
//
// The package knows nothing of the form that it attacks. It only writes text: a
// request need not be JSON, and JSON can express what no Go value can, such as
// half of a surrogate pair, a number of 400 digits or the same member twice.
package hostile

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// Limit is the number of bytes of params above which the form rejects a request.
const Limit = 256 << 10

type Request struct {
	// Traits name the attacks in the request, for the reader of a report.
	Traits []string
	// Params are the params of an elicitation. They may be malformed.
	Params string
	// Round is true if Params are a round: requests by their keys.
	Round bool
	// Name and Title are the server's own name and title, as JSON strings.
	Name, Title string
}

// At returns the request at an index of the series that a seed starts.
func At(seed uint64, index int) Request {
	for room := Limit - 2<<10; ; room /= 2 {
		r := at(seed, index, room)
		// Nested values use the same room twice, so the text can get too long.
		if len(r.Params) <= Limit {
			return r
		}
	}
}

func at(seed uint64, index, room int) Request {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, uint64(index))), room: room}
	r := Request{Name: `"weather"`, Title: `"Weather"`}
	switch n := g.IntN(100); {
	case n < 12:
		r.Params = g.page()
	case n < 17:
		r.Params, r.Round = g.round(), true
	default:
		r.Params = g.form()
	}
	if !r.Round {
		r.Params = g.damage(r.Params)
	}
	if g.chance(10) {
		r.Name, r.Title = g.text(2<<10), g.text(2<<10)
		g.trait("names of the server")
	}
	r.Traits = g.traits
	return r
}

type generator struct {
	*rand.Rand
	// room is the number of bytes that remain.
	room   int
	traits []string
}

// trait records a trait of the request, once.
func (g *generator) trait(name string) {
	if !slices.Contains(g.traits, name) {
		g.traits = append(g.traits, name)
	}
}

// chance returns true in that percentage of cases.
func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

// size returns 1 to limit. Every order of magnitude is equally likely.
func (g *generator) size(limit int) int {
	return int(math.Exp(g.Float64() * math.Log(float64(limit)+0.5)))
}

func pick[T any](g *generator, list ...T) T { return list[g.IntN(len(list))] }

// times returns up to n pieces, as many as there is room for.
func (g *generator) times(n int, piece func(i int) string) []string {
	var list []string
	for i := 0; i < n && g.room > 0; i++ {
		text := piece(i)
		list = append(list, text)
		g.room -= len(text) + 1
	}
	return list
}

func object(members ...string) string { return "{" + join(members) + "}" }
func array(items ...string) string    { return "[" + join(items) + "]" }

// member is a member of an object; the value is JSON text.
func member(name, value string) string { return quote(name) + ":" + value }

func join(parts []string) string { return strings.Join(parts, ",") }

// envelope puts the members of a request into params.
func (g *generator) envelope(members ...string) string {
	limit := 2000
	if g.chance(5) {
		limit = 200 << 10
	}
	members = append(members, member("message", g.text(limit)))
	if g.chance(30) {
		members = append(members, member("mode", pick(g, `"form"`, `"form"`, `"form"`, `"url"`, `"voice"`, `""`, `null`, `1`)))
	}
	if g.chance(20) {
		members = append(members, member("_meta", g.forged()))
	}
	if g.chance(8) {
		name := pick(g, "url", "elicitationId", "task", "Mode", "requestedschema", "__proto__", "action", "content", "result", "jsonrpc", "id", "method")
		g.trait("member " + name)
		members = append(members, member(name, g.anything()))
	}
	g.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return object(members...)
}

// forged is a _meta that pretends to be written by the host.
func (g *generator) forged() string {
	g.trait("forged _meta")
	members := []string{member("progressToken", g.anything())}
	for _, name := range []string{"server", "focus", "queue", "deadline", "openLink", "hold", "drafts", "draft", "rejected", "requestId", "findings", "check", "review"} {
		if g.chance(30) {
			value := g.anything()
			switch name {
			case "server":
				value = object(member("id", `"Your bank"`), member("title", g.text(100)))
			case "deadline":
				value = pick(g, "0", "1", "99999999999999999", `"2024-01-01"`, "-1")
			case "draft":
				value = object(member("p0", g.text(100)), member("__proto__", g.anything()))
			}
			members = append(members, member("elicitform/"+name, value))
		}
	}
	return object(members...)
}

// round is several requests at once, by key.
func (g *generator) round() string {
	g.trait("a round")
	entries := g.times(g.size(12), func(i int) string {
		g.room = min(g.room, 40<<10)
		params := g.form()
		if g.chance(20) {
			params = g.page()
		}
		method := `"elicitation/create"`
		if g.chance(8) {
			method = pick(g, `"sampling/createMessage"`, `"roots/list"`, `"__proto__"`, `null`, `""`)
		}
		return g.name(i) + ":" + object(member("method", method), member("params", params))
	})
	return object(entries...)
}

// damage sometimes makes a request malformed, or as long as the limit allows.
func (g *generator) damage(params string) string {
	at := g.IntN(len(params))
	switch n := g.IntN(200); {
	case n < 4:
		g.trait("cut off")
		return params[:at]
	case n < 8:
		g.trait("one byte changed")
		return params[:at] + string(rune(g.IntN(0x250))) + params[at+1:]
	case n == 8:
		g.trait("deep")
		depth := g.size(Limit/2 - 1)
		return strings.Repeat("[", depth) + strings.Repeat("]", depth)
	case n == 9:
		g.trait("not an object")
		return g.anything()
	case n == 10:
		g.trait("two requests")
		return (params + params)[:min(2*len(params), Limit)]
	case n == 11:
		g.trait("nothing")
		return pick(g, "", " ", "\ufeff{}", "undefined", "{", "null")
	case n < 15:
		// The envelope of the message is not counted.
		g.trait("at the limit")
		return params + strings.Repeat(" ", max(0, Limit-1024-g.IntN(1024)-len(params)))
	}
	return params
}

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
