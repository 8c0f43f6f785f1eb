package validate

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/zonetest"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

const corpus = "../../e2e/testdata/corpus"

// TestCorpus_UntouchedFormsSendTheirDefaults opens every form of the corpus and
// continues at once: the content consists of the server's suggestions.
// Rows: P4, P5, N12.
func TestCorpus_UntouchedFormsSendTheirDefaults(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus, "*.json"))
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	accepted, english := 0, answer.Env{Locale: english.Locale, Zones: zonetest.New("UTC"), Now: zonetest.Noon}
	for _, file := range files {
		form, ok := corpusForm(t, file)
		if !ok {
			continue // A request in URL mode, or a rejected request.
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			c := New(form)
			var drafts []answer.Draft
			want := request.Value{Type: request.Object}
			empty := form.Blocked()
			for _, field := range form.Fields {
				draft := answer.Start(field, english)
				suggestion := field.Schema.Get("default")
				if suggestion.Type != request.Null && suggestion.Exists() && suggestion.Plain() != "" && suggestion.Plain() != "[]" && field.Unsupported == "" && !field.Default.Exists() &&
					!slices.Contains(field.Remarks, schema.DefaultDropped) && !slices.Contains(field.Remarks, schema.DefaultTooLong) {
					t.Errorf("%q: remarks %v", field.Name, field.Remarks)
				}
				drafts = append(drafts, draft)
				if a, _ := answer.Read(field, draft, english); a.Absent {
					empty = empty || field.Required
				} else if answer.LacksZone(field) {
					want.Members = append(want.Members, request.Member{Name: field.Name, Value: request.StringValue(field.Default.Text + "Z")})
				} else if field.Unsupported == "" {
					want.Members = append(want.Members, request.Member{Name: field.Name, Value: field.Default})
				}
			}
			content, answers, problems := c.CheckAll(drafts, english)
			if len(answers) != len(form.Fields) {
				t.Fatalf("%d answers", len(answers))
			}
			if empty {
				if len(problems) == 0 {
					t.Error("accepted although a required field is empty")
				}
				return
			}
			if len(problems) > 0 {
				t.Fatalf("problems %+v", problems)
			}
			accepted++
			if !content.Equal(want) {
				t.Errorf("content %s, want %s", content.JSON(), want.JSON())
			}
		})
	}
	if accepted < 20 {
		t.Errorf("only %d forms were accepted untouched", accepted)
	}
}

// corpusForm reads the form of a corpus file, if it has one.
func corpusForm(t *testing.T, file string) (schema.Form, bool) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var req struct {
		Params struct {
			Mode            string
			RequestedSchema json.RawMessage `json:"requestedSchema"`
		}
	}
	if err := json.Unmarshal(text, &req); err != nil || req.Params.Mode == "url" {
		return schema.Form{}, false
	}
	var root request.Value
	if len(req.Params.RequestedSchema) > 0 {
		if root, err = request.Parse(req.Params.RequestedSchema); err != nil {
			return schema.Form{}, false
		}
	}
	form, err := schema.Read(request.Request{Schema: root}, schema.NewBudget())
	return form, err == nil
}
