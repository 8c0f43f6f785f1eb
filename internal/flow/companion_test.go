package flow

import (
	"maps"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/validate"
)

// The questions of coding agents as they travel. An agent reads the right answer from the content of each test.
const (
	claudeOne = `{"mode":"form","sessionId":"s","toolCallId":"toolu_1","message":"Which parser should stay?","requestedSchema":{"type":"object","properties":{
		"question_0":{"type":"string","title":"Parser","oneOf":[
			{"const":"Recursive descent","title":"Recursive descent","_meta":{"_claude/askUserQuestionOption":{"description":"Simple, slow","preview":"expr()"}}},
			{"const":"Pratt","title":"Pratt"}]},
		"question_0_custom":{"type":"string","title":"Other","description":"Type your own answer instead of choosing an option above (optional).",
			"_meta":{"_askUserQuestionCustomAnswer":{"questionId":"question_0","isCustomAnswer":true}}}}}}`
	claudeSeveral = `{"message":"Please answer the following questions.","requestedSchema":{"type":"object","properties":{
		"question_0":{"type":"array","title":"Checks","description":"Which checks run before a release?","items":{"anyOf":[{"const":"lint","title":"Lint"},{"const":"fuzz","title":"Fuzz"}]}},
		"question_0_custom":{"type":"string","title":"Other","_meta":{"_askUserQuestionCustomAnswer":{"questionId":"question_0","isCustomAnswer":true}}}}}}`
	codexOther = `{"message":"One question","requestedSchema":{"type":"object","properties":{
		"scope":{"type":"string","title":"Scope","description":"How far does it go?","enum":["file","repository"],"_meta":{"codex":{"isOther":true}}},
		"scope__other":{"type":"string","title":"Other","_meta":{"codex":{"questionId":"scope","isOtherAnswer":true}}}}}}`
	codexNote = `{"message":"One question","requestedSchema":{"type":"object","required":["scope"],"properties":{
		"scope":{"type":"string","title":"How far does it go?","description":"Scope","enum":["file","repository","None of the above"]},
		"scope_note":{"type":"string","title":"Notes","_meta":{"codex":{"questionId":"scope","role":"user_note"}}}}}}`
	codexRequired = `{"message":"One question","requestedSchema":{"type":"object","required":["scope"],"properties":{
		"scope":{"type":"string","title":"Scope","enum":["file","repository"]},
		"scope__other":{"type":"string","title":"Other","_meta":{"codex":{"questionId":"scope","isOtherAnswer":true}}}}}}`
)

// TestCompanion_ContentOfAgents: an answer in the person's own words takes the place of an option, or stands beside several; a note
// goes with any answer. A choice that nobody made is never sent.
func TestCompanion_ContentOfAgents(t *testing.T) {
	for name, c := range map[string]struct {
		params string
		events []Event
		want   string
		review string
	}{
		"an option":                        {claudeOne, []Event{choose(0, 1)}, `{"question_0":"Pratt"}`, "Pratt"},
		"own words":                        {claudeOne, []Event{choose(0, 2), typeText(1, "the old one")}, `{"question_0_custom":"the old one"}`, "Other: the old one"},
		"own words, and then an option":    {claudeOne, []Event{choose(0, 2), typeText(1, "the old one"), choose(0, 0)}, `{"question_0":"Recursive descent"}`, "Recursive descent"},
		"options and own words":            {claudeSeveral, []Event{choose(0, 0, 2), typeText(1, "soak")}, `{"question_0":["lint"],"question_0_custom":"soak"}`, "Lint\nOther: soak"},
		"only own words of several":        {claudeSeveral, []Event{choose(0, 2), typeText(1, "soak")}, `{"question_0_custom":"soak"}`, "Other: soak"},
		"own words for Codex":              {codexOther, []Event{choose(0, 2), typeText(1, "two files")}, `{"scope__other":"two files"}`, "Other: two files"},
		"a note":                           {codexNote, []Event{choose(0, 2), typeText(1, "later")}, `{"scope":"None of the above","scope_note":"later"}`, "None of the above\nNotes: later"},
		"no note":                          {codexNote, []Event{choose(0, 0)}, `{"scope":"file"}`, "file"},
		"a required choice has a note":     {codexRequired, []Event{choose(0, 0), typeText(1, "now")}, `{"scope":"file","scope__other":"now"}`, "file\nOther: now"},
		"a text whose choice is an option": {claudeOne, []Event{typeText(1, "typed by a script"), choose(0, 1)}, `{"question_0":"Pratt"}`, "Pratt"},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := run(open(t, c.params), append(c.events, Continue)...)
			if s.Step != Review || len(s.Snapshot.Rows[0]) != 1 {
				t.Fatalf("step %d, problems %+v, rows %+v", s.Step, s.Request().Problems, s.Snapshot.Rows)
			}
			if got := withoutIsolates(s.Snapshot.Rows[0][0].Value); got != c.review {
				t.Errorf("review %q, want %q", got, c.review)
			}
			_, effects := run(s, Send)
			wantReplies(t, effects, `1 {"action":"accept","content":`+c.want+`}`)
		})
	}
}

func withoutIsolates(text string) string {
	return strings.NewReplacer("\u2068", "", "\u2069", "", "\u2066", "").Replace(text)
}

// TestCompanion_SameProperty: a property that accepts options or a text is answered by one of them, also if it is required.
func TestCompanion_SameProperty(t *testing.T) {
	const params = `{"message":"m","requestedSchema":{"type":"object","required":["q"],"properties":{
		"q":{"title":"Parser","anyOf":[{"oneOf":[{"const":"rd","title":"Recursive descent"},{"const":"pratt","title":"Pratt"}]},{"type":"string","minLength":3}]},
		"n":{"type":"string","title":"Name","default":"Ada"}}}}`
	for name, c := range map[string]struct {
		events       []Event
		want, review string
	}{
		"an option": {[]Event{choose(0, 1)}, `{"q":"pratt","n":"Ada"}`, "Pratt"},
		"a text":    {[]Event{choose(0, 2), typeText(2, "the old one")}, `{"q":"the old one","n":"Ada"}`, "Other: the old one"},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := run(open(t, params), append(c.events, Continue)...)
			if s.Step != Review || len(s.Snapshot.Rows[0]) != 2 {
				t.Fatalf("step %d, problems %+v, rows %+v", s.Step, s.Request().Problems, s.Snapshot.Rows)
			}
			if got := withoutIsolates(s.Snapshot.Rows[0][0].Value); got != c.review {
				t.Errorf("review %q, want %q", got, c.review)
			}
			_, effects := run(s, Send)
			wantReplies(t, effects, `1 {"action":"accept","content":`+c.want+`}`)
		})
	}
	for name, c := range map[string]struct {
		events []Event
		want   map[int]validate.Code
	}{
		"nothing":      {nil, map[int]validate.Code{0: validate.NotChosen}},
		"no text":      {[]Event{choose(0, 2)}, map[int]validate.Code{2: validate.NotWritten}},
		"a short text": {[]Event{choose(0, 2), typeText(2, "x")}, map[int]validate.Code{2: validate.TooShort}},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := run(open(t, params), append(c.events, Continue)...)
			if got := problems(s); !maps.Equal(got, c.want) {
				t.Errorf("problems %v, want %v", got, c.want)
			}
		})
	}
}

// TestCompanion_NotWritten: Other without a text is a problem of the text, which goes when the person types or picks another option.
func TestCompanion_NotWritten(t *testing.T) {
	s, effects := run(open(t, claudeOne), choose(0, 2))
	wantFocus(t, effects, Focus{Target: OnControl, Field: 1})
	s, effects = run(s, Continue)
	wantFocus(t, effects, Focus{Target: OnControl, Field: 1})
	if got := problems(s); len(got) != 1 || got[1] != validate.NotWritten {
		t.Fatalf("problems %v", got)
	}
	if got := s.ProblemText(s.Request().Problems[0]).Plain(); !strings.Contains(got, "Parser") || !strings.Contains(got, "Enter your answer, or choose an option") {
		t.Errorf("the problem is called %q", got)
	}
	for name, event := range map[string]Event{"typing": typeText(1, "x"), "another option": choose(0, 0)} {
		t.Run(name, func(t *testing.T) {
			if s, _ := run(s, event); s.Request().Wrong() {
				t.Errorf("problems %+v", s.Request().Problems)
			}
		})
	}
}

// TestCompanion_OnePress: with a short review, an option is sent by one press. Other opens its text, and an answer needs another press.
func TestCompanion_OnePress(t *testing.T) {
	if s := openShort(t, claudeOne); s.HasOptionButtons() {
		t.Error("an option is sent before its preview is seen")
	}
	s := openShort(t, strings.Replace(claudeOne, `,"preview":"expr()"`, "", 1))
	if !s.HasOptionButtons() {
		t.Fatal("the options are no buttons")
	}
	_, effects := run(s, Picked{1, true})
	wantReplies(t, effects, `1 {"action":"accept","content":{"question_0":"Pratt"}}`)
	s, effects = run(s, Picked{2, true})
	wantReplies(t, effects)
	wantFocus(t, effects, Focus{Target: OnControl, Field: 1})
	if s.HasOptionButtons() || !s.SendsFromForm() {
		t.Errorf("buttons %t, sent from the form %t", s.HasOptionButtons(), s.SendsFromForm())
	}
	_, effects = run(s, typeText(1, "neither"), Continue)
	wantReplies(t, effects, `1 {"action":"accept","content":{"question_0_custom":"neither"}}`)
	if s := openShort(t, codexNote); s.HasOptionButtons() {
		t.Error("an option is sent before its note is written")
	}
}

// TestCompanion_Change: a change on review shows the choice with its text, whichever of them has the row.
func TestCompanion_Change(t *testing.T) {
	s, _ := run(open(t, claudeOne), choose(0, 2), typeText(1, "the old one"), Continue)
	for _, field := range []int{0, 1} {
		changing, _ := run(s, ChangeAsked{0, field})
		if got := changing.ShownFields(); len(got) != 1 || got[0] != 0 {
			t.Fatalf("shown are %v", got)
		}
		_, effects := run(changing, typeText(1, "a new one"), Continue, Send)
		wantReplies(t, effects, `1 {"action":"accept","content":{"question_0_custom":"a new one"}}`)
	}
}

// TestCompanion_Draft: the choice and the text come back together.
func TestCompanion_Draft(t *testing.T) {
	e := arrive(t, "1", claudeOne)
	e.Drafts = true
	s, _ := Update(start(t), e)
	s, _ = run(s, choose(0, 2), typeText(1, "the old one"))
	e.Draft = s.encodeDraft()
	s, _ = Update(start(t), e)
	_, effects := run(s, Continue, Send)
	wantReplies(t, effects, `1 {"action":"accept","content":{"question_0_custom":"the old one"}}`)
}

// TestCompanion_Secret: an answer that the agent calls secret is never shown, not even in the row of its choice.
func TestCompanion_Secret(t *testing.T) {
	secret := strings.Replace(codexOther, `"isOtherAnswer":true`, `"isOtherAnswer":true,"isSecret":true`, 1)
	s, _ := run(open(t, secret), choose(0, 2), typeText(1, "hunter2"), Continue)
	if rows := s.Snapshot.Rows[0]; len(rows) != 2 || !rows[1].Hidden || strings.Contains(s.Snapshot.JSON, "hunter2") {
		t.Errorf("rows %+v, JSON %s", rows, s.Snapshot.JSON)
	}
}

// TestCompanion_Decline: Decline lets an agent go on without an answer, and the × stops its tool.
func TestCompanion_Decline(t *testing.T) {
	s := open(t, claudeOne)
	if press, name := s.CloseButton(); press != Cancel || name != "StopTool" || s.DeclineButton() != "Skip" {
		t.Errorf("the buttons are called %q and %q", name, s.DeclineButton())
	}
	s, effects := run(s, Decline)
	wantReplies(t, effects, `1 {"action":"decline"}`)
	if s.Outcome != Skipped {
		t.Errorf("outcome %q", s.Outcome)
	}
}
