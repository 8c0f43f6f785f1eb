package e2e

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/elicitform/elicitform/web/demo/servers"
	"github.com/elicitform/elicitform/web/server/site"
)

// projectFile returns the path of a file of the project.
func projectFile(parts ...string) string {
	_, here, _, _ := runtime.Caller(0)
	return filepath.Join(append([]string{filepath.Dir(filepath.Dir(here))}, parts...)...)
}

// builtSite returns the folder of the built site, and builds it if necessary.
var builtSite = sync.OnceValues(func() (string, error) {
	if dir := os.Getenv("ELICITFORM_SITE"); dir != "" {
		return filepath.Abs(dir)
	}
	cmd := exec.Command("go", "run", "./web/build", "-quick")
	cmd.Dir = projectFile()
	if output, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the site: %w\n%s", err, output)
	}
	return projectFile("build", "site"), nil
})

// demoPatience shortens the waits of the demo's servers, so that tests see what
// happens when they end. For opened pages they wait as long as for people.
var demoPatience = servers.Patience{Offer: 6 * time.Second, Seat: 12 * time.Second, Visit: servers.DefaultPatience.Visit, Idle: servers.DefaultPatience.Idle}

// serve starts a server for the built site and returns its base URL.
var serve = sync.OnceValues(func() (string, error) {
	dir, err := builtSite()
	if err != nil {
		return "", err
	}
	handler, err := siteHandler(dir, "'self'")
	if err != nil {
		return "", err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	// The server runs until the tests end.
	go func() { _ = http.Serve(listener, handler) }()
	return "http://" + listener.Addr().String(), nil
})

// siteHandler serves the built site as web/server does, and under /e2e/ the
// tests' own pages. frameAncestors are the origins whose pages may embed the
// frame.
func siteHandler(dir string, frameAncestors ...string) (http.Handler, error) {
	pages, err := site.Handler(os.DirFS(dir), site.Options{FrameAncestors: frameAncestors})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	servers.Mount(mux, demoPatience)
	mux.Handle("/", pages)
	mux.Handle("/faulty/", http.StripPrefix("/faulty", http.HandlerFunc(serveFaulty)))
	mux.Handle("/e2e/", http.StripPrefix("/e2e/", http.FileServer(http.Dir(projectFile("e2e", "testdata")))))
	return mux, nil
}

func baseURL(t testing.TB) string {
	t.Helper()
	base, err := serve()
	must(t, err)
	return base
}
