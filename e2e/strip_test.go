package e2e

import "testing"

// scrollingPage puts the form host into a box that scrolls, in a page that scrolls, with
// a lot above and below it.
const scrollingPage = `(() => {
	const place = document.getElementById("place");
	place.style.cssText = "height: 500px; overflow: auto";
	const space = (height) => Object.assign(document.createElement("div"), { style: "height: " + height + "px" });
	place.before(space(900));
	place.prepend(space(700));
	place.append(space(700));
	place.after(space(900));
})()`

// threeFields has fields at the top, in the middle and at the end of a long form.
const threeFields = `{"message":"m","requestedSchema":{"type":"object","properties":{
	"a":{"type":"string","title":"First"},
	"many":{"type":"string","title":"Many","enum":["1","2","3","4","5","6","7","8","9"]},
	"b":{"type":"string","title":"Last"}},"required":["a"]}}`

// inView reports whether all of an element of the form is in the window and in the box
// that scrolls.
func (h *Host) inView(selector string) bool {
	h.t.Helper()
	box := eval[[2]float64](h.form(), `(selector) => { const { top, bottom } = document.querySelector(selector).getBoundingClientRect(); return [top, bottom]; }`, selector)
	return eval[bool](h.page(), `(top, bottom) => {
		const frame = document.querySelector("iframe").getBoundingClientRect();
		const place = document.getElementById("place").getBoundingClientRect();
		return frame.top + top >= Math.max(place.top, 0) && frame.top + bottom <= Math.min(place.bottom, innerHeight);
	}`, box[0], box[1])
}

// away scrolls the page and the box in it to their ends.
func (h *Host) away() {
	h.t.Helper()
	h.page().run(`document.getElementById("place").scrollTo(0, 1e6); scrollTo(0, 1e6)`)
}

// here scrolls to the frame, because a browser does not draw a frame out of view, and does not
// expose the names of its controls.
func (h *Host) here() {
	h.t.Helper()
	h.page().run(`document.querySelector("iframe").scrollIntoView({ block: "start" })`)
}

// TestFocusedStrip: an element that gets the focus in the frame comes into view, even if the box
// around the frame scrolls and the browser does not scroll the page by itself: for example, a
// heading that a script focuses, and a strip of the frame that the frame itself names.
// Rows: G8, N33.
func TestFocusedStrip(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.viewport(800, 600, 1)
	host.page().run(scrollingPage)
	_, form := host.show(threeFields, nil)
	expectInView := func(what, selector string) {
		t.Helper()
		host.waitFor(what+" to be in view", func() bool { return host.inView(selector) })
	}

	host.here()
	form.Type("First", "x")
	for _, id := range []string{"f2", "f0"} {
		host.away()
		form.run(`(id) => document.getElementById(id)?.focus({ preventScroll: true })`, id)
		if got := eval[string](form, `document.activeElement.id`); got != id {
			t.Fatalf("the focus is on %q, want %s", got, id)
		}
		expectInView(id, "#"+id)
	}
	form.Type("First", "")
	host.away()
	form.run(`document.querySelector("[type=submit]").click()`)
	form.wait("the problem", problemFocused)
	expectInView("the problem", "#f0-error")

	form.Type("First", "x")
	host.away()
	form.run(`document.querySelector("[type=submit]").click()`)
	form.onHeading(reviewHeading)
	form.wait("the focus", `document.activeElement.id === "heading"`)
	expectInView("the heading of the review", "#heading")
	host.expectQuiet()
}

// TestStripOfAnotherFocus: a frame can move the page only while it has the focus, and only to
// itself.
func TestStripOfAnotherFocus(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	host.viewport(800, 600, 1)
	host.page().run(scrollingPage)
	_, form := host.show(threeFields, nil)
	scrolled := func() [2]float64 {
		t.Helper()
		return eval[[2]float64](host.page(), `[scrollY, document.getElementById("place").scrollTop]`)
	}
	say := func(params string) {
		t.Helper()
		form.run(`(params) => elicitform.post('{"jsonrpc":"2.0","method":"elicitform/focus","params":' + params + '}')`, params)
		host.page().wait("the message", `(params) => fromFrame.some((text) => text.endsWith('"params":' + params + '}'))`, params)
	}
	host.away()
	host.page().run(`document.getElementById("after").focus({ preventScroll: true })`)
	before := scrolled()
	say(`{"top":10,"height":40}`)
	if got := scrolled(); got != before {
		t.Errorf("the page has moved from %v to %v without the focus", before, got)
	}

	host.here()
	form.Type("First", "x")
	for _, params := range []string{
		`{"top":1e300,"height":1e300}`, `{"top":1e999,"height":-1e999}`, `{"top":-1e300,"height":1}`, `{"top":"x"}`, `{"top":[],"height":{}}`, `{}`,
	} {
		host.away()
		say(params)
		host.waitFor("part of the frame to be in view after "+params, func() bool {
			return eval[bool](host.page(), `(() => {
				const frame = document.querySelector("iframe");
				const { top, bottom } = frame.getBoundingClientRect();
				return top < innerHeight && bottom > 0 && frame.style.transform === "";
			})()`)
		})
	}
	host.expectQuiet()
}
