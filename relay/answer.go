package relay

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate"
)

// problem is about the whole result if its Name is empty.
type problem struct {
	Key     string `json:"key,omitempty"`
	Name    string `json:"name"`
	Message string `json:"message"`
}

// checkAnswer checks responses as the form would: a program with a token can send any answer, but the tool gets only those
// that a form could have given. It completes, converts and guesses nothing.
//
// The TypeScript relay finds the same problems in testdata/answers.json and testdata/rules.json.
func checkAnswer(r round, responses json.RawMessage) ([]problem, string) {
	results := readResults(responses)
	var params, schemas []request.Value
	for _, req := range r.Requests {
		value, _ := request.Parse([]byte(req.Params))
		schema := value.Get("requestedSchema")
		if req.IsApproval {
			schema = value.Get("editable")
		}
		params, schemas = append(params, value), append(schemas, schema)
	}
	rules := &formRules{budget: schema.NewBudget(), patternsFit: validate.PatternsFit(schemas)}
	problems, answer := []problem{}, []response{}
	for i, req := range r.Requests {
		found := []problem{{Message: "missing"}}
		if result, ok := results[req.Key]; ok {
			check, members := rules.resultProblems, resultMembers
			if req.IsApproval {
				check, members = rules.decisionProblems, decisionMembers
			}
			result = trimResult(result, members)
			found, answer = check(params[i], result), append(answer, response{req.Key, result})
		}
		for _, p := range found {
			p.Key = req.Key
			problems = append(problems, p)
		}
		delete(results, req.Key)
	}
	for _, key := range slices.Sorted(maps.Keys(results)) {
		problems = append(problems, problem{Key: key, Message: "not asked"})
	}
	return problems[:min(len(problems), maxProblems)], string(encodeJSON(map[string]any{"responses": answer}))
}

func isSameAnswer(answer string, responses json.RawMessage) bool {
	stored := readResults(readMembers([]byte(answer))["responses"])
	return maps.EqualFunc(stored, readResults(responses), func(a, b json.RawMessage) bool { return isEqualJSON(a, trimResult(b, allMembers)) })
}

// The members of a result that the store gets, and those of a decision about an approval.
var (
	resultMembers   = []string{"action", "content"}
	decisionMembers = []string{"action", "arguments", "id", "reason", "scope"}
	allMembers      = append(decisionMembers, "content")
)

func trimResult(result json.RawMessage, names []string) json.RawMessage {
	members := readMembers(result)
	maps.DeleteFunc(members, func(name string, _ json.RawMessage) bool { return !slices.Contains(names, name) })
	if members == nil {
		return json.RawMessage("{}")
	}
	return encodeJSON(members)
}

// composition has the keywords that can add properties to a schema. With one of them, only the form knows all questions.
var composition = []string{"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if"}

// formRules reads the schemas of a round as the form does, within one budget.
type formRules struct {
	budget *schema.Budget
	// patternsFit is false if the round has more patterns than the form checks; then the relay checks none.
	patternsFit bool
}

func (f *formRules) resultProblems(params request.Value, result json.RawMessage) []problem {
	whole := func(message string) []problem { return []problem{{Message: message}} }
	members := readMembers(result)
	text, hasContent := members["content"]
	action, mode := readString(members["action"]), params.GetNonNull("mode")
	isPage := mode.Type == request.String && mode.Text == "url"
	isForm := !mode.Exists() || mode.Type == request.String && mode.Text == "form"
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
	content, err := request.Parse(text)
	if err != nil || content.Type != request.Object {
		return whole("no content")
	}
	return f.contentProblems(params, content)
}

func (f *formRules) contentProblems(params, content request.Value) []problem {
	// The rules of a request that no form can show are unknown.
	var form schema.Form
	req, unreadable := request.Decode(params)
	if unreadable == nil {
		form, unreadable = schema.Read(req, f.budget)
	}
	checker := validate.New(form)
	isComposed := slices.ContainsFunc(params.Get("requestedSchema").Members, func(m request.Member) bool {
		return slices.Contains(composition, m.Name)
	})
	fields, answers, problems := map[string]int{}, map[string]bool{}, []problem{}
	for i, field := range form.Fields[:len(form.Fields)-form.OwnTexts] {
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
			field := form.Fields[i]
			isListed := field.Find(member.Value) >= 0
			if own := form.OwnText(i); !isListed && own >= 0 && member.Value.Type == request.String {
				field = form.Fields[own]
			}
			message = f.messageAbout(checker, field, member.Value)
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

func (f *formRules) messageAbout(checker *validate.Checker, field schema.Field, value request.Value) string {
	isUnsupported := field.Unsupported != "" && field.Unsupported != schema.NoOptions
	// If the form cannot ask the question, or asks it for one type of several, the value needs a declared type only.
	onlyType := isUnsupported || field.Union && !validate.Fits(field.Kind, value)
	switch {
	case onlyType && !hasDeclaredType(field.Schema.Get("type"), value), !onlyType && !validate.Fits(field.Kind, value):
		return "wrong kind"
	case onlyType:
		return ""
	}
	var choices []request.Value
	switch field.Kind {
	case schema.Choice:
		choices = []request.Value{value}
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
			return messages[validate.RepeatedEntries]
		}
		options[option] = true
	}
	if field.Kind == schema.Integer && !request.IsInteroperable(value.Text, true) {
		return outOfRange
	}
	broken := checker.CheckForeign(field.Index, value)
	if broken == nil || broken.Code == validate.BadPattern && !f.patternsFit {
		return ""
	}
	return cmp.Or(messages[broken.Code], "broken rule")
}

const outOfRange = "out of range"

var messages = map[validate.Code]string{
	validate.TooShort: "wrong length", validate.TooLong: "wrong length", validate.LengthBetween: "wrong length",
	validate.TooSmall: outOfRange, validate.TooGreat: outOfRange, validate.NumberBetween: outOfRange,
	validate.NotMoreThan: outOfRange, validate.NotLessThan: outOfRange, validate.NotMultiple: "not a multiple",
	validate.BadPattern: "not of the pattern", validate.BadFormat: "not of the format", validate.BadEmail: "not of the format",
	validate.EmailLetters: "not of the format", validate.BadURI: "not of the format", validate.NotWhole: "not of the format",
	validate.TooFewEntries: "wrong number of entries", validate.TooManyEntries: "wrong number of entries",
	validate.TooFewChosen: "wrong number of entries", validate.TooManyChosen: "wrong number of entries",
	validate.RepeatedEntries: "repeated", validate.MustBeYes: "not among the choices", validate.MustBeNo: "not among the choices",
}

func hasDeclaredType(declared, value request.Value) bool {
	types := append([]request.Value{declared}, declared.Items...)
	types = slices.DeleteFunc(types, func(t request.Value) bool { return t.Type != request.String })
	return len(types) == 0 || slices.ContainsFunc(types, func(t request.Value) bool { return value.Is(t.Text) })
}

// hasExactNumbers reports whether the tool gets the same numbers, not another one for 2^53+1, or null.
func hasExactNumbers(value request.Value) bool {
	if value.Type == request.Number {
		return request.IsInteroperable(value.Text, false)
	}
	return !slices.ContainsFunc(value.Items, func(item request.Value) bool { return !hasExactNumbers(item) })
}
