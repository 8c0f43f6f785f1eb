package relay

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// problem is about the whole result if its Name is empty.
type problem struct {
	Key     string `json:"key,omitempty"`
	Name    string `json:"name"`
	Message string `json:"message"`
}

// checkAnswer checks the responses to a round by each question's own rules, as the form reads them. A program with a token
// can send any answer, but the tool gets only those that a form could have given. The relay accepts what the form accepts,
// and completes, converts and guesses nothing. Without problems, it also returns the answer for the store.
//
// The TypeScript relay finds the same problems in testdata/answers.json and testdata/rules.json.
func checkAnswer(r round, responses json.RawMessage) ([]problem, string) {
	results := readResults(responses)
	var params, schemas []elicit.Value
	for _, request := range r.Requests {
		value, _ := elicit.Parse([]byte(request.Params))
		params, schemas = append(params, value), append(schemas, value.Get("requestedSchema"))
	}
	rules := &formRules{budget: schema.NewBudget(), patternsFit: check.PatternsFit(schemas)}
	problems, answer := []problem{}, []response{}
	for i, request := range r.Requests {
		found := []problem{{Message: "missing"}}
		if result, ok := results[request.Key]; ok {
			found = rules.resultProblems(params[i], result)
			answer = append(answer, response{request.Key, trimResult(result)})
		}
		for _, p := range found {
			p.Key = request.Key
			problems = append(problems, p)
		}
		delete(results, request.Key)
	}
	for _, key := range slices.Sorted(maps.Keys(results)) {
		problems = append(problems, problem{Key: key, Message: "not asked"})
	}
	return problems[:min(len(problems), maxProblems)], string(encodeJSON(map[string]any{"responses": answer}))
}

func isSameAnswer(answer string, responses json.RawMessage) bool {
	stored := readResults(readMembers([]byte(answer))["responses"])
	return maps.EqualFunc(stored, readResults(responses), func(a, b json.RawMessage) bool { return isEqualJSON(a, trimResult(b)) })
}

func trimResult(result json.RawMessage) json.RawMessage {
	members := readMembers(result)
	return encodeJSON(struct {
		Action  json.RawMessage `json:"action,omitempty"`
		Content json.RawMessage `json:"content,omitempty"`
	}{members["action"], members["content"]})
}

// composition has the keywords that can add properties to a schema. With one of them, only the form knows all questions.
var composition = []string{"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if"}

// formRules reads the schemas of a round as the form does, within one budget.
type formRules struct {
	budget *schema.Budget
	// patternsFit is false if the round has more patterns than the form checks; then the relay checks none.
	patternsFit bool
}

func (f *formRules) resultProblems(params elicit.Value, result json.RawMessage) []problem {
	whole := func(message string) []problem { return []problem{{Message: message}} }
	members := readMembers(result)
	text, hasContent := members["content"]
	action, mode := readString(members["action"]), params.GetNonNull("mode")
	isPage := mode.Type == elicit.String && mode.Text == "url"
	isForm := !mode.Exists() || mode.Type == elicit.String && mode.Text == "form"
	switch isDeclined := action == "decline" || action == "cancel"; {
	case isDeclined && hasContent:
		return whole("content with " + action)
	case !isDeclined && action != "accept":
		return whole("not a result")
	case !isDeclined && isPage && hasContent:
		return whole("content of a page")
	case isDeclined, isPage:
		return nil
	case !isForm:
		return whole("unknown mode")
	}
	content, err := elicit.Parse(text)
	if err != nil || content.Type != elicit.Object {
		return whole("no content")
	}
	return f.contentProblems(params, content)
}

func (f *formRules) contentProblems(params, content elicit.Value) []problem {
	// The rules of a request that no form can show are unknown.
	var form schema.Form
	request, unreadable := elicit.Decode(params)
	if unreadable == nil {
		form, unreadable = schema.Read(request, f.budget)
	}
	checker := check.New(form)
	isComposed := slices.ContainsFunc(params.Get("requestedSchema").Members, func(m elicit.Member) bool {
		return slices.Contains(composition, m.Name)
	})
	fields, answers, problems := map[string]int{}, map[string]bool{}, []problem{}
	for i, field := range form.Fields {
		fields[field.Name] = i
	}
	for _, member := range content.Members {
		i, isField := fields[member.Name]
		answers[member.Name] = true
		message := ""
		switch {
		case member.Lossy, !isField && unreadable == nil && !isComposed:
			message = "not asked"
		case !member.Value.IsAnswer():
			message = "wrong kind"
		case !hasExactNumbers(member.Value):
			message = outOfRange
		case isField:
			message = f.messageAbout(checker, form.Fields[i], member.Value)
		}
		if message != "" {
			problems = append(problems, problem{Name: member.Name, Message: message})
		}
	}
	for _, field := range form.Fields {
		if field.Required && !answers[field.Name] {
			problems = append(problems, problem{Name: field.Name, Message: "missing"})
		}
	}
	return problems
}

// messageAbout returns the message about the answer to one question; it is empty for an acceptable answer.
func (f *formRules) messageAbout(checker *check.Checker, field schema.Field, value elicit.Value) string {
	isUnsupported := field.Unsupported != "" && field.Unsupported != schema.NoOptions
	// If the form cannot ask the question, or asks it for one type of several, the value needs a declared type only.
	onlyType := isUnsupported || field.Union && !check.Fits(field.Kind, value)
	switch {
	case onlyType && !hasDeclaredType(field.Schema.Get("type"), value), !onlyType && !check.Fits(field.Kind, value):
		return "wrong kind"
	case onlyType:
		return ""
	}
	var choices []elicit.Value
	switch field.Kind {
	case schema.Choice:
		choices = []elicit.Value{value}
	case schema.Choices:
		choices = value.Items
	}
	options := map[int]bool{}
	for _, choice := range choices {
		option := field.Find(choice)
		switch {
		case option < 0:
			return "not among the choices"
		case options[option]:
			return messages[check.RepeatedEntries]
		}
		options[option] = true
	}
	if field.Kind == schema.Integer && !elicit.IsInteroperable(value.Text, true) {
		return outOfRange
	}
	broken := checker.CheckForeign(field.Index, value)
	if broken == nil || broken.Code == check.BadPattern && !f.patternsFit {
		return ""
	}
	return cmp.Or(messages[broken.Code], "broken rule")
}

const outOfRange = "out of range"

var messages = map[check.Code]string{
	check.TooShort: "wrong length", check.TooLong: "wrong length", check.LengthBetween: "wrong length",
	check.TooSmall: outOfRange, check.TooGreat: outOfRange, check.NumberBetween: outOfRange,
	check.NotMoreThan: outOfRange, check.NotLessThan: outOfRange, check.NotMultiple: "not a multiple",
	check.BadPattern: "not of the pattern", check.BadFormat: "not of the format", check.BadEmail: "not of the format",
	check.EmailLetters: "not of the format", check.BadURI: "not of the format", check.NotWhole: "not of the format",
	check.TooFewEntries: "wrong number of entries", check.TooManyEntries: "wrong number of entries",
	check.TooFewChosen: "wrong number of entries", check.TooManyChosen: "wrong number of entries",
	check.RepeatedEntries: "repeated", check.MustBeYes: "not among the choices", check.MustBeNo: "not among the choices",
}

// hasDeclaredType reports whether a value has one of the declared types. Without declared types, every value has.
func hasDeclaredType(declared, value elicit.Value) bool {
	types := append([]elicit.Value{declared}, declared.Items...)
	types = slices.DeleteFunc(types, func(t elicit.Value) bool { return t.Type != elicit.String })
	return len(types) == 0 || slices.ContainsFunc(types, func(t elicit.Value) bool { return value.Is(t.Text) })
}

// hasExactNumbers reports whether float64 can represent all numbers of an answer. Otherwise the tool would get another
// number, for example for 2^53+1, or null.
func hasExactNumbers(value elicit.Value) bool {
	if value.Type == elicit.Number {
		return elicit.IsInteroperable(value.Text, false)
	}
	return !slices.ContainsFunc(value.Items, func(item elicit.Value) bool { return !hasExactNumbers(item) })
}
