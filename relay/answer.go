package relay

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
)

// problem is what is wrong with an answer. An empty name means all of it.
type problem struct {
	// Key is the one of the request.
	Key     string `json:"key,omitempty"`
	Name    string `json:"name"`
	Message string `json:"message"`
}

// checkAnswer looks whether responses can be the answer to a round: a program with a
// token can send any, and nothing gets to the tool that no form could have given. Answers
// are held against each question's own rules, as the form reads them; what the form
// accepts is never refused. Nothing is completed, converted or guessed. Without
// problems, the second is the answer as it is kept, with the members that a result has
// and no others. The TypeScript half does the same: testdata/answers.json and
// testdata/rules.json.
func checkAnswer(asked round, responses json.RawMessage) ([]problem, string) {
	given := responsesOf(responses)
	all := make([]elicit.Value, len(asked.Requests))
	for i, one := range asked.Requests {
		all[i], _ = elicit.Parse([]byte(one.Params))
	}
	forms := newForms(all)
	problems, kept := []problem{}, []response{}
	for i, one := range asked.Requests {
		found := []problem{{Message: "missing"}}
		if result, ok := given[one.Key]; ok {
			found = problemsOf(forms, all[i], result)
			kept = append(kept, response{one.Key, bare(result)})
		}
		for _, p := range found {
			p.Key = one.Key
			problems = append(problems, p)
		}
		delete(given, one.Key)
	}
	for _, key := range slices.Sorted(maps.Keys(given)) {
		problems = append(problems, problem{Key: key, Message: "not asked"})
	}
	return problems[:min(len(problems), mostProblems)], string(text(map[string]any{"responses": kept}))
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

func problemsOf(forms *forms, params elicit.Value, result json.RawMessage) []problem {
	whole := func(message string) []problem { return []problem{{Message: message}} }
	given := membersOf(result)
	action, _ := value(given["action"]).(string)
	_, has := given["content"]
	mode := params.Get("mode")
	switch {
	case action == "decline" || action == "cancel":
		if has {
			return whole("content with " + action)
		}
		return nil
	case action != "accept":
		return whole("not a result")
	case mode.Kind == elicit.String && mode.Text == "url":
		if has {
			return whole("content of a page")
		}
		return nil
	case mode.Exists() && (mode.Kind != elicit.String || mode.Text != "form"):
		return whole("unknown mode")
	}
	return forms.content(params, given["content"])
}
