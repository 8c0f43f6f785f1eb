package e2e

import (
	"strings"
	"testing"
)

// liveNodes is what the batched layer of the program keeps in the frame.
type liveNodes struct{ Nodes, Listeners int }

func (h *Host) liveNodes() liveNodes {
	h.t.Helper()
	h.waitUntilIdle()
	return eval[liveNodes](h.form(), `(({ nodes, listeners }) => ({ Nodes: nodes, Listeners: listeners }))(goappDOM.live())`)
}

// TestFormsLeaveNoNodes checks that the program has forgotten every node and
// listener of a form when the next one is answered, and that it knows no others than
// the document has.
func TestFormsLeaveNoNodes(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	form := host.form()
	answer := func() {
		key, _ := host.show(everyControl(), nil)
		form.pressByKeyboard("Decline")
		host.expectAction(key, "decline")
	}
	answer()
	form.waitUntilReplaced()
	host.waitUntilIdle()
	first := host.liveNodes()
	inPage := eval[int](form, `(() => {
		const walker = document.createTreeWalker(document.querySelector("main"));
		let count = 2; // with main and body
		while (walker.nextNode()) count++;
		return count;
	})()`)
	if first.Nodes != inPage || first.Listeners != 1 {
		t.Errorf("the program keeps %+v, in the document are %d nodes, and one button", first, inPage)
	}
	key, _ := host.show(everyControl(), nil)
	if open := host.liveNodes(); open.Nodes <= first.Nodes || open.Listeners == 0 {
		t.Errorf("with a form the program keeps %+v", open)
	}
	form.pressByKeyboard("Decline")
	host.expectAction(key, "decline")
	// One node more for each form would show at the first: make soak shows a thousand.
	for range 10 {
		answer()
	}
	host.waitUntilIdle()
	if last := host.liveNodes(); last != first {
		t.Errorf("after ten forms the program keeps %+v, and %+v after one", last, first)
	}
}

// TestAFaultInThePageFailsInGoodOrder covers two faults while the page draws: one operation fails and
// the others are carried out, or the whole batch fails. The person can read the typed answers, as after
// a fault in the program.
func TestAFaultInThePageFailsInGoodOrder(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]string{
		"one operation": `{
			const real = Element.prototype.setAttribute;
			Element.prototype.setAttribute = () => { Element.prototype.setAttribute = real; throw new Error("the page is broken"); };
		}`,
		"a batch": `{ const { run } = goappDOM; goappDOM.run = () => { goappDOM.run = run; throw new Error("the page is broken"); }; }`,
	} {
		t.Run(name, func(t *testing.T) {
			host := warmFaulty(t)
			key, form := host.show(severalFields, nil)
			typed := fillSeveralFields(form)
			form.run(fault)
			form.pressByKeyboard("Review")
			form.onHeading("Something went wrong")
			if got := eval[string](form, typedList+`.join()`); !strings.Contains(got, "precious") {
				t.Errorf("of %q only this can be read: %s", typed, got)
			}
			host.waitForConsole("the page is broken")
			form.Press("Decline")
			host.expectAction(key, "decline")
			host.expectQuiet("the page is broken")
		})
	}
}
