package e2e

import (
	"fmt"
	"testing"

	"github.com/elicitform/elicitform/e2e/driver"
)

// TestIdle checks waitUntilIdle: a page becomes idle at the end of a chain of messages, drawings and short timers, from
// page to frame and back, and not before.
func TestIdle(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	const hop = `(other) => {
		const channel = new MessageChannel();
		channel.port1.onmessage = ({ data }) => requestAnimationFrame(() => setTimeout(() => other().postMessage({ hops: data - 1 }, "*"), 20));
		window.over = new AbortController();
		addEventListener("message", ({ data: { hops } }) => {
			window.hops = hops;
			if (hops > 0) channel.port2.postMessage(hops);
		}, { signal: over.signal });
	}`
	key, form := host.show(oneText("Idle?"), nil)
	host.page().run(`(` + hop + `)(() => document.querySelector("iframe").contentWindow)`)
	form.run(`(` + hop + `)(() => parent)`)
	for range 3 {
		host.page().run(`document.querySelector("iframe").contentWindow.postMessage({ hops: 20 }, "*")`)
		host.waitUntilIdle()
		if got := eval[int](form, `hops`); got != 0 {
			t.Errorf("with %d hops to go the page was idle", got)
		}
	}
	host.page().run(`void setTimeout(() => { window.late = true; }, 1000)`)
	host.waitUntilIdle()
	if eval[bool](host.page(), `window.late === true`) {
		t.Error("a page that waited for a second was not idle")
	}
	host.page().run(`over.abort()`)
	form.run(`over.abort()`)
	form.Press("Decline")
	host.expectAction(key, "decline")
	host.expectQuiet()
}

// TestAdvance checks that timers of page and frame ring in their order when the clock is advanced, each once and none
// too early, and that a press keeps its place among them.
func TestAdvance(t *testing.T) {
	t.Parallel()
	tab := newTab(t)
	tab.open(baseURL(t) + "/e2e/page.html")
	tab.page().run(`new Promise((done) => {
		window.rang = [];
		addEventListener("message", ({ data: { at } }) => at && rang.push(at));
		const frame = document.createElement("iframe");
		Object.assign(frame, { sandbox: "allow-scripts", srcdoc: "<button>Press</button>", onload: done });
		document.body.append(frame);
	})`)
	frame := tab.form()
	for i, d := range []Document{tab.page(), frame} {
		d.run(`(more) => {
			// The timers take minutes, so the time of the test itself is negligible.
			const minute = 60_000, ring = (at) => parent.postMessage({ at: at + more }, "*");
			for (const at of [700, 300, 500]) setTimeout(ring, at * minute + more, at);
			const stopped = setTimeout(ring, 400 * minute, 400);
			setTimeout(() => { clearTimeout(stopped); setTimeout(ring, 250 * minute, 350); }, 100 * minute + more);
			let rings = 0;
			const often = setInterval(() => ++rings === 3 ? clearInterval(often) : ring(200 * rings), 200 * minute + more);
		}`, i)
	}
	before := eval[float64](frame, `performance.now()`)
	tab.advance(600 * 60_000)
	if got, want := fmt.Sprint(eval[[]int](tab.page(), `rang`)), "[200 201 300 301 350 351 400 401 500 501]"; got != want {
		t.Errorf("rang at %s, want %s", got, want)
	}
	if passed := eval[float64](frame, `performance.now()`) - before; passed < 600*60_000 {
		t.Errorf("%.0f ms have passed", passed)
	}
	frame.run(`(() => {
		const began = performance.now();
		addEventListener("click", ({ timeStamp }) => { window.clicked = began <= timeStamp && timeStamp <= performance.now(); }, true);
	})()`)
	frame.Press("Press")
	if !eval[bool](frame, `clicked === true`) {
		t.Error("a press has a time from before it")
	}
	tab.expectQuiet()
}

// TestSecondReplyIsSeen checks that the tests for a single settlement see a second reply to a request, even if the frame
// sends it at the end of the same moment.
func TestSecondReplyIsSeen(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(oneText("Twice?"), nil)
	before := host.countReplies()
	form.run(`(() => {
		const { postMessage } = MessagePort.prototype;
		MessagePort.prototype.postMessage = function (text, ...rest) {
			if (String(text).includes('"decline"')) {
				requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(() => postMessage.call(this, text)), 60));
			}
			return postMessage.call(this, text, ...rest);
		};
	})()`)
	form.run(driver.Button("decline") + `.click()`)
	host.expectAction(key, "decline")
	host.expectSettledOnce(key)
	if got := host.countReplies() - before; got != 2 {
		t.Errorf("%d replies were seen of two", got)
	}
}
