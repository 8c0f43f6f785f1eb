package e2e

import (
	"fmt"
	"net/http"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	// The end of a server of package httptest closes the idle connections of the default transport, which the tests beside
	// it use too: a POST that is just being sent on one of them fails. Without the method for that, nothing is closed.
	http.DefaultTransport = struct{ http.RoundTripper }{http.DefaultTransport}
	code := m.Run()
	closeBrowsers()
	fmt.Printf("%d frames loaded\n", framesLoaded.Load())
	os.Exit(code)
}
