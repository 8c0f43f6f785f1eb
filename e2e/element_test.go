package e2e

import (
	"encoding/base64"
	"os"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// openElement opens the host page with an <elicitation-form> in it, from the
// script of the npm package.
func openElement(t *testing.T) *Host {
	t.Helper()
	host := openHostPage(t)
	script, err := os.ReadFile(testsite.Path("build", "ts", "package", "element.js"))
	must(t, err)
	styles, err := os.ReadFile(testsite.Path("build", "ts", "package", "styles.js"))
	must(t, err)
	// On the site the host script has another name, and the script that follows styles is absent.
	source := strings.NewReplacer(
		"./forms.js", baseURL(t)+"/elicitform.js", "./receipt.js", baseURL(t)+"/receipt.js",
		"./styles.js", "data:text/javascript;base64,"+base64.StdEncoding.EncodeToString(styles),
	).Replace(string(script))
	host.page().run(`async (source) => {
		const element = document.createElement("elicitation-form");
		element.id = "element";
		for (const [name, value] of Object.entries({"frame-url": "/frame/index.html", server: "weather.example", "server-title": "Weather", locale: "en"})) {
			element.setAttribute(name, value);
		}
		// A framework may set properties before the script has defined the
		// element.
		element.context = {theme: "dark"};
		document.getElementById("place").append(element);
		await import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
		for (const type of ["shown", "settled", "error", "withdrawn"]) {
			document.addEventListener("elicitform-" + type, ({detail}) => events.push(detail));
		}
		window.host = element;
	}`, source)
	host.page().run(`window.host.ready`)
	return host
}

// TestElement covers the custom element in a browser: its attributes, properties and events, the
// two ways to move it, removing it, and thirty elements.
func TestElement(t *testing.T) {
	t.Parallel()
	host := openElement(t)
	form := host.form()
	ask := func(key string) {
		t.Helper()
		host.page().run(`(key, params) => {
			const settle = (outcome) => outcomes.push({key, ...outcome});
			window.host.elicit(params).then(({action}) => settle({action}), ({code}) => settle({code}));
		}`, key, oneText("Asked by "+key))
		form.waitForRequestOf(key)
	}

	ask("first")
	form.onHeading(askingHeading("weather.example"))
	if got := eval[string](form, `getComputedStyle(document.documentElement).colorScheme`); got != "dark" {
		t.Errorf("the form is %s", got)
	}
	form.answerAs("first")
	host.expectAction("first", "accept")
	if got := eval[[]string](host.page(), `events.map((e) => e.type + " " + e.server)`); strings.Join(got, ", ") != "shown weather.example, settled weather.example" {
		t.Errorf("events %v", got)
	}
	if display := eval[string](host.page(), `getComputedStyle(window.host).display`); display != "block" {
		t.Errorf("the element is %s", display)
	}

	// Many frameworks move an element by inserting it again: the document is
	// new, and the request stays the same.
	ask("moved")
	form.Type("Word", "typed")
	form.run(`window.sameDocument = true`)
	host.page().run(`document.getElementById("elsewhere").append(window.host)`)
	form.wait("what was typed, in another document", `!window.sameDocument && document.getElementById("f0")?.value === "typed"`)
	// Others use moveBefore, which keeps the document.
	form.Type("Word", "kept")
	host.page().run(`document.getElementById("place").moveBefore(window.host, null)`)
	if got := eval[string](form, `document.getElementById("f0").value`); got != "kept" {
		t.Errorf("the field holds %q", got)
	}
	form.sendAnswers()
	host.expectAction("moved", "accept")

	ask("removed")
	host.page().run(`window.host.remove()`)
	if got := host.outcome("removed"); got.Code != "disposed" {
		t.Errorf("settled as %+v", got)
	}
	host.page().run(`document.getElementById("place").append(window.host)`)
	ask("back")
	form.answerAs("back")
	host.expectAction("back", "accept")
	host.page().expectAccessible("page with the element")
	host.expectQuiet()
	t.Run("thirty elements", func(t *testing.T) {
		host.reportTo(t)
		host.showsElements()
	})
}

// showsElements: thirty elements of a transcript share one frame, which moves with its document
// to the element in use. Two elements in use at once are both visible, each with its own theme
// and height, and keep the typed text when they move.
func (h *Host) showsElements() {
	h.t.Helper()
	h.viewport(900, 1200, 1)
	h.page().run(`events.length = 0`)
	h.page().run(`(async () => {
		for (let i = 0; i < 30; i++) {
			const element = document.createElement("elicitation-form");
			element.id = "message" + i;
			document.getElementById("elsewhere").append(element);
			// As in Angular, bindings come after the insertion.
			Object.assign(element, { frameUrl: "/frame/index.html", server: "weather.example", locale: "en", theme: i % 2 ? "dark" : "light", maxHeight: 300 + 20 * i });
		}
		window.frames30 = () => [...document.querySelectorAll("elicitation-form")].flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll("iframe") ?? [])]);
	})()`)
	h.advance(300)
	if frames := eval[int](h.page(), `frames30().length`); frames != 1 {
		h.t.Fatalf("thirty idle elements have %d frames", frames)
	}
	h.form().run(`window.sameDocument = true`)
	ask := func(id string) {
		h.t.Helper()
		h.page().run(`(id, params) => {
			const settle = (outcome) => outcomes.push({key: id, ...outcome});
			document.getElementById(id).elicit(params).then(({action}) => settle({action}), ({code}) => settle({code}));
		}`, id, everyKind)
	}
	ask("message4")
	h.page().wait("the frame to be in the element", `document.getElementById("message4").shadowRoot?.querySelector("iframe")?.offsetHeight === 380`)
	if !eval[bool](h.form(), `window.sameDocument`) {
		h.t.Error("the frame was loaded again, although this browser can move it")
	}
	ask("message7")
	h.page().wait("both to be seen, each as high as it may be", `["message4", "message7"].every((id) => {
		const frame = document.getElementById(id).shadowRoot.querySelector("iframe");
		return frame?.offsetHeight === (id === "message4" ? 380 : 440) && frame.style.visibility === "" && frame.style.colorScheme === (id === "message4" ? "light" : "dark");
	})`)
	if frames := eval[int](h.page(), `frames30().length`); frames != 2 {
		h.t.Errorf("two requests are open in %d frames", frames)
	}
	h.page().wait("both to be drawn", `events.filter(({ type }) => type === "shown").length === 2`)
	h.page().run(`document.getElementById("elsewhere").remove()`)
	for _, id := range []string{"message4", "message7"} {
		if got := h.outcome(id); got.Code != "disposed" {
			h.t.Errorf("%s settled as %+v", id, got)
		}
	}
	if frames := eval[int](h.page(), `frames30().length`); frames > 1 {
		h.t.Errorf("%d frames are left", frames)
	}
	h.expectQuiet()
}
