//go:build !js

package validate

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

// TestOfficialSuite runs the JSON-Schema-Test-Suite from a module that the tests need anyway.
// Each schema becomes the rules of one question, and each possible instance an answer to it.
func TestOfficialSuite(t *testing.T) {
	folder, err := exec.Command("go", "list", "-modfile=../../go.mod", "-m", "-f", "{{.Dir}}", "github.com/google/jsonschema-go").Output()
	if err != nil {
		t.Fatal(err)
	}
	judged := 0
	for draft, uri := range map[string]string{"draft2020-12": "https://json-schema.org/draft/2020-12/schema", "draft7": "http://json-schema.org/draft-07/schema#"} {
		t.Run(draft, func(t *testing.T) {
			files, _ := filepath.Glob(filepath.Join(strings.TrimSpace(string(folder)), "jsonschema/testdata", draft, "*.json"))
			for _, file := range files {
				var groups []struct {
					Description string
					Schema      json.RawMessage
					Tests       []struct {
						Description string
						Data        json.RawMessage
						Valid       bool
					}
				}
				text, err := os.ReadFile(file)
				if err == nil {
					err = json.Unmarshal(text, &groups)
				}
				if err != nil {
					t.Fatal(err)
				}
				for _, group := range groups {
					root, err := request.Parse([]byte(`{"$schema":"` + uri + `","type":"object","properties":{"answer":` + string(group.Schema) + `}}`))
					if err != nil {
						continue
					}
					form, err := schema.Read(request.Request{Schema: root}, schema.NewBudget())
					if err != nil || len(form.Fields) != 1 || form.Fields[0].Unsupported != "" {
						continue
					}
					checker := New(form)
					for _, test := range group.Tests {
						content, err := request.Parse([]byte(`{"answer":` + string(test.Data) + `}`))
						if err != nil || content.Get("answer").Type == request.Null {
							continue // No answer is null.
						}
						judged++
						if refused := refuses(checker, content); refused == test.Valid {
							t.Errorf("%s, %s, %s, %s: refused %v", draft, filepath.Base(file), group.Description, test.Description, refused)
						}
					}
				}
			}
		})
	}
	if judged < 800 {
		t.Errorf("only %d instances were judged", judged)
	}
}
