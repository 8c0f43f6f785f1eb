package main

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/elicitform/elicitform/web/server/site"
)

var (
	//go:embed page/probe.js
	probeScript string
	//go:embed page/page.html
	pageDocument string
)

// counts are how many fields and rows a form shows, for the probe.
type counts struct{ Fields, Rows int }

// String writes the counts as the probe reads them.
func (c counts) String() string { return fmt.Sprintf(`{"fields":%d,"rows":%d}`, c.Fields, c.Rows) }

// coldFields is the form that a page asks for when it is opened.
const coldFields = 10

// served are the pages of one rival, each from an address of its own.
type served struct {
	rival
	// Fast is its address on localhost, Slow the one behind the slow line.
	Fast, Slow string
	// Bytes are all that a page loads to show forms, as brotli.
	Bytes int
	// Frame are those of them that the frame loads.
	Frame  int
	files  http.Handler // of the built site
	script []byte
	asked  json.RawMessage // the form that the page asks for when it is opened
	probe  string
	// drawn are how many fields and rows each form shows by itself, once it has been
	// shown: a long form need not be drawn to its end before the person scrolls there.
	drawn map[string]counts
	// documents are the compressed documents by what was compressed, because a server
	// that publishes something compresses it once.
	documents sync.Map
}

// serve starts the servers of a rival. They run until the program ends.
func (b *bench) serve(r rival) (*served, error) {
	script, err := b.bundle(r)
	if err != nil {
		return nil, err
	}
	s := &served{rival: r, script: compress(script), asked: growing(coldFields).Params, drawn: map[string]counts{}}
	s.Bytes = len(s.script)
	if r.Site != "" {
		if s.Frame, err = frameBytes(r.Site); err != nil {
			return nil, err
		}
		s.Bytes += s.Frame
		if s.files, err = site.Handler(os.DirFS(r.Site), site.Options{FrameAncestors: []string{"'self'"}}); err != nil {
			return nil, err
		}
	}
	s.probe = fmt.Sprintf("%s({ fields: %q, rows: %q, usable: %q, expected: %s })", strings.TrimSpace(probeScript),
		r.Watching.Fields, r.Watching.Rows, r.Watching.Usable, counts{Fields: coldFields})
	for _, address := range []*string{&s.Fast, &s.Slow} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		*address = "http://" + listener.Addr().String()
		if address == &s.Slow {
			listener = slowListener{listener, slowLine}
		}
		go func() { _ = http.Serve(listener, s) }()
	}
	return s, nil
}

// ServeHTTP serves the chat's page and, from the built site, everything else.
//
//	/           opens the chat
//	/?ask       and asks for a form at once
//	/?ask=3000  and asks for a form so many milliseconds after the page has loaded
func (s *served) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == "/":
		s.page(w, r)
	case r.URL.Path == "/chat.js":
		// Every browser that is started here takes brotli.
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		w.Header().Set("Content-Encoding", "br")
		w.Header().Set("Content-Length", strconv.Itoa(len(s.script)))
		_, _ = w.Write(s.script)
	case s.files == nil:
		http.NotFound(w, r)
	case r.URL.Path == "/frame/" || r.URL.Path == "/frame/index.html":
		s.frame(w, r)
	default:
		s.files.ServeHTTP(w, r)
	}
}

// page writes the chat's document. When its script has loaded it opens the chat.
func (s *served) page(w http.ResponseWriter, r *http.Request) {
	start := "globalThis.chatLoaded = () => chat.open();"
	if r.URL.Query().Has("ask") {
		ask := "chat.ask(" + string(s.asked) + ");"
		if wait := r.URL.Query().Get("ask"); wait != "" {
			ask = "addEventListener('load', () => setTimeout(() => { bench.asked = bench.now(); " + ask + " }, " + strconv.Quote(wait) + "));"
		}
		start = "globalThis.chatLoaded = () => { chat.open(); " + ask + " };"
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	s.writeDocument(w, []byte(pageDocument), s.probe+";"+start)
}

// frame writes the frame's document with the probe as its first script, and lets the
// document's policy allow that script.
func (s *served) frame(w http.ResponseWriter, r *http.Request) {
	r = r.Clone(r.Context())
	r.Header.Set("Accept-Encoding", "identity")
	r.Header.Del("If-None-Match")
	recorded := httptest.NewRecorder()
	s.files.ServeHTTP(recorded, r)
	for name, values := range recorded.Header() {
		w.Header()[name] = values
	}
	sum := sha256.Sum256([]byte(s.probe))
	policy := w.Header().Get("Content-Security-Policy")
	w.Header().Set("Content-Security-Policy", strings.Replace(policy, "script-src ", fmt.Sprintf("script-src 'sha256-%s' ", base64.StdEncoding.EncodeToString(sum[:])), 1))
	w.Header().Del("ETag")
	s.writeDocument(w, recorded.Body.Bytes(), s.probe)
}

// writeDocument writes a document with a script at its beginning, as brotli.
func (s *served) writeDocument(w http.ResponseWriter, document []byte, script string) {
	text := string(bytes.Replace(document, []byte("<head>"), []byte("<head>\n<script>"+script+"</script>"), 1))
	kept, known := s.documents.Load(text)
	if !known {
		kept, _ = s.documents.LoadOrStore(text, compress([]byte(text)))
	}
	body := kept.([]byte)
	w.Header().Set("Content-Encoding", "br")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body)
}
