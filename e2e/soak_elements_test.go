package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/e2e/driver"
)

// TestSoakElements measures what thirty idle elements cost in all processes of the browser,
// beside the one frame that is warm for them, and what a frame for each would cost.
func TestSoakElements(t *testing.T) {
	if os.Getenv("SOAK") == "" {
		t.Skip("the megabytes of a browser can be compared only while nothing else runs in it: make soak does")
	}
	host := openElement(t)
	measure := func(what string) float64 {
		t.Helper()
		host.waitUntilIdle()
		must(t, driver.CollectGarbage(host.ctx))
		host.waitUntilIdle()
		bytes := memoryOfChildren(t)
		t.Logf("%s: %.1f MB", what, bytes/1e6)
		return bytes
	}
	one := measure("one idle element")
	host.page().run(`(async () => {
		for (let i = 0; i < 30; i++) {
			const element = document.createElement("elicitation-form");
			Object.assign(element, { frameUrl: "/frame/index.html", server: "weather.example", locale: "en" });
			document.getElementById("elsewhere").append(element);
		}
	})()`)
	host.advance(1000)
	thirty := measure("thirty more")
	host.page().run(`(async () => {
		const { createFormHost } = await import("/elicitform.js");
		for (let i = 0; i < 5; i++) {
			const container = document.createElement("div");
			document.getElementById("elsewhere").append(container);
			await createFormHost({ container, frameUrl: "/frame/index.html", context: { locale: "en" } }).ready;
		}
	})()`)
	frames := measure("five frames more")
	// The measurement varies by a few megabytes, and a frame needs more than that.
	if more, frame := thirty-one, (frames-thirty)/5; more > frame {
		t.Errorf("thirty idle elements take %.1f MB, and a frame %.1f MB", more/1e6, frame/1e6)
	}
}

// memoryOfChildren is the memory of all processes below this one, in bytes. Memory that several
// share is divided among them.
func memoryOfChildren(t *testing.T) (bytes float64) {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/stat")
	must(t, err)
	children := map[int][]int{}
	for _, file := range all {
		stat, err := os.ReadFile(file)
		if err != nil {
			continue // It has ended.
		}
		var id, parent int
		var state string
		name := strings.LastIndexByte(string(stat), ')')
		_, err = fmt.Sscan(string(stat[name+1:]), &state, &parent)
		must(t, err)
		_, err = fmt.Sscan(string(stat), &id)
		must(t, err)
		children[parent] = append(children[parent], id)
	}
	for open := children[os.Getpid()]; len(open) > 0; open = open[1:] {
		open = append(open, children[open[0]]...)
		rollup, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", open[0]))
		var kilobytes float64
		if _, after, found := strings.Cut(string(rollup), "\nPss:"); found {
			_, err := fmt.Sscan(after, &kilobytes)
			must(t, err)
		}
		bytes += 1024 * kilobytes
	}
	if bytes == 0 {
		t.Fatal("/proc says nothing of the browser")
	}
	return bytes
}
