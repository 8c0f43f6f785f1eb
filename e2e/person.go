package e2e

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/elicitform/elicitform/e2e/driver"
)

// Node is a control as an assistive technology gets it.
type Node = driver.Node

// optionalSuffix ends the label of an optional field.
const optionalSuffix = " (optional)"

// otherNames are the names of a button that depend on its request: a short name finds each of them.
var otherNames = map[string]func(name string) bool{
	"Send":   func(name string) bool { return name == "Send answers" || strings.HasPrefix(name, "Send to ") },
	"Review": func(name string) bool { return name == "Continue" || name == "Continue anyway" || name == "Save" },
}

// find waits for the only control with a role and a name. The name may lack "(optional)", or the server of the
// button that sends.
func (d Document) find(role, name string) Node {
	d.t.Helper()
	return d.findOne(driver.Query{Role: role, Name: name})
}

func (d Document) findIn(group Node, role, name string) Node {
	d.t.Helper()
	return d.findOne(driver.Query{Role: role, Name: name, In: &group})
}

// button waits for the button or link with a data-action. It works in every language of the form.
func (d Document) button(action string) Node {
	d.t.Helper()
	return d.findOne(driver.Query{Action: action})
}

func (d Document) do(action string) {
	d.t.Helper()
	d.click(d.button(action), 1)
}

func (d Document) findOne(query driver.Query) Node {
	d.t.Helper()
	var found []Node
	what := fmt.Sprintf("one %s %q", query.Role, query.Name+query.Action)
	d.waitFor(what, func() bool {
		var err error
		if found, err = d.browser.Find(d.place, query); err != nil || len(found) > 0 {
			// The accessibility tree can still have the previous step.
			return err == nil && len(found) == 1
		}
		if query.Action != "" {
			return false
		}
		other, longer := otherNames[query.Name], query
		if longer.Name += optionalSuffix; other != nil {
			longer.Name = ""
		}
		found, err = d.browser.Find(d.place, longer)
		if other != nil {
			found = slices.DeleteFunc(found, func(n Node) bool { return !other(n.Name) })
		}
		return err == nil && len(found) == 1
	})
	return found[0]
}

func (d Document) exists(role, name string) bool {
	d.t.Helper()
	nodes, err := d.browser.Find(d.place, driver.Query{Role: role, Name: name})
	return err == nil && len(nodes) > 0
}

func (d Document) click(node Node, count int) {
	d.t.Helper()
	x, y := d.clickPoint(node)
	if err := d.browser.Click(x, y, 1, count); err != nil {
		d.t.Fatalf("click %s: %v", node, err)
	}
}

// clickAgain makes the second click of a double click, whose first click met the previous step.
func (d Document) clickAgain(node Node) {
	d.t.Helper()
	x, y := d.clickPoint(node)
	d.run(`void (window.clicked = new Promise((done) =>
		addEventListener("mouseup", ({ detail }) => setTimeout(done, 0, detail), { capture: true, once: true })))`)
	if err := d.browser.Click(x, y, 2, 2); err != nil {
		d.t.Fatalf("click %s again: %v", node, err)
	}
	if detail := eval[int](d, `window.clicked`); detail != 2 {
		d.t.Fatalf("the browser counts click %d on %s", detail, node)
	}
}

// clickPoint waits until an element lies still and uncovered, because a page moves with the form's height, and returns the
// middle of its visible part. After a new step it finds the element of the same role and name there.
func (d Document) clickPoint(node Node) (x, y float64) {
	d.t.Helper()
	var looks int
	var free bool
	var reachErr, frameErr error
	if becomesTrue(func() bool {
		looks++
		wasX, wasY := x, y
		if x, y, free, reachErr = d.browser.Reach(d.place, node); reachErr != nil {
			if found, err := d.browser.Find(d.place, node.Query()); err == nil && len(found) == 1 {
				node = found[0]
			}
			return false
		}
		if x != wasX || y != wasY {
			frameErr = d.page().try("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))", nil)
			return false
		}
		return free
	}) {
		return x, y
	}
	d.t.Fatalf("%s\ntimed out waiting for %s to lie still: look %d met it at %v, %v, uncovered %t, with the errors %v and %v",
		d.situation(), node, looks, x, y, free, reachErr, frameErr)
	return 0, 0
}

func (d Document) focus(node Node) (sight driver.Sight) {
	d.t.Helper()
	d.waitFor("the focus on "+node.String(), func() bool {
		d.click(node, 1)
		var err error
		sight, err = d.browser.See(d.place, node)
		return err == nil && sight.Focused
	})
	return sight
}

func (d Document) hasFocus(node Node) bool {
	sight, err := d.browser.See(d.place, node)
	return err == nil && sight.Focused
}

func (d Document) tabTo(node Node) {
	d.t.Helper()
	for range 90 {
		if d.hasFocus(node) {
			return
		}
		d.Key(kb.Tab)
	}
	d.t.Fatalf("Tab never reaches %s\n%s", node, d.situation())
}

func (d Document) Press(name string) {
	d.t.Helper()
	d.click(d.find("button", name), 1)
}

// PressTimes clicks a button as fast as a double or triple click.
func (d Document) PressTimes(name string, count int) {
	d.t.Helper()
	d.click(d.find("button", name), count)
}

func (d Document) Follow(name string) {
	d.t.Helper()
	d.click(d.find("link", name), 1)
}

func (d Document) Type(label, text string) {
	d.t.Helper()
	d.typeInto(d.find("textbox", label), text)
}

// TypePart replaces the content of a text box in a group.
func (d Document) TypePart(group, label, text string) {
	d.t.Helper()
	d.typeInto(d.findIn(d.find("group", group), "textbox", label), text)
}

// typeInto replaces the content of a text box. It repeats that if a new form took the focus meanwhile.
func (d Document) typeInto(box Node, text string) {
	d.t.Helper()
	d.waitFor("the text in "+box.String(), func() bool {
		if d.focus(box).Value != "" {
			d.Key("a", chromedp.ModifierCtrl)
			d.Key(kb.Delete)
		}
		d.insert(text)
		return d.hasFocus(box)
	})
}

// pasteDate pastes a whole date into a box of a date. The focus moves on to the last box.
func (d Document) pasteDate(box Node, text string) {
	d.t.Helper()
	d.focus(box)
	d.insert(text)
}

// insert types text at once, as a paste or an input method does.
func (tab *Tab) insert(text string) {
	tab.t.Helper()
	if err := tab.browser.Write(text); err != nil {
		tab.t.Fatalf("type %q: %v", text, err)
	}
}

func (d Document) Choose(group, option string) {
	d.t.Helper()
	d.click(d.findIn(d.find("group", group), "radio", option), 1)
}

// Tick clicks check boxes of a group until exactly the given ones are ticked.
func (d Document) Tick(group string, options ...string) {
	d.t.Helper()
	in := d.find("group", group)
	boxes, err := d.browser.Find(d.place, driver.Query{Role: "checkbox", In: &in})
	must(d.t, err)
	missing := slices.Clone(options)
	for _, box := range boxes {
		sight, err := d.browser.See(d.place, box)
		must(d.t, err)
		if sight.Checked != slices.Contains(options, box.Name) {
			d.click(box, 1)
		}
		missing = slices.DeleteFunc(missing, func(option string) bool { return option == box.Name })
	}
	if len(missing) > 0 {
		d.t.Fatalf("group %q has no options %q", group, missing)
	}
}

// Select chooses with the keyboard, because the system draws the list, which a test cannot click.
func (d Document) Select(label, option string) {
	d.t.Helper()
	list := d.find("combobox", label)
	d.tabTo(list)
	d.waitFor(option+" to be selected in "+label, func() bool {
		sight, err := d.browser.See(d.place, list)
		must(d.t, err)
		at := slices.Index(sight.Options, option)
		switch {
		case at < 0:
			d.t.Fatalf("%s has no entry %q", list, option)
		case at > sight.Selected:
			d.Key(kb.ArrowDown)
		case at < sight.Selected:
			d.Key(kb.ArrowUp)
		}
		return at == sight.Selected
	})
}

// Key presses keys one after the other. Before Enter and the space bar it waits until the focused control is in view: the form
// ignores them while the frame has not grown to its height.
func (tab *Tab) Key(keys string, modifiers ...driver.Modifier) {
	tab.t.Helper()
	for key := range strings.SplitSeq(keys, "") {
		if key == kb.Enter || key == " " {
			tab.waitFor("what has the focus to be in view", func() bool { return tab.focusInView() })
		}
		if err := tab.browser.Press(key, modifiers...); err != nil {
			tab.t.Fatalf("press %q: %v", key, err)
		}
	}
}

// focusInView reports whether the focused element of the frame, if any, is inside the visible part of the frame.
func (tab *Tab) focusInView() bool {
	var inView bool
	const look = `(() => {
		const focus = document.activeElement, { top, bottom } = focus.getBoundingClientRect();
		return !document.hasFocus() || focus === document.body || Math.min(bottom, innerHeight) - Math.max(top, 0) >= 8;
	})()`
	return tab.form().try(look, &inView) != nil || inView
}

func (d Document) heading() string {
	d.t.Helper()
	return eval[string](d, `document.querySelector("h1")?.textContent ?? ""`)
}

func (d Document) onHeading(text string) {
	d.t.Helper()
	d.wait("heading "+text, `(text) => document.querySelector("h1")?.textContent === text`, text)
}

// element returns the accessibility node of the element that an expression evaluates to.
func (d Document) element(expression string) Node {
	d.t.Helper()
	node, err := d.chromium.Element(d.place, expression)
	if err != nil {
		d.t.Fatalf("%v\n%s", err, d.situation())
	}
	return node
}

func (d Document) byID(id string) Node {
	d.t.Helper()
	return d.element(fmt.Sprintf("document.getElementById(%q)", id))
}

// question returns the accessibility node of a question: its group, or its only control.
func (d Document) question(i int) Node {
	d.t.Helper()
	return d.element(fmt.Sprintf(`document.getElementById("f%[1]d-label").closest("fieldset, [role=group]")
		?? document.getElementById("f%[1]d")`, i))
}

// waitUntilReplaced waits until the previous step has left the document.
func (d Document) waitUntilReplaced() {
	d.t.Helper()
	d.wait("nothing to be left of the step before", `!document.querySelector(".leaving")`)
}

func (d Document) shows(text string) {
	d.t.Helper()
	d.wait(text, `(text) => document.querySelector("main")?.innerText.includes(text)`, text)
}

// asks waits until the message on the screen contains a text.
func (d Document) asks(text string) {
	d.t.Helper()
	d.wait("the message "+text, `(text) => document.querySelector("[aria-labelledby=message-from]")?.innerText.includes(text)`, text)
}

// atEnd waits for the outcome of a request, a step without buttons.
func (d Document) atEnd() {
	d.t.Helper()
	d.wait("the end", requestMark+` && `+stepButtons+`.every((b) => b.dataset.action === "close")`)
}

// requestMark finds the element of a request, or of its outcome, that the program shows. A field alone, such as #f0, can be of the
// form that the program draws ahead.
const requestMark = `document.querySelector("[data-request]:not(#shell)")`

// listedProblems lists the unsolved problems of the error summary, or the only problem, which stands at its field.
const listedProblems = `[...document.querySelectorAll("#summary[role=group] li:not([aria-hidden]), main:not(:has(#summary)) [id^=f][id$='-error']")]`

// problemFocused: after problems, the focus is on their summary, or in the field of the only one.
const problemFocused = `(document.querySelector("#summary") ?? document.querySelector(".field.bad:not(.solved)"))?.contains(document.activeElement)`

// hasProblems waits until the problems have the focus, and are that many.
func (d Document) hasProblems(count int) {
	d.t.Helper()
	d.wait("the problems", `(count) => `+problemFocused+` && `+listedProblems+`.length === count`, count)
}

func (d Document) isTrue(expression string) bool {
	var ok bool
	return d.try("!!("+expression+")", &ok) == nil && ok
}

func (d Document) onStep(button string) {
	d.t.Helper()
	d.wait("the button "+button, stepButton, button)
}

// stepButtons lists the buttons of the program's step in their order, without those of a form that it draws ahead.
const stepButtons = `[...document.querySelectorAll("[data-action]")].filter((b) => b.checkVisibility({ visibilityProperty: true }) && !b.closest("#shell, .leaving"))`
const stepButton = `(name) => ` + stepButtons + `.find((b) =>
	[b.textContent, b.ariaLabel].includes(name) || name === "Send" && b.textContent.startsWith("Send to ") || name === "Review" && b.dataset.action === "continue")`

// questions lists the labels of the questions in their order.
const questions = `[...document.querySelectorAll("[id^=f][id$='-label']")]`

// focusOn moves the focus to the element of an expression, for pressEnter.
func (d Document) focusOn(find string) bool {
	return d.isTrue(`(() => {
		const button = ` + find + `;
		button?.focus();
		button?.addEventListener("click", () => window.__clicked = true, { capture: true, once: true });
		return window.__clicked = false, button;
	})()`)
}

// pressEnter presses Enter and reports whether that clicked the focused button. The form may move the focus or replace the
// button at this moment.
func (d Document) pressEnter() bool {
	d.t.Helper()
	d.Key("\r")
	return d.isTrue("window.__clicked")
}

// leaveReview presses Escape on review, which leads to the form with all answers.
func (d Document) leaveReview() {
	d.t.Helper()
	d.run(`document.activeElement?.closest(".step") || document.getElementById("heading").focus()`)
	d.Key(kb.Escape)
}

// pressByKeyboard presses Enter on a button until that clicks the button.
func (d Document) pressByKeyboard(name string) {
	d.t.Helper()
	d.waitFor("a press of "+name, func() bool { return d.focusOn(fmt.Sprintf("(%s)(%q)", stepButton, name)) && d.pressEnter() })
}
