package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// httpPage is the page of the contract, which is kept: it stands in docs/reference/http.md.
func httpPage() (string, error) {
	text, err := os.ReadFile(contract)
	if err != nil {
		return "", err
	}
	document, err := decode(json.NewDecoder(strings.NewReader(string(text))))
	if err != nil {
		return "", fmt.Errorf("%s: %w", contract, err)
	}
	c := contractPage{document: document}
	info := document.get("info")
	c.write("# HTTP API\n\n%s %s\n\n", said(info, "summary"), said(info, "description"))
	c.write("This page is made of the [OpenAPI document](../../%s), which the server has at `/v1/openapi.json`: "+
		"give it to a generator for a client in your language. [elicitform-server](../server.md) says how to run the server, "+
		"and [errors](errors.md#problems-of-elicitform-server) what each reason means. "+
		"Each request needs the secret of an ask key, as `Authorization: Bearer …`, unless the endpoint says otherwise.\n", contract)
	for _, tag := range document.get("tags").items {
		c.write("\n## %s\n\n%s\n", title(tag.get("name").text), said(tag, "description"))
		c.endpoints(document.get("paths"), tag.get("name").text)
		c.endpoints(document.get("webhooks"), tag.get("name").text)
	}
	c.write("\n## Objects\n\nIn a request, a member that the table does not have is an error.\n")
	for _, schema := range document.get("components").get("schemas").members {
		c.write("\n### %s\n\n", schema.name)
		c.object(schema.value)
	}
	return c.out.String(), nil
}

// contractPage writes a contract as Markdown.
type contractPage struct {
	document value
	out      strings.Builder
}

func (c *contractPage) write(format string, values ...any) { fmt.Fprintf(&c.out, format, values...) }

// said is a sentence of the contract, with a full stop.
func said(of value, member string) string {
	text := oneLine(of.get(member).text)
	if text != "" && !strings.HasSuffix(text, ".") {
		text += "."
	}
	return strings.ReplaceAll(text, "|", "\\|")
}

func title(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// resolved follows a reference inside of the contract.
func (c *contractPage) resolved(v value) value {
	reference := v.get("$ref").text
	if reference == "" {
		return v
	}
	target := c.document
	for name := range strings.SplitSeq(strings.TrimPrefix(reference, "#/"), "/") {
		target = target.get(name)
	}
	return target
}

// endpoints writes those with a tag, in the order of the contract.
func (c *contractPage) endpoints(paths value, tag string) {
	for _, path := range paths.members {
		for _, method := range path.value.members {
			operation := method.value
			if !slices.ContainsFunc(operation.get("tags").items, func(v value) bool { return v.text == tag }) {
				continue
			}
			// In code, because VitePress takes braces behind a heading for attributes.
			name := "`" + strings.ToUpper(method.name) + " " + path.name + "`"
			if !strings.HasPrefix(path.name, "/") {
				name = "Webhook: " + path.name
			}
			c.write("\n### %s\n\n%s", name, strings.TrimSpace(said(operation, "summary")+" "+said(operation, "description")))
			if security := operation.get("security"); security.exists() && len(security.items) == 0 && strings.HasPrefix(path.name, "/") {
				c.write(" No ask key is needed.")
			}
			c.write("\n")
			c.parameters(slices.Concat(path.value.get("parameters").items, operation.get("parameters").items))
			if body := operation.get("requestBody"); body.exists() {
				c.write("\nBody: %s.\n", c.content(body))
			}
			c.responses(operation.get("responses"))
		}
	}
}

func (c *contractPage) parameters(all []value) {
	if len(all) > 0 {
		c.write("\n| parameter | where | type | needed | meaning |\n|---|---|---|---|---|\n")
	}
	for _, one := range all {
		one = c.resolved(one)
		needed := required(one.get("required").truth)
		name, where := one.get("name").text, one.get("in").text
		c.write("| `%s` | %s | %s | %s | %s |\n", name, where, c.kind(one.get("schema")), needed, said(one, "description"))
	}
}

func (c *contractPage) responses(all value) {
	c.write("\n| status | body | meaning |\n|---|---|---|\n")
	// Statuses with the same meaning share a row, in which the first one stands.
	var rows []string
	statuses := map[string][]string{}
	for _, response := range all.members {
		told := c.resolved(response.value)
		text := said(told, "description")
		var headers []string
		for _, header := range told.get("headers").members {
			headers = append(headers, "`"+header.name+"`")
		}
		if len(headers) > 0 {
			text += " Header: " + strings.Join(headers, ", ") + "."
		}
		row := c.content(told) + " | " + text
		if statuses[row] == nil {
			rows = append(rows, row)
		}
		statuses[row] = append(statuses[row], response.name)
	}
	for _, row := range rows {
		c.write("| %s | %s |\n", strings.Join(statuses[row], ", "), row)
	}
}

// content is what a body holds.
func (c *contractPage) content(body value) string {
	var kinds []string
	for _, media := range body.get("content").members {
		kinds = append(kinds, c.kind(media.value.get("schema")))
	}
	return strings.Join(kinds, " or ")
}

func required(is bool) string {
	if is {
		return "required"
	}
	return ""
}

// kind is a type in a few words.
func (c *contractPage) kind(schema value) string {
	if name, found := strings.CutPrefix(schema.get("$ref").text, "#/components/schemas/"); found {
		return fmt.Sprintf("[%s](#%s)", name, strings.ToLower(name))
	}
	if all := schema.get("oneOf").items; len(all) > 0 && !all[0].get("required").exists() {
		var kinds []string
		for _, one := range all {
			kinds = append(kinds, c.kind(one))
		}
		return strings.Join(kinds, ", or ")
	}
	if all := schema.get("enum").items; len(all) > 0 {
		var values []string
		for _, one := range all {
			values = append(values, "`\""+one.text+"\"`")
		}
		return strings.Join(values, ", ")
	}
	text := schema.get("type").text
	switch {
	case text == "array":
		return "list of " + c.kind(schema.get("items"))
	case text == "object" && schema.get("properties").exists():
		var members []string
		for _, member := range schema.get("properties").members {
			members = append(members, fmt.Sprintf("`%s`: %s", member.name, c.kind(member.value)))
		}
		return "object with " + strings.Join(members, "; ")
	case text == "object" && schema.get("additionalProperties").get("$ref").exists():
		return "object of " + c.kind(schema.get("additionalProperties"))
	}
	for _, rule := range []struct{ keyword, words string }{
		{"format", " as %s"}, {"minLength", " of %s"}, {"maxLength", " to %s characters"}, {"minimum", " from %s"}, {"maximum", " to %s"},
	} {
		limit := schema.get(rule.keyword)
		switch {
		case !limit.exists():
		case rule.keyword == "minLength" && !schema.get("maxLength").exists():
			text += ", not empty" // No text of the contract is longer at least.
		case rule.keyword == "maxLength" && !schema.get("minLength").exists():
			text += " of up to " + limit.text + " characters"
		default:
			text += fmt.Sprintf(rule.words, limit.text)
		}
	}
	return text
}

// object writes the members of an object.
func (c *contractPage) object(schema value) {
	if text := said(schema, "description"); text != "" {
		c.write("%s\n\n", text)
	}
	members := schema.get("properties").members
	if len(members) == 0 {
		c.write("Type: %s.\n", c.kind(schema))
		return
	}
	var alone []string
	for _, one := range schema.get("oneOf").items {
		alone = append(alone, "`"+one.get("required").items[0].text+"`")
	}
	if len(alone) > 0 {
		c.write("Exactly one of %s is there.\n\n", strings.Join(alone, " and "))
	}
	for _, rule := range schema.get("dependentRequired").members {
		c.write("`%s` needs `%s`.\n\n", rule.name, rule.value.items[0].text)
	}
	c.write("| member | type | needed | meaning |\n|---|---|---|---|\n")
	needed := schema.get("required").items
	for _, member := range members {
		is := slices.ContainsFunc(needed, func(v value) bool { return v.text == member.name })
		c.write("| `%s` | %s | %s | %s |\n", member.name, c.kind(member.value), required(is), said(member.value, "description"))
	}
}

// value is a JSON value whose members keep their order, as readers of a contract want it. Numbers are text as they were written.
type value struct {
	text    string
	truth   bool
	known   bool
	items   []value
	members []member
}

type member struct {
	name  string
	value value
}

func (v value) exists() bool { return v.known }

// get returns a member; a value that does not exist where there is none.
func (v value) get(name string) value {
	if i := slices.IndexFunc(v.members, func(m member) bool { return m.name == name }); i >= 0 {
		return v.members[i].value
	}
	return value{}
}

// decode reads one value.
func decode(d *json.Decoder) (value, error) {
	d.UseNumber()
	v := value{known: true}
	token, err := d.Token()
	if err != nil {
		return v, err
	}
	switch token := token.(type) {
	case json.Delim:
		for d.More() {
			m := member{}
			if token == '{' {
				name, err := d.Token()
				if err != nil {
					return v, err
				}
				m.name, _ = name.(string)
			}
			if m.value, err = decode(d); err != nil {
				return v, err
			}
			if token == '{' {
				v.members = append(v.members, m)
			} else {
				v.items = append(v.items, m.value)
			}
		}
		_, err = d.Token()
	case string:
		v.text = token
	case json.Number:
		v.text = token.String()
	case bool:
		v.truth = token
	}
	return v, err
}
