package e2e

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/e2e/testsite"
	"github.com/elicitform/elicitform/web/server/site"
)

// checkDeployment runs the command of the npm package, and returns its output and exit code.
func checkDeployment(t *testing.T, args ...string) (string, int) {
	t.Helper()
	cmd := exec.Command("node", append([]string{testsite.Path("build", "ts", "package", "cli.js"), "check"}, args...)...)
	output, err := cmd.CombinedOutput()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	return string(output), cmd.ProcessState.ExitCode()
}

// expectDeployment fails unless the command ends with the code and says the text.
func expectDeployment(t *testing.T, code int, says string, args ...string) {
	t.Helper()
	output, ended := checkDeployment(t, args...)
	if ended != code || !strings.Contains(output, says) {
		t.Errorf("check %s ended with %d, not with %d and %q:\n%s", strings.Join(args, " "), ended, code, says, output)
	}
}

// TestDeploymentCheck: the command finds no fault of this project's server, for pages that may
// embed the frame. A server that only sends files lets other sites into its origin. That is a fault
// if the chat has the same origin.
func TestDeploymentCheck(t *testing.T) {
	t.Parallel()
	built, err := testsite.Built()
	must(t, err)
	expectDeployment(t, 0, "0 wrong, 0 that could be better", baseURL(t)+"/frame/index.html", "--strict")
	const chat = "https://chat.example"
	expectDeployment(t, 1, "and not "+chat, baseURL(t)+"/frame/index.html", "--from", chat)
	handler, err := site.Handler(os.DirFS(built), chat)
	must(t, err)
	shared := httptest.NewServer(handler)
	t.Cleanup(shared.Close)
	expectDeployment(t, 0, "0 wrong, 0 that could be better", "--strict", "--from", chat, shared.URL+"/frame/index.html")

	files := httptest.NewServer(http.FileServer(http.Dir(built)))
	expectDeployment(t, 1, "\n2 wrong, ", files.URL+"/frame/index.html")
	expectDeployment(t, 1, "better  index.html is sent without a sandbox", files.URL+"/frame/index.html", "--from", chat)
	expectDeployment(t, 1, "better  style.", files.URL+"/frame/index.html", "--strict")
	expectDeployment(t, 1, "wrong   "+files.URL+"/standalone.html is another page", files.URL+"/standalone.html")
	files.Close()
	expectDeployment(t, 2, "does not answer", files.URL+"/frame/index.html")
	expectDeployment(t, 2, "serve its folder by http", "file:///frame/index.html", "--from", "null")
	expectDeployment(t, 2, "npx elicitform check <url>", "frame/index.html")
	expectDeployment(t, 2, "npx elicitform check <url>")
}
