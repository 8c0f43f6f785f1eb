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
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"

	"github.com/elicitform/elicitform/web/server/site"
)

//go:embed page/probe.js
var probeScript string

// library is this project, or a form renderer that a chat could take from npm.
type library struct {
	name string
	// entry is the script of its page, in the folder page.
	entry string
	// framed says that the form is in a frame: with the script inner, in the folder page, or that of a build of this project in the
	// folder site.
	framed      bool
	inner, site string
	// style is the style sheet of its form, in the folder page; the built frame has its own.
	style string
	// Selectors for the probe: the fields; the rows of the review, or the sign that all is valid; and the button that declines before
	// there is a form.
	fields, rows, usable string
}

// libraries returns the library of each column. The folder site has the build of this project.
func libraries(root, site string) ([]library, error) {
	text, err := os.ReadFile(filepath.Join(root, "package.json"))
	if err != nil {
		return nil, err
	}
	var file struct{ DevDependencies map[string]string }
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	// The frame may be drawing a hidden form, to warm itself up.
	const step, shown = `main .step:not(.idle) `, `:not(.rehearsal *)`
	inPage := library{
		name: "react-jsonschema-form " + file.DevDependencies["@rjsf/core"] + " in the page", entry: "rjsf.jsx", style: "rjsf.css",
		fields: `form > .rjsf-field-object > fieldset > .rjsf-field`, rows: `dl.answers > *`, usable: `form`,
	}
	inFrame := inPage
	inFrame.name, inFrame.entry, inFrame.framed, inFrame.inner = "the same in a frame", "framed.js", true, "rjsfframe.jsx"
	return []library{
		{
			name: "elicitform", entry: "elicitform.js", framed: true, site: site, fields: step + `.fields > *` + shown, rows: step + `dl.answers > *` + shown,
			usable: `[data-action=decline]` + shown + `, #shell-actions:not([hidden]) button`,
		},
		inFrame,
		inPage,
	}, nil
}

// served has the pages of a library at its own address.
type served struct {
	library
	// fast is its address on this machine, slow the one behind the slow line.
	fast, slow string
	// bytes is the brotli size of all files that a page loads to show forms, frame the part of the frame, and raw the size of
	// that part once it is unpacked.
	bytes, frame, raw int
	documents         map[string]document
	// visits counts those in the profile of the browser, up to two.
	visits int
	files  http.Handler // of the built site
}

type document struct {
	header http.Header
	body   []byte // compressed
}

// serve starts the servers of a library. They run until the program ends.
func (b *bench) serve(l library) (*served, error) {
	script, err := b.bundle(l.entry, l.site)
	if err != nil {
		return nil, err
	}
	s := &served{library: l, documents: map[string]document{}}
	// The page asks for a form as soon as its script has loaded.
	probe := fmt.Sprintf("%s({ fields: %q, rows: %q, usable: %q, expected: %s })", strings.TrimSpace(probeScript), l.fields, l.rows, l.usable, expected(coldFields))
	document, err := os.ReadFile(filepath.Join(b.root, "e2e", "testdata", "page.html"))
	if err != nil {
		return nil, err
	}
	page := beforeBody(string(document), `<script type="module" src="/chat.js"></script>`)
	s.bytes = s.add("/chat.js", "text/javascript; charset=utf-8", script)
	styleLink := ""
	if l.style != "" {
		style, err := os.ReadFile(filepath.Join(b.root, "e2e", "bench", "page", l.style))
		if err != nil {
			return nil, err
		}
		s.frame = s.add("/form.css", "text/css; charset=utf-8", style)
		styleLink = `<link rel="stylesheet" href="/form.css">`
	}
	switch {
	case l.inner != "":
		inner, err := b.bundle(l.inner, "")
		if err != nil {
			return nil, err
		}
		s.add("/frame/index.html", "text/html; charset=utf-8", withScript(beforeBody(innerDocument, styleLink), probe))
		s.frame += s.add("/frame/form.js", "text/javascript; charset=utf-8", inner)
		s.bytes += s.frame
	case !l.framed:
		page = beforeBody(page, styleLink)
		s.bytes += s.frame
	default:
		if err := s.addFrame(l.site, probe); err != nil {
			return nil, err
		}
		if page, err = withPreload(page, l.site); err != nil {
			return nil, err
		}
	}
	s.add("/", "text/html; charset=utf-8", withScript(page, fmt.Sprintf("%s; globalThis.chatLoaded = () => chat.ask(%s);", probe, growing(coldFields))))
	for _, address := range []*string{&s.fast, &s.slow} {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		*address = "http://" + listener.Addr().String()
		if address == &s.slow {
			listener = slowListener{listener, slowLine}
		}
		go func() { _ = http.Serve(listener, s) }()
	}
	return s, nil
}

// add serves a document, compressed as small as brotli makes it, and returns its size.
func (s *served) add(path, contentType string, content []byte) int {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, brotli.BestCompression)
	_, _ = w.Write(content)
	_ = w.Close()
	// Every browser that is started here takes brotli. A later visit finds the scripts in its cache, as those of a deployed page.
	header := http.Header{"Content-Type": {contentType}, "Content-Encoding": {"br"}, "Content-Length": {fmt.Sprint(out.Len())}, "Cache-Control": {"no-cache"}}
	if !strings.HasPrefix(contentType, "text/html") {
		header.Set("Cache-Control", "max-age=31536000, immutable")
	}
	s.documents[path] = document{header, out.Bytes()}
	return out.Len()
}

// addFrame serves the built frame, whose policy is made to allow the probe.
func (s *served) addFrame(folder, probe string) (err error) {
	if s.files, err = site.Handler(os.DirFS(folder), "'self'"); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(folder, "frame", "*.br"))
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s has no compressed frame", folder)
	}
	for _, name := range files {
		packed, err := os.Stat(name)
		if err != nil {
			return err
		}
		file, err := os.Stat(strings.TrimSuffix(name, ".br"))
		if err != nil {
			return err
		}
		// Only the catalogue of the page's language is loaded.
		if !strings.HasPrefix(filepath.Base(name), "words.") {
			s.frame += int(packed.Size())
			s.raw += int(file.Size())
		}
	}
	s.bytes += s.frame
	const path = "/frame/index.html"
	recorded := httptest.NewRecorder()
	s.files.ServeHTTP(recorded, httptest.NewRequest(http.MethodGet, path, nil))
	s.add(path, recorded.Header().Get("Content-Type"), withScript(recorded.Body.String(), probe))
	sum := sha256.Sum256([]byte(probe))
	policy := strings.Replace(recorded.Header().Get("Content-Security-Policy"), "script-src ", fmt.Sprintf("script-src 'sha256-%s' ", base64.StdEncoding.EncodeToString(sum[:])), 1)
	for name, values := range recorded.Header() {
		if _, own := s.documents[path].header[name]; !own && name != "Etag" {
			s.documents[path].header[name] = values
		}
	}
	s.documents[path].header.Set("Content-Security-Policy", policy)
	return err
}

// withPreload lets the page ask for the frame's program before its script, as docs/learn/serving.md advises.
func withPreload(document, folder string) (string, error) {
	programs, err := filepath.Glob(filepath.Join(folder, "frame", "*.wasm"))
	if err != nil {
		return "", err
	}
	if len(programs) != 1 {
		return "", fmt.Errorf("%s has %d programs", folder, len(programs))
	}
	return beforeBody(document, fmt.Sprintf(`<link rel="preload" as="fetch" crossorigin href="/frame/%s">`, filepath.Base(programs[0]))), nil
}

func beforeBody(document, element string) string {
	return strings.Replace(document, "</head>", element+"\n</head>", 1)
}

func withScript(document, script string) []byte {
	return []byte(strings.Replace(document, "<head>", "<head>\n<script>"+script+"</script>", 1))
}

// ServeHTTP serves the page and, from the built site, what its frame loads.
func (s *served) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d, ok := s.documents[r.URL.Path]
	switch {
	case ok:
		for name, values := range d.header {
			w.Header()[name] = values
		}
		_, _ = w.Write(d.body)
	case s.files == nil:
		http.NotFound(w, r)
	default:
		s.files.ServeHTTP(w, r)
	}
}

const innerDocument = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n</head>\n<body><script src=\"/frame/form.js\"></script></body>\n</html>\n"

// bundle joins and minifies a script of the folder page, as a chat in production would. The folder site has the package of this project.
func (b *bench) bundle(entry, site string) ([]byte, error) {
	out := filepath.Join(b.out, entry+".bundle.js")
	cmd := exec.Command(filepath.Join(b.root, "node_modules", ".bin", "esbuild"), filepath.Join(b.root, "e2e", "bench", "page", entry),
		"--bundle", "--minify", "--format=esm", "--target=es2022", "--jsx=automatic", "--legal-comments=none", "--log-level=warning",
		`--define:process.env.NODE_ENV="production"`, "--alias:elicitform="+filepath.Join(site, "elicitform.js"), "--outfile="+out)
	cmd.Dir = b.root
	if output, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("bundle %s: %w\n%s", entry, err, output)
	}
	return os.ReadFile(out)
}

// line is a slow connection to the internet. The throttling of DevTools would not reach all processes.
type line struct {
	bitsPerSecond int
	roundTrip     time.Duration
	mu            sync.Mutex
	free          time.Time // when everything is sent that was handed over so far
}

// slowLine is what DevTools calls fast 4G. All connections share it.
var slowLine = &line{bitsPerSecond: 9_000_000, roundTrip: 170 * time.Millisecond}

// late is the largest delay that costs the line no speed: a sleeping thread wakes late by about the time of a packet.
const late = 10 * time.Millisecond

// reserve returns the time at which the line has sent so many more bytes.
func (l *line) reserve(bytes int) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); now.Sub(l.free) > late {
		l.free = now
	}
	l.free = l.free.Add(time.Duration(bytes) * 8 * time.Second / time.Duration(l.bitsPerSecond))
	return l.free
}

type slowListener struct {
	net.Listener
	line *line
}

func (l slowListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	// The browser may send as soon as the line has carried its greeting there and back.
	return &slowConn{Conn: conn, line: l.line, open: time.Now().Add(l.line.roundTrip)}, err
}

type slowConn struct {
	net.Conn
	line *line
	open time.Time
}

// Read waits for as long as a question and its answer are on their way.
func (c *slowConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		time.Sleep(max(time.Until(c.open), 0) + c.line.roundTrip)
	}
	return n, err
}

// Write passes on packets when the line has sent them: connections share it.
func (c *slowConn) Write(p []byte) (written int, err error) {
	const packet = 1400
	for written < len(p) && err == nil {
		part := p[written:min(written+packet, len(p))]
		time.Sleep(time.Until(c.line.reserve(len(part))))
		var n int
		n, err = c.Conn.Write(part)
		written += n
	}
	return written, err
}
