package e2e

import (
	"encoding/json"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/chromedp"
)

// retainedHeap returns how many bytes of the JavaScript heap hold objects,
// strings, arrays and closures of page and frame, after a garbage collection.
// It does not count compiled code: the engine goes on compiling functions as
// long as they run, even in a page that keeps nothing.
func (tab *Tab) retainedHeap() float64 {
	tab.t.Helper()
	var (
		mu   sync.Mutex
		text strings.Builder
		done bool
	)
	must(tab.t, chromedp.Listen(tab.ctx, func(ev any) {
		mu.Lock()
		defer mu.Unlock()
		if chunk, ok := ev.(*heapprofiler.EventAddHeapSnapshotChunk); ok && !done {
			text.WriteString(chunk.Chunk)
		}
	}))
	_, err := chromedp.Call(tab.ctx, heapprofiler.TakeHeapSnapshot, heapprofiler.TakeHeapSnapshotParams{})
	must(tab.t, err)
	mu.Lock()
	defer mu.Unlock()
	done = true
	var snapshot struct {
		Snapshot struct {
			Meta struct {
				Fields []string          `json:"node_fields"`
				Types  []json.RawMessage `json:"node_types"`
			} `json:"meta"`
		} `json:"snapshot"`
		Nodes []int `json:"nodes"`
	}
	must(tab.t, json.Unmarshal([]byte(text.String()), &snapshot))
	var kinds []string
	must(tab.t, json.Unmarshal(snapshot.Snapshot.Meta.Types[0], &kinds))
	fields := snapshot.Snapshot.Meta.Fields
	at := map[string]int{}
	for i, name := range fields {
		at[name] = i
	}
	bytes := 0
	for i := 0; i < len(snapshot.Nodes); i += len(fields) {
		switch kinds[snapshot.Nodes[i+at["type"]]] {
		case "code", "native", "synthetic", "hidden":
		default:
			bytes += snapshot.Nodes[i+at["self_size"]]
		}
	}
	return float64(bytes)
}
