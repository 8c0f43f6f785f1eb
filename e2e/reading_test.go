package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const readNote = "Read this request first."

// readShown finds the note, beside the buttons, that the request has to be read first.
const readShown = `[...document.querySelectorAll("p")].find((p) => p.textContent === "` + readNote + `")`

const deletion = `{"message":"Delete the whole project?"}`

// expectUnread checks that the form answered a press with the note that the request has to be read first, visibly and for
// screen readers, and removes the note.
func (d Document) expectUnread(how string) {
	d.t.Helper()
	d.wait(how+" to be told to read first", `(note) => `+readShown+`?.checkVisibility() && document.querySelector("#alert").textContent === note`, readNote)
	d.run(readShown + `.remove(); document.querySelector("#alert").textContent = ""`)
}

func (h *Host) tap(form Document, node Node) {
	h.t.Helper()
	h.endDoubleTap()
	x, y := form.clickPoint(node)
	h.touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	h.touch(input.DispatchTouchEventTypeTouchEnd)
}

// expectPause presses the button that says yes in each way within half a second from that moment, and expects that nothing is
// sent.
func (h *Host) expectPause(form Document, key string, began float64, button string) {
	h.t.Helper()
	for _, later := range []float64{27, 130, 490} {
		form.pressingAt(began + later)
		for how, press := range map[string]func(){
			"a mouse":              func() { form.Press(button) },
			"a finger":             func() { h.tap(form, form.find("button", button)) },
			"Enter":                func() { form.run(`document.querySelector(".primary").focus()`); h.Key(kb.Enter) },
			"the space bar":        func() { form.run(`document.querySelector(".primary").focus()`); h.Key(" ") },
			"assistive technology": func() { form.run(`document.querySelector(".primary").click()`) },
		} {
			press()
			form.expectUnread(fmt.Sprintf("%s after %.0f ms", how, later))
		}
	}
	h.expectOpen(key)
}

// TestSecondClickOverAnotherPage: a press decides nothing on a form that has just appeared under the pointer: the first form,
// the chat after the page in front of it has closed, and the chat whose window gets the focus.
// Rows: D4.
func TestSecondClickOverAnotherPage(t *testing.T) {
	t.Parallel()
	host := openPausedHost(t)
	// The tests have many tabs: this one believes that it has the focus.
	host.page().run(`(window.focused = true, document.hasFocus = () => window.focused)`)
	for _, way := range []struct {
		name string
		come func(form Document)
	}{
		{"the first form", nil},
		{"a tab that comes forward", func(form Document) {
			form.run(`Object.defineProperty(document, "hidden", { value: true, configurable: true }); document.dispatchEvent(new Event("visibilitychange"))`)
			form.run(`delete document.hidden; document.dispatchEvent(new Event("visibilitychange"))`)
		}},
		{"a page that the browser has kept", func(form Document) {
			form.run(`dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))`)
		}},
		{"a frame that comes into view", func(form Document) {
			host.page().run(`document.querySelector("iframe").style.display = "none"`)
			host.waitUntilIdle()
			host.page().run(`document.querySelector("iframe").style.display = "block"`)
			form.now()
		}},
		{"a window that had lost the focus from the chat", func(form Document) {
			host.page().run(`document.body.tabIndex = -1; document.body.focus(); focused = false; dispatchEvent(new FocusEvent("blur"))`)
			host.waitUntilIdle()
			host.page().run(`focused = true; dispatchEvent(new FocusEvent("focus"))`)
		}},
		{"a window that tells of no focus, and is asked each second", func(form Document) {
			host.page().run(`document.body.tabIndex = -1; document.body.focus(); focused = false`)
			host.advance(1001)
			host.page().run(`focused = true`)
			host.advance(1001)
		}},
		{"a window that had lost the focus from the form", func(form Document) {
			host.page().run(`focused = false`)
			form.run(`document.hasFocus = () => false; dispatchEvent(new FocusEvent("blur"))`)
			host.waitUntilIdle()
			host.page().run(`focused = true`)
			form.run(`delete document.hasFocus; dispatchEvent(new FocusEvent("focus"))`)
		}},
	} {
		t.Run(way.name, func(t *testing.T) {
			host.reportTo(t)
			// The pause begins after this moment.
			began := host.form().now()
			key, form := host.show(deletion, nil)
			if way.come != nil {
				host.advance(1000)
				began = form.now()
				way.come(form)
				host.waitUntilIdle()
			}
			host.expectPause(form, key, began, "Confirm")
			form.pressingAt(form.now() + 501)
			form.Press("Confirm")
			host.expectAction(key, "accept")
		})
	}
	t.Run("No is taken at once", func(t *testing.T) {
		host.reportTo(t)
		for button, action := range map[string]string{"Decline": "decline", "Not now": "cancel"} {
			// The earlier request loses its mark, so the next one replaces no request. The press comes with the drawing.
			host.form().run(`document.querySelector("[data-request]").removeAttribute("data-request")`)
			host.advance(1000)
			host.form().run(`new MutationObserver((_, drawing) => {
				if (document.querySelector("[data-request]")) {
					drawing.disconnect();
					window.pressAt = performance.now() + 1;
				}
			}).observe(document, { childList: true, subtree: true, attributes: true })`)
			key, form := host.show(deletion, nil)
			form.Press(button)
			host.expectAction(key, action)
		}
	})
	host.expectQuiet()
}

// TestSecondClickOnAMovedFrame: an element above the form disappears and moves the form under a double click.
// Rows: D4.
func TestSecondClickOnAMovedFrame(t *testing.T) {
	t.Parallel()
	host := pausedHost(t)
	for _, device := range []string{"mouse", "touch"} {
		t.Run(device, func(t *testing.T) {
			host.reportTo(t)
			host.page().run(`document.body.style.paddingTop = "120px"`)
			key, form := host.show(deletion, nil)
			host.advance(1000)
			x, y := form.clickPoint(form.find("button", "Confirm"))
			press := func() {
				if device == "touch" {
					host.endDoubleTap()
					host.touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y - 120})
					host.touch(input.DispatchTouchEventTypeTouchEnd)
					return
				}
				host.mouse(input.DispatchMouseEventType("mouseMoved"), x, y-120)
				host.mouse(chromedp.MousePressed, x, y-120)
				host.mouse(chromedp.MouseReleased, x, y-120)
			}
			form.pressingAt(form.now())
			press()
			host.page().run(`document.body.style.paddingTop = "0"`)
			host.waitUntilIdle()
			press()
			form.expectUnread("the second click")
			host.expectOpen(key)
			form.pressingAt(form.now() + 501)
			form.Press("Confirm")
			host.expectAction(key, "accept")
		})
	}
}

// TestPressFromTheComposer: the focus that moves from the chat into the form begins no pause.
// Rows: D4.
func TestPressFromTheComposer(t *testing.T) {
	t.Parallel()
	host := pausedHost(t)
	key, form := host.show(deletion, nil)
	host.advance(1000)
	host.page().run(`(() => {
		const composer = document.createElement("textarea");
		document.body.prepend(composer);
		composer.focus();
	})()`)
	host.Key("x")
	host.waitUntilIdle()
	form.Press("Confirm")
	form.wait("the outcome", `!`+readShown)
	host.expectAction(key, "accept")
	host.expectQuiet()
}

// TestSecondClickOverAnotherTab: the same with a tab that closes itself at the first press.
// Rows: D4.
func TestSecondClickOverAnotherTab(t *testing.T) {
	t.Parallel()
	tab := newTabIn(t, windowed)
	tab.readAsPeopleDo()
	tab.evaluateEarly(pressedAt)
	host := hostPage(tab)
	host.mount(english)
	host.waitUntilReady()
	key, form := host.show(deletion, nil)
	host.advance(1000)
	form.run(`document.addEventListener("visibilitychange", () => { window.came = document.hidden ? undefined : performance.now(); })`)
	// From now on the tab does not pretend to be in front.
	_, err := chromedp.Call(host.ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: false})
	must(t, err)
	over := host.opened(func() { host.page().run(`void window.open("about:blank")`) })
	form.wait("the chat to be hidden", `document.hidden`)
	over.page().run(`addEventListener("pointerdown", () => close())`)
	press := input.DispatchMouseEventParams{Type: chromedp.MousePressed, X: 50, Y: 50, Button: input.MouseButtonLeft, ClickCount: 1}
	// The tab is gone before the browser has reported the result of the press.
	_, _ = chromedp.Call(over.ctx, input.DispatchMouseEvent, press)
	form.wait("the chat to come forward", `window.came !== undefined`)
	came := eval[float64](form, `window.came`)
	for _, later := range []float64{48, 130, 490} {
		form.pressingAt(came + later)
		form.Press("Confirm")
		form.expectUnread(fmt.Sprintf("a press after %.0f ms", later))
	}
	host.expectOpen(key)
	form.pressingAt(form.now() + 501)
	form.Press("Confirm")
	host.expectAction(key, "accept")
}
