package hostile

import "strings"

func (g *generator) form() string {
	schema := g.schema()
	if g.chance(3) {
		g.trait("no schema")
		schema = g.anything()
	}
	return g.envelope(member("requestedSchema", schema))
}

// schema is a requested schema, with definitions that properties share.
func (g *generator) schema() string {
	members := []string{member("type", `"object"`)}
	count := g.size(30)
	if g.chance(8) {
		count = g.size(400)
		g.trait("many properties")
	}
	var properties []string
	switch n := g.IntN(100); {
	case n < 20:
		// This is cheap to write and expensive to draw.
		g.trait("one definition many times")
		shared := g.property()
		members = append(members, member("$defs", object(member("d", shared))))
		count = g.size(400)
		properties = g.times(count, func(i int) string {
			return quote("p"+digits(i)) + `:{"$ref":"#/$defs/d"` + g.beside() + `}`
		})
	case n < 26:
		g.trait("a maze of references")
		depth := g.size(20)
		definitions := g.times(depth, func(i int) string {
			return member("d"+digits(i), object(member(pick(g, "anyOf", "oneOf", "allOf"), array(
				`{"$ref":"#/$defs/d`+digits(i+1)+`"}`, `{"$ref":"#/$defs/d`+digits((i+pick(g, 0, 1, 2))%(depth+1))+`"}`))))
		})
		definitions = append(definitions, member("d"+digits(depth), g.property()))
		members = append(members, member("$defs", object(definitions...)))
		properties = g.times(min(count, 50), func(i int) string { return quote("p"+digits(i)) + `:{"$ref":"#/$defs/d0"}` })
	default:
		properties = g.times(count, func(i int) string { return g.name(i) + ":" + g.property() })
	}
	members = append(members, member("properties", object(properties...)))
	if g.chance(40) {
		members = append(members, member("required", g.required(count)))
	}
	if g.chance(15) {
		members = append(members, member("title", g.text(2<<10)), member("description", g.text(20<<10)))
	}
	if g.chance(8) {
		name := pick(g, "$schema", "$id", "additionalProperties", "allOf", "if", "not", "patternProperties", "$ref", "minProperties", "dependentRequired", "default", "$anchor", "propertyNames", "unevaluatedProperties")
		g.trait("keyword " + name + " on top")
		members = append(members, member(name, g.anything()))
	}
	if g.chance(5) {
		g.trait("a member twice")
		members = append(members, pick(g, members...))
	}
	g.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	return object(members...)
}

// beside returns keywords beside a reference, which override the referenced schema.
func (g *generator) beside() string {
	switch g.IntN(12) {
	case 0:
		return `,"title":` + g.text(100)
	case 1:
		return `,"default":` + g.anything()
	}
	return ""
}

func (g *generator) required(count int) string {
	switch g.IntN(6) {
	case 0:
		g.trait("required is no list")
		return g.anything()
	case 1:
		g.trait("required names what is not there")
		return `["missing","__proto__","p0"]`
	case 2:
		g.trait("required many times")
		return array(g.times(g.size(3000), func(int) string { return `"p0"` })...)
	}
	return array(g.times(g.size(count), func(i int) string { return quote("p" + digits(i)) })...)
}

func (g *generator) property() string {
	if g.chance(4) {
		g.trait("a property that is no schema")
		return g.anything()
	}
	var members []string
	switch g.IntN(12) {
	case 0, 1, 2:
		members = g.stringProperty()
	case 3, 4:
		members = g.numberProperty()
	case 5:
		members = []string{member("type", `"boolean"`)}
	case 6, 7:
		members = g.choice("")
	case 8, 9:
		members = g.list()
	case 10:
		members = g.unsupported()
	default:
		members = []string{member("type", pick(g, `["string","null"]`, `["null"]`, `[]`, `["string","number","boolean"]`, `"null"`, `"strnig"`, `7`, `null`))}
		g.trait("odd types")
	}
	if g.chance(50) {
		members = append(members, member("title", g.text(g.textLimit())))
	}
	if g.chance(30) {
		members = append(members, member("description", g.text(g.textLimit())))
	}
	if g.chance(35) {
		members = append(members, member("default", g.defaultValue()))
	}
	if g.chance(10) {
		name := pick(g, "const", "enum", "readOnly", "writeOnly", "deprecated", "examples", "not", "$comment", "contentMediaType", "x-hint", "$id", "$dynamicRef", "nullable", "title", "format", "minLength", "maximum", "enumNames")
		g.trait("keyword " + name)
		members = append(members, member(name, g.anything()))
	}
	return object(members...)
}

// textLimit is mostly small, so that there is room for several texts.
func (g *generator) textLimit() int {
	if g.chance(4) {
		return 200 << 10
	}
	return pick(g, 20, 20, 200, 2000)
}

func (g *generator) defaultValue() string {
	switch g.IntN(8) {
	case 0:
		g.trait("long list as default")
		return array(g.times(g.size(20000), func(i int) string { return quote("o" + digits(i)) })...)
	case 1:
		return quote(pick(g, dates...))
	case 2:
		return g.number()
	case 3:
		return g.text(g.textLimit())
	case 4:
		return pick(g, "true", "false", "null")
	}
	return g.anything()
}

var formats = []string{"email", "uri", "date", "date-time", "time", "uuid", "ipv4", "hostname", "regex", "password", "binary", "duration", "iri", "nonsense", "__proto__"}

func (g *generator) stringProperty() []string {
	members := []string{member("type", `"string"`)}
	if g.chance(35) {
		members = append(members, member("format", quote(pick(g, formats...))))
	}
	members = append(members, g.numbers(25, "minLength", "maxLength")...)
	if g.chance(25) {
		members = append(members, member("pattern", g.pattern()))
	}
	return members
}

// numbers returns members with numbers; each of the names is there in that percentage of cases.
func (g *generator) numbers(percent int, names ...string) (members []string) {
	for _, name := range names {
		if g.chance(percent) {
			members = append(members, member(name, g.number()))
		}
	}
	return members
}

func (g *generator) numberProperty() []string {
	members := []string{member("type", pick(g, `"number"`, `"integer"`))}
	return append(members, g.numbers(25, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")...)
}

// pattern returns a pattern that counts, looks ahead, has large classes, or is invalid.
func (g *generator) pattern() string {
	n := digits(g.size(1000))
	body := pick(g,
		"(a{1,"+n+"}){1,"+n+"}", "((a{1,50}b){1,50}c){1,"+n+"}", "(?:x{"+n+"})*", "^[a-z0-9]{"+n+"}$", ".{0,"+n+"}.{0,"+n+"}.{0,"+n+"}$",
		`\\p{L}`, `[\\p{L}\\p{N}\\p{M}]{`+n+`}`, `[^\\p{C}]*`, `\\p{Script=Han}+`, `\\p{Nonsense}`, `[\\u0000-\\uffff]{`+n+`}`, `[\\w\\W]`,
		`^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d).{8,`+n+`}$`, `(?!a)(?<!b)(?<=c)d`, `(?<name>a)\\k<name>`, `(a)\\1`, "(a+)+$", "(a|aa)+$", "(a*)*b", "(.*)*",
		"[", "(", "a{2,1}", "**", `\\`, `\\c`, `(?i)a`, `\\u{110000}`, `\\x`, "[z-a]", "^$", "", ".", "$^", `\\b\\B`,
		strings.Repeat("a|", g.size(600)), strings.Repeat("(", g.size(900)), strings.Repeat("[a-z]?", g.size(160)),
	)
	g.trait("pattern " + body[:min(len(body), 30)])
	return `"` + body + `"`
}

// choice is a property with options. The values begin with prefix.
func (g *generator) choice(prefix string) []string {
	count := g.size(40)
	if g.chance(15) {
		count = g.size(5000)
		g.trait("thousands of options")
	}
	same := g.chance(10)
	value := func(i int) string {
		if same {
			return `"same"`
		}
		if g.chance(3) {
			return g.anything()
		}
		return quote(prefix + "o" + digits(i))
	}
	switch g.IntN(5) {
	case 0, 1:
		return []string{member("type", `"string"`), member("enum", array(g.times(count, value)...))}
	case 2:
		return []string{member("type", `"string"`), member("enum", array(g.times(count, value)...)), member("enumNames", array(g.times(count, func(int) string { return g.text(30) })...))}
	case 3:
		g.trait("anyOf of types")
		return []string{member(pick(g, "anyOf", "oneOf"), array(g.times(count, func(int) string {
			return pick(g, `{"type":"string"}`, `{"type":"null"}`, `{"type":"number"}`, `{"const":"a"}`, `{}`, `true`)
		})...))}
	}
	return []string{member("type", `"string"`), member(pick(g, "oneOf", "anyOf"), array(g.times(count, func(i int) string {
		return object(member("const", value(i)), member("title", g.text(30)))
	})...))}
}

// list is a property for several options.
func (g *generator) list() []string {
	members := []string{member("type", `"array"`), member("items", object(g.choice("")...))}
	return append(members, g.numbers(15, "minItems", "maxItems", "uniqueItems", "contains", "prefixItems")...)
}

// unsupported is a kind of property that forms of MCP do not have.
func (g *generator) unsupported() []string {
	g.trait("unsupported property")
	switch g.IntN(5) {
	case 0:
		depth := g.size(15)
		return []string{strings.TrimSuffix(strings.TrimPrefix(strings.Repeat(`{"type":"object","properties":{"a":`, depth)+"{}"+strings.Repeat("}}", depth), "{"), "}")}
	case 1:
		return []string{member("$ref", quote(pick(g, "#", "#/properties/p0", "#/$defs/missing", "https://evil.example/schema.json", "//evil.example", "file:///etc/passwd", "#/%24defs/d", "#/properties/~0~1", "\u0000")))}
	case 2:
		return []string{member(pick(g, "allOf", "anyOf", "oneOf"), array(g.times(g.size(50), func(int) string { return object(g.stringProperty()...) })...))}
	case 3:
		return []string{member("type", `"array"`), member("items", object(member("type", pick(g, `"object"`, `"array"`, `"integer"`, `"string"`))))}
	}
	return []string{member("if", "{}"), member("then", g.anything()), member("else", g.anything())}
}
