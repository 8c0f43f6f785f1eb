package main

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/cmd/elicitform-server/internal/test/contract"
)

// The tests of the Python client, against a server whose requests and responses are held against the contract, and against
// the program, which they kill and start again.
func TestPythonClient(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Fatal("python3 is not installed: .ci/setup python")
	}
	// What was read is what Go looks at before it says "cached".
	files, _ := filepath.Glob("../../clients/python/*.py")
	for _, name := range files {
		if _, err := os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	p := start(t, []string{"ELICITFORM_SECRET=" + secret, "ELICITFORM_ASK_KEYS=agent:" + askKey})
	checked := httptest.NewServer(contract.Check(t, p.remote(t)))
	t.Cleanup(checked.Close)
	python := exec.Command("python3", "-W", "error", "-m", "unittest", "discover", "--start-directory", "../../clients/python")
	python.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1",
		"ELICITFORM_URL="+checked.URL, "ELICITFORM_KEY="+askKey, "ELICITFORM_BINARY="+program(t))
	output, err := python.CombinedOutput()
	if err != nil || !strings.Contains(string(output), "\nOK\n") {
		t.Errorf("%v, and none may be skipped:\n%s", err, output)
	}
}

// program compiles elicitform-server as it is now.
func program(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "elicitform-server")
	if output, err := exec.Command("go", "build", "-o", name, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return name
}
