package e2e

import (
	"encoding/json"
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/elicitform/elicitform/e2e/testsite"
	"github.com/elicitform/elicitform/internal/safetext"
)

// expectation says what happens with a request of the corpus that is not shown
// as a form. All other requests must be answerable.
type expectation string

const (
	wantConfirmation expectation = "confirmation"
	wantBlocked      expectation = "blocked"
	wantUnshown      expectation = "unshown"
)

var expectations = map[string]expectation{
	"045-fastmcp-empty-confirm.json":    wantConfirmation,
	"055-go-nil-schema.json":            wantConfirmation,
	"056-go-empty-object.json":          wantConfirmation,
	"076-gh-device-code-no-schema.json": wantConfirmation,
	"074-go-invalid-root-string.json":   wantUnshown,
	"126-hostile-dialects.json":         wantUnshown,
	"132-hostile-unknown-mode.json":     wantUnshown,
	"133-hostile-null-schema.json":      wantConfirmation, // Serializers write null for missing values.
	"118-hostile-empty-enum.json":       wantBlocked,
	"207-real-list-of-numbers.json":     wantBlocked, // A result carries lists of texts only.
}

// ajvCannotCompile lists the schemas that ajv cannot compile, with the reasons.
var ajvCannotCompile = map[string]string{
	"095-jam-hostile.json":                   "a property is no schema",
	"125-hostile-bad-pattern.json":           "one of the patterns is no regular expression",
	"127-hostile-remote-ref.json":            "remote references are never fetched",
	"064-go-invalid-minlength-negative.json": "a rule of the schema is malformed",
	"129-hostile-bounds-on-wrong-type.json":  "a rule of the schema is malformed",
	"209-real-null-members.json":             "keywords are null",
	"210-real-empty-lists.json":              "a keyword is null",
	"211-real-null-dialect.json":             "the dialect is null",
}

// corpusParts is how many frames share the corpus.
const corpusParts = 6

// TestCorpus shows every form-mode request of the corpus in a frame that other
// requests have used. It covers P1 (every schema kind renders), P2 (formats),
// P4 and P5 (defaults and absence), N12 (no question has an answer beforehand), N19
// (the server's order), F1 (label equals accessible name), R10 (the review shows
// the sent answers), B10 (confirmation), B12 and B13 (properties without a control),
// P23, P24, P25, N5 and N20.
// Rows: P1, P2, P4, P5, N12, N19, R10.
func TestCorpus(t *testing.T) {
	t.Parallel()
	for part := range corpusParts {
		t.Run("part "+itoa(part+1), func(t *testing.T) {
			t.Parallel()
			validator := newValidator(t)
			host := warmHost(t)
			for i, file := range corpusFiles(t) {
				if i%corpusParts == part {
					host.runCorpus(t, file, validator)
				}
			}
		})
	}
}

// runCorpus shows a request and compares it with the expectations.
func (h *Host) runCorpus(t *testing.T, file string, validator Validator) {
	params := corpus(t, file)
	r := readRequest(t, params)
	if r.Mode == "url" {
		return
	}
	t.Run(file, func(t *testing.T) {
		h.reportTo(t)
		t.Cleanup(func() { h.expectQuiet() })
		t.Cleanup(func() { h.reopenAfterFailure(t) })
		switch expectations[file] {
		case wantConfirmation:
			h.expectConfirmation(params)
		case wantBlocked:
			h.expectBlocked(params)
		case wantUnshown:
			h.expectUnshown(params)
		default:
			if h.answerAll(t, file, params, r, validator) {
				h.sendUntouched(t, file, params, r, validator)
			}
		}
	})
}

// reopenAfterFailure reloads the page after a failure, so that the next request
// does not wait behind the failed one.
func (h *Host) reopenAfterFailure(t *testing.T) {
	if !t.Failed() {
		return
	}
	h.load(baseURL(t))
	h.mount(english)
	h.waitUntilReady()
}

// expectConfirmation expects a form with only a confirmation, and confirms it.
// B10, P25.
func (h *Host) expectConfirmation(params string) {
	key, form := h.show(params, nil)
	form.onHeading(confirmHeading("Example"))
	form.Press("Confirm")
	if got := h.outcome(key); got.Action != "accept" || h.lastContent() != "{}" {
		h.t.Errorf("confirmed: %+v", got)
	}
	form.onHeading(confirmedHeading)
}

// expectBlocked expects a reason, and no buttons but Decline and Not now. B12,
// B13.
func (h *Host) expectBlocked(params string) {
	key, form := h.show(params, nil)
	if reason := eval[string](form, `document.getElementById("blocked")?.textContent ?? ""`); reason == "" {
		h.t.Error("no reason is given")
	}
	var names []string
	for _, n := range form.axTree() {
		if n.Role == "button" || n.Role == "textbox" || n.Role == "radio" || n.Role == "checkbox" {
			names = append(names, n.Name)
		}
	}
	if got := strings.Join(names, ", "); got != "Decline, Not now" {
		h.t.Errorf("controls: %s", got)
	}
	form.Press("Decline")
	if got := h.outcome(key); got.Action != "decline" {
		h.t.Errorf("declined: %+v", got)
	}
}

// expectUnshown expects an error for the host, and a sentence for the person.
// B5.
func (h *Host) expectUnshown(params string) {
	key := h.start(params, nil)
	got := h.outcome(key)
	form := h.form()
	form.onHeading(unshownHeading)
	if got.Error != "ElicitationError" || got.RPCCode != -32602 && got.RPCCode != -32603 || got.Action != "" {
		h.t.Errorf("settled as %+v", got)
	}
	form.Press("Close")
	form.wait("the screen to be put away", `!`+requestMark)
}

// answerAll fills in every field, changes one answer on review and sends. It
// returns false if the form could not be filled in.
func (h *Host) answerAll(t *testing.T, file, params string, r request, v Validator) bool {
	key, form := h.show(params, nil)
	form.onHeading(askingHeading("Example"))
	controls := form.controls()
	if len(controls) != len(r.Properties) {
		t.Fatalf("%d fields for %d properties\n%s", len(controls), len(r.Properties), form.situation())
	}
	wires := make([]string, len(controls))
	changeable := -1
	// Earlier answers may make a question required.
	isConditional := strings.Contains(params, `"if"`)
	for i, c := range controls {
		if isConditional {
			c = form.controls()[i]
		}
		p := r.Properties[i]
		expectLabel(t, form, i, c, p)
		// A title with "(optional)" at its end gets no second one.
		wantsOptional := !r.Required[p.Name] && !strings.HasSuffix(c.Label, "(optional)")
		if c.Optional != wantsOptional && c.Kind != "unsupported" && !isConditional {
			t.Errorf("%q: optional=%v, required=%v", p.Name, c.Optional, r.Required[p.Name])
		}
		if c.Suggested {
			wires[i] = wireDefault(p)
			continue
		}
		a := answerFor(t, p, c, 0)
		if a.wire != "" {
			a.do(form, i)
		}
		wires[i] = a.wire
		if b := answerFor(t, p, c, 1); changeable < 0 && b.wire != a.wire {
			changeable = i
		}
	}
	if t.Failed() {
		return false
	}
	form.toReview()
	form.revealSecrets()
	expectRows(t, form, controls, wires)
	if changeable >= 0 {
		c, p := controls[changeable], r.Properties[changeable]
		form.click(form.byID("change-0-"+itoa(changeable)), 1)
		form.wait("the focus on the field to change", `(id) => document.activeElement?.id === id`, "f"+itoa(changeable))
		b := answerFor(t, p, c, 1)
		b.do(form, changeable)
		wires[changeable] = b.wire
		form.toReview()
		form.wait("the focus on the changed row", `(id) => document.activeElement?.id === id`, "change-0-"+itoa(changeable))
	}
	h.sendAndCompare(t, file, key, r, wires, v)
	return true
}

// sendAndCompare sends the answers and compares the review, the sent content and
// the test's answers.
func (h *Host) sendAndCompare(t *testing.T, file, key string, r request, wires []string, v Validator) {
	t.Helper()
	h.form().revealSecrets()
	shown := h.form().wireText()
	outcome, content := h.send(key)
	if outcome.Action != "accept" {
		t.Fatalf("settled as %+v", outcome)
	}
	if shown != content {
		t.Errorf("R10: review showed %s, but %s left", shown, content)
	}
	var want []string
	for i, wire := range wires {
		if wire != "" {
			name, err := json.Marshal(r.Properties[i].Name)
			must(t, err)
			want = append(want, string(name)+":"+wire)
		}
	}
	expectSameJSON(t, "content", content, "{"+strings.Join(want, ",")+"}")
	if ajvCannotCompile[file] == "" {
		problems, err := v.Validate(string(r.Schema), content)
		if err != nil {
			t.Errorf("the other validator: %v", err)
		}
		for _, problem := range problems {
			t.Errorf("the other validator refuses %s: %s", content, problem)
		}
	}
	h.form().onHeading(sentHeading)
}

// sendUntouched sends a form without an edit, if that is possible: the form sends
// exactly the suggestions.
func (h *Host) sendUntouched(t *testing.T, file, params string, r request, v Validator) {
	wires := make([]string, len(r.Properties))
	for i, p := range r.Properties {
		if empty := []string{"", "null", `""`, "[]"}; !slices.Contains(empty, string(p.Schema.Default)) {
			wire := wireDefault(p)
			problems, err := v.Validate(string(withDefs(r.Schema, p.Raw)), wire)
			if err == nil && len(problems) == 0 && !tooBig(p.Schema.Default) {
				wires[i] = wire
			}
		}
		if r.Required[p.Name] && wires[i] == "" {
			return
		}
	}
	key, form := h.show(params, nil)
	for i, c := range form.controls() {
		if c.Suggested != (wires[i] != "") {
			t.Errorf("%q: suggested=%v with the default %s", r.Properties[i].Name, c.Suggested, r.Properties[i].Schema.Default)
		}
	}
	form.toReview()
	h.sendAndCompare(t, file, key, r, wires, v)
}

// tooBig reports whether a number is an integer that JSON readers would round.
// Such a number is never sent (B17).
func tooBig(value json.RawMessage) bool {
	number, ok := new(big.Rat).SetString(string(value))
	return ok && number.IsInt() && number.Num().CmpAbs(big.NewInt(1<<53-1)) > 0 && !strings.ContainsAny(string(value), "eE")
}

// withDefs returns a property's schema with the definitions of the root schema.
func withDefs(root, property json.RawMessage) json.RawMessage {
	for _, m := range members(root) {
		if m.name == "$defs" {
			return json.RawMessage(`{"$defs":` + string(m.value) + `,"allOf":[` + string(property) + `]}`)
		}
	}
	return property
}

// expectLabel expects the server's title, or else the readable form of the
// property's name, as the visible label and as the accessible name.
func expectLabel(t *testing.T, form Document, i int, c control, p property) {
	t.Helper()
	var title string
	_ = json.Unmarshal(p.Schema.Title, &title)
	if safetext.IsAutomatic(safetext.Text(title), p.Name) {
		title = "" // A program has made it of the name.
	}
	switch {
	case !c.Visible || strings.TrimSpace(c.Label) == "":
		t.Errorf("%q has no visible label", p.Name)
	case title != "" && len(title) < 100 && isPlain(title) && c.Label != title:
		t.Errorf("%q is labelled %q, not by its title %q", p.Name, c.Label, title)
	case title == "" && isPlain(p.Name) && letters(c.Label) != letters(p.Name) && letters(p.Name) != "":
		t.Errorf("%q is labelled %q", p.Name, c.Label)
	}
	if c.Kind == "unsupported" {
		return
	}
	name := c.Label
	if c.Optional && !form.isTrue(`document.querySelector("form").innerText.includes("Every question is optional.")`) {
		name += optionalSuffix
	}
	if got := form.question(i).Name; squeeze(got) != squeeze(name) {
		t.Errorf("F1: %q has the accessible name %q and the visible label %q", p.Name, got, name)
	}
}

func expectRows(t *testing.T, form Document, controls []control, wires []string) {
	t.Helper()
	rows := form.rows()
	at := 0
	for i, c := range controls {
		if c.Kind == "unsupported" {
			continue
		}
		if at >= len(rows) {
			t.Fatalf("review has only %d rows", len(rows))
		}
		got := rows[at]
		at++
		if got.Label != c.Label || squeeze(got.Change) != squeeze("Change “"+nameIn(controls, i)+"”") {
			t.Errorf("row %d: %+v, want %q", i, got, c.Label)
		}
		if (wires[i] == "") != (got.None != "") {
			t.Errorf("row %d: %+v for the answer %s", i, got, wires[i])
		}
	}
}

// nameIn returns a field's name in a sentence of the form: the label as it appears in quotation
// marks, and the place if another field has the same name.
func nameIn(controls []control, i int) string {
	named := func(i int) string { return safetext.Quote(controls[i].Label, safetext.DoubleMarks) }
	for j := range controls {
		if j != i && named(j) == named(i) {
			return fmt.Sprintf("%s (Question %d)", named(i), i+1)
		}
	}
	return named(i)
}

func isPlain(s string) bool {
	for _, r := range s {
		if !unicode.IsPrint(r) {
			return false
		}
	}
	return true
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

func (d Document) revealSecrets() {
	d.t.Helper()
	for {
		hidden := eval[int](d, `document.querySelectorAll("[aria-expanded=false]").length`)
		if hidden == 0 {
			return
		}
		d.click(d.element(`document.querySelector("[aria-expanded=false]")`), 1)
		d.wait("the secret", `(hidden) => document.querySelectorAll("[aria-expanded=false]").length < hidden`, hidden)
	}
}

func corpusFiles(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob(testsite.Path("e2e", "testdata", "corpus", "[0-9]*.json"))
	must(t, err)
	if len(paths) == 0 {
		t.Fatal("the corpus is missing")
	}
	for i := range paths {
		paths[i] = filepath.Base(paths[i])
	}
	return paths
}
