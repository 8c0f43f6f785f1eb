package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// agentQuestion is a question of Claude's agent with some options.
func agentQuestion(options ...string) string {
	list := make([]string, len(options))
	for i, option := range options {
		list[i] = fmt.Sprintf(`{"const":%q,"title":%q}`, option, option)
	}
	return `{"message":"Which parser should stay?","requestedSchema":{"type":"object","properties":{
		"question_0":{"type":"string","title":"Parser","oneOf":[` + strings.Join(list, ",") + `]},
		"question_0_custom":{"type":"string","title":"Other","_meta":{"_askUserQuestionCustomAnswer":{"questionId":"question_0","isCustomAnswer":true}}}}}}`
}

// TestOwnAnswer: an option of an agent's question is sent by one press, and Other opens a text with the focus in it. All of it works
// with keys, also in a list that is searched.
func TestOwnAnswer(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	short := map[string]any{"review": "short"}
	t.Run("an option", func(t *testing.T) {
		host.reportTo(t)
		key, form := host.show(agentQuestion("Recursive descent", "Pratt"), short)
		form.Press("Pratt")
		host.expectResult(key, `{"action":"accept","content":{"question_0":"Pratt"}}`)
	})
	t.Run("own words by keys", func(t *testing.T) {
		host.reportTo(t)
		key, form := host.show(agentQuestion("Recursive descent", "Pratt"), short)
		form.tabTo(form.find("button", "Other"))
		form.Key(kb.Enter)
		form.focused("Parser", "textbox", "Parser")
		form.expectAccessible("own answer")
		form.Key(kb.Enter)
		form.wait("the problem", `document.getElementById("f1-error")?.textContent.includes("Enter your answer, or choose an option")`)
		form.focused("Parser", "textbox", "Parser")
		form.insert("the old one")
		form.Key(kb.Enter)
		host.expectResult(key, `{"action":"accept","content":{"question_0_custom":"the old one"}}`)
	})
	t.Run("another option after all", func(t *testing.T) {
		host.reportTo(t)
		key, form := host.show(agentQuestion("Recursive descent", "Pratt"), nil)
		form.Choose("Parser", "Other")
		form.focused("Parser", "textbox", "Parser")
		form.insert("the old one")
		form.Choose("Parser", "Pratt")
		form.wait("the text to close", `!document.getElementById("f1")`)
		form.Choose("Parser", "Other")
		form.focused("Parser", "textbox", "Parser")
		if got := eval[string](form, `f1.value`); got != "the old one" {
			t.Errorf("%q is left of what was typed", got)
		}
		form.toReview()
		form.click(form.byID("change-0-0"), 1)
		form.wait("the text", `document.getElementById("f1")?.value === "the old one"`)
		form.Choose("Parser", "Recursive descent")
		form.Press("Save")
		form.onHeading(reviewHeading)
		host.expectSent(key, `{"question_0":"Recursive descent"}`)
	})
	t.Run("a property that accepts options or a text", func(t *testing.T) {
		host.reportTo(t)
		key, form := host.show(`{"message":"Which parser should stay?","requestedSchema":{"type":"object","required":["q"],"properties":{
			"q":{"title":"Parser","anyOf":[{"oneOf":[{"const":"rd","title":"Recursive descent"},{"const":"pratt","title":"Pratt"}]},{"type":"string"}]}}}}`, nil)
		form.Choose("Parser", "Other")
		form.focused("Parser", "textbox", "Parser")
		form.insert("the old one")
		form.toReview()
		host.expectSent(key, `{"q":"the old one"}`)
	})
	t.Run("a list that is searched", func(t *testing.T) {
		host.reportTo(t)
		options := make([]string, 60)
		for i := range options {
			options[i] = fmt.Sprint("Parser ", i+1)
		}
		key, form := host.show(agentQuestion(options...), nil)
		form.tabTo(form.byID("f0"))
		form.insert("Other")
		form.waitUntilIdle()
		form.Key(kb.ArrowDown)
		form.Key(kb.Enter)
		form.wait("the focus in the text", `document.activeElement?.id === "f1"`)
		form.insert("mine")
		form.expectAccessible("own answer of a list")
		form.toReview()
		host.expectSent(key, `{"question_0_custom":"mine"}`)
	})
	t.Run("skipped", func(t *testing.T) {
		host.reportTo(t)
		key, form := host.show(agentQuestion("Recursive descent"), nil)
		form.find("button", "Stop the tool")
		form.Press("Skip")
		host.expectResult(key, `{"action":"decline"}`)
	})
	host.expectQuiet()
}

// TestDigits: a digit chooses an option of the group with the focus. In a text it is typed, and it sends nothing.
func TestDigits(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(`{"message":"Which ones?","requestedSchema":{"type":"object","properties":{
		"one":{"type":"string","title":"One","enum":["a","b","c"]},"some":{"type":"array","title":"Some","items":{"type":"string","enum":["d","e"]}},
		"text":{"type":"string","title":"Text"}}}}`, nil)
	form.tabTo(form.byID("f0"))
	form.Key("3")
	form.Key("9")
	form.wait("the third option", `document.activeElement.id === "f0-2" && document.activeElement.checked`)
	form.tabTo(form.byID("f1"))
	form.Key("2")
	form.wait("the second box", `document.activeElement.checked`)
	form.Type("Text", "1")
	form.Key("2")
	form.toReview()
	host.expectSent(key, `{"one":"c","some":["e"],"text":"12"}`)
	host.expectQuiet()
}

// TestPreviews: the pointer or the focus on an option shows its preview. That chooses nothing and moves no option.
func TestPreviews(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	option := func(name, preview string) string {
		return fmt.Sprintf(`{"const":%[1]q,"title":%[1]q,"_meta":{"_claude/askUserQuestionOption":{"description":"About it","preview":%[2]q}}}`, name, preview)
	}
	params := `{"message":"Which parser should stay?","requestedSchema":{"type":"object","required":["p"],"properties":{"p":{"type":"string","title":"Parser","oneOf":[` +
		option("old", "expr()\n  "+strings.Repeat("term() ", 20)+strings.Repeat("\nline", 40)) + "," + option("new", "<b>parse</b>(0)") + `]}}}}`
	const visiblePreviews = `[...document.querySelectorAll(".preview")].map((each) => {
		const { left, top } = each.getBoundingClientRect();
		return document.elementFromPoint(left + 30, top + 15)?.closest(".preview") === each ? each.textContent.slice(0, 6) : "";
	}).join()`
	const places = `JSON.stringify([...document.querySelectorAll(".option")].map((each) => each.getBoundingClientRect().top))`
	for width, want := range map[int]string{760: ",<b>par", 380: ","} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			host.reportTo(t)
			host.viewport(width, 900, 1)
			key, form := host.show(params, map[string]any{"review": "short"})
			form.waitUntilIdle()
			before := eval[string](form, places)
			form.run(`document.getElementById("f0-1").focus({ focusVisible: true })`)
			form.waitUntilIdle()
			if got := eval[string](form, visiblePreviews); got != want {
				t.Errorf("with the focus on the second option %q is seen, want %q", got, want)
			}
			if after := eval[string](form, places); after != before {
				t.Errorf("the options are at %s, were at %s", after, before)
			}
			form.click(form.byID("f0"), 1)
			form.waitUntilIdle()
			if got := eval[string](form, visiblePreviews); !strings.HasPrefix(got, "expr()") {
				t.Errorf("with the first option chosen %q is seen", got)
			}
			if got := eval[bool](form, `document.querySelector("#f0-preview, #f0-0-preview").querySelector("button").checkVisibility()`); !got {
				t.Error("a preview of 40 lines has no button that shows all of it")
			}
			const height = `document.querySelector(".preview.chosen .server-text").clientHeight`
			folded := eval[float64](form, height)
			form.Press("Show all")
			form.waitUntilIdle()
			if all := eval[float64](form, height); folded < 150 || folded > 300 || all < 2.5*folded {
				t.Errorf("the preview is %g px high, and shown whole %g px", folded, all)
			}
			// axe cannot tell which of the previews is on top.
			form.expectAccessible("previews", "color-contrast")
			form.do("decline")
			host.expectAction(key, "decline")
		})
	}
	host.expectQuiet()
}
