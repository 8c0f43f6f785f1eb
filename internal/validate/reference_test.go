package validate

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

var (
	kindHeading = regexp.MustCompile("(?m)^## [^(]+ \\(`([a-z-]+)`\\)$")
	kindSchema  = regexp.MustCompile("(?s)```json\n(.*?)```")
	kindForm    = regexp.MustCompile(`<RunningForm :params='([^']+)' />`)
	kindPicture = regexp.MustCompile(`"\.\./(gallery/fields(?:-dark)?/[a-z-]+\.png)"`)
)

// TestEachKindIsDocumented: docs/reference/fields.md has exactly one section for each kind of field. The schema in it makes
// that kind, the form beneath it has the same schema, and both of its pictures exist.
func TestEachKindIsDocumented(t *testing.T) {
	content, err := os.ReadFile("../../docs/reference/fields.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(content)
	headings := kindHeading.FindAllStringSubmatchIndex(page, -1)
	if all := strings.Count(page, "\n## "); all != len(headings) {
		t.Errorf("%d of %d headings name no kind", all-len(headings), all)
	}
	var documented []schema.Kind
	for i, at := range headings {
		name := page[at[2]:at[3]]
		kind := schema.Kind(name)
		if name == "text" {
			kind = schema.Text
		}
		documented = append(documented, kind)
		section := page[at[1]:]
		if i+1 < len(headings) {
			section = page[at[1]:headings[i+1][0]]
		}
		text, form := kindSchema.FindStringSubmatch(section), kindForm.FindStringSubmatch(section)
		if text == nil || form == nil {
			t.Errorf("%s: no schema, or no form", name)
			continue
		}
		read := readForm(t, text[1])
		New(read)
		if len(read.Fields) != 1 || read.Fields[0].Kind != kind || read.Fields[0].Unsupported != "" || len(read.Fields[0].Remarks) > 0 {
			t.Errorf("%s: the schema makes %+v", name, read.Fields)
		}
		var params struct{ RequestedSchema json.RawMessage }
		if err := json.Unmarshal([]byte(form[1]), &params); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got, want := compact(t, string(params.RequestedSchema)), compact(t, text[1]); got != want {
			t.Errorf("%s: the form has the schema %s, and the page shows %s", name, got, want)
		}
		pictures := kindPicture.FindAllStringSubmatch(section, -1)
		for j, folder := range []string{"gallery/fields-dark/", "gallery/fields/"} {
			if len(pictures) != 2 || pictures[j][1] != folder+"kind-"+name+".png" {
				t.Errorf("%s: the pictures are %v", name, pictures)
				break
			}
			if file, err := os.Stat("../../docs/" + pictures[j][1]); err != nil || file.Size() > 20_000 {
				t.Errorf("%s: %v, or larger than 20 kB", pictures[j][1], err)
			}
		}
	}
	for _, kind := range schema.Kinds() {
		if !slices.Contains(documented, kind) {
			t.Errorf("there is no section for %q", kind)
		}
	}
	if len(documented) != len(schema.Kinds()) {
		t.Errorf("%d sections for %d kinds", len(documented), len(schema.Kinds()))
	}
}

func compact(t *testing.T, text string) string {
	t.Helper()
	value, err := request.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return value.JSON()
}

// TestTheRuleThatDecides: the table of docs/reference/fields.md leads to each section.
func TestTheRuleThatDecides(t *testing.T) {
	content, err := os.ReadFile("../../docs/reference/fields.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(content)
	table, _, _ := strings.Cut(page, "\n## ")
	formats := []string{"uri", "email", "date", "date-time", "time"}
	for _, at := range kindHeading.FindAllStringSubmatch(page, -1) {
		place := strings.ToLower(strings.NewReplacer("## ", "", "(`", "", "`)", "", " ", "-").Replace(at[0]))
		if !strings.Contains(table, "](#"+place+")") && !slices.Contains(formats, at[1]) {
			t.Errorf("the table does not lead to #%s", place)
		}
	}
	for _, format := range formats {
		if !strings.Contains(table, "`"+format+"`") {
			t.Errorf("the table does not name the format %s", format)
		}
	}
}
