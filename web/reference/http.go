package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/request"
)

func httpPage() (string, error) {
	text, err := os.ReadFile(contract)
	if err != nil {
		return "", err
	}
	document, err := request.ParseTrusted(string(text))
	if err != nil {
		return "", fmt.Errorf("%s: %w", contract, err)
	}
	c := contractPage{document: document}
	info := document.Get("info")
	c.write("# HTTP API\n\n%s %s\n\n", sentence(info, "summary"), sentence(info, "description"))
	c.write("This page is made of the [OpenAPI document](../../%s), which the server has at `/v1/openapi.json`: "+
		"give it to a generator for a client in your language. [elicitform-server](../server.md) says how to run the server, "+
		"and [errors](errors.md#problems-of-elicitform-server) what each reason means. "+
		"Each request needs the secret of an ask key, as `Authorization: Bearer …`, unless the endpoint says otherwise.\n", contract)
	for _, tag := range document.Get("tags").Items {
		c.write("\n## %s\n\n%s\n", title(tag.Get("name").Text), sentence(tag, "description"))
		c.endpoints(document.Get("paths"), tag.Get("name").Text)
		c.endpoints(document.Get("webhooks"), tag.Get("name").Text)
	}
	c.write("\n## Objects\n\nIn a request, a member that the table does not have is an error.\n")
	for _, schema := range document.Get("components").Get("schemas").Members {
		c.write("\n### %s\n\n", schema.Name)
		c.object(schema.Value)
	}
	return c.out.String(), nil
}

type contractPage struct {
	document request.Value
	out      strings.Builder
}

func (c *contractPage) write(format string, values ...any) { fmt.Fprintf(&c.out, format, values...) }

func sentence(of request.Value, member string) string {
	text := oneLine(of.Get(member).Text)
	if text != "" && !strings.HasSuffix(text, ".") {
		text += "."
	}
	return strings.ReplaceAll(text, "|", "\\|")
}

func title(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

func (c *contractPage) resolve(v request.Value) request.Value {
	reference := v.Get("$ref").Text
	if reference == "" {
		return v
	}
	target := c.document
	for name := range strings.SplitSeq(strings.TrimPrefix(reference, "#/"), "/") {
		target = target.Get(name)
	}
	return target
}

func (c *contractPage) endpoints(paths request.Value, tag string) {
	for _, path := range paths.Members {
		for _, method := range path.Value.Members {
			operation := method.Value
			if !slices.ContainsFunc(operation.Get("tags").Items, func(v request.Value) bool { return v.Text == tag }) {
				continue
			}
			// The name is code, because VitePress takes braces at the end of a heading for attributes.
			name := "`" + strings.ToUpper(method.Name) + " " + path.Name + "`"
			if !strings.HasPrefix(path.Name, "/") {
				name = "Webhook: " + path.Name
			}
			c.write("\n### %s\n\n%s", name, strings.TrimSpace(sentence(operation, "summary")+" "+sentence(operation, "description")))
			if security := operation.Get("security"); security.Exists() && len(security.Items) == 0 && strings.HasPrefix(path.Name, "/") {
				c.write(" No ask key is needed.")
			}
			c.write("\n")
			c.parameters(slices.Concat(path.Value.Get("parameters").Items, operation.Get("parameters").Items))
			if body := operation.Get("requestBody"); body.Exists() {
				c.write("\nBody: %s.\n", c.content(body))
			}
			c.responses(operation.Get("responses"))
		}
	}
}

func (c *contractPage) parameters(all []request.Value) {
	if len(all) > 0 {
		c.write("\n| parameter | where | type | needed | meaning |\n|---|---|---|---|---|\n")
	}
	for _, one := range all {
		one = c.resolve(one)
		needed := required(one.Get("required").Truth)
		name, where := one.Get("name").Text, one.Get("in").Text
		c.write("| `%s` | %s | %s | %s | %s |\n", name, where, c.kind(one.Get("schema")), needed, sentence(one, "description"))
	}
}

func (c *contractPage) responses(all request.Value) {
	c.write("\n| status | body | meaning |\n|---|---|---|\n")
	var rows []string
	statuses := map[string][]string{}
	for _, response := range all.Members {
		target := c.resolve(response.Value)
		text := sentence(target, "description")
		var headers []string
		for _, header := range target.Get("headers").Members {
			headers = append(headers, "`"+header.Name+"`")
		}
		if len(headers) > 0 {
			text += " Header: " + strings.Join(headers, ", ") + "."
		}
		row := c.content(target) + " | " + text
		if statuses[row] == nil {
			rows = append(rows, row)
		}
		statuses[row] = append(statuses[row], response.Name)
	}
	for _, row := range rows {
		c.write("| %s | %s |\n", strings.Join(statuses[row], ", "), row)
	}
}

func (c *contractPage) content(body request.Value) string {
	var kinds []string
	for _, media := range body.Get("content").Members {
		kinds = append(kinds, c.kind(media.Value.Get("schema")))
	}
	return strings.Join(kinds, " or ")
}

func required(is bool) string {
	if is {
		return "required"
	}
	return ""
}

func (c *contractPage) kind(schema request.Value) string {
	if name, found := strings.CutPrefix(schema.Get("$ref").Text, "#/components/schemas/"); found {
		return fmt.Sprintf("[%s](#%s)", name, strings.ToLower(name))
	}
	if all := schema.Get("oneOf").Items; len(all) > 0 && !all[0].Get("required").Exists() {
		var kinds []string
		for _, one := range all {
			kinds = append(kinds, c.kind(one))
		}
		return strings.Join(kinds, ", or ")
	}
	if all := schema.Get("enum").Items; len(all) > 0 {
		var values []string
		for _, one := range all {
			values = append(values, "`\""+one.Text+"\"`")
		}
		return strings.Join(values, ", ")
	}
	text := schema.Get("type").Text
	switch {
	case text == "array":
		return "list of " + c.kind(schema.Get("items"))
	case text == "object" && schema.Get("properties").Exists():
		var members []string
		for _, member := range schema.Get("properties").Members {
			members = append(members, fmt.Sprintf("`%s`: %s", member.Name, c.kind(member.Value)))
		}
		return "object with " + strings.Join(members, "; ")
	case text == "object" && schema.Get("additionalProperties").Get("$ref").Exists():
		return "object of " + c.kind(schema.Get("additionalProperties"))
	}
	for _, rule := range []struct{ keyword, words string }{
		{"format", " as %s"}, {"minLength", " of %s"}, {"maxLength", " to %s characters"}, {"minimum", " from %s"}, {"maximum", " to %s"},
	} {
		limit := schema.Get(rule.keyword)
		switch {
		case !limit.Exists():
		case rule.keyword == "minLength" && !schema.Get("maxLength").Exists():
			text += ", not empty" // No text of the contract has a larger minLength.
		case rule.keyword == "maxLength" && !schema.Get("minLength").Exists():
			text += " of up to " + limit.Text + " characters"
		default:
			text += fmt.Sprintf(rule.words, limit.Text)
		}
	}
	return text
}

func (c *contractPage) object(schema request.Value) {
	if text := sentence(schema, "description"); text != "" {
		c.write("%s\n\n", text)
	}
	members := schema.Get("properties").Members
	if len(members) == 0 {
		c.write("Type: %s.\n", c.kind(schema))
		return
	}
	var exclusive []string
	for _, one := range schema.Get("oneOf").Items {
		exclusive = append(exclusive, "`"+one.Get("required").Items[0].Text+"`")
	}
	if len(exclusive) > 0 {
		c.write("Exactly one of %s is there.\n\n", strings.Join(exclusive, ", "))
	}
	for _, rule := range schema.Get("dependentRequired").Members {
		c.write("`%s` needs `%s`.\n\n", rule.Name, rule.Value.Items[0].Text)
	}
	c.write("| member | type | needed | meaning |\n|---|---|---|---|\n")
	needed := schema.Get("required").Items
	for _, member := range members {
		is := slices.ContainsFunc(needed, func(v request.Value) bool { return v.Text == member.Name })
		c.write("| `%s` | %s | %s | %s |\n", member.Name, c.kind(member.Value), required(is), sentence(member.Value, "description"))
	}
}
