package e2e

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing/fstest"

	"github.com/elicitform/elicitform/web/server/site"
)

// aboutWasm finds what the frame's document says of the real program.
var aboutWasm = regexp.MustCompile(` data-bytes="\d+" data-sha256="[0-9a-f]{64}"`)

// faultySite is the built site with the faulty program in place of the real
// one.
var faultySite = sync.OnceValues(func() (http.Handler, error) {
	dir, err := builtSite()
	if err != nil {
		return nil, err
	}
	program := projectFile("build", "faulty", "elicitform.wasm")
	cmd := exec.Command("go", "run", "./web/build", "-wasm", "./e2e/testdata/faulty", "-program", program)
	cmd.Dir = projectFile()
	if output, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the faulty program: %w\n%s", err, output)
	}
	faulty, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	files, built := fstest.MapFS{}, os.DirFS(dir)
	err = fs.WalkDir(built, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.Contains(name, ".wasm.") || strings.HasPrefix(name, "frame/index.html.") {
			return err
		}
		content, err := fs.ReadFile(built, name)
		if strings.HasSuffix(name, ".wasm") {
			content = faulty
		}
		if name == "frame/index.html" {
			content = aboutWasm.ReplaceAll(content, fmt.Appendf(nil, ` data-bytes="%d" data-sha256="%x"`, len(faulty), sha256.Sum256(faulty)))
		}
		files[name] = &fstest.MapFile{Data: content}
		return err
	})
	if err != nil {
		return nil, err
	}
	return site.Handler(files, site.Options{FrameAncestors: []string{"'self'"}})
})

func serveFaulty(w http.ResponseWriter, r *http.Request) {
	pages, err := faultySite()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	pages.ServeHTTP(w, r)
}
