package e2e

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/elicitform/elicitform/web/server/site"
)

// updatedSite is a site whose server is given a new build while browsers hold the
// program of the former one.
type updatedSite struct {
	URL string
	// formerProgram and program are the two programs.
	formerProgram, program []byte
	// patch is what the build has made of both.
	patch []byte

	mu     sync.Mutex
	pages  http.Handler
	builds [2]http.Handler // the former and the new one
	served []servedProgram
}

// servedProgram is one response with a program, as it went over the wire.
type servedProgram struct {
	request, response http.Header
	bytes             int
}

// serveUpdates builds a site that follows another one, and serves the former one.
func serveUpdates(t testing.TB) *updatedSite {
	t.Helper()
	dir, err := builtSite()
	must(t, err)
	s := &updatedSite{}
	name := ""
	s.program, name = builtProgram(t, dir)
	s.formerProgram = withCustomSection(s.program)
	sum := sha256.Sum256(s.formerProgram)
	formerName := "elicitform." + hex.EncodeToString(sum[:8]) + ".wasm"

	archive, out := t.TempDir(), t.TempDir()
	must(t, os.WriteFile(filepath.Join(archive, formerName), s.formerProgram, 0o600))
	cmd := exec.Command("go", "run", "./web/build", "-quick", "-former", archive, "-out", out)
	cmd.Dir = projectFile()
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build the site with patches: %v\n%s", err, output)
	}
	if _, other := builtProgram(t, out); other != name {
		t.Fatalf("the tests' site has the program %s, and the sources make %s: build the site again", name, other)
	}
	s.patch, err = os.ReadFile(filepath.Join(out, "frame", name+"."+hex.EncodeToString(sum[:])+".dcz"))
	must(t, err)

	s.builds[0], err = site.Handler(formerSite(t, os.DirFS(out), name, formerName, s.formerProgram), site.Options{})
	must(t, err)
	s.builds[1], err = site.Handler(os.DirFS(out), site.Options{})
	must(t, err)
	s.pages = s.builds[0]
	mux := http.NewServeMux()
	mux.HandleFunc("/", s.serve)
	mux.Handle("/e2e/", http.StripPrefix("/e2e/", http.FileServer(http.Dir(projectFile("e2e", "testdata")))))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// update serves the new build from now on.
func (s *updatedSite) update() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages = s.builds[1]
}

func (s *updatedSite) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	pages := s.pages
	s.mu.Unlock()
	counted := &countedWriter{ResponseWriter: w}
	pages.ServeHTTP(counted, r)
	if path.Ext(r.URL.Path) == ".wasm" {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.served = append(s.served, servedProgram{request: r.Header.Clone(), response: w.Header().Clone(), bytes: counted.bytes})
	}
}

// takeServed returns the responses with programs since the last call.
func (s *updatedSite) takeServed() []servedProgram {
	s.mu.Lock()
	defer s.mu.Unlock()
	served := s.served
	s.served = nil
	return served
}

type countedWriter struct {
	http.ResponseWriter
	bytes int
}

func (w *countedWriter) Write(p []byte) (int, error) {
	n, err := w.ResponseWriter.Write(p)
	w.bytes += n
	return n, err
}

// builtProgram returns the program of a built site, and its name.
func builtProgram(t testing.TB, dir string) (program []byte, name string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "frame", "elicitform.*.wasm"))
	must(t, err)
	if len(files) != 1 {
		t.Fatalf("%s has the programs %v", dir, files)
	}
	program, err = os.ReadFile(files[0])
	must(t, err)
	return program, filepath.Base(files[0])
}

// withCustomSection returns the same program as another file: a section that no
// browser looks at stands before the others and moves them all.
func withCustomSection(program []byte) []byte {
	const header = 8
	content := append([]byte("\x06former"), make([]byte, 3000)...)
	section := binary.AppendUvarint([]byte{0}, uint64(len(content)))
	former := append([]byte{}, program[:header]...)
	former = append(append(former, section...), content...)
	return append(former, program[header:]...)
}

// formerSite is the site with the former program in the place of the new one, and
// with its name in all files that name it.
func formerSite(t testing.TB, built fs.FS, name, formerName string, former []byte) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	must(t, fs.WalkDir(built, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(file, ".br") || strings.HasSuffix(file, ".gz") || strings.HasSuffix(file, ".dcz") {
			return err
		}
		content, err := fs.ReadFile(built, file)
		if file == "frame/"+name {
			file, content = "frame/"+formerName, former
		} else {
			content = []byte(strings.ReplaceAll(string(content), name, formerName))
		}
		files[file] = &fstest.MapFile{Data: content}
		return err
	}))
	return files
}
