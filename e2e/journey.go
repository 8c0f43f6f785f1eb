package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/elicitform/elicitform/e2e/driver"
)

// The English headings of the steps.
const (
	reviewHeading    = "Check your answers"
	problemHeading   = "There is a problem"
	sentHeading      = "Answers sent"
	confirmedHeading = "Request confirmed"
	declinedHeading  = "You declined this request"
	cancelledHeading = "You chose “Not now”"
	unshownHeading   = "This request could not be shown"
	withdrawnHeading = "This request is no longer needed"
	elsewhereHeading = "Answered in another window"
	expiredHeading   = "This request has expired"
)

func askingHeading(server string) string  { return server + " asks" }
func changeHeading(server string) string  { return "Change your answer for " + server }
func confirmHeading(server string) string { return server + " is asking for confirmation" }

// row is an answer on the review step.
type row struct {
	Label, Value string
	// None is the text in place of a missing answer.
	None    string
	Remarks []string
	// Change is the accessible name of the row's button.
	Change string
}

func (d Document) rows() []row {
	d.t.Helper()
	return eval[[]row](d, `[...document.querySelectorAll("dt")].map((term) => {
		const texts = [...term.nextElementSibling.querySelectorAll("p")], text = texts[0].textContent, ours = texts[0].dir === "";
		return {
			Label: term.textContent, Value: ours ? "" : text, None: ours ? text : "", Remarks: texts.slice(1).map((remark) => remark.textContent),
			Change: [...term.nextElementSibling.querySelectorAll("button")].at(-1)?.ariaLabel ?? "",
		};
	})`)
}

// toReview presses Continue, or Save, and waits for the review step and its focus.
func (d Document) toReview() {
	d.t.Helper()
	d.do("continue")
	d.onHeading(reviewHeading)
	d.wait("the focus to follow", `/^(heading|change-\d+-\d+)$/.test(document.activeElement?.id ?? "")`)
}

// sendAnswers sends the answers from where they are: from the form, by the chosen option, or from review.
func (d Document) sendAnswers() {
	d.t.Helper()
	switch {
	case eval[bool](d, `document.querySelector(".choices :focus") !== null`):
		for d.isTrue(`document.querySelector(".choices :focus") !== null`) && d.pressEnter() {
			d.waitUntilIdle() // A required no is pressed twice.
		}
		return
	case !d.isTrue(driver.Button("send")):
		d.toReview()
		d.tickAgreement()
	}
	d.Press("Send")
}

// wireText returns the text under "Exactly what will be sent".
func (d Document) wireText() string {
	d.t.Helper()
	return eval[string](d, `document.querySelector("[role=region]").textContent`)
}

// send presses Send answers, and returns the outcome and its content as the frame sent it.
func (h *Host) send(key string) (Outcome, string) {
	h.t.Helper()
	h.form().tickAgreement()
	h.form().Press("Send")
	outcome := h.outcome(key)
	return outcome, h.lastContent()
}

// tickAgreement ticks on review that secrets may be sent, if the box is there.
func (d Document) tickAgreement() {
	d.t.Helper()
	if eval[bool](d, `document.getElementById("agreement")?.checked === false`) {
		d.click(d.byID("agreement"), 1)
		d.wait("the tick", `document.getElementById("agreement").checked`)
	}
}

// lastContent returns the content of the newest result byte for byte. Of a round it is the first content.
func (h *Host) lastContent() string {
	h.t.Helper()
	for _, text := range slices.Backward(h.fromFrame()) {
		type result struct {
			Content json.RawMessage `json:"content"`
		}
		var message struct {
			Result *struct {
				result
				Responses []struct {
					Result result `json:"result"`
				} `json:"responses"`
			} `json:"result"`
		}
		if json.Unmarshal([]byte(text), &message) != nil || message.Result == nil {
			continue
		}
		if responses := message.Result.Responses; len(responses) > 0 {
			return string(responses[0].Result.Content)
		}
		return string(message.Result.Content)
	}
	h.t.Fatal("no result has left the frame")
	return ""
}

// expectSameJSON compares members in their order, numbers by value, and everything else exactly.
func expectSameJSON(t testing.TB, what, got, want string) {
	t.Helper()
	if canonical(got) != canonical(want) {
		t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}

// canonical writes the tokens of a JSON text, each number by its value.
func canonical(text string) string {
	var b strings.Builder
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return b.String()
		}
		if err != nil {
			return text
		}
		if n, ok := token.(json.Number); ok {
			value, _ := new(big.Rat).SetString(n.String())
			token = value
		}
		fmt.Fprintf(&b, "%T %q\n", token, fmt.Sprint(token))
	}
}

func itoa(n int) string { return fmt.Sprint(n) }

// Validator is ajv, which checks the answers independently of the form.
type Validator struct{ page Document }

// sharedValidator has a tab outside of maxTabs: no test waits for it.
var sharedValidator = sync.OnceValues(func() (v Validator, err error) {
	source, err1 := bundleScript("ajv", "e2e/ajv-entry.mjs")
	b, err2 := headless()
	if err := errors.Join(err1, err2); err != nil {
		return v, err
	}
	tab, err := b.openTab()
	if err != nil {
		return v, err
	}
	v.page = tab.page()
	return v, v.page.try(source, nil)
})

func newValidator(t testing.TB) Validator {
	t.Helper()
	v, err := sharedValidator()
	must(t, err)
	return v
}

func (v Validator) Validate(schema, content string) ([]string, error) {
	var problems []string
	err := v.page.try(call("(schema, content) => validate(schema, content)", []any{schema, content}), &problems)
	return problems, err
}
