package e2e

import (
	"slices"
	"strings"
	"sync"
	"testing"
)

// reacts bundle the React app into one script, with each version of React that the package takes.
var reacts = map[string]func() (string, error){
	"React 19": sync.OnceValues(func() (string, error) { return bundleScript("react", "e2e/testdata/react.mjs") }),
	"React 18": sync.OnceValues(func() (string, error) { return bundleScript("react18", "e2e/testdata/react.mjs") }),
}

func inEachReact(t *testing.T, run func(t *testing.T, react string)) {
	t.Parallel()
	for react := range reacts {
		t.Run(react, func(t *testing.T) {
			t.Parallel()
			run(t, react)
		})
	}
}

// openReact opens an empty page with the React app, which shows nothing yet. Its
// functions are those of the host page, so that Host can ask in it.
func openReact(t testing.TB, react string) *Host {
	t.Helper()
	source, err := reacts[react]()
	must(t, err)
	host := &Host{Tab: reuseTab(t)}
	host.open(baseURL(t) + "/e2e/page.html")
	must(t, host.page().try(source, nil))
	host.page().wait("the app", `window.loaded`)
	if version := eval[string](host.page(), `version`); !strings.HasPrefix("React "+version, react+".") {
		t.Errorf("the app has React %s, not %s", version, react)
	}
	return host
}

// reactState waits until the app reports that state of its forms.
func (h *Host) reactState(want string) {
	h.t.Helper()
	h.page().wait("the state "+want, `(want) => document.getElementById("state").textContent === want`, want)
}

// watchMount resets the records of the app, before it mounts the forms again.
func (h *Host) watchMount() {
	h.t.Helper()
	h.page().run(`(() => {
		window.earlier = new Set(document.querySelectorAll("iframe"));
		iframes.clear();
		hellos.clear();
		window.hosts?.clear();
		states.length = 0;
	})()`)
}

// expectOneFrame fails the test unless the app has made one iframe since watchMount, whose
// document has loaded once.
func (h *Host) expectOneFrame() {
	h.t.Helper()
	if frames := eval[int](h.page(), `[...iframes].filter((iframe) => !window.earlier?.has(iframe)).length`); frames != 1 {
		h.t.Errorf("the app has made %d frames", frames)
	}
	if got := eval[int](h.page(), `hellos.size`); got != 1 {
		h.t.Errorf("the document has loaded %d times", got)
	}
}

// reactQuiet is expectQuiet without the advice of React's development build to use its tools. React 18 also warns of
// effects when the test renders as a server does, because the package has them only in browsers.
func (h *Host) reactQuiet() {
	h.t.Helper()
	h.expectQuiet("React DevTools", "useLayoutEffect does nothing on the server")
}

// answerInReact answers a request in an app that has just mounted its forms: one provider, one hook, one frame.
func (h *Host) answerInReact() {
	h.t.Helper()
	h.reactState("ready: ")
	key, form := h.show(twoFields, nil)
	h.reactState("ready: Example")
	form.Type("City", "Graz")
	form.Press("Review")
	form.onHeading("Check your answers")
	form.Press("Send to Example")
	h.expectAction(key, "accept")
	h.reactState("ready: ")
	h.expectSettledOnce(key)
	h.expectOneFrame()
	// The hook returns the same host for every drawing, so that it may stand in the dependencies of an effect.
	h.page().run(`change({ context: { locale: "en", theme: "dark" } })`)
	h.page().wait("the theme", `document.querySelector("iframe").style.colorScheme === "dark"`)
	if got := eval[int](h.page(), `hosts.size`); got != 1 {
		h.t.Errorf("the hook has given %d objects", got)
	}
	if got := eval[[]string](h.page(), `states`); !slices.Contains(got, "loading: ") || strings.HasPrefix(got[0], "ready") {
		h.t.Errorf("the states were %q", got)
	}
	h.page().run(`change({ context: { locale: "en", theme: "light" } })`)
	h.reactQuiet()
}

// TestReact: an app in a page that a server has rendered makes one frame. TestReactChanges has a page with a place for
// requests.
// Rows: N33.
func TestReact(t *testing.T) {
	inEachReact(t, func(t *testing.T, react string) {
		host := openReact(t, react)
		host.page().run(`hydrate()`)
		host.answerInReact()
	})
}

// TestReactChanges: one frame survives all changes of an app around it, under StrictMode, after a server has rendered the page
// with a place in it. An app that no server has rendered begins in unmountReact, with another key.
//
// Options: an open form follows the heights and the context of the provider. The next request has the other options, without
// those that the app leaves out. The frame stays. Suspends: typed text stays when something in the app suspends. Places: a
// request is shown where its place is, follows it, and outlives it. At the end the app unmounts the frame: see unmountReact.
// Rows: N33.
func TestReactChanges(t *testing.T) {
	inEachReact(t, func(t *testing.T, react string) {
		host := openReact(t, react)
		host.page().run(`hydrate({ places: ["default"] })`)
		host.answerInReact()
		t.Run("options", func(t *testing.T) {
			host.reportTo(t)
			host.viewport(900, 1200, 1)
			host.page().run(`change({ options: { maxHeight: 500, outcome: "hidden" } })`)
			height := func(want string) {
				t.Helper()
				host.page().wait("the height "+want, `(want) => { const height = document.querySelector("iframe").offsetHeight; return eval(want); }`, want)
			}
			key, form := host.show(everyKind, nil)
			height("height === 500")
			host.page().run(`change({ options: { maxHeight: 360, outcome: "shown" } })`)
			height("height === 360")
			host.page().run(`change({ options: { outcome: "shown" }, context: { locale: "de" } })`)
			height("height > 500")
			form.wait("German", `document.documentElement.lang === "de"`)
			host.page().run(`document.body.style.setProperty("--primary", "rgb(0 90 60)")`)
			host.page().run(`change({ options: { outcome: "shown", followStyles: { "--color-accent": "--primary" } } })`)
			form.wait("the look of the page", colourOf("accent")+` === "rgb(0 90 60)"`)
			host.page().run(`change({ options: { outcome: "shown" } })`)
			form.wait("our own look", colourOf("accent")+` !== "rgb(0 90 60)"`)
			form.Press("Ablehnen")
			host.expectAction(key, "decline")
			host.page().wait("the frame to be hidden", `document.querySelector("iframe").style.visibility === "hidden"`)
			key, form = host.show(twoFields, nil)
			form.Press("Ablehnen")
			host.expectAction(key, "decline")
			form.wait("the outcome", `document.querySelector("h1")?.textContent.includes("abgelehnt")`)
			host.expectOneFrame()
		})
		t.Run("suspends", func(t *testing.T) {
			host.reportTo(t)
			host.page().run(`change({ places: ["default"], context: { locale: "en" } })`)
			host.reactState("ready: ")
			key, form := host.show(twoFields, nil)
			form.Type("City", "Graz")
			host.page().run(`suspend()`)
			host.page().wait("the fallback", `document.getElementById("waiting") !== null`)
			host.page().run(`resume()`)
			host.page().wait("the app", `document.getElementById("waiting") === null`)
			form = host.form()
			form.wait("what was typed", `document.querySelector("input")?.value === "Graz"`)
			form.Press("Decline")
			host.expectAction(key, "decline")
			host.expectOneFrame()
		})
		t.Run("places", func(t *testing.T) {
			host.reportTo(t)
			host.page().run(`change({ places: ["m1", "m2"], asks: "m2" })`)
			host.reactState("ready: ")
			within := func(place string) {
				t.Helper()
				host.page().wait("the form in "+place, `(place) => {
					const item = document.querySelector("iframe").closest("li");
					return document.querySelector("iframe").getBoundingClientRect().height > 40 && (item?.id ?? "") === place;
				}`, place)
			}
			key, form := host.show(twoFields, nil)
			host.reactState("ready: Example in m2")
			within("place-m2")
			form.Type("City", "Graz")
			typed := func() {
				t.Helper()
				host.form().wait("what was typed", `document.querySelector("input")?.value === "Graz"`)
			}
			// React itself moves the item of a list so that its frame loads again.
			host.page().run(`change({ places: ["m2", "m1"] })`)
			within("place-m2")
			typed()
			host.page().run(`change({ places: ["m1"] })`)
			within("")
			typed()
			host.page().run(`change({ places: ["m1", "m2"] })`)
			within("place-m2")
			typed()
			form = host.form()
			form.Press("Decline")
			host.expectAction(key, "decline")
			// The outcome of the request is shown in its place, and nowhere else.
			within("place-m2")
			host.page().run(`change({ places: ["m1"] })`)
			host.page().wait("the outcome to be out of sight", `document.querySelector("iframe").getBoundingClientRect().height === 0`)
			// Without a component for it, a request is shown behind the app.
			key, form = host.show(twoFields, nil)
			within("")
			form.Press("Decline")
			host.expectAction(key, "decline")
			if frames := eval[int](host.page(), `iframes.size`); frames != 1 {
				t.Errorf("the app has made %d frames", frames)
			}
			host.page().run(`change({ places: [], asks: undefined, options: {}, context: { locale: "en" } })`)
			host.reactState("ready: ")
		})
		host.reactQuiet()
		host.unmountReact(t, react)
	})
}

// unmountReact checks that an unmounted provider removes its frame and rejects the open requests. A new provider has a
// new frame, and so has a provider that was hidden and is shown.
//
// With another key an effect asks before the provider has its frame, which shows that request later. The provider that
// comes back works without StrictMode too.
func (h *Host) unmountReact(t *testing.T, react string) {
	for _, c := range []struct {
		name, away, back string
		then             func()
	}{
		{"another key", `(early) => change({ key: "b", early })`, ``, func() {
			h.reactState("ready: Example")
			form := h.form()
			form.onHeading(askingHeading("Example"))
			form.Press("Decline")
			h.expectAction("early", "decline")
			h.expectOneFrame()
		}},
		{"hidden", `() => change({ hidden: true })`, `change({ hidden: false })`, func() {}},
		{"two in turn", `() => (change({ provider: false }), change({ provider: true, key: "c" }))`, ``, func() {}},
		{"out and in", `() => change({ provider: false })`, `change({ provider: true, strict: false })`, h.answerInReact},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "hidden" && react == "React 18" {
				t.Skip("React 18 has no Activity")
			}
			h.reportTo(t)
			key, _ := h.show(twoFields, nil)
			h.watchMount()
			h.page().run(c.away, twoFields)
			if got := h.outcome(key); got.Code != "disposed" {
				t.Errorf("settled as %+v", got)
			}
			if c.back != "" {
				h.page().wait("the frame to be gone", `document.querySelector("iframe") === null`)
				h.watchMount()
				h.page().run(c.back)
			}
			c.then()
			h.reactState("ready: ")
			if got := eval[int](h.page(), `document.querySelectorAll("iframe").length`); got != 1 {
				t.Errorf("there are %d frames", got)
			}
			key, form := h.show(twoFields, nil)
			form.Press("Decline")
			h.expectAction(key, "decline")
			h.reactQuiet()
		})
	}
	h.page().run(`end()`)
	h.page().wait("the frame to be gone", `document.querySelector("iframe") === null`)
	h.reactQuiet()
}

// TestReactRequest: a component shows the request that it is given, without a provider. A form keeps its frame and what was typed when
// its component moves, leaves and comes back. The request ends with its result, with an error, or unheard if the app withdraws it.
// Rows: N33.
func TestReactRequest(t *testing.T) {
	inEachReact(t, func(t *testing.T, react string) {
		host := openReact(t, react)
		page := host.page()
		ends := func(want string) {
			t.Helper()
			page.wait("the ends "+want, `(want) => ends.join() === want`, want)
		}
		within := func(id string) {
			t.Helper()
			page.wait("the form in "+id, `(id) => {
				const iframe = document.querySelector("#message-" + id + " > .asked")?.shadowRoot?.querySelector("iframe");
				return iframe?.getBoundingClientRect().height > 40;
			}`, id)
		}
		page.run(`(request) => begin({ request, requests: [{ id: "a", message: "First" }, { id: "b" }] })`, twoFields)
		within("a")
		form := host.form()
		form.wait("the request", `document.body.innerText.includes("First")`)
		form.Type("City", "Graz")
		for _, list := range []string{
			`[{ id: "b" }, { id: "a", message: "First" }]`, `[{ id: "b" }]`, `[{ id: "b" }, { id: "c", message: "First" }]`,
		} {
			page.run(`change({ requests: ` + list + ` })`)
		}
		within("c")
		form = host.form()
		form.wait("what was typed", `document.querySelector("input")?.value === "Graz"`)
		if frames := eval[int](page, `document.querySelector("#message-c > .asked").shadowRoot.querySelectorAll("iframe").length`); frames != 1 {
			t.Errorf("%d frames show the request", frames)
		}
		form.Press("Decline")
		ends("c decline")
		page.run(`change({ requests: [{ id: "c", message: "Second" }] })`)
		form = host.form()
		form.wait("the next request", `document.body.innerText.includes("Second")`)
		page.run(`elements.c.withdraw()`)
		form.wait("the withdrawal", `document.querySelector("[data-action=decline]") === null`)
		page.run(`change({ request: "{\"requestedSchema\":1}", requests: [{ id: "c", message: "Third" }] })`)
		ends("c decline,c invalid-request")
		page.run(`end()`)
		host.reactQuiet()
	})
}

// TestReactFails: an app can say that forms cannot be shown, and why.
// Rows: N33.
func TestReactFails(t *testing.T) {
	inEachReact(t, func(t *testing.T, react string) {
		host := openReact(t, react)
		host.page().run(`begin({ frameUrl: "/e2e/nothing.html" })`)
		host.reactState("failed load-failed: ")
		key := host.start(twoFields, nil)
		if got := host.outcome(key); got.Code != "load-failed" {
			t.Errorf("settled as %+v", got)
		}
		host.reactState("failed load-failed: ")
		host.expectQuiet("React DevTools", "404", "elicitform:")
	})
}
