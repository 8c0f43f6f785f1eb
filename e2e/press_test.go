package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/driver"
)

// mouse presses or releases the mouse button at a point of the page.
func (tab *Tab) mouse(kind input.DispatchMouseEventType, x, y float64) {
	tab.t.Helper()
	params := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, ClickCount: 1}
	if _, err := chromedp.Call(tab.ctx, input.DispatchMouseEvent, params); err != nil {
		tab.t.Fatalf("%s: %v", kind, err)
	}
}

// touch puts a finger on the page or takes it off.
func (tab *Tab) touch(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
	tab.t.Helper()
	params := input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)}
	if _, err := chromedp.Call(tab.ctx, input.DispatchTouchEvent, params); err != nil {
		tab.t.Fatalf("%s: %v", kind, err)
	}
}

// endDoubleTap touches another place, so that the next tap is not the second of a double tap, however soon it comes.
func (tab *Tab) endDoubleTap() {
	tab.t.Helper()
	tab.touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: 1, Y: 1})
	tab.touch(input.DispatchTouchEventTypeTouchCancel)
}

// stackButtons puts all buttons and links of this step and the following ones
// at one place, so that the next step's buttons are drawn under the pointer.
const stackButtons = `(() => {
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(".actions > * { position: fixed !important; inset: 20px auto auto 20px; inline-size: 200px; block-size: 60px; z-index: 1 } .actions > .primary { z-index: 2 }");
	document.adoptedStyleSheets = [sheet];
})()`

// countClicks records the presses that reach the frame.
const countClicks = `(() => {
	window.clicks = [];
	window.over = new AbortController();
	const options = { capture: true, signal: over.signal };
	for (const type of ["pointerdown", "mouseup", "touchend"]) document.addEventListener(type, ({ type }) => clicks.push(type), options);
})()`

// TestAPressThatBeganEarlier covers N21 and B38: if a button is drawn under a
// pointer that is already down, it does nothing when the pointer goes up. A
// press on a button that is there works.
// Rows: N21, B38.
func TestAPressThatBeganEarlier(t *testing.T) {
	t.Parallel()
	for _, device := range []string{"mouse", "touch"} {
		t.Run(device, func(t *testing.T) {
			t.Parallel()
			host := warmHost(t)
			key, form := host.show(twoFields, nil)
			form.Type("City", "Rome")
			form.run(stackButtons)
			form.run(countClicks)
			x, y := form.clickPoint(form.find("button", "Review"))
			down := func() {
				if device == "mouse" {
					host.mouse(chromedp.MousePressed, x, y)
				} else {
					host.touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
				}
			}
			up := func() {
				if device == "mouse" {
					host.mouse(chromedp.MouseReleased, x, y)
				} else {
					host.touch(input.DispatchTouchEventTypeTouchEnd)
				}
			}
			down()
			form.wait("the press", `clicks.includes("pointerdown")`)
			// Speech input presses Continue meanwhile.
			form.run(driver.Button("continue") + `.click()`)
			form.onHeading("Check your answers")
			up()
			host.waitUntilIdle()
			form.onHeading("Check your answers")
			host.expectOpen(key)
			host.endDoubleTap()
			x, y = form.clickPoint(form.find("button", "Send"))
			down()
			up()
			host.expectAction(key, "accept")
			host.expectSettledOnce(key)
			form.run(`over.abort()`)
			host.expectQuiet()
		})
	}
}

// TestClicksThatCameToTheWrongButton covers N21 and B38 for every control that
// decides or continues: a click does nothing if the pointer was pressed on
// another control or before the control was drawn, if it is the second click of
// a double click, or if it is only a scripted event of that name.
// Rows: N21, B38.
func TestClicksThatCameToTheWrongButton(t *testing.T) {
	t.Parallel()
	const page = `{"message":"Sign in.","mode":"url","url":"https://login.example/","elicitationId":"e"}`
	for _, step := range []struct {
		name, params string
		reach        func(Document)
		buttons      int
	}{
		{"form", twoFields, func(form Document) { form.Type("City", "Rome") }, 3},
		{"review", twoFields, func(form Document) {
			form.Type("City", "Rome")
			form.Press("Review")
			form.onHeading("Check your answers")
		}, 6}, // For a moment the button of the form is there, too: see bridge/frame/leaving.ts.
		{"confirmation", confirmation, func(Document) {}, 3},
		{"consent", page, func(Document) {}, 4},
	} {
		t.Run(step.name, func(t *testing.T) {
			t.Parallel()
			host := warmHost(t)
			key, form := host.show(step.params, nil)
			step.reach(form)
			heading := form.heading()
			tried := eval[int](form, `() => {
				const controls = [...document.querySelectorAll("button, a[href]")].filter((c) => c.getClientRects().length > 0);
				const pointer = (type, on, more) => on.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerType: "touch", ...more }));
				for (const control of controls) {
					for (const target of [document.querySelector("h1"), ...controls]) {
						if (target !== control) {
							pointer("pointerdown", target);
							pointer("click", control, { detail: 1 });
						}
					}
					pointer("pointerdown", control);
					pointer("click", control, { detail: 2 });
					// The control is inserted after the press has begun.
					const { parentNode, nextSibling } = control;
					const early = new PointerEvent("pointerdown", { bubbles: true, pointerType: "touch" });
					parentNode.insertBefore(control, nextSibling);
					window.early = (window.early ?? []).concat([[early, control]]);
					control.dispatchEvent(new Event("click", { bubbles: true, cancelable: true }));
					control.dispatchEvent(new CustomEvent("click", { bubbles: true, cancelable: true, detail: { detail: 1 } }));
				}
				return controls.length;
			}`, 0)
			form.run(`() => {
				for (const [early, control] of window.early) {
					control.dispatchEvent(early);
					control.dispatchEvent(new PointerEvent("click", { bubbles: true, cancelable: true, pointerType: "touch", detail: 1 }));
				}
			}`, 0)
			if tried < step.buttons {
				t.Errorf("%d controls were tried, want %d", tried, step.buttons)
			}
			host.waitUntilIdle()
			if got := form.heading(); got != heading {
				t.Errorf("the step is now %q", got)
			}
			host.expectOpen(key)
			form.Press("Not now")
			host.expectAction(key, "cancel")
			host.expectSettledOnce(key)
			host.expectQuiet()
		})
	}
}

// TestAKeyThatIsHeld covers N21: if Enter is held on Continue, nothing is sent
// when the focus moves to Send answers, and a space bar that was pressed
// elsewhere presses nothing when it is released. Single key presses work.
// Rows: N21.
func TestAKeyThatIsHeld(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	key, form := host.show(twoFields, nil)
	form.Type("City", "Rome")
	press := func(r rune, kinds ...input.DispatchKeyEventType) {
		t.Helper()
		events := driver.KeyEvents(r)
		for _, kind := range kinds {
			event := events[0]
			switch kind {
			case input.DispatchKeyEventTypeKeyUp:
				event = events[1]
			case input.DispatchKeyEventTypeRawKeyDown: // The key is held down.
				event.AutoRepeat = new(true)
			}
			if _, err := chromedp.Call(host.ctx, input.DispatchKeyEvent, event); err != nil {
				t.Fatal(err)
			}
		}
	}
	const down, held, up = input.DispatchKeyEventTypeKeyDown, input.DispatchKeyEventTypeRawKeyDown, input.DispatchKeyEventTypeKeyUp
	stays := func(heading string) {
		t.Helper()
		host.waitUntilIdle()
		form.onHeading(heading)
		host.expectOpen(key)
	}
	form.run(driver.Button("continue") + `.focus()`)
	press('\r', down)
	form.onHeading("Check your answers")
	form.run(driver.Button("send") + `.focus()`)
	press('\r', held, held, held, up)
	stays("Check your answers")
	form.run(`document.querySelector("#change-0-0").focus()`)
	press(' ', down)
	form.run(driver.Button("send") + `.focus()`)
	press(' ', held, up)
	stays("Check your answers")
	// A complete press of either key.
	form.run(`document.querySelector("#change-0-0").focus()`)
	press(' ', down, up)
	form.onHeading("Change your answer for Example")
	form.run(driver.Button("continue") + `.focus()`)
	press('\r', down, up)
	form.onHeading("Check your answers")
	form.run(driver.Button("send") + `.focus()`)
	press('\r', down, up)
	host.expectAction(key, "accept")
	host.expectSettledOnce(key)
	host.expectQuiet()
}
