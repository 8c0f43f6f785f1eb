package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/driver"
)

const (
	consentHeading = "Example wants to open a web page"
	waitingHeading = "Finish in the other tab"
)

// TestConsent covers U1, U2, U6 and P14: the whole address is selectable text,
// the site stands out on its own line, and the only control names its effect.
// U5: nothing is fetched before the person agrees.
// Rows: U1, U2, U5, U6, P14, N17.
func TestConsent(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	before := len(host.requestedURLs())
	const address = "https://login.shop.example.co.uk:8443/authorize?client=chat&state=8f3b21"
	key, form := host.show(urlRequest(address), nil)
	form.onHeading(consentHeading)

	if got := eval[string](form, `document.querySelector("#address").innerText`); got != address {
		t.Errorf("the address reads %q", got)
	}
	style := eval[map[string]string](form, `(() => {
		const box = document.querySelector("#address"), style = getComputedStyle(box), message = document.querySelector("[aria-labelledby=message-from]");
		getSelection().selectAllChildren(box);
		return { link: String(box.querySelector("a") !== null || box.closest("a") !== null), dir: style.direction,
			family: style.fontFamily.includes("mono") ? "mono" : style.fontFamily, wrap: style.overflowWrap, selected: getSelection().toString(),
			bold: box.querySelector("b").innerText, shown: String(document.body.innerText.split("example.co.uk").length - 1),
			weight: String(getComputedStyle(box.querySelector("b")).fontWeight >= 600),
			above: String([message, box].every((part) => part.getBoundingClientRect().bottom < document.querySelector("a").getBoundingClientRect().top)) };
	})()`)
	want := map[string]string{
		"link": "false", "dir": "ltr", "family": "mono", "wrap": "anywhere", "selected": address,
		"bold": "example.co.uk", "shown": "2", "weight": "true", "above": "true",
	}
	for name, value := range want {
		if style[name] != value {
			t.Errorf("%s: %q, want %q", name, style[name], value)
		}
	}
	link := form.find("link", "Open example.co.uk in a new tab")
	attributes := eval[string](form, `(() => { const a = document.querySelector("a"); return [a.href, a.target, a.rel, a.referrerPolicy, document.querySelectorAll("a").length].join(" "); })()`)
	if attributes != address+" _blank noopener noreferrer no-referrer 1" {
		t.Errorf("%s: %s", link, attributes)
	}
	text := eval[string](form, `document.body.innerText`)
	for _, part := range []string{"The site name is followed by “:8443”.", "Message from Example", "Sign in to go on."} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not shown in\n%s", part, text)
		}
	}
	form.expectAccessible("consent")
	for _, url := range host.requestedURLs()[before:] {
		if strings.Contains(url, "shop.example") {
			t.Errorf("U5: %s was fetched before anybody agreed", url)
		}
	}
	if hints := eval[int](form, `document.querySelectorAll("link[rel~=prefetch], link[rel~=preconnect], link[rel~=dns-prefetch], iframe, img, object, embed").length`); hints != 0 {
		t.Errorf("U5: %d elements could fetch something", hints)
	}
	form.Press("Decline")
	if got := host.outcome(key); got.Result != `{"action":"decline"}` {
		t.Errorf("settled as %+v", got)
	}
	host.expectQuiet()
}

// TestOpening covers U7 and P15: the page opens in a new tab without opener,
// referrer and sandbox, and the host gets an accept without content at once;
// also W1, W2 and D4.
// Rows: U7, P15, W1, W2, D4.
func TestOpening(t *testing.T) {
	t.Parallel()
	site := newVisitedSite(t)
	for _, how := range []string{"click", "double click", "Enter"} {
		t.Run(how, func(t *testing.T) {
			host := warmHost(t)
			key, form := host.show(urlRequest(site.URL), nil)
			form.onHeading(consentHeading)
			link := form.button("open")
			switch how {
			case "click":
				form.click(link, 1)
			case "double click":
				form.click(link, 2)
			case "Enter":
				form.run(driver.Button("open") + `.focus()`)
				form.Key("\r")
			}
			got := host.outcome(key)
			if got.Result != `{"action":"accept"}` {
				t.Errorf("settled as %+v", got)
			}
			if v := site.waitForVisit(); v != (visit{Opener: "null", Origin: strings.TrimSuffix(site.URL, "/authorize?client=chat&state=8f3b21")}) {
				t.Errorf("the page was opened with %+v", v)
			}
			form.onHeading(waitingHeading)
			if how != "double click" { // The second click moves the focus to its target.
				form.wait("the focus on the heading", `document.activeElement?.id === "heading"`)
			}
			form.wait("W2: it to be announced", `document.querySelector("#status").textContent .includes("is open in a new tab. Finish there, then come back here.")`)
			for _, control := range []Node{form.find("button", "I have finished"), form.find("link", "Open again"), form.find("button", "Close")} {
				t.Logf("W1: %s", control)
			}
			form.expectAccessible("waiting")
			host.expectSettledOnce(key)
			if n := len(host.targets()); n != 2 || site.count() != 0 {
				t.Errorf("%d tabs are open, the page was opened %d times more", n, site.count())
			}
			host.expectQuiet()
		})
	}
}

// TestWaiting covers W1, W3 and P15: the wait for a page is ended by the
// server's notice, by the person, or never, and its end is announced (W2). Notices about unknown pages end
// nothing.
// Rows: W1, W2, W3, P15.
func TestWaiting(t *testing.T) {
	t.Parallel()
	site := newVisitedSite(t)
	open := func(t *testing.T) (*Host, Document, string) {
		host := warmHost(t)
		key, form := host.show(urlRequest(site.URL), nil)
		form.do("open")
		host.outcome(key)
		site.waitForVisit()
		form.onHeading(waitingHeading)
		return host, form, key
	}
	finished := func(host *Host) string {
		return eval[string](host.page(), `events.filter((e) => e.type === "finished").map((e) => e.how).join()`)
	}
	t.Run("by the server", func(t *testing.T) {
		host, form, key := open(t)
		host.page().run(`host.complete({ id: "Example" }, "e-2")`)
		host.page().run(`document.getElementById("before").focus()`)
		host.waitUntilIdle()
		if form.heading() != waitingHeading {
			t.Fatal("an unknown id ended the wait")
		}
		host.page().run(`(host.complete({ id: "Example" }, "e-1"), host.complete({ id: "Example" }, "e-1"))`)
		form.onHeading(confirmedHeading)
		form.wait("the end of waiting to be announced", `document.querySelector("#status").textContent.includes("says that you have finished in the other tab")`)
		if active := eval[string](host.page(), `document.activeElement.id`); active != "before" {
			t.Errorf("W3: the focus went to %q", active)
		}
		if got := finished(host); got != "completed" {
			t.Errorf("the host was told %q", got)
		}
		host.expectSettledOnce(key)
	})
	t.Run("by the person", func(t *testing.T) {
		host, form, key := open(t)
		form.Press("I have finished")
		form.onHeading("You said that you finished. Waiting for Example.")
		host.page().wait("the host to be told", `events.some((e) => e.type === "finished")`)
		if got := finished(host); got != "person" {
			t.Errorf("the host was told %q", got)
		}
		host.expectSettledOnce(key)
	})
	t.Run("not at all", func(t *testing.T) {
		host, form, key := open(t)
		form.Follow("Open again")
		site.waitForVisit()
		form.Press("Close")
		host.page().wait("the host to be told", `events.some((e) => e.type === "finished")`)
		if got := finished(host); got != "closed" {
			t.Errorf("the host was told %q", got)
		}
		host.page().wait("the frame to be put away", `document.querySelector("iframe").getBoundingClientRect().height === 0`)
		host.expectSettledOnce(key)
	})
	t.Run("another request comes", func(t *testing.T) {
		host, form, _ := open(t)
		key, _ := host.show(confirmation, nil)
		form.Press("Confirm")
		host.expectAction(key, "accept")
		form.onHeading(confirmedHeading)
		// The outcome is shown for a moment.
		form.onHeading(waitingHeading)
		host.page().run(`host.complete({ id: "Example" }, "e-1")`)
		form.onHeading(confirmedHeading)
	})
}

// TestDoubtfulAddresses covers U3 and U4: the step is accessible with a blocked address and with a suspicious one, and
// a long address scrolls in its box.
// Rows: U3, U4.
func TestDoubtfulAddresses(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	long := "https://shop.example/?" + strings.Repeat("a", 3000)
	for address, button := range map[string]string{
		"javascript:alert(1)": "Decline", "https://evil.example/" + strings.Repeat("a", 9000): "Decline",
		"https://\u0430pple.com/": "Don't open", "https://shop.example:25000/": "Decline", long: "Decline",
	} {
		key, form := host.show(urlRequest(address), nil)
		form.onHeading(consentHeading)
		form.expectAccessible(address[:min(len(address), 30)], scrolled(address)...)
		form.Press(button)
		host.expectAction(key, "decline")
	}
	host.expectQuiet()
}

// TestOpenAnyway covers U6, U7 and P15: after a warning, the quiet control opens the page as the
// main one does elsewhere.
// Rows: U6, U7, P15.
func TestOpenAnyway(t *testing.T) {
	t.Parallel()
	site := newVisitedSite(t)
	host := warmHost(t)
	key, form := host.show(urlRequest(strings.Replace(site.URL, "127.0.0.1", "0x7f.1", 1)), nil)
	form.onHeading(consentHeading)
	form.Follow("Open anyway: “127.0.0.1” in a new tab")
	host.expectAction(key, "accept")
	if v := site.waitForVisit(); v.Opener != "null" || v.Referrer != "" {
		t.Errorf("the page was opened with %+v", v)
	}
	form.onHeading(waitingHeading)
	host.expectQuiet()
}

// scrolled returns the rule of axe to ignore for a long address: axe cannot
// check text that is scrolled out of a box.
func scrolled(address string) []string {
	if len(address) > 600 {
		return []string{"color-contrast"}
	}
	return nil
}

// TestCopyLink covers U8: the address is copied to the clipboard, or selected
// if the browser refuses that.
// Rows: U8.
func TestCopyLink(t *testing.T) {
	t.Parallel()
	host := warmHost(t)
	const address = "https://shop.example/authorize?a=1&b=%20"
	_, form := host.show(urlRequest(address), nil)
	form.onHeading(consentHeading)
	form.Press("Copy link")
	form.wait("it to be told", `document.querySelector("#status").textContent === "Link copied"`)
	if text := eval[string](form, `document.body.innerText`); !strings.Contains(text, "Link copied") {
		t.Error("people who see are told nothing")
	}
	// The copied text is pasted with the keyboard.
	host.page().run(`(() => { const box = document.createElement("textarea"); box.id = "paste"; document.body.append(box); box.focus(); })()`)
	host.Key("v", chromedp.ModifierCtrl)
	if got := eval[string](host.page(), `document.getElementById("paste").value`); got != address {
		t.Errorf("pasted %q", got)
	}

	// Without a way to write to the clipboard, the form selects the address for the
	// person to copy.
	form.run(`document.execCommand = () => false`)
	form.run(`Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) }, configurable: true })`)
	form.Press("Copy link")
	form.wait("it to be told", `document.querySelector("#status").textContent.includes("is selected")`)
	if got := eval[string](form, `getSelection().toString()`); got != address {
		t.Errorf("selected %q", got)
	}
}

// TestHostOpensLinks covers P15: a host may open pages itself. If it refuses to
// open one, the person has not agreed to it.
// Rows: P15.
func TestHostOpensLinks(t *testing.T) {
	t.Parallel()
	host := warmOpener(t)
	host.page().run(`(() => {
		window.opened = []; window.refuse = true;
		window.openLink = (url) => { opened.push(url); if (window.refuse) throw new Error("no"); };
	})()`)
	key, form := host.show(urlRequest("https://shop.example/a"), nil)
	form.onHeading(consentHeading)
	form.Press("Open shop.example in a new tab")
	form.wait("the refusal to be told", `document.body.innerText.includes("The page could not be opened.")`)
	host.expectOpen(key)
	host.page().run(`window.refuse = false`)
	form.Press("Open shop.example in a new tab")
	if got := host.outcome(key); got.Result != `{"action":"accept"}` {
		t.Errorf("settled as %+v", got)
	}
	form.onHeading(waitingHeading)
	form.Press("Open again")
	host.page().wait("the page to be opened again", `opened.join(" ") === "https://shop.example/a https://shop.example/a https://shop.example/a"`)
	if n := len(host.targets()); n != 1 {
		t.Errorf("%d tabs: the frame opened one itself", n)
	}
}

// TestScriptedOpening covers P15 and D4: a script's click on the link opens nothing, and counts as no consent. The
// person can still open the page.
// Rows: P15, D4.
func TestScriptedOpening(t *testing.T) {
	t.Parallel()
	site := newVisitedSite(t)
	host := warmHost(t)
	key, form := host.show(urlRequest(site.URL), nil)
	form.onHeading(consentHeading)
	form.run(driver.Button("open") + `.click()`)
	form.run(driver.Button("open") + `.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))`)
	host.waitUntilIdle()
	if got := host.outcomes(key); len(got) != 0 || len(host.targets()) != 1 {
		t.Fatalf("settled as %+v, with %d tabs", got, len(host.targets()))
	}
	form.onHeading(consentHeading)
	form.do("open")
	host.expectAction(key, "accept")
	site.waitForVisit()
	host.expectQuiet()
}

// count returns the number of visits to the page, without those that waitForVisit has returned.
func (s *visitedSite) count() int { return len(s.visits) }
