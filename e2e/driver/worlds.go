package driver

import (
	"encoding/json"
	"slices"
	"sync"

	"github.com/chromedp/cdproto/runtime"
)

// Worlds are the script contexts of the documents of a tab.
type Worlds struct {
	mu   sync.Mutex
	list []World
}

// World is the script context of a document.
type World struct {
	ID runtime.ExecutionContextID
	// Frame is the id of the frame that the document is in.
	Frame  string
	unique string
}

// track keeps the list up to date, when it gets all events of the tab: a frame that is
// loaded again gets a new context.
func (w *Worlds) track(event any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExecutionContextCreated:
		var data struct {
			FrameID   string `json:"frameId"`
			IsDefault bool   `json:"isDefault"`
		}
		if json.Unmarshal(e.Context.AuxData, &data) == nil && data.IsDefault {
			w.list = append(w.list, World{ID: e.Context.ID, Frame: data.FrameID, unique: e.Context.UniqueID})
		}
	case *runtime.EventExecutionContextDestroyed:
		w.list = slices.DeleteFunc(w.list, func(c World) bool { return c.unique == e.ExecutionContextUniqueID })
	case *runtime.EventExecutionContextsCleared:
		w.list = nil
	}
}

// newest returns the newest context of the top document, whose frame has that id, or else
// of a frame in it. ok is false when there is none.
func (w *Worlds) newest(top string, inFrame bool) (newest World, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := len(w.list) - 1; i >= 0; i-- {
		if (w.list[i].Frame != top) == inFrame {
			return w.list[i], true
		}
	}
	return World{}, false
}
