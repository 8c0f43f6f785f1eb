package e2e

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/elicitform/elicitform/e2e/process"
)

// check is one check of the official conformance suite, as in its checks.json.
type check struct {
	ID           string `json:"id"`
	Name         string `json:"name"`
	Status       string `json:"status"`
	ErrorMessage string `json:"errorMessage"`
}

// newerNode returns the Node program for the conformance suite, which may need
// a newer one than this project: on Linux the one from an npm package,
// elsewhere the one that is installed.
func newerNode() string {
	architectures := map[string]string{"amd64": "x64", "arm64": "arm64"}
	bundled := projectFile("node_modules", "node-linux-"+architectures[runtime.GOARCH], "bin", "node")
	if _, err := os.Stat(bundled); err == nil {
		return bundled
	}
	return "node"
}

// conformanceSuite is the program of the official conformance suite.
func conformanceSuite() string {
	return projectFile("node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js")
}

// conformance runs a client scenario of the official conformance suite. drive
// acts as the client: it is called once, with the address of the suite's
// server.
func conformance(t *testing.T, scenario string, drive func(suite *process.Process, server string)) []check {
	t.Helper()
	servers, done := make(chan string, 1), make(chan struct{})
	control := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var told struct {
			Server string `json:"server"`
		}
		_ = json.NewDecoder(r.Body).Decode(&told)
		servers <- told.Server
		<-done
	}))
	defer control.Close()
	defer close(done)

	results := t.TempDir()
	suite, err := startNode(newerNode(), conformanceSuite(), []string{
		"client", "--scenario", scenario, "--output-dir", results, "--timeout", "60000",
		"--command", "node " + projectFile("e2e", "official", "client.mjs") + " " + control.URL,
	})
	must(t, err)
	defer suite.Stop()
	select {
	case address := <-servers:
		drive(suite, address)
	case <-suite.Ended:
		t.Fatalf("the suite ended before it started the client: %v\n%s", suite.Err, suite.Output())
	case <-time.After(waitTimeout):
		t.Fatalf("the suite does not start the client\n%s", suite.Output())
	}
	done <- struct{}{}
	<-suite.Ended
	if suite.Err != nil {
		t.Errorf("the suite: %v\n%s", suite.Err, suite.Output())
	}
	return checks(t, results)
}

// conformanceOfServer runs a server scenario of the official conformance suite, which is
// the client then, against the server at an address.
func conformanceOfServer(t *testing.T, scenario, address string) []check {
	t.Helper()
	results := t.TempDir()
	suite, err := startNode(newerNode(), conformanceSuite(), []string{
		"server", "--scenario", scenario, "--output-dir", results, "--url", address,
	})
	must(t, err)
	defer suite.Stop()
	select {
	case <-suite.Ended:
	case <-time.After(waitTimeout):
		t.Fatalf("the suite does not end\n%s", suite.Output())
	}
	if suite.Err != nil {
		t.Errorf("the suite: %v\n%s", suite.Err, suite.Output())
	}
	return checks(t, results)
}

// checks reads the results of the suite.
func checks(t *testing.T, results string) []check {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(results, "*", "checks.json"))
	must(t, err)
	if len(files) != 1 {
		t.Fatalf("the suite has left %d files of checks", len(files))
	}
	return readChecks(t, files[0])
}

// readChecks reads a checks.json of the suite.
func readChecks(t *testing.T, file string) []check {
	t.Helper()
	text, err := os.ReadFile(file)
	must(t, err)
	var list []check
	must(t, json.Unmarshal(text, &list))
	return list
}
