package flow

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
)

const comment = `{"tool":{"name":"save_comment","title":"Save comment"},"arguments":[{"name":"issue","text":"ENG-42"},{"name":"body","text":"Fixed"}],
	"choices":[{"kind":"once"},{"kind":"session"},{"kind":"always"},{"kind":"reject"}]`

const editable = `,"requestedSchema":{"type":"object","properties":{"body":{"type":"string","default":"Fixed"},"note":{"type":"string"}}}`

func openApproval(t *testing.T, params string) State {
	t.Helper()
	e := arrive(t, "1", params)
	e.Approval = true
	s, _ := Update(start(t), e)
	if s.Step != Approve {
		t.Fatalf("the approval is at step %d", s.Step)
	}
	return s
}

func argumentsOf(s State) string {
	var rows []string
	all, _ := s.ShownArguments()
	for _, r := range all {
		row := r.Label + "=" + r.Value
		if r.Hidden {
			row = r.Label + "=?"
		}
		if r.Before != "" {
			row += " (" + r.Before + ")"
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, ", ")
}

func press(choice int) Chosen { return Chosen{Choice: choice, Whole: true} }

func TestApproval_OnePressWhereAllIsInView(t *testing.T) {
	s := openApproval(t, comment+"}")
	if got := s.Heading().Plain(); got != "shop.example wants to run Save comment" {
		t.Errorf("the heading is %q", got)
	}
	for choice, want := range []string{`"accept","choice":0`, `"accept","choice":1`, "", `"decline","choice":3`} {
		if want == "" {
			continue
		}
		done, effects := run(s, press(choice))
		wantReplies(t, effects, `1 {"action":`+want+`}`)
		if (done.Outcome == Allowed) != (choice < 3) {
			t.Errorf("choice %d: outcome %q", choice, done.Outcome)
		}
	}
	_, effects := run(s, Cancel)
	wantReplies(t, effects, `1 {"action":"cancel"}`)
	_, effects = run(s, Continue, Confirm, Send, OpenPage, Chosen{Choice: 9, Whole: true}, Chosen{Choice: -1, Whole: true})
	wantReplies(t, effects)
}

// A press never allows a call of which a part was out of view, and "always" needs two presses.
func TestApproval_TwoPresses(t *testing.T) {
	many := strings.Repeat(`{"name":"n","text":"x"},`, maxArguments)
	for name, test := range map[string]struct {
		params, rows string
		first        Chosen
	}{
		"out of view":    {comment + "}", "issue=ENG-42, body=Fixed", Chosen{}},
		"always":         {comment + "}", "issue=ENG-42, body=Fixed", press(2)},
		"covered":        {strings.Replace(comment, `"issue"`, `"api_token"`, 1) + "}", "api_token=ENG-42, body=Fixed", press(0)},
		"covered JSON":   {strings.Replace(comment, `{"name":"issue","text":"ENG-42"}`, `{"name":"auth","json":true,"text":"{\"password\": \"x\"}"}`, 1) + "}", `auth={"password": "x"}, body=Fixed`, press(0)},
		"a long text":    {strings.Replace(comment, "Fixed", strings.Repeat("long ", 100), 1) + "}", "issue=ENG-42, body=" + strings.Repeat("long ", 99) + "long␣", press(0)},
		"a long list":    {strings.Replace(comment, `{"name":"issue"`, many+`{"name":"issue"`, 1) + "}", strings.Repeat("n=x, ", maxArguments) + "issue=ENG-42, body=Fixed", press(0)},
		"a long message": {comment + `,"message":"` + strings.Repeat("word ", 100) + `"}`, "issue=ENG-42, body=Fixed", press(0)},
	} {
		t.Run(name, func(t *testing.T) {
			s, effects := run(openApproval(t, test.params), test.first)
			wantReplies(t, effects)
			if s.PressedOnce() == "" {
				t.Error("nothing says why")
			}
			if got := argumentsOf(s); got != test.rows {
				t.Errorf("the arguments are %s", got)
			}
			_, effects = run(s, test.first)
			if len(replies(effects)) != 1 {
				t.Errorf("two presses do not allow")
			}
		})
	}
	s, effects := run(openApproval(t, comment+"}"), Chosen{}, Chosen{Choice: 2})
	wantReplies(t, effects)
	_, effects = run(s, Chosen{Choice: 2})
	wantReplies(t, effects, `1 {"action":"accept","choice":2}`)
	_, effects = run(openApproval(t, strings.Replace(comment, `"title"`, `"readOnly":true,"title"`, 1)+"}"), press(2))
	wantReplies(t, effects, `1 {"action":"accept","choice":2}`)
	// A decline needs no second press, whatever is hidden.
	_, effects = run(openApproval(t, comment+"}"), Chosen{Choice: 3})
	wantReplies(t, effects, `1 {"action":"decline","choice":3}`)
}

func TestApproval_CoveredUntilAskedFor(t *testing.T) {
	s := openApproval(t, strings.Replace(comment, `"issue"`, `"api_token"`, 1)+"}")
	if got := argumentsOf(s); got != "api_token=?, body=Fixed" {
		t.Errorf("the arguments are %s", got)
	}
	shown, _ := run(s, SecretShown{Field: s.Request().rows[0].Field, Shown: true})
	if got := argumentsOf(shown); got != "api_token=ENG-42, body=Fixed" || argumentsOf(s) == got {
		t.Errorf("the arguments are %s", got)
	}
	_, effects := run(shown, press(0))
	wantReplies(t, effects, `1 {"action":"accept","choice":0}`)
}

func TestApproval_ChangedArguments(t *testing.T) {
	s := openApproval(t, comment+editable+"}")
	if got := argumentsOf(s); got != "issue=ENG-42, body=Fixed, note=" {
		t.Errorf("the arguments are %s", got)
	}
	same, _ := run(s, ChangeAsked{Field: 9})
	if same.Step != Approve {
		t.Error("an argument outside of the schema can be changed")
	}
	form, _ := run(s, ChangeAsked{Field: 0})
	if form.Step != Form || form.Heading() != "Change the arguments" {
		t.Fatalf("step %d, %q", form.Step, form.Heading())
	}
	back, _ := run(form, typeText(0, "Not yet"), Back)
	if got := argumentsOf(back); back.Step != Approve || got != "issue=ENG-42, body=Fixed, note=" {
		t.Errorf("after Back: step %d, %s", back.Step, got)
	}
	left, _ := run(form, BackAsked{})
	if left.Step != Approve {
		t.Errorf("the page's Back leads to step %d", left.Step)
	}
	changed, effects := run(form, typeText(0, "Not yet"), Continue)
	wantReplies(t, effects)
	wantFocus(t, effects, Focus{Target: OnChange})
	if got := argumentsOf(changed); changed.Step != Approve || got != "issue=ENG-42, body=Not yet (Fixed), note=" {
		t.Errorf("after Save: step %d, %s", changed.Step, got)
	}
	_, effects = run(changed, press(0))
	wantReplies(t, effects, `1 {"action":"accept","content":{"body":"Not yet","note":null},"choice":0}`)
	added, _ := run(s, ChangeAsked{Field: 1}, typeText(1, "please"), Continue)
	if got := argumentsOf(added); got != "issue=ENG-42, body=Fixed, note=please" {
		t.Errorf("the arguments are %s", got)
	}
}

func TestApproval_Reason(t *testing.T) {
	s := openApproval(t, comment+`,"reason":true}`)
	_, effects := run(s, Chosen{Choice: 3, Reason: "  not now  "})
	wantReplies(t, effects, `1 {"action":"decline","choice":3,"reason":"not now"}`)
	_, effects = run(s, Chosen{Choice: 0, Whole: true, Reason: "not now"})
	wantReplies(t, effects, `1 {"action":"accept","choice":0}`)
	_, effects = run(s, Chosen{Choice: 3, Reason: strings.Repeat("x", 600)})
	wantReplies(t, effects, `1 {"action":"decline","choice":3,"reason":"`+strings.Repeat("x", request.MaxReason)+`"}`)
	_, effects = run(s, Chosen{Choice: 3, All: true})
	wantReplies(t, effects, `1 {"action":"decline","choice":3,"all":true}`)
	_, effects = run(s, Chosen{Choice: 0, Whole: true, All: true})
	wantReplies(t, effects, `1 {"action":"accept","choice":0}`)
}

// Only the host's note makes an approval: a server cannot.
func TestApproval_OnlyOfTheHost(t *testing.T) {
	s, _ := Update(start(t), arrive(t, "1", comment+`,"message":"m"}`))
	if s.Step != Form || s.Request().Approval != nil {
		t.Errorf("step %d", s.Step)
	}
	s = openApproval(t, comment+`,"message":"m"}`)
	if effects := s.saveDraft(); len(effects) > 0 {
		t.Error("an approval has a draft")
	}
	if !s.Open() || s.Request().Confirmation() {
		t.Error("an approval is open, and no confirmation")
	}
	if kind := request.ChoiceKind("other"); kind.Allows() {
		t.Error("an unknown choice allows")
	}
}
