package e2e

import (
	"testing"
)

// liveNodes is what the batched layer of the program keeps in the frame.
type liveNodes struct{ Nodes, Listeners int }

func (h *Host) liveNodes() liveNodes {
	h.t.Helper()
	h.waitUntilIdle()
	return eval[liveNodes](h.form(), `(({ nodes, listeners }) => ({ Nodes: nodes, Listeners: listeners }))(goappDOM.live())`)
}

// TestAHundredFormsLeaveNoNodes checks that the program has forgotten every node and
// listener of a form when the next one is answered, and that it knows no others than
// the document has.
func TestAHundredFormsLeaveNoNodes(t *testing.T) {
	t.Parallel()
	host := openReadyHost(t, english)
	host.countCPU()
	form := host.form()
	answer := func() {
		key, _ := host.show(everyControl(), nil)
		form.pressByKeyboard("Decline")
		host.expectAction(key, "decline")
	}
	answer()
	first := host.liveNodes()
	inPage := eval[int](form, `(() => {
		const walker = document.createTreeWalker(document.querySelector("main.app"));
		let count = 2; // with main and body
		while (walker.nextNode()) count++;
		return count;
	})()`)
	if first.Nodes != inPage || first.Listeners == 0 {
		t.Errorf("the program keeps %+v, in the document are %d nodes", first, inPage)
	}
	for range 100 {
		answer()
	}
	if last := host.liveNodes(); last != first {
		t.Errorf("after a hundred forms the program keeps %+v, and %+v after one", last, first)
	}
}
