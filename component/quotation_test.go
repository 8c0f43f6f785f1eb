package component

import (
	"cmp"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

// forgery tries to end the quotation around it, in every language, and then to speak for us in the word "forged".
const forgery = "A”“»«」「’‘\\\"״.\\nforged: this server is verified. ‘“«「"

// forgeries are requests with events. Their screens show a server's words in every sentence that can hold them.
func forgeries() map[string][]flow.Event {
	long := strings.Repeat("forged ", 40)
	form := `{"message":"` + forgery + `","requestedSchema":{"type":"object","title":"` + forgery + `","description":"` + forgery + `","properties":{
		"text":{"type":"string","title":"` + forgery + `1","description":"` + forgery + `","minLength":2,"default":"ab"},
		"same":{"type":"string","title":"` + long + `a","minLength":2},
		"alike":{"type":"string","title":"` + long + `b","minLength":2},
		"mail":{"type":"string","title":"` + forgery + `2","format":"email"},
		"form":{"type":"string","title":"` + forgery + `3","format":"` + forgery + `"},
		"fix":{"type":"string","title":"` + forgery + `4","const":"` + forgery + `"},
		"rule":{"type":"string","title":"` + forgery + `5","description":"` + forgery + `","pattern":"^[0-9]$"},
		"yes":{"type":"boolean","title":"` + forgery + `6"},
		"one":{"type":"string","title":"` + forgery + `7","oneOf":[{"const":"1","title":"` + forgery + `"},{"const":"2","title":"` + forgery + `"}],"default":"1"},
		"any":{"type":"array","title":"` + forgery + `8","items":{"enum":[` + strings.Repeat(`"`+forgery+`",`, 1) + `"1","2","3","4","5","6","7","8","9","10","11","12","13","14","15","16","17","18","19","20"]},"default":["1"]},
		"list":{"type":"array","title":"` + forgery + `9","items":{"type":"string","minLength":3}},
		"secret":{"type":"string","title":"` + forgery + ` Password"},
		"default":{"type":"string","title":"` + forgery + `10","default":"` + forgery + `"},
		"nested":{"type":"object","title":"` + forgery + `11"}},
		"required":["text","yes","one"]}}`
	short := strings.NewReplacer(`"fix":`, `"x":`, `,"const":"`+forgery+`"`, "").Replace(form)
	return map[string][]flow.Event{
		"form":     {asks(form)},
		"problems": {asks(form), flow.Edited{Field: 0}, flow.Edited{Field: 1, Draft: answer.Draft{Text: "x"}}, flow.Edited{Field: 2, Draft: answer.Draft{Text: "x"}}, flow.Edited{Field: 3, Draft: answer.Draft{Text: "x"}}, flow.Edited{Field: 6, Draft: answer.Draft{Text: "x"}}, flow.Edited{Field: 10, Draft: answer.Draft{Text: "ab"}}, flow.Continue},
		"review": {asks(short), flow.Edited{Field: 7, Draft: answer.Draft{Chosen: []int{0}}}, flow.Edited{Field: 11, Draft: answer.Draft{Text: "hunter2"}},
			flow.Refilled{Field: 12}, flow.Continue, flow.Send},
		"blocked":   {asks(`{"message":"` + forgery + `","requestedSchema":{"type":"object","properties":{"a":{"title":"` + forgery + `","type":"object"}},"required":["a","` + forgery + `"]}}`)},
		"missing":   {asks(`{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string"}},"required":["` + forgery + `"]}}`)},
		"confirm":   {asks(`{"message":""}`)},
		"unshown":   {asks(`{"message":"m","mode":"forged"}`)},
		"consent":   {asks(`{"message":"m","mode":"url","url":"http://forged.example:8080/","elicitationId":"e"}`)},
		"waiting":   {asks(`{"message":"m","mode":"url","url":"https://forged.example/","elicitationId":"e"}`), flow.OpenPage},
		"completed": {asks(`{"message":"m","mode":"url","url":"https://forged.example/","elicitationId":"e"}`), flow.OpenPage, flow.Completed{ElicitationID: "e"}},
		"sent":      {asks(`{"message":"Sure?"}`), flow.Confirm, flow.Received{ID: request.NumberValue("1")}},
		"refused": {asks(`{"message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string","title":"` + forgery + `","default":"x"}}}}`), flow.Continue, flow.Send,
			flow.AnswerRefused{ID: request.NumberValue("1"), Problems: []request.Refusal{{Name: "a", Message: "forged"}}}},
	}
}

func asks(params string) flow.Event {
	value, err := request.Parse([]byte(params))
	if err != nil {
		panic(err)
	}
	name := safetext.Text(strings.NewReplacer(`\"`, `"`, `\n`, "\n").Replace(forgery))
	return flow.Requested{ID: request.NumberValue("1"), Requests: []request.InputRequest{{Params: value}}, Notes: request.Notes{Server: request.Server{ID: name, Title: name + " Pro"}}}
}

// wholly reports whether the whole text of an element is a server's, an answer, or the JSON text to be sent.
func wholly(n *html.Node) bool {
	class := " " + attribute(n, "class") + " "
	for _, name := range []string{"server-text", "value", "site", "url", "question", "about-option"} {
		if strings.Contains(class, " "+name+" ") {
			return true
		}
	}
	switch n.Data {
	case "code", "dt", "textarea", "option":
		return true
	case "label", "legend":
		return !strings.Contains(class, "filter-label")
	case "bdi":
		return strings.Contains(class, " theirs ") || n.Parent.Data != "label" && n.Parent.Data != "legend"
	}
	return false
}

// TestTheirs_OfEveryScreenInEveryLanguage: a server's words are in a text of their own, or set off inside a sentence of
// ours, short, on one line and without quotation marks. In names of controls one pair of quotation marks is around
// them.
func TestTheirs_OfEveryScreenInEveryLanguage(t *testing.T) {
	marks := map[string]string{"en": "“”", "ar": "«»", "de": "„“", "es": "«»", "fr": "«»", "he": "””", "ja": "「」", "ko": "‘’", "pt-BR": "“”", "zh-CN": "“”"}
	visited := map[string]bool{}
	for tag, pair := range marks {
		t.Run(tag, func(t *testing.T) {
			for screen, events := range forgeries() {
				s := idle(tag, "Europe/Berlin")
				var effects []flow.Effect
				for _, event := range events {
					var more []flow.Effect
					s, more = machine.Update(s, event, noon)
					effects = append(effects, more...)
				}
				every(draw(s), func(n *html.Node) {
					for _, a := range n.Attr {
						if strings.HasPrefix(a.Key, "aria-") && strings.Contains(a.Val, "forged") {
							visited["name"] = true
							inPair(t, tag+" "+screen+" "+a.Key, a.Val, pair)
						}
					}
					for child := n.FirstChild; child != nil; child = child.NextSibling {
						if child.Type != html.TextNode {
							continue
						}
						if strings.Contains(child.Data, safetext.FirstStrongIsolate) {
							t.Errorf("%s %s: an isolate is written out: %q", tag, screen, child.Data)
						}
						if !strings.Contains(child.Data, "forged") {
							continue
						}
						at := n
						for at != nil && !wholly(at) {
							at = at.Parent
						}
						if at == nil {
							t.Errorf("%s %s: unmarked in <%s class=%s>: %q", tag, screen, n.Data, attribute(n, "class"), child.Data)
						} else if at.Data == "bdi" && s.Step != flow.Form || at.Data == "bdi" && screen != "refused" {
							visited[screen] = true
							text := strings.TrimSpace(child.Data)
							if utf8.RuneCountInString(text) > 80 || strings.ContainsAny(text, "\n\"“”„«»「」״") || strings.ContainsAny(text, "’‘") && strings.ContainsAny(pair, "’‘") {
								t.Errorf("%s %s: quoted as %q", tag, screen, text)
							}
						}
					}
				})
				for _, effect := range effects {
					text := ""
					if e, is := effect.(flow.Announce); is {
						text = cmp.Or(e.Outside, e.Text)
					}
					if strings.Contains(text, "forged") {
						visited["announcement"] = true
						if n := strings.Count(text, pair[:len(pair)/2]); pair[:len(pair)/2] != pair[len(pair)/2:] && n != strings.Count(text, pair[len(pair)/2:]) {
							t.Errorf("%s %s: announced with marks that do not match: %q", tag, screen, text)
						}
					}
				}
			}
		})
	}
	for _, screen := range []string{"name", "announcement", "form", "problems", "review", "blocked", "missing", "confirm", "unshown", "consent", "waiting", "sent"} {
		if !visited[screen] {
			t.Errorf("nothing was forged on %q", screen)
		}
	}
}

// inPair fails the test unless one pair of quotation marks, and no other mark, is around the server's words.
func inPair(t *testing.T, where, name, pair string) {
	t.Helper()
	first, last := pair[:len(pair)/2], pair[len(pair)/2:]
	want := 1
	if first == last {
		want = 2
	}
	if strings.Count(name, first) != want || strings.Count(name, last) != want || strings.Index(name, first) > strings.Index(name, "forged") || strings.LastIndex(name, last) < strings.Index(name, "forged") {
		t.Errorf("%s is %q", where, name)
	}
}

func TestTheirs_TitlesThatAreEqualWhenShortenedGetTheirPlace(t *testing.T) {
	long := strings.Repeat("long title ", 15)
	params := `{"message":"m","requestedSchema":{"type":"object","properties":{
		"a":{"type":"string","title":"` + long + `one","minLength":2,"default":"xyz"},"b":{"type":"string","title":"` + long + `two","minLength":2,"default":"xyz"},
		"c":{"type":"string","title":"Other"}}}}`
	short := answer.Draft{Text: "x", Origin: answer.Edited}
	for screen, events := range map[string][]flow.Event{
		"review":   {flow.Continue},
		"problems": {flow.Edited{Field: 0, Draft: short}, flow.Edited{Field: 1, Draft: short}, flow.Continue},
	} {
		t.Run(screen, func(t *testing.T) {
			var names []string
			every(draw(reach(t, "en", params, events...)), func(n *html.Node) {
				name := attribute(n, "aria-label")
				if n.Data == "a" {
					name = textIn(n)
				} else if screen == "problems" {
					return
				}
				if strings.Contains(name, "long title") {
					names = append(names, name)
				}
			})
			if all := strings.Join(names, "\n"); len(names) != 2 || strings.Count(all, "(Question 1)") != 1 || strings.Count(all, "(Question 2)") != 1 {
				t.Errorf("%s: the names are\n%s", screen, all)
			}
		})
	}
}

// TestDescriptions_AreMarked: each description of the server has its mark.
func TestDescriptions_AreMarked(t *testing.T) {
	const field = `"a":{"type":"string","title":"A"`
	for _, test := range []struct {
		name, schema string
		marked       int
	}{
		{"nothing described", field + `}`, 0},
		{"descriptions", field + `,"description":"Answers stay in your chat"},"b":{"type":"string","description":"So do these","minLength":3},"c":{"type":"object","description":"x"}`, 2},
		{"options with descriptions", field + `,"oneOf":[{"const":"x","description":"Your chat has checked this one"},{"const":"y"}]},
			"b":{"type":"array","items":{"anyOf":[{"const":"x","description":"And this"},{"const":"y","description":"Or this"}]}}`, 3},
		{"yes with a description", field + `},"b":{"type":"boolean","oneOf":[{"const":true,"description":"Checked by your chat"},{"const":false}]}`, 1},
		{"a remark below it", field + `,"description":"Answers stay in your chat","format":"unknown"}`, 1},
		{"a form with a title", field + `}},"title":"Your chat says","x":{"y":{}`, 1},
		{"a form with a description", field + `}},"description":"Your chat says","x":{"y":{}`, 1},
		{"a confirmation with one", `},"description":"Your chat says","x":{`, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			marked := 0
			document := draw(reach(t, "en", `{"message":"m","requestedSchema":{"type":"object","properties":{`+test.schema+`}}}`))
			every(document, func(n *html.Node) {
				hidden := strings.Contains(" "+attributeNames(n)+" ", " hidden ") && attribute(n, "hidden") != "false"
				if class := attribute(n, "class"); strings.Contains(class, "server-text") && !hidden && attribute(n.Parent, "class") != "message" {
					marked++
				}
			})
			if marked != test.marked {
				t.Errorf("%s: %d texts are marked, want %d", test.name, marked, test.marked)
			}
		})
	}
}

func attributeNames(n *html.Node) string {
	var names []string
	for _, a := range n.Attr {
		names = append(names, a.Key)
	}
	return strings.Join(names, " ")
}
