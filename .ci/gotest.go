// Command gotest runs "go test" and prints a short report: one line for each package, the
// output of failed tests, and each skipped test with its reason, which "go test" does not show.
//
//	go run .ci/gotest.go [-wasm] packages and flags of go test
//
// With -wasm the tests are compiled for the browser's platform, with the flags that web/build writes into
// build/go.wasm.test, and run in Node.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const module = "github.com/elicitform/elicitform/"

// event is what "go test -json" prints; see "go doc test2json".
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
	Elapsed float64
}

type report struct {
	output                  map[string][]string // by package and test
	failures                []string
	passed, failed, skipped map[string]int // by package
	total                   map[string]int
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gotest:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	// The linters run vet for all packages.
	cmd := exec.Command("go", "test", "-json", "-vet=off")
	cmd.Env = os.Environ()
	if len(args) > 0 && args[0] == "-wasm" {
		args = args[1:]
		goroot, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			return fmt.Errorf("find GOROOT: %w", err)
		}
		// Like Go's go_js_wasm_exec. No test runs long enough to gain from V8's second, optimising compiler.
		runner := filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec_node.js")
		cmd.Args = append(cmd.Args, "-exec", fmt.Sprintf("node --liftoff-only --stack-size=8192 %q", runner))
		settings, err := os.ReadFile("build/go.wasm.test")
		if err != nil {
			return fmt.Errorf("find how the program is compiled: %w", err)
		}
		for line := range strings.Lines(string(settings)) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "-") {
				cmd.Args = append(cmd.Args, line)
			} else {
				cmd.Env = append(cmd.Env, line)
			}
		}
	}
	cmd.Args = append(cmd.Args, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	r := &report{
		output: map[string][]string{},
		passed: map[string]int{}, failed: map[string]int{}, skipped: map[string]int{}, total: map[string]int{},
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			// A build that fails prints plain text.
			fmt.Println(lines.Text())
			continue
		}
		r.add(e)
	}
	if err := lines.Err(); err != nil {
		return err
	}
	err = cmd.Wait()
	fmt.Printf("%d tests passed, %d failed, %d skipped\n", sum(r.passed), sum(r.failed), sum(r.skipped))
	if err != nil {
		return fmt.Errorf("go test: %w; failed: %s", err, strings.Join(r.failures, ", "))
	}
	return nil
}

func (r *report) add(e event) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "build-output":
		fmt.Print(e.Output)
	case "output":
		r.output[key] = append(r.output[key], e.Output)
		return
	case "pass", "fail", "skip":
		if e.Test == "" {
			r.printPackage(e)
		} else {
			r.countTest(e, r.output[key])
		}
		delete(r.output, key)
	}
}

func (r *report) countTest(e event, output []string) {
	r.total[e.Package]++
	switch e.Action {
	case "pass":
		r.passed[e.Package]++
	case "fail":
		r.failed[e.Package]++
		r.failures = append(r.failures, e.Test)
		fmt.Print(strings.Join(output, ""))
	case "skip":
		r.skipped[e.Package]++
		fmt.Printf("skip  %s %s: %s\n", strings.TrimPrefix(e.Package, module), e.Test, reason(output))
	}
}

func reason(output []string) string {
	var lines []string
	for _, line := range output {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "=== ") && !strings.HasPrefix(line, "--- ") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, " ")
}

// printPackage prints the output outside of tests first if the package failed: a panic, a data race, a
// time-out.
func (r *report) printPackage(e event) {
	name := strings.TrimPrefix(e.Package, module)
	switch {
	case e.Action == "fail":
		for key, output := range r.output {
			if strings.HasPrefix(key, e.Package+" ") {
				fmt.Print(strings.Join(output, ""))
			}
		}
		fmt.Printf("FAIL  %-28s %d of %d tests failed, %.1fs\n", name, r.failed[e.Package], r.total[e.Package], e.Elapsed)
	case r.total[e.Package] > 0:
		fmt.Print(strings.Join(slices.DeleteFunc(r.output[e.Package+" "], isVerdict), ""))
		fmt.Printf("ok    %-28s %d tests, %d skipped, %.1fs\n", name, r.total[e.Package], r.skipped[e.Package], e.Elapsed)
	}
}

func isVerdict(line string) bool {
	return strings.HasPrefix(line, "PASS") || strings.HasPrefix(line, "ok ") || strings.HasPrefix(line, "coverage:") || strings.HasPrefix(line, "testing: warning")
}

func sum(counts map[string]int) (total int) {
	for _, count := range counts {
		total += count
	}
	return total
}
