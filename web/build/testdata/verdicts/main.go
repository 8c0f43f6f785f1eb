// Command verdicts prints the verdicts of jsonschema about a table of schemas and answers:
// whether each schema compiles, and which answers are invalid, by which rule. The pinned
// module and the slim copy must print the same. Its arguments are files with requests,
// whose schemas are judged as well.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func main() {
	for _, s := range schemas {
		judge(s)
	}
	for _, name := range os.Args[1:] {
		var request struct {
			Params struct{ RequestedSchema json.RawMessage }
		}
		content, err := os.ReadFile(name)
		if err == nil {
			err = json.Unmarshal(content, &request)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if request.Params.RequestedSchema != nil {
			judge(string(request.Params.RequestedSchema))
		}
	}
}

// judge prints the verdicts of a schema. Like internal/validate, it compiles the schema under an
// address whose documents are not checked against their metaschema.
func judge(schema string) {
	const base = "https://json-schema.org/elicitform/requested-schema"
	fmt.Println(schema)
	document := read(schema)
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.UseLoader(jsonschema.SchemeURLLoader{})
	c.UseRegexpEngine(engine)
	registerFormats(c)
	if err := c.AddResource(base, document); err != nil {
		fmt.Printf("  not added: %T\n", err)
		return
	}
	s, err := compile(c, base)
	fmt.Printf("  %s\n", failure(err))
	if err != nil {
		return
	}
	for _, a := range append(answers, defaults(document)) {
		fmt.Printf("    %v: %s\n", a, failure(validate(s, read(a))))
	}
}

// registerFormats registers the formats that the copy leaves to internal/validate, like
// internal/validate itself.
func registerFormats(c *jsonschema.Compiler) {
	for _, name := range []string{"email", "ipv4", "uuid", "date", "time", "date-time", "uri", "uri-reference"} {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(value any) error {
			if text, is := value.(string); is && !strings.ContainsAny(text, "@.") {
				return errors.New("format")
			}
			return nil
		}})
	}
}

func compile(c *jsonschema.Compiler, base string) (s *jsonschema.Schema, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("panic")
		}
	}()
	return c.Compile(base)
}

func validate(s *jsonschema.Schema, value any) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("panic")
		}
	}()
	return s.Validate(value)
}

// failure describes an error without its text.
func failure(err error) string {
	var failed *jsonschema.ValidationError
	if errors.As(err, &failed) {
		rules := failures(failed)
		slices.Sort(rules) // the order is that of maps
		return fmt.Sprintf("%T: %s", err, strings.Join(rules, ", "))
	}
	return fmt.Sprintf("%T", err)
}

func failures(e *jsonschema.ValidationError) []string {
	rules := []string{fmt.Sprintf("%s#/%s at /%s %T", e.SchemaURL, strings.Join(e.ErrorKind.KeywordPath(), "/"), strings.Join(e.InstanceLocation, "/"), e.ErrorKind)}
	for _, cause := range e.Causes {
		rules = append(rules, failures(cause)...)
	}
	return rules
}

func engine(source string) (jsonschema.Regexp, error) { return regexp.Compile(source) }

func read(text string) any {
	var value any
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		fmt.Fprintln(os.Stderr, text, err)
		os.Exit(1)
	}
	return value
}

// defaults returns an answer with the defaults of a schema's properties.
func defaults(schema any) string {
	answer := map[string]any{}
	object, _ := schema.(map[string]any)
	properties, _ := object["properties"].(map[string]any)
	for name, property := range properties {
		if property, ok := property.(map[string]any); ok && property["default"] != nil {
			answer[name] = property["default"]
		}
	}
	text, _ := json.Marshal(answer)
	return string(text)
}
