package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/elicitform/elicitform/e2e/axe"
	"github.com/elicitform/elicitform/e2e/driver"
)

// Document is the page of a tab, or the frame of the form in it.
type Document struct {
	*Tab
	place driver.Place
}

func (tab *Tab) page() Document { return Document{tab, driver.Page} }
func (tab *Tab) form() Document { return Document{tab, driver.Frame} }

// try evaluates an expression in the document and decodes its value.
func (d Document) try(expression string, into any) error {
	return d.browser.Evaluate(d.place, expression, into)
}

func eval[T any](d Document, expression string, args ...any) T {
	d.t.Helper()
	var value T
	if err := d.try(call(expression, args), &value); err != nil {
		d.t.Fatalf("evaluate: %v", err)
	}
	return value
}

func (d Document) run(expression string, args ...any) {
	d.t.Helper()
	if err := d.try(call(expression, args), nil); err != nil {
		d.t.Fatalf("evaluate: %v", err)
	}
}

func call(expression string, args []any) string {
	if len(args) == 0 {
		return expression
	}
	list, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	return "(" + expression + ")(..." + string(list) + ")"
}

// wait polls until the expression is true in the document, which may still be loading.
func (d Document) wait(what, expression string, args ...any) {
	d.t.Helper()
	d.waitFor(what, func() bool {
		var ok bool
		return d.try("!!("+call(expression, args)+")", &ok) == nil && ok
	})
}

func (tab *Tab) waitFor(what string, condition func() bool) {
	tab.t.Helper()
	if !becomesTrue(condition) {
		tab.t.Fatalf("%s\ntimed out waiting for %s", tab.situation(), what)
	}
}

// becomesTrue polls a condition until it holds. It reports false after [waitTimeout]. The polls become rarer, because each one
// costs the browser processor time.
func becomesTrue(condition func() bool) bool {
	deadline := time.Now().Add(waitTimeout)
	for pause := 8 * time.Millisecond; !condition(); pause = min(pause*3/2, 40*time.Millisecond) {
		if time.Now().After(deadline) {
			return false
		}
		time.Sleep(pause)
	}
	return true
}

// closeForms presses Close on the outcomes of requests until a condition holds. It reports false after [waitTimeout]. The wait
// for an opened page ends only by that button.
func (tab *Tab) closeForms(isOver func() bool) bool {
	return becomesTrue(func() bool {
		if isOver() {
			return true
		}
		_ = tab.form().try(driver.Button("close")+`?.click()`, nil)
		return false
	})
}

// situation describes page and frame for the message of a failure.
func (tab *Tab) situation() string {
	var page, frame, drawn string
	_ = tab.page().try("document.body.innerText.slice(0, 600)", &page)
	_ = tab.form().try("document.title + ', focus on ' + (document.activeElement?.id || document.activeElement?.tagName) + '\\n' + document.body.innerText.slice(0, 1500)", &frame)
	if err := tab.page().try(framesOfASecond, &drawn); err != nil {
		drawn = err.Error()
	}
	return fmt.Sprintf("page: %s\nframe: %s\nscreen: %s\nlog: %s", page, frame, drawn, tab.log)
}

// framesOfASecond says whether the browser draws the page: waits for animation frames never end on a page that it does not draw.
const framesOfASecond = `new Promise((done) => {
	let frames = 0, over = false;
	const count = () => { frames++; over || requestAnimationFrame(count); };
	requestAnimationFrame(count);
	setTimeout(() => { over = true; done(document.visibilityState + ", " + frames + " frames in a second"); }, 1000);
})`

func (d Document) axTree() []Node {
	d.t.Helper()
	d.waitUntilReplaced()
	nodes, err := d.chromium.Tree(d.place)
	must(d.t, err)
	return nodes
}

func (d Document) axDump() string {
	d.t.Helper()
	var text strings.Builder
	for _, n := range d.axTree() {
		fmt.Fprintf(&text, "%s%s\n", strings.Repeat("  ", n.Depth), n)
	}
	return text.String()
}

func (d Document) axeRun(run string) []axe.Finding {
	d.t.Helper()
	source, err := axe.Source()
	must(d.t, err)
	if !eval[bool](d, `typeof axe === "object"`) {
		d.run("(() => {" + source + "\n})()") // Some engines evaluate expressions only.
	}
	d.waitUntilReplaced()
	findings, err := axe.Read(eval[string](d, "("+run+")()"))
	must(d.t, err)
	return findings
}

// expectAccessible fails the test for each finding of axe, except the excused ones and those of the given rules.
func (d Document) expectAccessible(when string, without ...string) {
	d.t.Helper()
	for _, finding := range d.axeRun(axe.Run) {
		if reason := axe.Excuse(finding); reason == "" && !slices.Contains(without, finding.Rule) {
			d.t.Errorf("axe, %s: %s", when, finding)
		}
	}
}
