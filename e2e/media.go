package e2e

import (
	"os"
	"path/filepath"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// viewport sets the size of the page in CSS pixels.
func (tab *Tab) viewport(width, height int, scale float64) {
	tab.t.Helper()
	must(tab.t, tab.chromium.Resize(width, height, scale))
}

// media emulates media features such as prefers-color-scheme; an empty map
// resets all.
func (tab *Tab) media(features map[string]string) {
	tab.t.Helper()
	var list []*emulation.MediaFeature
	for name, value := range features {
		list = append(list, &emulation.MediaFeature{Name: name, Value: value})
	}
	if _, err := chromedp.Call(tab.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: list}); err != nil {
		tab.t.Fatal(err)
	}
}

// toFront shows the tab again after a page that it opened was put in front of
// it. The browser does not draw a tab that is behind another.
func (tab *Tab) toFront() {
	tab.t.Helper()
	_, err := chromedp.Call(tab.ctx, page.BringToFront, struct{}{})
	must(tab.t, err)
}

// screenshot saves a picture of the whole page, for people to look at.
func (tab *Tab) screenshot(name string) {
	tab.t.Helper()
	shot, err := tab.chromium.Picture(page.CaptureScreenshotParams{CaptureBeyondViewport: new(true)})
	must(tab.t, err)
	file := projectFile("build", "screenshots", name+".png")
	must(tab.t, os.MkdirAll(filepath.Dir(file), 0o755))
	must(tab.t, os.WriteFile(file, shot, 0o644))
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
