package driver

import (
	"encoding/json"
	"slices"

	"github.com/chromedp/cdproto/runtime"
)

// World is the script context of a document.
type World struct {
	ID runtime.ExecutionContextID
	// Frame is the id of the frame that the document is in.
	Frame  string
	unique string
}

// track gets all events of the tab: a frame that is loaded again gets a new script context.
func (c *Chromium) track(event any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExecutionContextCreated:
		var data struct {
			FrameID   string `json:"frameId"`
			IsDefault bool   `json:"isDefault"`
		}
		if json.Unmarshal(e.Context.AuxData, &data) == nil && data.IsDefault {
			c.worlds = append(c.worlds, World{ID: e.Context.ID, Frame: data.FrameID, unique: e.Context.UniqueID})
		}
	case *runtime.EventExecutionContextDestroyed:
		c.worlds = slices.DeleteFunc(c.worlds, func(w World) bool { return w.unique == e.ExecutionContextUniqueID })
	case *runtime.EventExecutionContextsCleared:
		c.worlds = nil
	}
}

func (c *Chromium) World(place Place) (World, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range slices.Backward(c.worlds) {
		if (w.Frame != c.top) == (place == Frame) {
			return w, nil
		}
	}
	return World{}, ErrNoFrame
}
