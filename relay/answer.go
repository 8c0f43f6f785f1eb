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

// refusal is why an answer is not acceptable. An empty name means the whole answer.
type refusal struct {
	// Key is the one of the request.
	Key     string `json:"key,omitempty"`
	Name    string `json:"name"`
	Message string `json:"message"`
}

// checkAnswer looks whether responses can be the answer to a round: a program with a
// token can send any, and nothing gets to the tool that no form could have given. Answers
// are held against each question's own rules, as the form reads them; what the form
// accepts is never refused. Nothing is completed, converted or guessed. Without
// refusals, the second is the answer as it is kept, with the members that a result has
// and no others. The TypeScript half does the same: testdata/answers.json and
// testdata/rules.json.
func checkAnswer(asked round, responses json.RawMessage) ([]refusal, string) {
	given := responsesOf(responses)
	var all, schemas []elicit.Value
	for _, one := range asked.Requests {
		params, _ := elicit.Parse([]byte(one.Params))
		all, schemas = append(all, params), append(schemas, params.Get("requestedSchema"))
	}
	forms := &forms{budget: schema.NewBudget(), patterns: check.PatternsFit(schemas)}
	refusals, kept := []refusal{}, []response{}
	for i, one := range asked.Requests {
		found := []refusal{{Message: "missing"}}
		if result, ok := given[one.Key]; ok {
			found = forms.refusals(all[i], result)
			kept = append(kept, response{one.Key, bare(result)})
		}
		for _, p := range found {
			p.Key = one.Key
			refusals = append(refusals, p)
		}
		delete(given, one.Key)
	}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		refusals = append(refusals, refusal{Key: key, Message: "not asked"})
	}
	return refusals[:min(len(refusals), mostProblems)], string(text(map[string]any{"responses": kept}))
}

// isTaken reports whether responses say the same as the answer that is kept.
func isTaken(kept string, responses json.RawMessage) bool {
	return maps.EqualFunc(responsesOf(membersOf([]byte(kept))["responses"]), responsesOf(responses), func(a, b json.RawMessage) bool {
		return same(a, bare(b))
	})
}

// bare is a result with the members that it may have.
func bare(result json.RawMessage) json.RawMessage {
	given := membersOf(result)
	return text(struct {
		Action  json.RawMessage `json:"action,omitempty"`
		Content json.RawMessage `json:"content,omitempty"`
	}{given["action"], given["content"]})
}

// composition are the names with which only the form knows what may be answered.
var composition = []string{"$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "not", "if"}

// forms reads the schemas of a round as the form does, all within one budget.
type forms struct {
	budget *schema.Budget
	// patterns says that the form has checked every pattern: whether it has room for
	// all of them depends on the whole round.
	patterns bool
}

// refusals returns why the result of a request is not acceptable.
func (f *forms) refusals(params elicit.Value, result json.RawMessage) []refusal {
	whole := func(message string) []refusal { return []refusal{{Message: message}} }
	given := membersOf(result)
	text, has := given["content"]
	action, mode := textOf(given["action"]), params.GetNonNull("mode")
	isPage := mode.Type == elicit.String && mode.Text == "url"
	isForm := !mode.Exists() || mode.Type == elicit.String && mode.Text == "form"
	switch declined := action == "decline" || action == "cancel"; {
	case declined && has:
		return whole("content with " + action)
	case !declined && action != "accept":
		return whole("not a result")
	case !declined && isPage && has:
		return whole("content of a page")
	case declined, isPage:
		return nil
	case !isForm:
		return whole("unknown mode")
	}
	content, err := elicit.Parse(text)
	if err != nil || content.Type != elicit.Object {
		return whole("no content")
	}
	return f.content(params, content)
}

// content returns why the content of an accepted form is not acceptable.
func (f *forms) content(params, content elicit.Value) []refusal {
	// Where no form shows the request, its rules are not known.
	var form schema.Form
	request, unshown := elicit.Decode(params)
	if unshown == nil {
		form, unshown = schema.Read(request, f.budget)
	}
	checker := check.New(form)
	composed := slices.ContainsFunc(params.Get("requestedSchema").Members, func(m elicit.Member) bool {
		return slices.Contains(composition, m.Name)
	})
	fields, given, refusals := map[string]int{}, map[string]bool{}, []refusal{}
	for i, field := range form.Fields {
		fields[field.Name] = i
	}
	for _, member := range content.Members {
		i, asked := fields[member.Name]
		given[member.Name] = true
		message := ""
		switch {
		case member.Lossy, !asked && unshown == nil && !composed:
			message = "not asked"
		case !member.Value.IsAnswer():
			message = "wrong kind"
		case !isKept(member.Value):
			message = outOfRange
		case asked:
			message = f.wrong(checker, form.Fields[i], member.Value)
		}
		if message != "" {
			refusals = append(refusals, refusal{Name: member.Name, Message: message})
		}
	}
	for _, field := range form.Fields {
		if field.Required && !given[field.Name] {
			refusals = append(refusals, refusal{Name: field.Name, Message: "missing"})
		}
	}
	return refusals
}

// wrong returns the message about the answer to one question; it is empty for a right answer.
func (f *forms) wrong(checker *check.Checker, field schema.Field, value elicit.Value) string {
	unasked := field.Unsupported != "" && field.Unsupported != schema.NoOptions
	// The form cannot ask it, or only for one type of several: that the schema names the type must do.
	byType := unasked || field.Union && !check.Fits(field.Kind, value)
	switch {
	case byType && !isDeclared(field.Schema.Get("type"), value), !byType && !check.Fits(field.Kind, value):
		return "wrong kind"
	case byType:
		return ""
	}
	var chosen []elicit.Value
	switch field.Kind {
	case schema.Choice:
		chosen = []elicit.Value{value}
	case schema.Choices:
		chosen = value.Items
	}
	taken := map[int]bool{}
	for _, one := range chosen {
		option := field.Find(one)
		switch {
		case option < 0:
			return "not among the choices"
		case taken[option]:
			return messages[check.RepeatedEntries]
		}
		taken[option] = true
	}
	if field.Kind == schema.Integer && !elicit.IsInteroperable(value.Text, true) {
		return outOfRange
	}
	broken := checker.CheckForeign(field.Index, value)
	if broken == nil || broken.Code == check.BadPattern && !f.patterns {
		return ""
	}
	return cmp.Or(messages[broken.Code], "broken rule")
}

const outOfRange = "out of range"

// messages are the messages about the rules that an answer can break.
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

// isDeclared reports whether a value is of one of the types that a schema names, if it
// names any.
func isDeclared(declared, value elicit.Value) bool {
	types := append([]elicit.Value{declared}, declared.Items...)
	types = slices.DeleteFunc(types, func(one elicit.Value) bool { return one.Type != elicit.String })
	return len(types) == 0 || slices.ContainsFunc(types, func(one elicit.Value) bool { return value.Is(one.Text) })
}

// isKept reports whether all numbers of an answer stay what they are: to the tool, 2^53+1 would come as another number, and
// one beyond float64 as null.
func isKept(value elicit.Value) bool {
	if value.Type == elicit.Number {
		return elicit.IsInteroperable(value.Text, false)
	}
	return !slices.ContainsFunc(value.Items, func(item elicit.Value) bool { return !isKept(item) })
}
