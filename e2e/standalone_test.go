package e2e

import (
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// standalones have the standalone page without a request.
var standalones = shareTabs(headless, 2)

// standalonePage returns a tab with the standalone page after Start again. Tests share it one after the other. A test
// about an address, the history or the first form of the page uses [newTab].
func standalonePage(t testing.TB) *Tab {
	t.Helper()
	tab, used := standalones.tab(t, func(tab *Tab) bool {
		return tab.resetWindow() == nil && tab.page().try(`(() => {
			document.querySelector("#widths input[value=full]").click();
			sessionStorage.clear();
			localStorage.clear();
			scrollTo(0, 0);
		})()`, nil) == nil
	})
	if !used {
		tab.open(baseURL(t) + "/standalone.html")
		tab.page().wait("the page", `document.querySelector("iframe") && history.state`)
		tab.form().wait("the program", `!document.getElementById("shell")`)
	}
	tab.page().run(`document.querySelector("button[type=reset]").click()`)
	tab.page().wait("no form", `document.getElementById("form").hidden && document.getElementById("request").value === ""`)
	tab.waitUntilIdle()
	tab.log.clear()
	return tab
}

// TestStandalonePage covers N29 and P1: an author pastes a request, makes three
// mistakes and corrects them, changes one answer, sends, and sees exactly the
// result.
// Rows: N29, P1.
func TestStandalonePage(t *testing.T) {
	t.Parallel()
	tab := standalonePage(t)
	page, form := tab.page(), tab.form()
	page.typeInto(page.find("textbox", "Request"), corpus(t, "015-everything-13-fields.json"))
	page.Press("Show form")
	form.onHeading(askingHeading("example-server"))
	form.Type("String with email format", "nobody")
	form.Type("Integer", "1000")
	if got := form.continueWithErrors(); len(got.Links) != 3 {
		t.Fatalf("%q", got.Links)
	}
	form.Type("String", "Ada Lovelace")
	form.Type("String with email format", "ada@example.com")
	form.Type("Integer", "41")
	form.Choose("Boolean", "Yes")
	form.toReview()
	form.Press("Change “Integer”")
	form.wait("the focus on the field", `document.activeElement?.id === "f6"`)
	form.Type("Integer", "43")
	form.sendAnswers()
	page.wait("the result", `!document.getElementById("result").hidden`)
	expectSameJSON(t, "result", eval[string](page, `document.getElementById("result").textContent`), `{"action":"accept","content":{
		"name":"Ada Lovelace","check":true,"firstLine":"It was a dark and stormy night.","email":"ada@example.com","integer":43,"number":3.14,
		"untitledSingleSelectEnum":"Monica","untitledMultipleSelectEnum":["Guitar"],"titledSingleSelectEnum":"hero-1",
		"titledMultipleSelectEnum":["fish-1"],"legacyTitledEnum":"pet-1"}}`)
	tab.allowClipboard()
	page.Press("Copy result")
	page.wait("the notice", `/[Cc]opied|is selected/.test(document.body.innerText)`)
	page.expectAccessible("standalone result")
	tab.media(map[string]string{"prefers-color-scheme": "dark"})
	page.expectAccessible("standalone dark")
	tab.viewport(320, 256, 4)
	if eval[bool](page, `document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
		t.Error("G13: the page scrolls sideways at 320 px")
	}
	tab.expectQuiet()
}

// TestStandaloneLink covers N29: a link carries the request and the name of the server. Copying a long link
// shows a warning.
// Rows: N29.
func TestStandaloneLink(t *testing.T) {
	t.Parallel()
	tab := newTab(t)
	tab.open(baseURL(t) + "/standalone.html#request=" + url.PathEscape(oneText("By link")) + "&server=air%20%26%20sea.example")
	form := tab.form()
	form.onHeading(askingHeading("air & sea.example"))
	link := func() string {
		tab.page().run(`navigator.clipboard.writeText = async (text) => void (window.copied = text)`)
		tab.page().Press("Copy link")
		tab.page().wait("the link", `window.copied`)
		return eval[string](tab.page(), `window.copied.split("#")[1]`)
	}
	if got, want := link(), "&server=air%20%26%20sea.example"; !strings.HasSuffix(got, want) {
		t.Errorf("the link ends with %q, want %q", got[max(0, len(got)-40):], want)
	}
	page := tab.page()
	page.run(`document.querySelector("iframe").scrollIntoView()`) // Chromium reads no accessibility tree of a frame out of sight.
	form.Press("Decline")
	page.wait("the result", `document.getElementById("result").textContent.replace(/\s/g, "") === '{"action":"decline"}'`)
	page.typeInto(page.find("textbox", "Request"), "{ not JSON")
	page.Press("Show form")
	page.wait("the problem", `!document.getElementById("request-error").hidden && document.activeElement.id === "request"`)
	page.run(`document.getElementById("request").value = " ".repeat(3000)`)
	link()
	page.wait("the warning", `/It has \d+ kB/.test(document.getElementById("request-status").textContent)`)
	tab.expectQuiet()
}

// TestStandaloneFiles covers N29: the page shows a dropped file at once, and a file opened by
// keyboard or mouse. It rejects a file without a request.
// Rows: N29.
func TestStandaloneFiles(t *testing.T) {
	t.Parallel()
	tab := standalonePage(t)
	page, form := tab.page(), tab.form()
	dropped := tab.file("dropped.json", oneText("Dropped"))
	tab.dragFile(dropped)
	page.wait("the cover", `!document.getElementById("drop").hidden`)
	tab.dropFile(dropped)
	form.asks("Dropped")
	page.wait("the cover to go", `document.getElementById("drop").hidden`)
	page.wait("the notice", `document.getElementById("request-status").textContent === "Read dropped.json"`)

	tab.chooseFile("Open a file", tab.file("opened.json", `{"jsonrpc":"2.0","id":"a-1","method":"elicitation/create","params":`+oneText("Opened")+`}`))
	form.asks("Opened")
	form.Press("Decline")
	page.wait("the result", `!document.getElementById("result").hidden`)
	expectSameJSON(t, "answer", eval[string](page, `document.getElementById("answer").textContent`), `{"jsonrpc":"2.0","id":"a-1","result":{"action":"decline"}}`)

	binary := tab.file("picture.png", "\x89PNG\r\n\x1a\n\xff\xfe")
	tab.dragFile(binary)
	tab.dropFile(binary)
	page.wait("the problem", `document.getElementById("request-error").textContent.includes("cannot be read as text") && document.activeElement.id === "request"`)
	tab.chooseFile("Open a file", tab.file("notes.txt", "no JSON"))
	page.wait("the problem", `document.getElementById("request-error").textContent.includes("not JSON")`)
	if got := eval[string](page, `location.pathname`); got != "/standalone.html" {
		t.Errorf("the browser went to %s", got)
	}
	tab.expectQuiet()
}

// TestStandaloneAdvice covers N29 and N31: the advice follows the typed text,
// tells what the official clients would do, and leads to the places in the
// request.
// Rows: N29, N31.
func TestStandaloneAdvice(t *testing.T) {
	t.Parallel()
	tab := standalonePage(t)
	page := tab.page()
	box := page.find("textbox", "Request")
	page.typeInto(box, `{"message": "Hi", "requestedSchema": {"type": "object", "properties": {"zip": {"type": "string", "title": "ZIP", "pattern": "^[0-9]+$"}}, "required": ["zip"]}}`)
	page.wait("the advice of the clients", `[...document.querySelectorAll("#verdicts li")].filter((li) => /TypeScript client .*Accepts part of it without pattern/.test(li.textContent)).length === 2`)
	page.wait("one warning", `document.getElementById("advice-count").textContent === "1 warning"`)
	page.Press("/requestedSchema/properties/zip/pattern")
	page.wait("the place to be selected", `(() => { const box = document.getElementById("request"); return document.activeElement === box && box.value.slice(box.selectionStart, box.selectionEnd) === '"pattern": "^[0-9]+$"'; })()`)
	// Typing replaces the selected text, and the advice disappears.
	tab.insert(`"maxLength": 5`)
	page.wait("nothing to improve", `document.getElementById("advice-count").textContent === "Nothing to improve" && !/Accepts part|Rejects/.test(document.getElementById("verdicts").textContent)`)

	page.typeInto(box, corpus(t, "095-jam-hostile.json"))
	page.wait("many problems", `/problems/.test(document.getElementById("advice-count").textContent)`)
	page.expectAccessible("standalone advice")
	tab.media(map[string]string{"prefers-color-scheme": "dark"})
	page.expectAccessible("standalone advice dark")
	tab.media(map[string]string{"forced-colors": "active"})
	page.expectAccessible("standalone advice in forced colours", "color-contrast")
	tab.media(map[string]string{})
	tab.viewport(320, 600, 1)
	if eval[bool](page, `document.documentElement.scrollWidth > document.documentElement.clientWidth`) {
		t.Error("G13: the page scrolls sideways at 320 px")
	}
	page.typeInto(box, "{")
	page.wait("no advice on what is no JSON", `document.getElementById("advice-panel").hidden`)
	tab.expectQuiet()
}

// TestStandaloneResult covers N29: the person can copy and download the result, and
// the page shows the response on the wire and the host's events.
// Rows: N29, P13.
func TestStandaloneResult(t *testing.T) {
	t.Parallel()
	tab := standalonePage(t)
	page, form := tab.page(), tab.form()
	page.Select("Example", "Contact details")
	form.onHeading(askingHeading("example-server"))
	page.Press("Copy link")
	form.Type("Full name", "Ada Lovelace")
	form.Type("Email address", "ada@example.com")
	form.sendAnswers()
	page.wait("the result", `!document.getElementById("result").hidden`)
	const want = `{"action":"accept","content":{"name":"Ada Lovelace","email":"ada@example.com"}}`
	expectSameJSON(t, "result", eval[string](page, `document.getElementById("result").textContent`), want)
	expectSameJSON(t, "answer", eval[string](page, `document.getElementById("answer").textContent`), `{"jsonrpc":"2.0","id":1,"result":`+want+`}`)
	folder := tab.downloads()
	page.Follow("Download")
	tab.waitFor("the downloaded file", func() bool {
		saved, err := os.ReadFile(filepath.Join(folder, "elicitation-result.json"))
		return err == nil && canonical(string(saved)) == canonical(want)
	})
	events := eval[string](page, `document.getElementById("events").textContent`)
	for _, part := range []string{`"shown"`, `"settled"`, `"accept"`} {
		if !strings.Contains(events, part) {
			t.Errorf("no %s among the events: %s", part, events)
		}
	}
	if strings.Contains(events, "Ada") {
		t.Errorf("an event carries an answer: %s", events)
	}
	tab.expectQuiet()
}

// TestStandaloneWidths covers N29: the form at the width of a phone, of a chat
// and of the window, by keyboard.
// Rows: N29.
func TestStandaloneWidths(t *testing.T) {
	t.Parallel()
	tab := standalonePage(t)
	tab.viewport(1400, 900, 1)
	page, form := tab.page(), tab.form()
	page.typeInto(page.find("textbox", "Request"), oneText("Width"))
	page.Press("Show form")
	form.onHeading(askingHeading("example-server"))
	form.wait("the focus in the form", `document.hasFocus() && document.activeElement.id === "heading"`)
	page.run(`document.querySelector("#widths input:checked").focus()`)
	for _, step := range []struct {
		key string
		ok  string
	}{{kb.ArrowLeft, `innerWidth === 480`}, {kb.ArrowLeft, `innerWidth === 320`}, {kb.ArrowRight, `innerWidth === 480`}, {kb.ArrowRight, `innerWidth > 500`}} {
		tab.Key(step.key)
		form.wait("the width "+step.ok, step.ok)
	}
	page.expectAccessible("standalone widths")
}

// TestStandaloneKeyboard covers N29: Control+Enter shows the form, as a
// shortcut for people who type their requests.
// Rows: N29.
func TestStandaloneKeyboard(t *testing.T) {
	t.Parallel()
	tab := standalonePage(t)
	page, form := tab.page(), tab.form()
	page.typeInto(page.find("textbox", "Request"), `{"properties": {"word": {"type": "string", "title": "Word"}}, "type": "object"}`)
	page.Press("Tidy up")
	page.wait("the tidy text", `document.getElementById("request").value.includes('\n    "word": { "type": "string", "title": "Word" }\n')`)
	page.focus(page.find("textbox", "Request"))
	tab.Key(kb.Enter, chromedp.ModifierCtrl)
	form.onHeading(askingHeading("example-server"))
	form.wait("the focus in the form", `document.hasFocus()`)
	tab.expectQuiet()
}

// TestStandalonePaste covers N29: a request that is pasted is shown at once.
// Text that is pasted into a request is not shown, and the focus stays.
// Rows: N29.
func TestStandalonePaste(t *testing.T) {
	t.Parallel()
	tab := standalonePage(t)
	page, form := tab.page(), tab.form()
	form.wait("the program", `!document.getElementById("shell")`)
	paste := func(text string) {
		t.Helper()
		page.run(`(text) => {
			const box = document.getElementById("request");
			const data = new DataTransfer();
			data.setData("text/plain", text);
			box.focus();
			box.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
			document.execCommand("insertText", false, text);
		}`, text)
	}
	paste(oneText("Pasted"))
	form.onHeading(askingHeading("example-server"))
	form.wait("the pasted request", `document.body.innerText.includes("Pasted") && document.hasFocus()`)
	page.run(`(() => { const box = document.getElementById("request"); box.focus(); box.setSelectionRange(box.value.indexOf("Pasted"), box.value.indexOf("Pasted")); })()`)
	paste("Not ")
	page.wait("the advice on it", `document.getElementById("request").value.includes("Not Pasted")`)
	page.wait("the focus to stay", `document.activeElement.id === "request"`)
	if text := eval[string](form, `document.body.innerText`); strings.Contains(text, "Not Pasted") {
		t.Error("a part that was pasted has shown the form anew")
	}
	tab.expectQuiet()
}

// TestStandaloneOpens covers N29: the page opens with the form of an example, which does
// not take the focus. On a phone the form and its result come before the request, and beside it on a desk.
// Rows: N29.
func TestStandaloneOpens(t *testing.T) {
	t.Parallel()
	tab := newTab(t)
	tab.viewport(390, 844, 1)
	tab.open(baseURL(t) + "/standalone.html")
	page, form := tab.page(), tab.form()
	form.onHeading(askingHeading("example-server"))
	form.wait("the example's fields", questions+`.length === 3`)
	page.wait("its name in the list", `document.getElementById("example").selectedOptions[0].text === "Contact details"`)
	if active := eval[string](page, `document.activeElement.tagName`); active != "BODY" {
		t.Errorf("the focus is on %s", active)
	}
	const tops = `["form", "result-heading", "request", "advice-panel"].map((id) => document.getElementById(id).getBoundingClientRect().top)`
	if at := eval[[4]float64](page, tops); at[0] >= 160 || !slices.IsSorted(at[:]) {
		t.Errorf("form, result, request and advice begin at %v", at)
	}
	page.Select("Example", "Confirmation")
	form.onHeading(confirmHeading("example-server"))
	page.wait("the form in view", `document.getElementById("form-heading").getBoundingClientRect().top >= 0`)
	tab.viewport(1280, 900, 1)
	page.wait("the form beside the request", `(() => {
		const [form, request] = ["form", "request"].map((id) => document.getElementById(id).getBoundingClientRect());
		return form.top < 400 && request.right < form.left;
	})()`)
	if first := eval[bool](page, `Boolean(document.getElementById("request").compareDocumentPosition(document.getElementById("form")) & Node.DOCUMENT_POSITION_FOLLOWING)`); !first {
		t.Error("beside the form, the request is not the first stop")
	}
	form.onHeading(confirmHeading("example-server"))
	page.expectAccessible("standalone page")
	tab.expectQuiet()
}

// file writes a file that is removed after the test and returns its path.
func (tab *Tab) file(name, content string) string {
	tab.t.Helper()
	path := filepath.Join(tab.t.TempDir(), name)
	must(tab.t, os.WriteFile(path, []byte(content), 0o600))
	return path
}

// dragFile drags a file over the middle of the page.
func (tab *Tab) dragFile(path string) {
	tab.t.Helper()
	tab.drag(input.DispatchDragEventTypeDragEnter, path)
	tab.drag(input.DispatchDragEventTypeDragOver, path)
}

// dropFile drops the file that was dragged over the page.
func (tab *Tab) dropFile(path string) {
	tab.t.Helper()
	tab.drag(input.DispatchDragEventTypeDrop, path)
}

func (tab *Tab) drag(kind input.DispatchDragEventType, path string) {
	tab.t.Helper()
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: []string{path}, DragOperationsMask: 1}
	_, err := chromedp.Call(tab.ctx, input.DispatchDragEvent, input.DispatchDragEventParams{Type: kind, X: 400, Y: 60, Data: data})
	must(tab.t, err)
}

// chooseFile presses a button that opens the file dialog, and chooses a file in
// it.
func (tab *Tab) chooseFile(button, path string) {
	tab.t.Helper()
	choosers := make(chan *page.EventFileChooserOpened, 1)
	must(tab.t, chromedp.Listen(tab.ctx, func(ev any) {
		if e, ok := ev.(*page.EventFileChooserOpened); ok {
			choosers <- e
		}
	}))
	_, err := chromedp.Call(tab.ctx, page.SetInterceptFileChooserDialog, page.SetInterceptFileChooserDialogParams{Enabled: true})
	must(tab.t, err)
	tab.page().Press(button)
	_, err = chromedp.Call(tab.ctx, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{path}, BackendNodeID: (<-choosers).BackendNodeID})
	_, err1 := chromedp.Call(tab.ctx, page.SetInterceptFileChooserDialog, page.SetInterceptFileChooserDialogParams{})
	must(tab.t, errors.Join(err, err1))
}

// downloads lets the tab save files, and returns the folder in which they
// appear.
func (tab *Tab) downloads() string {
	tab.t.Helper()
	dir := tab.t.TempDir()
	_, err := chromedp.CallBrowser(tab.ctx, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
		Behavior:         cdpbrowser.SetDownloadBehaviorBehaviorAllow,
		BrowserContextID: chromedp.FromContext(tab.ctx).BrowserContextID,
		DownloadPath:     dir,
	})
	must(tab.t, err)
	return dir
}

// allowClipboard gives the page the permission that a browser would ask a
// person for.
func (tab *Tab) allowClipboard() {
	tab.t.Helper()
	_, err := chromedp.CallBrowser(tab.ctx, cdpbrowser.SetPermission, cdpbrowser.SetPermissionParams{
		Permission:       &cdpbrowser.PermissionDescriptor{Name: "clipboard-write"},
		Setting:          cdpbrowser.PermissionSettingGranted,
		BrowserContextID: chromedp.FromContext(tab.ctx).BrowserContextID,
	})
	must(tab.t, err)
}
