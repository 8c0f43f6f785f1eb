package repo

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// realTime lists the files of tests, or the functions in them, that use real time, each with its reason. A test that waits for
// some milliseconds fails on a slow machine, or sees nothing there: use testing/synctest, node:test's mock.timers, or an event.
var realTime = map[string]string{
	// A test cannot set the clock of another process.
	"internal/validate/pattern/oracle_test.go ask":            "a pattern can keep Node busy for good",
	"internal/test/redistest/redistest.go Until":              "asks a process again and again until it is ready",
	"relay/redisstore/load_test.go ask":                       "asks again, because the process that was asked may be killed",
	"relay/redisstore/load_test.go browse":                    "connects again, because the process may be killed",
	"relay/redisstore/load_test.go answer":                    "answers again, because the process may be killed",
	"relay/redisstore/load_test.go TestLoad":                  "the last browsers hear from their processes that their answers were taken",
	"cmd/elicitform-server/loadkills_test.go ask":             "asks again, because the process that was asked may be killed",
	"cmd/elicitform-server/loadkills_test.go browse":          "connects again, because the process may be killed",
	"cmd/elicitform-server/loadkills_test.go answer":          "answers again, because the process may be killed",
	"cmd/elicitform-server/loadkills_test.go check":           "a process that lives sends the webhooks of one that was killed",
	"cmd/elicitform-server/loadmemory_test.go loadMemory":     "answers come at a rate",
	"cmd/elicitform-server/loadcosts_test.go logWaitingCosts": "measures what a second costs, in make load",
	"relay/typescript/figures.server.test.ts":                 "measures what a second costs, in make test-relay",
	"relay/typescript/load.server.test.ts":                    "asks again, because the process that was asked may be killed",
	"bridge/message/test/clock.ts":                            "the clock of the script tests",
	"web/demo/servers/client_test.go var":                     "names the real timer, which a bubble replaces",
	"e2e/demo_test.go TestDemoTime":                           "a timer that the test rings itself",

	// Browsers, and servers in Node. Each of these waits for an event of another process. Only a hang reaches its limit.
	"e2e/frame.go becomesTrue":         "looks at a page again",
	"e2e/process/process.go Await":     "looks at what a process prints again",
	"e2e/driver/webdriver.go":          "a driver has no event for an element that stands still",
	"e2e/driver/webkit.go launch":      "asks a driver whether it has started",
	"e2e/official_conformance_test.go": "ends a suite that hangs",
	"e2e/official_tasks_test.go":       "ends a suite that hangs",
	"e2e/site.go waitForVisit":         "ends a test whose page is never opened",
	"e2e/standalone_journeys_test.go":  "ends a test whose page is never opened",
	"e2e/serving_test.go":              "asks again whether a server has started",

	// Functions that are called in bubbles only.
	"cmd/elicitform-server/admission/quota_test.go testShares": "a quota looks again after a while",
	"relay/cost_test.go Write":                                 "a connection that takes no more bytes",
	"relay/questionfaults_test.go Ask":                         "a store that is slow",
	"web/build/_slim/goapp/pkg/app/dom_model_test.go after":    "the timer of a page in memory",

	// Tools that measure, take pictures and listen.
	"e2e/bench/browser.go":     "imitates a slow processor, and waits for idle processes",
	"e2e/bench/chat.go":        "measures time",
	"e2e/bench/page/probe.js":  "measures time",
	"e2e/bench/serve.go":       "imitates a slow line",
	"e2e/gallery/studio.go":    "looks at a page again until its picture stays",
	"e2e/screenreader/desk.go": "waits until no program of the desktop has anything to do",
}

// waits are the functions of package time that wait, or wake somebody.
var waits = []string{"Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

// waitInScript is a call that waits in a script, or an import of one.
var waitInScript = regexp.MustCompile(`\b(?:setTimeout|setInterval|sleep|AbortSignal\.timeout)\(|timers/promises`)

// bubbleFunctions returns the functions of a package that call synctest.Test, such as inBubble: a function that they take runs in
// the bubble.
func bubbleFunctions(files []*ast.File) map[string]bool {
	found := map[string]bool{}
	for _, file := range files {
		for _, declaration := range file.Decls {
			if function, ok := declaration.(*ast.FuncDecl); ok && function.Body != nil {
				ast.Inspect(function.Body, func(node ast.Node) bool {
					if isSelector(node, "synctest", "Test") {
						found[function.Name.Name] = true
					}
					return true
				})
			}
		}
	}
	return found
}

// isSelector reports whether a node is a function of a package.
func isSelector(node ast.Node, pkg string, names ...string) bool {
	selector, ok := node.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	of, ok := selector.X.(*ast.Ident)
	return ok && of.Name == pkg && slices.Contains(names, selector.Sel.Name)
}

// waitingFunctions returns the functions of a file that use real time. A function literal that is an argument of synctest.Test, or
// of one of bubbles, has the clock of a bubble, and so has all that is written in it. A named function may be called from anywhere.
func waitingFunctions(file *ast.File, bubbles map[string]bool) (found []string) {
	for _, declaration := range file.Decls {
		name := "var"
		if function, ok := declaration.(*ast.FuncDecl); ok {
			name = function.Name.Name
		}
		var visit func(node ast.Node) bool
		visit = func(node ast.Node) bool {
			if isSelector(node, "time", waits...) {
				found = append(found, name)
			}
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			called, _ := call.Fun.(*ast.Ident)
			if !isSelector(call.Fun, "synctest", "Test") && (called == nil || !bubbles[called.Name]) {
				return true
			}
			for _, argument := range call.Args {
				if _, literal := argument.(*ast.FuncLit); !literal {
					ast.Inspect(argument, visit)
				}
			}
			return false
		}
		ast.Inspect(declaration, visit)
	}
	return found
}

// isTestFile reports whether a file is a test, or helps tests.
func isTestFile(name string) bool {
	return within(name, "e2e") || strings.Contains(name, "/test/") || strings.HasSuffix(name, "_test.go") || strings.Contains(name, ".test.ts")
}

// TestNoTestWaitsForTheClock: no test depends on the speed of the machine.
func TestNoTestWaitsForTheClock(t *testing.T) {
	type source struct {
		name string
		file *ast.File
	}
	packages, used := map[string][]source{}, map[string]bool{}
	report := func(name, function string) {
		for _, entry := range []string{name, name + " " + function} {
			if realTime[entry] != "" {
				used[entry] = true
				return
			}
		}
		t.Errorf("%s %s uses real time", name, function)
	}
	read := func(name string, content []byte) {
		switch {
		case !isTestFile(name):
		case path.Ext(name) != ".go":
			if waitInScript.Match(content) {
				report(name, "")
			}
		default:
			file, err := parser.ParseFile(token.NewFileSet(), name, content, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			packages[path.Dir(name)] = append(packages[path.Dir(name)], source{name, file})
		}
	}
	sources(t, []string{".go", ".ts", ".tsx", ".js", ".mjs"}, read)
	copied, _ := filepath.Glob("web/build/_slim/*/*/*/*_test.go")
	for _, name := range copied {
		read(name, []byte(text(t, name)))
	}
	for _, all := range packages {
		var files []*ast.File
		for _, one := range all {
			files = append(files, one.file)
		}
		bubbles := bubbleFunctions(files)
		for _, one := range all {
			for _, function := range waitingFunctions(one.file, bubbles) {
				report(one.name, function)
			}
		}
	}
	for entry := range realTime {
		if !used[entry] {
			t.Errorf("%s uses no real time any more: take it out of the list", entry)
		}
	}
	if len(packages) < 40 {
		t.Errorf("only %d packages were looked at", len(packages))
	}
	for code, want := range map[string]int{
		"func TestA(t *testing.T) { time.Sleep(1) }":                                                                         1,
		"func TestA(t *testing.T) { synctest.Test(t, func(*testing.T) { go func() { time.Sleep(1) }() }) }":                  0,
		"func TestA(t *testing.T) { inBubble(t, func() { <-time.After(1) }) }; func inBubble(f func()) { synctest.Test(f) }": 0,
		"func TestA(t *testing.T) { outside(t, func() { <-time.After(1) }) }; func outside(f func()) { f() }":                1,
		"func TestA(t *testing.T) { synctest.Test(t, f(time.NewTimer(1))); time.AfterFunc(1, f) }":                           2,
		"var wait = time.Sleep": 1, "func TestA(t *testing.T) { _ = time.Now().Add(time.Second) }": 0,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package a; "+code, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if found := waitingFunctions(file, bubbleFunctions([]*ast.File{file})); len(found) != want {
			t.Errorf("%s: found %q", code, found)
		}
	}
	for code, want := range map[string]bool{
		"setTimeout(done, 5)": true, "await sleep(5)": true, "AbortSignal.timeout(5)": true, `from "node:timers/promises"`: true,
		`mock.timers.enable({ apis: ["setTimeout"] })`: false, "clearTimeout(timer)": false,
	} {
		if waitInScript.MatchString(code) != want {
			t.Errorf("%s waits, or does not", code)
		}
	}
}
