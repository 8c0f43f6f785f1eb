package site

import (
	"crypto/tls"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

const wasmPath = "/frame/elicitform.0123456789abcdef.wasm"

func newHandler(t *testing.T, frameAncestors ...string) http.Handler {
	t.Helper()
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	h, err := Handler(fstest.MapFS{
		"index.html":                              file("<!doctype html>page"),
		"standalone.html":                         file("<!doctype html>standalone"),
		"popup.html":                              file("<!doctype html>popup"),
		"standalone-worker.js":                    file("export {}"),
		"elicitform.js":                           file("export {}"),
		"elicitform.js.br":                        file("BR"),
		"elicitform.js.gz":                        file("GZ"),
		"frame/index.html":                        file("<!doctype html>frame"),
		strings.TrimPrefix(wasmPath, "/"):         file("wasm raw"),
		strings.TrimPrefix(wasmPath, "/") + ".br": file("wasm br"),
	}, frameAncestors...)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func do(h http.Handler, method, path string, headers ...string) *http.Response {
	req := httptest.NewRequest(method, "http://127.0.0.1:8080/", nil)
	req.URL.Path = path
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Add(headers[i], headers[i+1])
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, req)
	return rec.Result()
}

func text(t *testing.T, res *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestServesExactFilesOnly(t *testing.T) {
	h := newHandler(t)
	for _, c := range []struct {
		path   string
		status int
	}{
		{"/", 200},
		{"/index.html", 200},
		{"/standalone.html", 200},
		{"/frame/", 200},
		{"/frame/index.html", 200},
		{wasmPath, 200},
		{"/frame", 404},
		{"/standalone", 404},
		{"/missing.js", 404},
		{"/elicitform.js.br", 404},
		{"/elicitform.js/", 404},
		{"/../go.mod", 404},
		{"/frame/../index.html", 404},
		{"/frame/../../etc/passwd", 404},
		{"/..%2f..%2fetc/passwd", 404},
		{"//index.html", 404},
		{"/frame\\index.html", 404},
		{"", 404},
		{"index.html", 404},
	} {
		if got := do(h, "GET", c.path).StatusCode; got != c.status {
			t.Errorf("GET %q: status %d, want %d", c.path, got, c.status)
		}
	}
}

// TestRange: a range counts the bytes of the file, whatever codings the client accepts.
func TestRange(t *testing.T) {
	h := newHandler(t)
	for _, coding := range []string{"identity", "br, gzip"} {
		req := httptest.NewRequest("GET", "/elicitform.js", nil)
		req.Header.Set("Range", "bytes=1-2")
		req.Header.Set("Accept-Encoding", coding)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, req)
		res := w.Result()
		whole := text(t, do(h, "GET", "/elicitform.js"))
		if got := text(t, res); res.StatusCode != 206 || got != whole[1:3] || res.Header.Get("Content-Encoding") != "" || res.Header.Get("Content-Length") != "2" {
			t.Errorf("%s: status %d, %q of %q, %v", coding, res.StatusCode, got, whole, res.Header)
		}
	}
}

func TestOtherMethodsAreDenied(t *testing.T) {
	h := newHandler(t)
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "TRACE"} {
		res := do(h, method, "/")
		if res.StatusCode != 405 || res.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: status %d, Allow %q", method, res.StatusCode, res.Header.Get("Allow"))
		}
	}
}

func TestHeadSaysTheSameWithoutABody(t *testing.T) {
	h := newHandler(t)
	get, head := do(h, "GET", "/elicitform.js"), do(h, "HEAD", "/elicitform.js")
	if body := text(t, head); body != "" {
		t.Errorf("HEAD has a body: %q", body)
	}
	for _, name := range []string{"Content-Length", "Content-Type", "ETag", "Cache-Control", "Vary"} {
		if get.Header.Get(name) != head.Header.Get(name) {
			t.Errorf("%s: GET %q, HEAD %q", name, get.Header.Get(name), head.Header.Get(name))
		}
	}
}

func TestContentTypes(t *testing.T) {
	h := newHandler(t)
	for path, want := range map[string]string{
		"/":              "text/html; charset=utf-8",
		"/elicitform.js": "text/javascript; charset=utf-8",
		wasmPath:         "application/wasm",
	} {
		if got := do(h, "GET", path).Header.Get("Content-Type"); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestNegotiatesTheCoding(t *testing.T) {
	h := newHandler(t)
	for _, c := range []struct {
		name, accept, coding, body string
		status                     int
	}{
		{"nothing said", "", "", "export {}", 200},
		{"what browsers send", "gzip, deflate, br, zstd", "br", "BR", 200},
		{"gzip only", "gzip", "gzip", "GZ", 200},
		{"old name of gzip", "x-gzip", "gzip", "GZ", 200},
		{"unknown coding only", "zstd", "", "export {}", 200},
		{"client prefers gzip", "br;q=0.5, gzip;q=0.8", "gzip", "GZ", 200},
		{"br not acceptable", "br;q=0, gzip", "gzip", "GZ", 200},
		{"case and spaces", " GZIP ; Q=1 ", "gzip", "GZ", 200},
		{"anything", "*", "br", "BR", 200},
		{"anything but br", "*, br;q=0", "gzip", "GZ", 200},
		{"identity preferred", "identity, br;q=0.5", "", "export {}", 200},
		{"nothing acceptable", "identity;q=0, *;q=0", "", "", 406},
		{"only gzip acceptable", "*;q=0, gzip", "gzip", "GZ", 200},
		{"weight that is no number", "br;q=x, gzip;q=0.1", "gzip", "GZ", 200},
	} {
		t.Run(c.name, func(t *testing.T) {
			var headers []string
			if c.accept != "" {
				headers = []string{"Accept-Encoding", c.accept}
			}
			res := do(h, "GET", "/elicitform.js", headers...)
			if res.StatusCode != c.status {
				t.Fatalf("status %d, want %d", res.StatusCode, c.status)
			}
			if got := res.Header.Get("Vary"); got != "Accept-Encoding" {
				t.Errorf("Vary %q", got)
			}
			if c.status != 200 {
				return
			}
			if got := res.Header.Get("Content-Encoding"); got != c.coding {
				t.Errorf("Content-Encoding %q, want %q", got, c.coding)
			}
			if got := text(t, res); got != c.body {
				t.Errorf("body %q, want %q", got, c.body)
			}
		})
	}
}

func TestCaching(t *testing.T) {
	h := newHandler(t)
	if got := do(h, "GET", wasmPath).Header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
		t.Errorf("hashed name: %q", got)
	}
	for _, path := range []string{"/", "/elicitform.js", "/frame/index.html"} {
		if got := do(h, "GET", path).Header.Get("Cache-Control"); got != "no-cache" {
			t.Errorf("%s: %q", path, got)
		}
	}
}

func TestIfNoneMatch(t *testing.T) {
	h := newHandler(t)
	plain := do(h, "GET", "/elicitform.js").Header.Get("ETag")
	br := do(h, "GET", "/elicitform.js", "Accept-Encoding", "br").Header.Get("ETag")
	if plain == "" || plain == br {
		t.Fatalf("tags %q and %q must differ and be there", plain, br)
	}
	for _, c := range []struct {
		name, tag string
		status    int
	}{
		{"the same", plain, 304},
		{"weak", "W/" + plain, 304},
		{"one of several", `"other", ` + plain, 304},
		{"any", "*", 304},
		{"another", `"other"`, 200},
		{"of another coding", br, 200},
	} {
		res := do(h, "GET", "/elicitform.js", "If-None-Match", c.tag)
		if res.StatusCode != c.status {
			t.Errorf("%s: status %d, want %d", c.name, res.StatusCode, c.status)
		}
		if c.status == 304 {
			if body := text(t, res); body != "" || res.Header.Get("ETag") != plain || res.Header.Get("Content-Type") != "" {
				t.Errorf("%s: body %q, tag %q, type %q", c.name, body, res.Header.Get("ETag"), res.Header.Get("Content-Type"))
			}
		}
	}
}

func TestSecurityHeaders(t *testing.T) {
	h := newHandler(t)
	for _, path := range []string{"/", "/frame/index.html", wasmPath, "/elicitform.js", "/missing"} {
		header := do(h, "GET", path).Header
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff",
			"Referrer-Policy":        "no-referrer",
		} {
			if got := header.Get(name); got != want {
				t.Errorf("%s: %s %q, want %q", path, name, got, want)
			}
		}
		if !strings.Contains(header.Get("Permissions-Policy"), "camera=()") || header.Get("Content-Security-Policy") == "" {
			t.Errorf("%s: no policy", path)
		}
	}
	framePolicy := strings.ReplaceAll(frameBase, "{own}", "'self' http://127.0.0.1:8080") + "'self'"
	for _, c := range []struct{ path, opener, resource, allow, csp string }{
		{"/", "same-origin", "same-origin", "", pagePolicy},
		{"/standalone.html", "same-origin", "same-origin", "", pagePolicy},
		{"/popup.html", "unsafe-none", "same-origin", "", pagePolicy},
		{"/standalone-worker.js", "", "cross-origin", "*", workerPolicy},
		{"/elicitform.js", "", "cross-origin", "*", assetPolicy},
		{wasmPath, "", "cross-origin", "*", assetPolicy},
		{"/frame/index.html", "", "cross-origin", "*", framePolicy},
	} {
		header := do(h, "GET", c.path).Header
		for name, want := range map[string]string{
			"Cross-Origin-Opener-Policy":   c.opener,
			"Cross-Origin-Resource-Policy": c.resource,
			"Access-Control-Allow-Origin":  c.allow,
			"Content-Security-Policy":      c.csp,
		} {
			if got := header.Get(name); got != want {
				t.Errorf("%s: %s\n got %q\nwant %q", c.path, name, got, want)
			}
		}
	}
}

// Rows: N22.
func TestFramePolicyAllowsWasmAndNoEval(t *testing.T) {
	got := do(newHandler(t), "GET", "/frame/index.html").Header.Get("Content-Security-Policy")
	const own = "'self' http://127.0.0.1:8080"
	want := "default-src 'none'; script-src " + own + " 'wasm-unsafe-eval'; connect-src " + own + "; style-src " + own + "; " +
		"base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; " +
		"sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'"
	if got != want {
		t.Errorf("frame policy\n got %q\nwant %q", got, want)
	}
}

// TestFramePolicyNamesTheServer: some browsers ignore 'self'. A Host header adds only a host to
// the policy.
// Rows: N22, N33.
func TestFramePolicyNamesTheServer(t *testing.T) {
	h := newHandler(t)
	for _, c := range []struct {
		host  string
		https bool
		want  string
	}{
		{"forms.example", false, "'self' http://forms.example"},
		{"forms.example:8443", true, "'self' https://forms.example:8443"},
		{"[::1]:8080", false, "'self' http://[::1]:8080"},
		{"forms.example; script-src *", false, "'self'"},
		{"forms.example,*", true, "'self'"},
		{"*", false, "'self'"},
		{"", false, "'self'"},
	} {
		req := httptest.NewRequest("GET", "/frame/index.html", nil)
		req.Host = c.host
		if c.https {
			req.TLS = &tls.ConnectionState{}
		}
		rec := httptest.NewRecorder()
		h.ServeHTTP(rec, req)
		got := rec.Header().Get("Content-Security-Policy")
		if !strings.Contains(got, "; script-src "+c.want+" 'wasm-unsafe-eval'; connect-src "+c.want+"; style-src "+c.want+"; ") {
			t.Errorf("%q: %s", c.host, got)
		}
	}
}

func TestFrameAncestorsAreConfigurableButCannotAddDirectives(t *testing.T) {
	h := newHandler(t, "'self'", "https://chat.example")
	got := do(h, "GET", "/frame/index.html").Header.Get("Content-Security-Policy")
	if !strings.HasSuffix(got, "; frame-ancestors 'self' https://chat.example") {
		t.Errorf("policy %q", got)
	}
	for _, bad := range []string{"", "* ; script-src *", "a;b", "a,b", "a\nb", "a b"} {
		if _, err := Handler(fstest.MapFS{"index.html": {}}, bad); err == nil {
			t.Errorf("ancestor %q was accepted", bad)
		}
	}
}

func TestAFolderWithoutASiteIsAnError(t *testing.T) {
	if _, err := Handler(fstest.MapFS{}); err == nil {
		t.Error("no error for an empty folder")
	}
}

func TestFilesNeedNoPage(t *testing.T) {
	h, err := Files(fstest.MapFS{"page.js": {Data: []byte("export {}")}})
	if err != nil {
		t.Fatal(err)
	}
	if page, root := do(h, "GET", "/page.js").StatusCode, do(h, "GET", "/").StatusCode; page != 200 || root != 404 {
		t.Errorf("the file gives %d and the folder %d", page, root)
	}
}
