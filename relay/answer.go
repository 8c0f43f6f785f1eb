package relay

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
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

// mostProblems is how many problems are told: more would help nobody.
const mostProblems = 100

// checkAnswer looks whether an answer can be the answer to a question: whoever has a
// token can send one, and nothing gets to the tool that no form could have given. Answers
// are held against each question's own rules, as the form reads them; what the form
// accepts is never refused. Nothing is completed, converted or guessed. Without
// problems, the second is the answer as it is kept, with the members that a result has
// and no others. The TypeScript half does the same: testdata/answers.json and
// testdata/rules.json.
func checkAnswer(question body, answer json.RawMessage) ([]problem, string) {
	problems, kept := lookAt(question, answer)
	return problems[:min(len(problems), mostProblems)], kept
}

func lookAt(question body, answer json.RawMessage) ([]problem, string) {
	if question.Kind == "one" {
		params, _ := elicit.Parse([]byte(question.Params))
		return problemsOf(newForms([]elicit.Value{params}), params, answer), string(bare(answer))
	}
	asked, err := members([]byte(question.Requests))
	given := membersOf(answer)
	problems := []problem{}
	if err != nil {
		return append(problems, problem{Message: "not a round"}), ""
	}
	all := make([]elicit.Value, len(asked))
	for i, m := range asked {
		request, _ := elicit.Parse(m.value)
		all[i] = request.Get("params")
	}
	forms := newForms(all)
	results := map[string]json.RawMessage{}
	for i, m := range asked {
		result, ok := given[m.name]
		if !ok {
			problems = append(problems, problem{Key: m.name, Message: "missing"})
			continue
		}
		for _, p := range problemsOf(forms, all[i], result) {
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

// taken reports whether an answer says the same as the one that is kept, which is that to
// one request or to a round.
func taken(kept string, answer json.RawMessage) bool {
	round := map[string]json.RawMessage{}
	for name, result := range membersOf(answer) {
		round[name] = bare(result)
	}
	return same([]byte(kept), bare(answer)) || same([]byte(kept), text(round))
}

func same(a, b []byte) bool {
	v, err := elicit.ParseTrusted(string(a))
	w, err2 := elicit.ParseTrusted(string(b))
	return err == nil && err2 == nil && v.Equal(w)
}

// bare is a result with the members that it may have.
func bare(answer json.RawMessage) json.RawMessage {
	given := membersOf(answer)
	return text(struct {
		Action  json.RawMessage `json:"action,omitempty"`
		Content json.RawMessage `json:"content,omitempty"`
	}{given["action"], given["content"]})
}

func problemsOf(forms *forms, params elicit.Value, answer json.RawMessage) []problem {
	whole := func(message string) []problem { return []problem{{Message: message}} }
	given := membersOf(answer)
	action, _ := value(given["action"]).(string)
	_, has := given["content"]
	mode := params.Get("mode")
	switch {
	case action == "decline" || action == "cancel":
		if has {
			return whole("content with " + action)
		}
		return []problem{}
	case action != "accept":
		return whole("not a result")
	case mode.Kind == elicit.String && mode.Text == "url":
		if has {
			return whole("content of a page")
		}
		return []problem{}
	case mode.Exists() && (mode.Kind != elicit.String || mode.Text != "form"):
		return whole("unknown mode")
	}
	return forms.content(params, given["content"])
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
