package validate

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

// lenient are cases that a server refuses and the validator accepts.
var lenient = map[string]string{
	"SCHEMA nested object": "the server refuses objects in any result; no draft makes one",
}

// TestResultCases runs results that the official SDKs have judged (see e2e/testdata): where
// a server refuses accepted content, the validator refuses it, too.
func TestResultCases(t *testing.T) {
	text, err := os.ReadFile("../../e2e/testdata/result-cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name            string
		RequestedSchema json.RawMessage
		Result          struct {
			Action  string
			Content json.RawMessage
		}
		TS1 string `json:"ts1_server_only"`
		TS2 string `json:"ts2_server_only"`
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	judged := 0
	for _, c := range cases {
		if c.Result.Action != "accept" || len(c.Result.Content) == 0 || c.Result.Content[0] != '{' {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			root, err := request.Parse(c.RequestedSchema)
			if err != nil {
				t.Fatal(err)
			}
			form, err := schema.Read(request.Request{Schema: root}, schema.NewBudget())
			if err != nil {
				t.Fatal(err)
			}
			content, err := request.Parse(c.Result.Content)
			if err != nil {
				t.Fatal(err)
			}
			judged++
			checker := New(form)
			refused := refuses(checker, content)
			_, known := lenient[c.Name]
			if servers := c.TS1 == "error" || c.TS2 == "error"; servers && !refused && !known {
				t.Error("a server refuses this, the validator does not")
			} else if servers && refused && known {
				t.Error("the validator refuses this, so it needs no exception")
			} else if !servers && refused {
				t.Log("stricter than the servers:", content.JSON())
			}
		})
	}
	if judged < 50 {
		t.Errorf("only %d cases", judged)
	}
}

// refuses reports whether the form could not send such content.
func refuses(c *Checker, content request.Value) bool {
	answered := map[string]bool{}
	for _, member := range content.Members {
		i := slices.IndexFunc(c.form.Fields, func(f schema.Field) bool { return f.Name == member.Name })
		if i < 0 || c.check(i, member.Value) != nil || c.validator.property(i, member.Value) != nil {
			return true
		}
		answered[member.Name] = true
	}
	return slices.ContainsFunc(c.form.Fields, func(f schema.Field) bool { return f.Required && !answered[f.Name] }) ||
		len(c.validator.content(content)) > 0
}
