package hostile

import "strings"

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

// damage sometimes makes a request malformed, or as long as it may be.
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
