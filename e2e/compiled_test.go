package e2e

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/e2e/driver"
)

// The maximum numbers of functions that run before the program reports the first form of a new page: functions of
// Go's runtime; more of these after a garbage collection; all others; more of these on a slow machine, where
// go-app draws the form a second time before the report. V8 compiles each function at its first call, on the
// frame's main thread, and keeps nothing of that for the next page. A Go program that makes one input has 352.
const maxOfRuntime, maxOfCollector, maxOfOthers, maxOfRedrawing = 440, 160, 745, 50

// TestFunctionsBeforeTheFirstForm counts the functions that the browser compiles for a form of ten texts that a
// page asks for at once. Except for the second drawing, and one or two functions of the runtime, the number is
// the same on every machine, busy or not. With -v the test lists the functions by package, if it finds the linked
// program, which has their names.
func TestFunctionsBeforeTheFirstForm(t *testing.T) {
	t.Parallel()
	// A trace has all tabs of a browser, so the test has a browser of its own.
	b, err := launch(driver.Headless)
	must(t, err)
	host := &Host{Tab: newTabIn(t, func() (*browser, error) { return b, nil })}

	end := host.trace("v8.wasm", "disabled-by-default-v8.wasm.detailed")
	properties := make([]string, 10)
	for i := range properties {
		properties[i] = fmt.Sprintf(`"f%d":{"type":"string","title":"Field %d"}`, i, i)
	}
	host.load(baseURL(t))
	host.mount(english)
	_, form := host.show(`{"message":"m","requestedSchema":{"type":"object","properties":{`+strings.Join(properties, ",")+`}}}`, nil)
	form.onHeading("Example asks")
	form.wait("it to be announced", `document.getElementById("status").textContent`)
	var compiled []int
	for _, event := range end() {
		if event.Name == "wasm.CompileLazy" {
			compiled = append(compiled, event.Args.Function)
		}
	}
	names, packages := functionNames(filepath.Join("..", "build", "wasm", "linked.wasm")), map[string]int{}
	ofRuntime, limit, limitOfOthers := 0, maxOfRuntime, maxOfOthers
	for _, index := range compiled {
		name := strings.TrimPrefix(names[uint64(index)], "github.com_")
		if name == "runtime.gcStart" {
			limit += maxOfCollector
		}
		if strings.HasSuffix(name, ".nodeManager.updateComponent") {
			limitOfOthers += maxOfRedrawing
		}
		name, _, _ = strings.Cut(name, ".")
		packages[name]++
		if name == "runtime" || strings.HasPrefix(name, "internal_runtime_") {
			ofRuntime++
		}
	}
	t.Logf("the browser compiles %d functions until the first form is told, %d of them of the runtime", len(compiled), ofRuntime)
	if remaining := len(compiled) - ofRuntime; ofRuntime < 300 || ofRuntime > limit || remaining > limitOfOthers {
		t.Errorf("of the runtime are %d, of others %d; at most %d and %d are allowed", ofRuntime, remaining, limit, limitOfOthers)
	}
	for _, name := range slices.SortedFunc(maps.Keys(packages), func(a, b string) int { return packages[b] - packages[a] }) {
		t.Logf("%4d %s", packages[name], name)
	}
}

// functionNames reads the names of functions, by index, from the linker's program. It returns an
// empty map without the file.
func functionNames(file string) map[uint64]string {
	names := map[uint64]string{}
	text, _ := os.ReadFile(file)
	number := func() uint64 {
		value, n := binary.Uvarint(text)
		text = text[n:]
		return value
	}
	// The section with the names is the last custom section, and its list of functions comes first.
	if at := bytes.LastIndex(text, []byte("\x04name\x01")); at >= 0 {
		text = text[at+len("\x04name\x01"):]
		number()
		for range number() {
			index := number()
			length := number()
			names[index], text = string(text[:length]), text[length:]
		}
	}
	return names
}
