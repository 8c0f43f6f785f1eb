package e2e

import (
	"fmt"
	"net/http"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	// Closing a server of package httptest closes the idle connections of the default transport, which other tests use at
	// the same time: a POST that is just being sent on such a connection fails. This transport lacks the method that
	// closes them.
	http.DefaultTransport = struct{ http.RoundTripper }{http.DefaultTransport}
	code := m.Run()
	closeBrowsers()
	fmt.Printf("%d frames loaded\n", framesLoaded.Load())
	os.Exit(code)
}
