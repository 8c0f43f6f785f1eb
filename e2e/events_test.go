package e2e

import (
	"testing"
)

// oddEvents dispatches events on everything in the document. The events lack
// the members of their kind, have members of another type, or throw when a
// member is read; the browser's autofill and extensions send such events.
// submit says whether the form gets them as well, which continues it, as a real
// submit does. The script returns how many events it dispatched.
const oddEvents = `(submit) => {
	const types = ["keydown", "keyup", "keypress", "input", "beforeinput", "change", "click", "auxclick", "dblclick", "contextmenu", "paste", "copy",
		"cut", "blur", "focus", "focusin", "focusout", "scroll", "wheel", "mousedown", "mouseup", "pointerdown", "pointerup", "pointercancel",
		"touchstart", "touchend", "compositionstart", "compositionupdate", "compositionend", "resize", "popstate", "toggle", "select", "invalid"];
	if (submit) types.push("submit");
	const names = ["key", "code", "isComposing", "repeat", "ctrlKey", "metaKey", "detail", "button", "pointerType", "clipboardData", "data", "inputType",
		"clientX", "clientY", "timeStamp", "target", "currentTarget", "type", "preventDefault", "stopPropagation", "stopImmediatePropagation"];
	const options = { bubbles: true, cancelable: true, composed: true };
	const define = (event, descriptor) => {
		for (const name of names) Object.defineProperty(event, name, descriptor);
		return event;
	};
	const odd = [
		(type) => new Event(type, options),
		(type) => new CustomEvent(type, { ...options, detail: { key: "Enter", ctrlKey: "yes" } }),
		...[null, undefined, "text", 1.5, NaN, Symbol("odd"), {}].map((value) => (type) => define(new Event(type, options), { value })),
		(type) => define(new Event(type, options), { get() { throw new Error("an odd member was read"); } }),
		(type) => Object.assign(new Event(type, options), { clipboardData: { getData() { throw new Error("odd data"); } }, key: "Enter", ctrlKey: "yes", metaKey: 1 }),
		(type) => Object.assign(new Event(type, options), { clipboardData: { getData: () => 5 }, key: 13, clientX: "far", clientY: {} }),
	];
	let dispatched = 0;
	const dispatch = (target, make, type) => {
		if (target !== window && target !== document && !target.isConnected) return;
		target.dispatchEvent(make(type));
		dispatched++;
	};
	const active = "input, textarea, select, button, a, form, label, summary, ul, li, [role]";
	for (const target of [window, document, ...document.querySelectorAll("*")]) {
		const makers = target instanceof Element && !target.matches(active) ? odd.slice(0, 1) : odd;
		for (const make of makers) for (const type of types) dispatch(target, make, type);
	}
	return dispatched;
}`

// controlValues returns the values of all controls of the form.
const controlValues = `JSON.stringify([...document.querySelectorAll("input, textarea, select")].map((c) => [c.id, c.value, c.checked]))`

// expectNoEffect dispatches odd events and fails the test if they had any
// effect.
func (h *Host) expectNoEffect(key string, submit bool) {
	h.t.Helper()
	form := h.form()
	heading, before := form.heading(), eval[string](form, controlValues)
	if n := eval[int](form, oddEvents, submit); n < 500 {
		h.t.Errorf("only %d events were dispatched", n)
	}
	h.waitUntilIdle()
	if got := form.heading(); got != heading {
		h.t.Fatalf("the heading is %q, was %q\n%s", got, heading, h.situation())
	}
	if after := eval[string](form, controlValues); after != before {
		h.t.Errorf("the controls hold %s, held %s", after, before)
	}
	if got := h.outcomes(key); key != "" && len(got) != 0 {
		h.t.Fatalf("settled as %+v", got)
	}
	h.expectQuiet()
}

// TestOddEvents checks on every control of every step that no event stops the program: typed text
// stays, and the right content is sent.
func TestOddEvents(t *testing.T) {
	t.Parallel()
	t.Run("form, review and done", func(t *testing.T) {
		t.Parallel()
		host := warmHost(t)
		key, form := host.show(everyKind, nil)
		// The form is empty, so Continue lists the missing answers.
		host.expectNoEffect(key, true)
		form.wait("the error summary", `document.querySelector("#summary").textContent.includes("There is a problem")`)
		want := form.answerEverything(everyKind)
		host.expectNoEffect(key, false)
		form.Press("Review")
		form.onHeading("Check your answers")
		host.expectNoEffect(key, true)
		form.Press("Send")
		got := host.outcome(key)
		if content := got.Content(t); content != want {
			t.Errorf("sent %s, want %s", content, want)
		}
		form.onHeading(sentHeading)
		host.expectNoEffect("", true)
		host.expectSettledOnce(key)
	})
	for _, c := range []struct{ name, params, button, action string }{
		{"confirmation", confirmation, "Confirm", "accept"},
		{"blocked", blockedForm, "Decline", "decline"},
		{"consent", `{"message":"Sign in.","mode":"url","url":"https://login.example/","elicitationId":"e"}`, "Not now", "cancel"},
		{"blocked address", `{"message":"Sign in.","mode":"url","url":"javascript:alert(1)","elicitationId":"e"}`, "Decline", "decline"},
		{"long lists", manyOptions, "Decline", "decline"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			host := warmHost(t)
			key, form := host.show(c.params, nil)
			host.expectNoEffect(key, true)
			form.Press(c.button)
			host.expectAction(key, c.action)
			host.expectSettledOnce(key)
			host.expectQuiet()
		})
	}
	t.Run("waiting", func(t *testing.T) {
		t.Parallel()
		host := warmOpener(t)
		key, form := host.show(`{"message":"Sign in.","mode":"url","url":"https://login.example/","elicitationId":"e"}`, nil)
		form.Press("Open login.example in a new tab")
		form.onHeading(waitingHeading)
		host.expectAction(key, "accept")
		host.expectNoEffect("", true)
		form.Press("I have finished")
		form.wait("the next step", `(heading) => document.querySelector("h1").textContent !== heading`, waitingHeading)
		host.expectSettledOnce(key)
	})
	t.Run("a request that cannot be shown", func(t *testing.T) {
		t.Parallel()
		host := warmHost(t)
		key := host.start(`{"message":"m","mode":"voice"}`, nil)
		host.outcome(key)
		host.form().onHeading(unshownHeading)
		host.expectNoEffect("", true)
		host.expectSettledOnce(key)
	})
	t.Run("round", func(t *testing.T) {
		t.Parallel()
		host := warmHost(t)
		key, form := host.show(`{"a": {"method": "elicitation/create", "params": `+confirmation+`}, "b": {"method": "elicitation/create", "params": `+oneText("Second")+`}}`, map[string]any{"round": true})
		host.expectNoEffect(key, true)
		form.Press("Confirm")
		form.Type("Word", "kept")
		host.expectNoEffect(key, false)
		form.Press("Review")
		form.onHeading("Check your answers")
		host.expectNoEffect(key, true)
		form.Press("Decline all")
		host.outcome(key)
		host.expectSettledOnce(key)
	})
	t.Run("shell", func(t *testing.T) {
		t.Parallel()
		host := warmShell(t)
		key := host.start(oneText("Early"), nil)
		form := host.form()
		form.onHeading("Request from Example")
		host.expectNoEffect(key, true)
		form.Press("Decline")
		host.expectAction(key, "decline")
		host.expectSettledOnce(key)
	})
}

// manyOptions has a choice with a search and check boxes with a filter.
var manyOptions = `{"message": "Choose", "requestedSchema": {"type": "object", "properties": {
	"one": {"type": "string", "title": "One", "enum": [` + numbered(80) + `]},
	"many": {"type": "array", "title": "Many", "items": {"type": "string", "enum": [` + numbered(40) + `]}}}, "required": ["one"]}}`

func numbered(n int) string {
	list := ""
	for i := range n {
		if i > 0 {
			list += ","
		}
		list += `"option ` + string(rune('a'+i/26)) + string(rune('a'+i%26)) + `"`
	}
	return list
}
