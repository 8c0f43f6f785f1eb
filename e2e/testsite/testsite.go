// Package testsite serves what tests in a browser open: the built site, as web/server serves it, and the tests' own pages. It
// gives an address on this machine. It builds nothing: the folder has to be there.
package testsite

import (
	"crypto/sha256"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/elicitform/elicitform/web/server/site"
)

// Path returns the path of a file of the project.
func Path(parts ...string) string {
	_, here, _, _ := runtime.Caller(0)
	return filepath.Join(append([]string{filepath.Dir(here), "..", ".."}, parts...)...)
}

// Built returns the built site: ELICITFORM_SITE, or built now.
var Built = sync.OnceValues(func() (string, error) {
	if dir := os.Getenv("ELICITFORM_SITE"); dir != "" {
		return filepath.Abs(dir)
	}
	cmd := exec.Command("go", "run", "./web/build", "-quick")
	cmd.Dir = Path()
	if output, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build the site: %w\n%s", err, output)
	}
	return Path("build", "site"), nil
})

// Handler serves the built site, whose frame the origins may embed, and the tests' pages under /e2e/.
func Handler(frameAncestors ...string) (*http.ServeMux, error) {
	dir, err := Built()
	if err != nil {
		return nil, err
	}
	pages, err := site.Handler(os.DirFS(dir), frameAncestors...)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/", pages)
	mux.Handle("/e2e/", http.StripPrefix("/e2e/", http.FileServer(http.Dir(Path("e2e", "testdata")))))
	return mux, nil
}

// Serve starts a server that runs until the tests end, and returns its base URL.
func Serve(handler http.Handler) (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	go func() { _ = http.Serve(listener, handler) }()
	return "http://" + listener.Addr().String(), nil
}

// ProgramDigest returns what the frame's document has to say of a program: the SHA-256 of the SHA-256s of its blocks of 256 KiB, in
// hexadecimal digits.
func ProgramDigest(program []byte) string {
	var digests []byte
	for len(program) > 0 {
		size := min(len(program), 256*1024)
		digest := sha256.Sum256(program[:size])
		digests, program = append(digests, digest[:]...), program[size:]
	}
	return fmt.Sprintf("%x", sha256.Sum256(digests))
}
