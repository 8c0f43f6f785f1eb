package e2e

import (
	"slices"
	"strings"
	"testing"
)

// TestEachStep covers what must hold on each step: G2 (one main region, one
// heading of the first level, and no level left out), G3 (the title has the
// heading and the server), G5 (the server is named before its message), G22 (no
// tooltips), and D1 (the outcome has the server and the time).
// Rows: G2, G3, G5, G22, D1.
func TestEachStep(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.forEachStep(func(step string, form Document) {
		outline := eval[[]string](form, `[...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter((h) => h.checkVisibility()).map((h) => h.tagName)`)
		if n := eval[int](form, `document.querySelectorAll("main, [role=main]").length`); n != 1 {
			t.Errorf("G2: %s: %d main regions", step, n)
		}
		if n := strings.Count(strings.Join(outline, " "), "H1"); n != 1 {
			t.Errorf("G2: %s: %d headings of the first level", step, n)
		}
		// The summary of errors stands above the heading of the first level.
		level := byte('1')
		for _, tag := range outline {
			if tag[1] > level+1 {
				t.Errorf("G2: %s: the headings %q leave a level out", step, outline)
			}
			level = tag[1]
		}

		title, heading := eval[string](form, `document.title`), form.heading()
		if !strings.Contains(title, heading) || !strings.Contains(title, "Example") {
			t.Errorf("G3: %s has the title %q and the heading %q", step, title, heading)
		}
		if strings.HasPrefix(title, "Error: ") != (step == "errors") {
			t.Errorf("G3: %s has the title %q", step, title)
		}

		if before := eval[string](form, `(() => {
			const message = document.querySelector("[aria-labelledby=message-from]"), text = document.createRange();
			text.selectNodeContents(document.querySelector("main"));
			if (message) text.setEndBefore(message);
			return text.toString();
		})()`); !strings.Contains(before, "Example") {
			t.Errorf("G5: %s names the server nowhere before its message", step)
		}
		if n := eval[int](form, `document.querySelectorAll("[title]").length`); n != 0 {
			t.Errorf("G22: %s has %d tooltips", step, n)
		}
		if step == "done" && !eval[bool](form, `/\b\d{1,2}:\d{2}\b/.test(document.querySelector("main").innerText)`) {
			t.Error("D1: the time is not said")
		}
	})
	host.expectQuiet()
}

// TestQuestions covers, for a question of each kind: F1 (a visible label above
// the control is its name, and stands on review as well), F5 (the controls of a
// group do not repeat its hint and error), F6 (the first control has the
// question's id), and E4 (the error stands between label and control).
// Rows: F1, F5, F6, E4.
func TestQuestions(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(everyKind, nil)
	form.continueWithErrors()
	controls := form.controls()
	for i, c := range controls {
		got := eval[struct {
			Label, Group, First          string
			LabelTop, LabelBottom        float64
			ErrorTop, ErrorBottom, Begin float64
			Inner                        []string
		}](form, `(i) => {
			const id = "f" + i, label = document.getElementById(id + "-label"), field = label.parentElement, error = document.getElementById(id + "-error");
			const controls = [...field.querySelectorAll("input, select, textarea")].filter((e) => e.checkVisibility());
			const box = (e) => e.getBoundingClientRect();
			return {
				label: label.textContent, group: field.matches("fieldset") ? field.getAttribute("role") ?? "fieldset" : "", first: controls[0].id,
				labelTop: box(label).top, labelBottom: box(label).bottom, errorTop: box(error).top, errorBottom: box(error).bottom,
				begin: Math.min(...controls.map((e) => box(e.labels?.[0]?.contains(e) ? e.labels[0] : e).top)),
				inner: field.matches("fieldset") ? controls.map((e) => e.id) : [],
			};
		}`, i)
		if got.LabelBottom-got.LabelTop < 10 || got.LabelBottom > got.Begin {
			t.Errorf("F1: the label of %q is at %.0f to %.0f, its controls at %.0f", c.Label, got.LabelTop, got.LabelBottom, got.Begin)
		}
		if got.ErrorTop < got.LabelBottom-1 || got.ErrorBottom > got.Begin+1 {
			t.Errorf("E4: the error of %q is at %.0f to %.0f, between label (to %.0f) and controls (from %.0f)?", c.Label, got.ErrorTop, got.ErrorBottom, got.LabelBottom, got.Begin)
		}
		named := form.question(i)
		if got.Group != "" && named.Role != "group" {
			t.Errorf("F5: %q is no group: %s", c.Label, named)
		}
		if named.Name != got.Label {
			t.Errorf("F1: the label says %q, the name is %q", got.Label, named.Name)
		}
		if first := "f" + itoa(i); got.First != first && !strings.HasPrefix(got.First, first+"-") {
			t.Errorf("F6: the first control of %q is %s", c.Label, got.First)
		} else if slices.Contains([]string{"text", "radio", "checkbox", "select", "combobox"}, c.Kind) && got.First != first {
			t.Errorf("F6: the first control of %q is %s, want %s", c.Label, got.First, first)
		}
		for _, id := range got.Inner {
			if description := form.byID(id).Description; strings.Contains(description, "Error: ") {
				t.Errorf("F5: %s repeats the error of its group: %q", id, description)
			}
		}
	}
	form.answerEverything(everyKind)
	form.toReview()
	for i, row := range form.rows() {
		if row.Label != controls[i].Label {
			t.Errorf("F1: %q is called %q on review", controls[i].Label, row.Label)
		}
	}
	form.Press("Not now")
	host.outcome(key)
	host.expectQuiet()
}
