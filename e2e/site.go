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

// projectFile names a file of the project.
func projectFile(parts ...string) string {
	_, here, _, _ := runtime.Caller(0)
	return filepath.Join(append([]string{filepath.Dir(filepath.Dir(here))}, parts...)...)
}

// builtSite is the folder of the built site.
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

// demoPatience lets the tests see the end of what takes time. A page is waited
// for as long as people would.
var demoPatience = servers.Patience{Offer: 6 * time.Second, Seat: 12 * time.Second, Visit: servers.DefaultPatience.Visit, Idle: servers.DefaultPatience.Idle}

// serve is the base URL of the built site.
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
	// It ends with the tests.
	go func() { _ = http.Serve(listener, handler) }()
	return "http://" + listener.Addr().String(), nil
})

// siteHandler serves the built site as web/server does, whose frame those may
// embed, and beside it under /e2e/ what the tests bring along.
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
