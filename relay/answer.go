package relay

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
)

// problem is what is wrong with an answer. An empty name means all of it.
type problem struct {
	// Key is the request's name in its round.
	Key     string `json:"key,omitempty"`
	Name    string `json:"name"`
	Message string `json:"message"`
}

// composition are the names with which only the form knows what may be answered.
var composition = []string{"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if"}

// checkAnswer looks whether an answer can be the answer to a question: whoever has a
// token can send one, and nothing gets to the tool that no form could have given. The form
// has checked much more; here nothing is completed, converted or guessed. Without
// problems, the second is the answer as it is kept, with the members that a result has
// and no others. The TypeScript half does the same: testdata/answers.json.
func checkAnswer(question body, answer json.RawMessage) ([]problem, string) {
	if question.Kind == "one" {
		return problemsOf(value([]byte(question.Params)), answer), string(bare(answer))
	}
	asked, err := members([]byte(question.Requests))
	given := membersOf(answer)
	problems := []problem{}
	if err != nil {
		return append(problems, problem{Message: "not a round"}), ""
	}
	results := map[string]json.RawMessage{}
	for _, m := range asked {
		result, ok := given[m.name]
		if !ok {
			problems = append(problems, problem{Key: m.name, Message: "missing"})
			continue
		}
		for _, p := range problemsOf(get(value(m.value), "params"), result) {
			p.Key = m.name
			problems = append(problems, p)
		}
		results[m.name] = bare(result)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.ContainsFunc(asked, func(m member) bool { return m.name == name }) {
			problems = append(problems, problem{Key: name, Message: "not asked"})
		}
	}
	return problems, string(text(results))
}

// bare is a result with the members that it may have.
func bare(answer json.RawMessage) json.RawMessage {
	given := membersOf(answer)
	return text(struct {
		Action  json.RawMessage `json:"action,omitempty"`
		Content json.RawMessage `json:"content,omitempty"`
	}{given["action"], given["content"]})
}

func problemsOf(params any, answer json.RawMessage) []problem {
	whole := func(message string) []problem { return []problem{{Message: message}} }
	given := membersOf(answer)
	action, _ := value(given["action"]).(string)
	_, has := given["content"]
	mode := get(params, "mode")
	if mode == nil {
		mode = "form"
	}
	switch {
	case action == "decline" || action == "cancel":
		if has {
			return whole("content with " + action)
		}
		return []problem{}
	case action != "accept":
		return whole("not a result")
	case mode == "url":
		if has {
			return whole("content of a page")
		}
		return []problem{}
	case mode != "form":
		return whole("unknown mode")
	}
	content, ok := value(given["content"]).(map[string]any)
	if !ok {
		return whole("no content")
	}
	schema := get(params, "requestedSchema")
	properties := get(schema, "properties")
	composed := composedOf(schema)
	problems := []problem{}
	for _, name := range slices.Sorted(maps.Keys(content)) {
		message := "not asked"
		if own(properties, name) || composed {
			message = wrong(get(properties, name), content[name])
		}
		if message != "" {
			problems = append(problems, problem{Name: name, Message: message})
		}
	}
	required, _ := get(schema, "required").([]any)
	told := map[string]bool{}
	for _, one := range required {
		name, ok := one.(string)
		if _, there := content[name]; ok && !there && own(properties, name) && !told[name] {
			told[name] = true
			problems = append(problems, problem{Name: name, Message: "missing"})
		}
	}
	return problems
}

// wrong says what is wrong with the answer to one property.
func wrong(property, answer any) string {
	if !isAnswer(answer) {
		return "wrong kind"
	}
	schema, ok := property.(map[string]any)
	if !ok {
		return ""
	}
	choices, listed := choicesOf(schema)
	if !listed && composedOf(schema) {
		return ""
	}
	if types := typesOf(schema); len(types) > 0 && !slices.ContainsFunc(types, func(t string) bool { return isOf(t, answer) }) {
		return "wrong kind"
	}
	right := true
	if listed {
		right = slices.ContainsFunc(choices, func(choice any) bool { return same(choice, answer) })
	} else if entries, isList := answer.([]any); isList {
		items, _ := schema["items"].(map[string]any)
		if among, listed := choicesOf(items); listed {
			right = !slices.ContainsFunc(entries, func(entry any) bool {
				return !slices.ContainsFunc(among, func(choice any) bool { return same(choice, entry) })
			})
		}
	}
	if !right {
		return "not among the choices"
	}
	return ""
}

// choicesOf are the values that a schema lists, if it does.
func choicesOf(schema map[string]any) (choices []any, listed bool) {
	if constant, ok := schema["const"]; ok {
		return []any{constant}, true
	}
	if list, ok := schema["enum"].([]any); ok {
		return list, true
	}
	for _, name := range []string{"oneOf", "anyOf"} {
		named, _ := schema[name].([]any)
		if len(named) == 0 {
			continue
		}
		for _, choice := range named {
			if !own(choice, "const") {
				return nil, false
			}
			choices = append(choices, get(choice, "const"))
		}
		return choices, true
	}
	return nil, false
}

func typesOf(schema map[string]any) (types []string) {
	list, ok := schema["type"].([]any)
	if !ok {
		list = []any{schema["type"]}
	}
	for _, one := range list {
		if name, ok := one.(string); ok {
			types = append(types, name)
		}
	}
	return types
}

func isOf(kind string, answer any) bool {
	switch answer := answer.(type) {
	case string:
		return kind == "string"
	case bool:
		return kind == "boolean"
	case json.Number:
		number, _ := finite(answer)
		return kind == "number" || kind == "integer" && number == math.Trunc(number)
	default:
		return kind == "array"
	}
}

// same compares texts, numbers, yes or no, and lists of texts.
func same(choice, answer any) bool {
	switch choice := choice.(type) {
	case json.Number:
		other, ok := answer.(json.Number)
		a, _ := finite(choice)
		b, _ := finite(other)
		return ok && a == b
	case []any:
		other, ok := answer.([]any)
		return ok && slices.EqualFunc(choice, other, same)
	case string, bool:
		return choice == answer
	}
	return false
}

// isAnswer reports whether a form could have such an answer.
func isAnswer(answer any) bool {
	switch answer := answer.(type) {
	case string, bool:
		return true
	case json.Number:
		_, ok := finite(answer)
		return ok
	case []any:
		return !slices.ContainsFunc(answer, func(entry any) bool { _, ok := entry.(string); return !ok })
	}
	return false
}

func finite(number json.Number) (float64, bool) {
	f, err := strconv.ParseFloat(string(number), 64)
	return f, err == nil && !math.IsInf(f, 0)
}

func composedOf(schema any) bool {
	return slices.ContainsFunc(composition, func(name string) bool { return own(schema, name) })
}

// own reports whether a value is an object with a member of exactly that name.
func own(object any, name string) bool {
	members, _ := object.(map[string]any)
	_, ok := members[name]
	return ok
}

func get(object any, name string) any {
	members, _ := object.(map[string]any)
	return members[name]
}

// value reads JSON with exact names and numbers; nil where there is none.
func value(text []byte) any {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var v any
	if decoder.Decode(&v) != nil {
		return nil
	}
	return v
}

// membersOf are the members of an object by their exact names; nil where there is none.
func membersOf(text []byte) map[string]json.RawMessage {
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) != nil {
		return nil
	}
	return members
}
