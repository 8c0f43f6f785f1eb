package e2e

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"golang.org/x/net/html"

	"github.com/elicitform/elicitform/e2e/axe"
	"github.com/elicitform/elicitform/e2e/driver"
)

// pagesFolder is the folder of the site that "make site" has built, and pagesBase the path that it was built for.
func pagesFolder(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("ELICITFORM_PAGES")
	if folder == "" {
		t.Skip("make test-site builds the site and runs this")
	}
	return folder
}

func pagesBase() string { return cmp.Or(os.Getenv("BASE"), "/") }

// servePages serves the site like a host of static files: without headers of its own, and with
// a page for missing files. policy is for the frame's document.
func servePages(t *testing.T, policy string) string {
	t.Helper()
	folder := pagesFolder(t)
	server := httptest.NewServer(http.StripPrefix(strings.TrimSuffix(pagesBase(), "/"), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := r.URL.Path
		if strings.HasSuffix(name, "/") {
			name += "index.html"
		}
		file, err := os.Open(filepath.Join(folder, filepath.FromSlash(path.Clean("/"+name))))
		if err != nil {
			http.Error(w, "not found", http.StatusNotFound)
			return
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil || info.IsDir() {
			http.Error(w, "not found", http.StatusNotFound)
			return
		}
		if policy != "" && strings.HasSuffix(name, "/frame/index.html") {
			w.Header().Set("Content-Security-Policy", policy)
		}
		http.ServeContent(w, r, info.Name(), info.ModTime(), file)
	})))
	t.Cleanup(server.Close)
	return server.URL + pagesBase()
}

// pagesOf lists the pages of the site that are made from documents, by their names in its folder.
func pagesOf(t *testing.T, folder string) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(folder, func(file string, entry os.DirEntry, err error) error {
		name, _ := filepath.Rel(folder, file)
		if err == nil && entry.IsDir() && name == "run" {
			return filepath.SkipDir
		}
		if path.Ext(name) == ".html" && name != "404.html" {
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil || len(names) < 10 {
		t.Fatalf("the pages are %q, %v", names, err)
	}
	return names
}

// builtPage has the places in a page that other pages can link to, and its own links.
type builtPage struct {
	places map[string]bool
	links  []string
}

func readPage(t *testing.T, file string) builtPage {
	t.Helper()
	content, err := os.Open(file)
	must(t, err)
	defer content.Close()
	root, err := html.Parse(content)
	must(t, err)
	read := builtPage{places: map[string]bool{}}
	for node := range root.Descendants() {
		for _, a := range node.Attr {
			switch {
			case a.Key == "id":
				read.places[a.Val] = true
			case a.Key == "href" || a.Key == "src":
				read.links = append(read.links, a.Val)
			case a.Key == "srcset" && !strings.HasPrefix(a.Val, "data:"):
				for each := range strings.SplitSeq(a.Val, ",") {
					read.links = append(read.links, strings.Fields(each)[0])
				}
			}
		}
	}
	return read
}

// TestPagesLead: every link inside the site leads to one of its files, and to an existing place if it names one. All other
// links are https.
func TestPagesLead(t *testing.T) {
	folder := pagesFolder(t)
	pages := map[string]builtPage{}
	for _, name := range append(pagesOf(t, folder), "404.html") {
		pages[name] = readPage(t, filepath.Join(folder, name))
	}
	followed := 0
	for name, page := range pages {
		for _, link := range page.links {
			target, place, _ := strings.Cut(link, "#")
			scheme, _, absolute := strings.Cut(target, ":")
			if absolute {
				if scheme != "https" && scheme != "data" && scheme != "http" {
					t.Errorf("%s links to %s", name, link)
				}
				continue
			}
			followed++
			found := name
			if target != "" {
				inside, below := strings.CutPrefix(path.Join("/"+pagesBase()+path.Dir(name), target), strings.TrimSuffix(pagesBase(), "/"))
				if strings.HasPrefix(target, "/") {
					inside, below = strings.CutPrefix(target, strings.TrimSuffix(pagesBase(), "/"))
				}
				found = strings.TrimPrefix(inside, "/")
				if found == "" || strings.HasSuffix(target, "/") {
					found = path.Join(found, "index.html")
				}
				if info, err := os.Stat(filepath.Join(folder, filepath.FromSlash(found))); err != nil || info.IsDir() || !below {
					t.Errorf("%s links to %s, which is not there", name, link)
					continue
				}
			}
			if to, is := pages[found]; is && place != "" && !to.places[place] {
				t.Errorf("%s links to %s, which has no such place", name, link)
			}
		}
	}
	if followed < 500 {
		t.Errorf("only %d links were followed", followed)
	}
}

// hydrated is true when the scripts of a page have taken over.
const hydrated = `document.querySelector("#app")?.__vue_app__ && document.querySelector("main h1, .home h1")`

// inDark loads the page again in the dark theme, as its switch stores it.
func (d Document) inDark(url string) {
	d.t.Helper()
	d.run(`localStorage.setItem("vitepress-theme-appearance", "dark")`)
	d.open(url)
	d.wait("the dark page", hydrated+` && document.documentElement.classList.contains("dark")`)
}

// expectSound is expectAccessible without uncertain findings: axe does not judge the contrast of code that scrolls in its
// box.
func (d Document) expectSound(when, run string) {
	d.t.Helper()
	for _, finding := range d.axeRun(run) {
		if axe.Excuse(finding) == "" && (finding.Rule != "color-contrast" || finding.Kind != "incomplete") {
			d.t.Errorf("axe, %s: %s", when, finding)
		}
	}
}

// TestPagesOpen: in light and in dark, no page reports anything or asks another host for anything, and axe finds nothing.
func TestPagesOpen(t *testing.T) {
	folder, base := pagesFolder(t), servePages(t, guardPolicy)
	for _, name := range pagesOf(t, folder) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tab := newTab(t)
			tab.viewport(1280, 2400, 1)
			tab.open(base + name)
			page := tab.page()
			page.wait("the page", hydrated)
			page.expectSound("light", axe.Run)
			page.click(page.find("switch", "Switch to dark theme"), 1)
			page.wait("the dark theme", `document.documentElement.classList.contains("dark")`)
			page.expectSound("dark", axe.Contrast)
			tab.viewport(320, 800, 1)
			if wide := eval[int](page, "document.documentElement.scrollWidth"); wide > 320 {
				t.Errorf("at 320 pixels the page is %d wide", wide)
			}
			tab.expectQuiet()
			for _, url := range tab.requestedURLs() {
				if !strings.HasPrefix(url, base) && !strings.HasPrefix(url, "blob:") {
					t.Errorf("it asks for %s", url)
				}
			}
		})
	}
}

// TestPagesRun: in each engine, the form on the first page is filled in, corrected and sent, the search finds, and
// axe finds nothing.
func TestPagesRun(t *testing.T) {
	base := servePages(t, "")
	for _, engine := range driver.Engines {
		t.Run(engine.Name, func(t *testing.T) {
			browser, err := engine.Launch()
			must(t, err)
			defer browser.Close()
			tab := &Tab{t: t, browser: browser, log: &tabLog{}}
			tab.open(base)
			page, form := tab.page(), tab.form()
			page.wait("the page", hydrated)
			page.wait("what the missing headers mean", `document.querySelector(".host-headers")`)

			form.onHeading(askingHeading("travel.example"))
			form.Press("Review")
			form.hasProblems(1)
			form.Choose("Time", "Half past eight")
			form.Press("Review")
			form.onHeading(reviewHeading)
			form.decide(func() { form.Press("Send") })
			page.wait("the result", `JSON.parse(document.querySelector("[role=status] .json")?.textContent ?? "{}").content?.slot === "2030"`)

			page.expectSound("light", axe.Run)
			page.inDark(base)
			page.expectSound("dark", axe.Contrast)
			page.Press("Search")
			page.wait("the search", `document.activeElement?.id === "localsearch-input"`)
			tab.insert("frame-ancestors")
			page.wait("what is found", `[...document.querySelectorAll(".VPLocalSearchBox .result")].some((each) => each.href.includes("/csp.html"))`)
			tab.Key(kb.Escape)
		})
	}
}

// TestPagesChange: the form on the first page follows the reader's changes.
func TestPagesChange(t *testing.T) {
	tab := newTab(t)
	tab.open(servePages(t, "sandbox allow-scripts allow-popups; frame-ancestors 'self'"))
	page, form := tab.page(), tab.form()
	page.wait("the page", hydrated)
	form.onHeading(askingHeading("travel.example"))
	page.Select("Language", "Deutsch")
	form.wait("German", `document.documentElement.lang === "de"`)
	page.Select("Language", "English")
	page.Select("Theme", "Dark")
	form.wait("the dark theme", `document.documentElement.dataset.theme === "dark"`)
	page.click(page.find("checkbox", "On a phone (320 px)"), 1)
	form.wait("the narrow form", `innerWidth <= 320`)
	page.click(page.find("checkbox", "With errors"), 1)
	page.Select("Request", "Contact details")
	form.wait("the other request", `document.body.innerText.includes("Email address")`)
	form.Type("Full name", "Ada Lovelace")
	form.Type("Email address", "ada@example.com")
	form.Press("Review")
	form.onHeading(reviewHeading)
	form.Press("Send")
	form.wait("the refusal", `document.body.innerText.includes("This page refuses the first answers")`)
	if page.isTrue(`document.querySelector(".host-headers")`) {
		t.Error("the page says that a header is missing, which was sent")
	}
	tab.expectQuiet()
}

// TestPagesWithoutScripts: the text of a page can be read, and other pages can be reached, also on a phone.
func TestPagesWithoutScripts(t *testing.T) {
	base := servePages(t, "")
	tab := newTab(t)
	_, err := chromedp.Call(tab.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	must(t, err)
	tab.viewport(390, 800, 1)
	// No script can look at the page either: this is what a screen reader gets.
	namesOf := func(role string) []string {
		tree, err := chromedp.Call(tab.ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		must(t, err)
		var names []string
		for _, node := range tree.Nodes {
			var is, name string
			if !node.Ignored && node.Role != nil && node.Name != nil && json.Unmarshal(node.Role.Value, &is) == nil && is == role {
				must(t, json.Unmarshal(node.Name.Value, &name))
				names = append(names, name)
			}
		}
		return names
	}
	tab.open(base + "csp.html")
	for role, name := range map[string]string{"heading": "The frame's document", "link": "Gallery", "StaticText": "This page has the strictest policies under which everything works"} {
		if all := namesOf(role); !slices.ContainsFunc(all, func(each string) bool { return strings.HasPrefix(each, name) }) {
			t.Errorf("no %s begins with %q: %q", role, name, all)
		}
	}
	tab.open(base)
	if text := strings.Join(namesOf("StaticText"), " "); !strings.Contains(text, "The form runs here where scripts are allowed") || !strings.Contains(text, "The request") {
		t.Errorf("the first page says only %.500s", text)
	}
}

// TestPagesChat: the demo chat calls a tool that shows a form, and one that opens a page. Both run in a worker.
func TestPagesChat(t *testing.T) {
	c := demoChat{newTab(t)}
	c.openAt(servePages(t, guardPolicy) + "run/chat.html")
	c.waitForServers()
	form := c.callTool("Late check-out", confirmHeading("Hotel"))
	form.Press("Confirm")
	c.waitForText("Hotel, Late check-out You accepted. I received {}")

	form = c.callTool("Connect calendar", "Travel wants to open a web page")
	visited := c.openPage(form)
	visited.Choose("Which calendar?", "Work")
	visited.Press("Allow access")
	visited.onHeading("Done")
	c.waitForText("Travel, Connect calendar Your calendar is connected: Work.")
	c.expectQuiet()
	if folder := pagesFolder(t); !slices.Contains(pagesOf(t, folder), "demo.html") {
		t.Error("no page leads to the chat")
	}
}
