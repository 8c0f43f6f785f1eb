package e2e

import (
	"os"
	"os/exec"
	"testing"

	"github.com/elicitform/elicitform/e2e/driver"
)

// TestPlaywrightHelpers drives the real form with Playwright and the helpers of
// elicitform/testing/playwright, as the tests of a chat do. e2e/playwright has the cases.
func TestPlaywrightHelpers(t *testing.T) {
	if os.Getenv("PLAYWRIGHT") == "" {
		t.Skip("make test-package runs this")
	}
	browser, err := driver.ChromiumPath(driver.Headless)
	must(t, err)
	folder, err := bundle("playwright", "esm", "main=e2e/playwright/main.ts")
	must(t, err)
	// The cases print their failures. ONLY selects the cases whose name contains it.
	cases := exec.Command("node", folder+"/main.js", baseURL(t), browser)
	if output, err := cases.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}
