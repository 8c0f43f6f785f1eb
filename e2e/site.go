package e2e

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/elicitform/elicitform/e2e/testsite"
	"github.com/elicitform/elicitform/web/demo/servers"
)

// projectFile returns the path of a file of the project.
func projectFile(parts ...string) string { return testsite.Path(parts...) }

// builtSite returns the folder of the built site, and builds it if necessary.
func builtSite() (string, error) { return testsite.Built() }

// demoPatience shortens the waits of the demo's servers, so that tests see what
// happens when they end. For opened pages they wait as long as for people.
var demoPatience = servers.Patience{Offer: 10 * time.Second, Seat: 12 * time.Second, Visit: servers.DefaultPatience.Visit, Idle: servers.DefaultPatience.Idle}

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
	return testsite.Serve(handler)
})

// siteHandler serves the built site, the demo's servers, and what tests need.
// frameAncestors are the origins whose pages may embed the frame.
func siteHandler(dir string, frameAncestors ...string) (http.Handler, error) {
	mux, err := testsite.Handler(dir, frameAncestors...)
	if err != nil {
		return nil, err
	}
	servers.Mount(mux, demoPatience, "")
	mux.Handle("/faulty/", http.StripPrefix("/faulty", http.HandlerFunc(serveFaulty)))
	return mux, nil
}

func baseURL(t testing.TB) string {
	t.Helper()
	base, err := serve()
	must(t, err)
	return base
}

// envInt returns a number from the environment, or otherwise if it is not set.
func envInt(t testing.TB, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s=%q is no number", name, text)
	}
	return n
}

// bundle bundles scripts of the project as an application would, each with the name of its
// bundle before it, and returns the folder of the bundles. See bundle.mjs.
func bundle(name, format string, scripts ...string) (string, error) {
	built, err := builtSite()
	if err != nil {
		return "", err
	}
	folder := projectFile("build", "e2e", name)
	cmd := exec.Command("node", append([]string{projectFile("e2e", "bundle.mjs"), built, folder, format}, scripts...)...)
	if output, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("bundle %s: %w\n%s", name, err, output)
	}
	return folder, nil
}

// bundleScript bundles one script, to be evaluated in a page, and returns its text.
func bundleScript(name, script string) (string, error) {
	folder, err := bundle(name, "iife", name+"="+script)
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(folder, name+".js"))
	return string(text), err
}
