package schema

import (
	"fmt"
	"strings"
	"testing"
)

const choice = `"q":{"type":"string","title":"Parser","enum":["old","new"]}`

func own(of string) string {
	return `{"type":"string","title":"Other","_meta":{"_askUserQuestionCustomAnswer":{"questionId":"` + of + `","isCustomAnswer":true}}}`
}

// TestJoinCompanions: only a marker joins a text to a choice of the same form; every other text is a question of its own.
func TestJoinCompanions(t *testing.T) {
	for name, c := range map[string]struct{ schema, want string }{
		"the marker of Claude's agent": {`{"properties":{` + choice + `,"c":` + own("q") + `}}`, "q+c own"},
		"the text comes first":         {`{"properties":{"c":` + own("q") + `,` + choice + `}}`, "q+c own"},
		"a note of Codex":              {`{"properties":{` + choice + `,"n":{"type":"string","_meta":{"codex":{"questionId":"q","role":"user_note"}}}}}`, "q+n note"},
		"an answer of Codex":           {`{"properties":{` + choice + `,"o":{"type":"string","_meta":{"codex":{"questionId":"q","isOtherAnswer":true}}}}}`, "q+o own"},
		"a required choice":            {`{"required":["q"],"properties":{` + choice + `,"c":` + own("q") + `}}`, "q+c note"},
		"the second text of a choice":  {`{"properties":{` + choice + `,"c":` + own("q") + `,"d":` + own("q") + `}}`, "q+c own, d"},
		"a required text":              {`{"required":["c"],"properties":{` + choice + `,"c":` + own("q") + `}}`, "q, c"},
		"itself":                       {`{"properties":{"c":` + own("c") + `}}`, "c"},
		"two texts in a circle":        {`{"properties":{"a":` + own("b") + `,"b":` + own("a") + `}}`, "a, b"},
		"no property":                  {`{"properties":{` + choice + `,"c":` + own("x") + `}}`, "q, c"},
		"yes or no":                    {`{"properties":{"q":{"type":"boolean"},"c":` + own("q") + `}}`, "q, c"},
		"a choice that has no form":    {`{"properties":{"q":{"type":"string","enum":[]},"c":` + own("q") + `}}`, "q, c"},
		"a number":                     {`{"properties":{` + choice + `,"c":{"type":"number","_meta":{"codex":{"questionId":"q","isOtherAnswer":true}}}}}`, "q, c"},
		"names alone":                  {`{"properties":{` + choice + `,"q_custom":{"type":"string"},"q__other":{"type":"string"},"q_note":{"type":"string"}}}`, "q, q_custom, q__other, q_note"},
		"markers of other types":       {`{"properties":{` + choice + `,"c":{"type":"string","_meta":{"codex":{"questionId":["q"],"isOtherAnswer":"true","role":{}}}},"d":{"type":"string","_meta":[1]}}}`, "q, c, d"},
	} {
		t.Run(name, func(t *testing.T) {
			form := readForm(t, c.schema)
			var got []string
			for _, f := range form.Fields {
				if f.PartOf > 0 {
					continue
				}
				text := f.Name
				if f.Companion > 0 {
					part := form.Fields[f.Companion-1]
					kind := "own"
					if part.IsNote {
						kind = "note"
					}
					if text += "+" + part.Name + " " + kind; form.Question(part.Index).Name != f.Name || (f.OwnAnswer() < 0) != part.IsNote {
						t.Errorf("%s belongs to %s, whose options are %+v", part.Name, form.Question(part.Index).Name, f.Options)
					}
				}
				got = append(got, text)
			}
			if got := strings.Join(got, ", "); got != c.want {
				t.Errorf("questions %s, want %s", got, c.want)
			}
		})
	}
}

// TestJoinCompanions_Titles: the question is the title, and an option of the server with the name of ours is told apart.
func TestJoinCompanions_Titles(t *testing.T) {
	form := readForm(t, `{"properties":{"q":{"type":"string","title":"Parser","description":"Which one stays?","enum":["old","Other"]},"c":`+own("q")+`}}`)
	q, text := form.Fields[0], form.Fields[1]
	if q.Header != "Parser" || q.Title != "Which one stays?" || q.Description != "" || text.Title != q.Title || q.Ambiguous || text.Ambiguous || !form.OfAgent {
		t.Errorf("header %q, title %q, description %q, title of the text %q", q.Header, q.Title, q.Description, text.Title)
	}
	if !q.Options[1].Ambiguous || q.Options[2].Title != "Other" || q.Find(q.Options[2].Value) != 2 {
		t.Errorf("options %+v", q.Options)
	}
	form = readForm(t, `{"required":["q"],"properties":{"q":{"type":"string","title":"Which one stays?","description":"Parser","enum":["old"]},
		"n":{"type":"string","title":"Notes","_meta":{"codex":{"questionId":"q","role":"user_note"}}}}}`)
	if q := form.Fields[0]; q.Header != "Parser" || q.Title != "Which one stays?" || q.Description != "" || form.Fields[1].Title != "Notes" {
		t.Errorf("%+v", q)
	}
}

// TestJoinCompanions_Many: hundreds of texts claim one choice, and the first gets it.
func TestJoinCompanions_Many(t *testing.T) {
	properties := []string{choice}
	for i := range MaxProperties - 1 {
		properties = append(properties, fmt.Sprintf(`"c%d":%s`, i, own("q")))
	}
	form := readForm(t, `{"properties":{`+strings.Join(properties, ",")+`}}`)
	if got := form.CountQuestions(); got != MaxProperties-1 || len(form.Fields[0].Options) != 3 {
		t.Errorf("%d questions, options %+v", got, form.Fields[0].Options)
	}
}

// TestAddOwnTexts: a property may accept a text beside its options; each spelling of that is a choice with an option more.
func TestAddOwnTexts(t *testing.T) {
	for schema, want := range map[string]string{
		`{"anyOf":[{"enum":["a","b"]},{"type":"string"}]}`:                                          "choice a b own",
		`{"type":"string","anyOf":[{"type":"string","enum":["a","b"]},{"type":"string"}]}`:          "choice a b own",
		`{"anyOf":[{"const":"a"},{"const":"b"},{"type":"string","minLength":2}]}`:                   "choice a b own",
		`{"anyOf":[{"oneOf":[{"const":"a","title":"A"},{"const":"b"}]},{"type":"string"}]}`:         "choice A b own",
		`{"anyOf":[{"type":"null"},{"type":"string"},{"type":"string","enum":["a","b"]}]}`:          "choice a b own",
		`{"anyOf":[{"enum":["a","b"]},{"type":"string"},{"type":"string","minLength":2}]}`:          "choice a b own [options-dropped]",
		`{"anyOf":[{"enum":["a","b"]},{"type":"string","format":"date"}]}`:                          "choice a b [options-dropped]",
		`{"anyOf":[{"enum":["a","b"]},{"type":"integer"}]}`:                                         "choice a b [options-dropped]",
		`{"anyOf":[{"oneOf":[{"const":"a"},{"const":"b"}],"not":{"const":"a"}},{"type":"string"}]}`: " ",
	} {
		t.Run(schema, func(t *testing.T) {
			form := readForm(t, `{"properties":{"q":`+schema+`}}`)
			f := form.Fields[0]
			got := string(f.Kind)
			for _, option := range f.Listed() {
				got += " " + string(option.Title)
			}
			if f.OwnAnswer() >= 0 {
				got += " own"
			}
			if len(f.Remarks) > 0 {
				got += fmt.Sprint(" ", f.Remarks)
			}
			if form.CountQuestions() != 1 || form.Property(len(form.Fields)-1) != "q" {
				t.Errorf("%d questions, properties end with %q", form.CountQuestions(), form.Property(len(form.Fields)-1))
			}
			if !strings.HasPrefix(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// TestIsMarkedSecret: an agent may say that an answer is secret.
func TestIsMarkedSecret(t *testing.T) {
	for schema, want := range map[string]bool{
		`{"type":"string","_meta":{"codex":{"isSecret":true}}}`:              true,
		`{"type":"string","_meta":{"codex":{"isSecret":"true"}}}`:            false,
		`{"type":"string","enum":["a"],"_meta":{"codex":{"isSecret":true}}}`: false,
	} {
		t.Run(schema, func(t *testing.T) {
			if got := readField(t, schema).Secret; got != want {
				t.Errorf("secret: got %v, want %v", got, want)
			}
		})
	}
}
