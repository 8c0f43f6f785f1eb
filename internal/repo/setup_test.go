package repo

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSetupSaysTheWayOut runs .ci/setup with a PATH of one folder, as on a machine that lacks programs. The last line is one
// sentence.
func TestSetupSaysTheWayOut(t *testing.T) {
	const goodGo, goodNode, good = "echo go1.26.0", "echo v20.19.0", "exit 0"
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, asked string
		tools       map[string]string // what each tool of the machine does
		want        string            // the last line; empty where nothing is missing
	}{
		{"nothing", "", nil, "setup: Go is missing: install Go 1.26 or newer from https://go.dev/dl/"},
		{"an old Go", "", map[string]string{"go": "echo go1.9.7"}, "setup: Go is too old: install Go 1.26 or newer from https://go.dev/dl/"},
		{"a Go that may not fetch a newer one", "",
			map[string]string{"go": "echo 'go: go.mod requires go >= 1.26.0 (running go 1.25.1; GOTOOLCHAIN=local)' >&2; exit 1"},
			"setup: Go is too old: install Go 1.26 or newer from https://go.dev/dl/"},
		{"Go", "", map[string]string{"go": goodGo}, "setup: Node.js is missing: install Node.js 20.19 or newer from https://nodejs.org/"},
		{"an old Node", "", map[string]string{"go": goodGo, "node": "echo v18.20.4"},
			"setup: Node.js v18.20.4 is too old: install Node.js 20.19 or newer from https://nodejs.org/"},
		{"no npm", "", map[string]string{"go": goodGo, "node": goodNode},
			"setup: npm is missing: install it, or install Node.js from https://nodejs.org/, with which it comes"},
		{"everything", "", map[string]string{"go": "echo go1.30.1", "node": "echo v24.0.0", "npm": good}, ""},
		{"no apt-get", "redis", map[string]string{"go": goodGo, "node": goodNode, "npm": good, "faketime": good},
			"setup: missing redis-server, and this system has no apt-get: install it yourself, or "},
		{"no network", "redis", map[string]string{"go": goodGo, "node": goodNode, "npm": good, "faketime": good,
			"apt-get": "echo 'E: Unable to fetch some archives' >&2; exit 100", "sudo": `"$@"`},
			"setup: missing redis-server, and apt-get says above why it does not install it: check the network and the sources of apt, install it yourself, or "},
		{"no headless browser", "browser", map[string]string{"go": goodGo, "node": goodNode, "npm": good, "chromium": good}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := t.TempDir()
			for name, does := range c.tools {
				if err := os.WriteFile(filepath.Join(path, name), []byte("#!"+bash+"\n"+does+"\n"), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			var printed strings.Builder
			cmd := exec.Command(bash, append([]string{".ci/setup"}, strings.Fields(c.asked)...)...)
			cmd.Env = []string{"PATH=" + path}
			cmd.Stderr = &printed
			err := cmd.Run()
			lines := strings.Split(strings.TrimSpace(printed.String()), "\n")
			if (err == nil) != (c.want == "") || !strings.HasPrefix(lines[len(lines)-1], c.want) {
				t.Errorf("%v, and printed %q", err, printed.String())
			}
		})
	}
}
