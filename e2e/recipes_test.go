package e2e

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/e2e/testsite"
)

func recipeCode(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(testsite.Path("docs", "learn", name))
	must(t, err)
	block := regexp.MustCompile("(?s)```js\n(.*?)```").FindSubmatch(text)
	if block == nil {
		t.Fatalf("no code in %s", name)
	}
	return string(block[1])
}

// TestWaitingRecipe: the title counts the open requests until each of them ends. On a hidden page a
// notification appears, which names the server as the host does.
func TestWaitingRecipe(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	code := strings.Replace(recipeCode(t, "waiting.md"), "export function whoWaits", "window.whoWaits = function whoWaits", 1)
	host.page().run(`(code) => {
		window.notes = [];
		window.Notification = class {
			static permission = "default";
			constructor(title, { body }) { Object.assign(this, { text: title + ": " + body, open: true }); notes.push(this); }
			close() { this.open = false; }
		};
		new Function(code)();
		window.title = document.title;
		document.title = "Chat";
		window.onHostEvent = whoWaits();
	}`, code)
	expect := func(title string, notes ...string) {
		t.Helper()
		host.page().wait("the title "+title, `(title) => document.title === title`, title)
		if got := eval[[]string](host.page(), `notes.map(({ text, open }) => text + (open ? "" : ", closed"))`); strings.Join(got, "; ") != strings.Join(notes, "; ") {
			t.Errorf("with the title %q there are the notifications %q, want %q", title, got, notes)
		}
	}
	hidden := func(is bool) {
		host.page().run(`(is) => Object.defineProperty(document, "hidden", { value: is, configurable: true })`, is)
	}
	first, form := host.show(twoFields, nil)
	expect("(1) Chat")
	second := host.start(twoFields, nil)
	expect("(2) Chat")
	hidden(true)
	form.Press("Decline")
	host.expectAction(first, "decline")
	expect("(1) Chat")
	host.page().run(`(key) => controllers[key].abort()`, second)
	host.outcome(second)
	expect("Chat")
	host.page().run(`Notification.permission = "granted"`)
	third, form := host.show(twoFields, map[string]any{"server": map[string]any{"id": "weather.example", "title": "Your bank"}})
	const note = "A question waits for you: weather.example"
	expect("(1) Chat", note)
	form.Press("Not now")
	host.expectAction(third, "cancel")
	expect("Chat", note+", closed")
	hidden(false)
	fourth, form := host.show(twoFields, nil)
	expect("(1) Chat", note+", closed")
	form.Press("Decline")
	host.expectAction(fourth, "decline")
	expect("Chat", note+", closed")
	host.start(`{"message":5}`, nil)
	host.page().wait("a request that cannot be shown to be over", `document.title === "Chat" && outcomes.length === 5`)
	host.page().run(`document.title = title`)
}

// TestThemingRecipe: the recipe's example works unchanged, and the recipe names exactly the variables that the
// form reads.
func TestThemingRecipe(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(testsite.Path("docs", "learn", "theming.md"))
	must(t, err)
	read := map[string]bool{}
	for _, file := range []string{"contrast.ts", "style.css"} {
		source, err := os.ReadFile(testsite.Path("web", "frame", file))
		must(t, err)
		for _, match := range regexp.MustCompile(`(?:: "|var\()(--(?:color|border|font)-[\w-]+)`).FindAllSubmatch(source, -1) {
			read[string(match[1])] = true
		}
	}
	named := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `--.*?\\|").FindAllString(string(text), -1) {
		for _, name := range regexp.MustCompile(`--[\w-]+`).FindAllString(row, -1) {
			named[name] = true
		}
	}
	for name := range read {
		if !named[name] {
			t.Errorf("%s is read, and the recipe does not say so", name)
		}
	}
	for name := range named {
		if !read[name] {
			t.Errorf("the recipe names %s, which is not read", name)
		}
	}
	if len(read) < 15 {
		t.Errorf("only %d variables were found", len(read))
	}

	host := warmHost(t)
	host.page().run(`(code) => host.setContext(new Function(code + "; return look")())`, recipeCode(t, "theming.md"))
	host.viewport(460, 800, 1)
	_, form := host.show(twoFields, nil)
	form.wait("the look of the recipe", `(() => {
		const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
		const button = getComputedStyle(document.querySelector("[data-action]"));
		return color === "rgb(59, 35, 20)" && fontFamily.startsWith("Georgia") && button.borderRadius === "3px" && getComputedStyle(document.documentElement).getPropertyValue("--page") === "rgb(253 246 233)";
	})()`)
}
