package e2e

import (
	"os"
	"path/filepath"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

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
	asked := make(chan *page.EventFileChooserOpened, 1)
	must(tab.t, chromedp.Listen(tab.ctx, func(ev any) {
		if e, ok := ev.(*page.EventFileChooserOpened); ok {
			asked <- e
		}
	}))
	_, err := chromedp.Call(tab.ctx, page.SetInterceptFileChooserDialog, page.SetInterceptFileChooserDialogParams{Enabled: true})
	must(tab.t, err)
	tab.page().Press(button)
	_, err = chromedp.Call(tab.ctx, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{path}, BackendNodeID: (<-asked).BackendNodeID})
	must(tab.t, err)
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
