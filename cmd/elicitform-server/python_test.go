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

// The tests kill and restart the program.
func TestPythonClient(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Fatal("python3 is not installed: .ci/setup python")
	}
	// Reading the files makes them part of Go's test cache.
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
		t.Errorf("%v, or a test was skipped:\n%s", err, output)
	}
}

func program(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "elicitform-server")
	if output, err := exec.Command("go", "build", "-o", name, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return name
}
