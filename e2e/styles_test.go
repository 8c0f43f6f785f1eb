package e2e

import (
	"strings"
	"testing"
)

// colourOf is an expression for a colour of the frame, such as "accent".
func colourOf(name string) string {
	return `getComputedStyle(document.documentElement).getPropertyValue("--` + name + `")`
}

// TestFollowsStyles: with follow-styles the form has the look of the page, and follows it whatever changes it. An
// element without that attribute has the values of its own variables.
// Rows: G16.
func TestFollowsStyles(t *testing.T) {
	t.Parallel()
	host := openElement(t)
	host.page().run(`(() => {
		window.sheet = new CSSStyleSheet();
		sheet.replaceSync(
			":root { --primary: oklch(.488 .243 264.376); --primary-foreground: 0 0% 100%; --muted-foreground: color-mix(in srgb, black 60%, white);" +
			" --radius: calc(.25rem + 4px); --ring: color(display-p3 1 0 0) }" +
			"body { font: 15px Georgia, serif; color: rgb(30 30 40); background: rgb(250 248 240) }" +
			".dark { --primary: 220 80% 80%; color-scheme: dark } .dark body { color: rgb(230 230 240); background: rgb(20 20 30) }");
		document.adoptedStyleSheets = [sheet];
		element.context = { styles: { variables: { "--color-ring-primary": "rgb(200 0 100)" } } };
		element.style.setProperty("--elicitform-button", "light-dark(rgb(0 90 60), red)");
		const settle = (outcome) => outcomes.push({ key: "a", ...outcome });
		host.elicit(` + oneText("Asked by the chat") + `).then(settle, settle);
	})()`)
	form := host.form()
	form.waitForRequestOf("the chat")
	is := func(what, name, colour string) {
		t.Helper()
		form.wait(what, `(colour) => `+colourOf(name)+` === colour`, colour)
	}

	is("the button of the element's style", "button", "rgb(0 90 60)")
	host.page().run(`element.style.setProperty("--elicitform-density", "compact")`)
	form.wait("compact controls", `document.querySelector("button.primary").offsetHeight === 36`)
	host.page().run(`element.style.setProperty("--elicitform-padding", "none")`)
	form.wait("the room of a ring", `getComputedStyle(document.querySelector("main")).padding === "5px"`)
	if got := eval[string](form, colourOf("accent")); !strings.HasPrefix(got, "rgb(34") && !strings.HasPrefix(got, "rgb(154") {
		t.Errorf("without the attribute the accent is %s", got)
	}

	host.page().run(`element.setAttribute("follow-styles", "")`)
	is("a colour in oklch()", "accent", "rgb(20 71 230)")
	is("the page", "page", "rgb(250 248 240)")
	is("the text", "text", "rgb(30 30 40)")
	is("the button of the element's style", "button", "rgb(0 90 60)")
	is("the numbers of a colour", "on-button", "rgb(255 255 255)")
	is("a mix", "muted", "rgb(102 102 102)")
	is("what the context has itself", "ring", "rgb(200 0 100)")
	form.wait("the corners", `getComputedStyle(document.querySelector("input")).borderTopLeftRadius === "6px"`)
	form.wait("the font and the size", `(() => { const { fontFamily, fontSize } = getComputedStyle(document.body); return fontFamily === "Georgia, serif" && fontSize === "15px"; })()`)
	form.wait("the main button at the end", `(() => {
		const [main, decline] = ["button.primary", "[data-action=decline]"].map((button) => document.querySelector(button).getBoundingClientRect());
		return decline.right < main.left;
	})()`)

	host.page().run(`document.documentElement.classList.add("dark")`)
	is("the numbers of another colour", "accent", "rgb(163 190 245)")
	is("the dark page", "page", "rgb(20 20 30)")
	form.wait("the dark theme", `document.documentElement.dataset.theme === "dark"`)
	host.page().run(`sheet.insertRule(".dark { --primary: rgb(255 200 0) !important }")`)
	is("a new rule in a style sheet", "accent", "rgb(255 200 0)")
	host.expectQuiet()

	host.page().run(`document.body.style.background = "white"; document.body.style.color = "black"`)
	form.wait("the theme of the page", `document.documentElement.dataset.theme === "light"`)
	host.waitForConsole(`but the page behind the form is rgb(255 255 255): the form is light`)
	host.page().run(`document.body.style.background = "linear-gradient(rgb(0 0 0), 60%, rgb(40 60 80 / 1)), white"; document.body.style.color = "white"`)
	is("the middle of a gradient", "page", "rgb(20 30 40)")
	form.wait("the theme of the gradient", `document.documentElement.dataset.theme === "dark"`)
	host.page().run(`element.removeAttribute("follow-styles")`)
	form.wait("the theme of the system", `document.documentElement.dataset.theme === undefined`)
}

// TestWidthAndHeight: a container that shrinks to its content is 36rem wide if there is room, and another one is filled. The largest
// height is any CSS length.
// Rows: G11.
func TestWidthAndHeight(t *testing.T) {
	t.Parallel()
	host := openHostPage(t)
	host.viewport(1000, 800, 1)
	host.mount(map[string]any{"maxHeight": "calc(50vh - 10px)", "context": map[string]any{"locale": "en"}})
	host.waitUntilReady()
	_, form := host.show(everyKind, nil)
	for _, c := range []struct {
		style         string
		width, height int
		want          int
	}{
		{"inline-size: fit-content", 1000, 800, 576},
		{"inline-size: fit-content; max-inline-size: 85%", 400, 700, -1},
		{"float: inline-start", 320, 900, -1},
		{"inline-size: 700px", 1000, 800, 700},
		{"", 900, 1200, -1},
	} {
		host.viewport(c.width, c.height, 1)
		host.page().run(`(style) => { document.getElementById("place").style.cssText = style }`, c.style)
		host.page().wait("the size of "+c.style, `(want, height) => {
			const { clientWidth, clientHeight } = document.querySelector("iframe");
			const place = document.getElementById("place");
			return (want < 0 ? clientWidth === place.clientWidth : clientWidth === want) && document.documentElement.scrollWidth <= innerWidth
				&& clientHeight === height;
		}`, c.want, c.height/2-10)
		for _, wrong := range eval[[]string](form, cutButtons) {
			t.Errorf("%q: %s", c.style, wrong)
		}
	}
	host.page().run(`host.setContext({ containerDimensions: { maxHeight: 420 } })`)
	host.page().wait("a height in pixels", `document.querySelector("iframe").clientHeight === 420`)
}
