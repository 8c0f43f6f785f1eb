package site

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
)

// offered is what a browser sends that has a file.
func offered(content string) string {
	sum := sha256.Sum256([]byte(content))
	return ":" + base64.StdEncoding.EncodeToString(sum[:]) + ":"
}

// patchFile is the name of the patch that makes the program from a file.
func patchFile(content string) string {
	sum := sha256.Sum256([]byte(content))
	return strings.TrimPrefix(wasmPath, "/") + "." + hex.EncodeToString(sum[:]) + ".dcz"
}

func newPatchHandler(t *testing.T) http.Handler {
	t.Helper()
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	h, err := Handler(fstest.MapFS{
		"index.html":                              file("page"),
		"elicitform.js":                           file("script"),
		strings.TrimPrefix(wasmPath, "/"):         file("wasm raw"),
		strings.TrimPrefix(wasmPath, "/") + ".br": file("wasm br"),
		patchFile("older"):                        file("patch from older"),
		patchFile("oldest"):                       file("patch from oldest"),
	}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func TestServesThePatchForTheDictionaryOnly(t *testing.T) {
	h := newPatchHandler(t)
	const browser = "gzip, deflate, br, zstd, dcb, dcz"
	for _, c := range []struct{ name, accept, dictionary, coding, body string }{
		{"nothing offered", browser, "", "br", "wasm br"},
		{"a former program", browser, offered("older"), "dcz", "patch from older"},
		{"another one", browser, offered("oldest"), "dcz", "patch from oldest"},
		{"one that is forgotten", browser, offered("ancient"), "br", "wasm br"},
		{"the program itself", browser, offered("wasm raw"), "br", "wasm br"},
		{"spaces around it", browser, "  " + offered("older") + " ", "dcz", "patch from older"},
		{"not accepted", "gzip, br, dcb", offered("older"), "br", "wasm br"},
		{"refused", browser + ";q=0", offered("older"), "br", "wasm br"},
		{"accepted less", "br, dcz;q=0.5", offered("older"), "br", "wasm br"},
		{"nothing said of codings", "", offered("older"), "", "wasm raw"},
		{"no byte sequence", browser, strings.Trim(offered("older"), ":"), "br", "wasm br"},
		{"a quoted string", browser, `"` + strings.Trim(offered("older"), ":") + `"`, "br", "wasm br"},
		{"hexadecimal", browser, ":" + patchFile("older")[len(wasmPath):len(wasmPath)+64] + ":", "br", "wasm br"},
		{"cut off", browser, offered("older")[:20] + ":", "br", "wasm br"},
		{"empty", browser, "::", "br", "wasm br"},
		{"a path", browser, ":" + base64.StdEncoding.EncodeToString([]byte("../../../../../../../../etc/pass")) + ":", "br", "wasm br"},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := do(h, "GET", wasmPath, "Accept-Encoding", c.accept, "Available-Dictionary", c.dictionary)
			if got := res.Header.Get("Content-Encoding"); got != c.coding {
				t.Errorf("Content-Encoding %q, want %q", got, c.coding)
			}
			if got := text(t, res); got != c.body {
				t.Errorf("body %q, want %q", got, c.body)
			}
			for name, want := range map[string]string{
				"Content-Type":      "application/wasm",
				"Vary":              "Accept-Encoding, Available-Dictionary",
				"Use-As-Dictionary": `match="elicitform.*.wasm"`,
				"Cache-Control":     "public, max-age=31536000, immutable",
			} {
				if got := res.Header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
		})
	}
}

func TestOnlyTheProgramIsADictionary(t *testing.T) {
	h := newPatchHandler(t)
	for _, path := range []string{"/", "/elicitform.js"} {
		header := do(h, "GET", path, "Accept-Encoding", "br, dcz", "Available-Dictionary", offered("older")).Header
		if header.Get("Use-As-Dictionary") != "" || header.Get("Vary") != "Accept-Encoding" || header.Get("Content-Encoding") == "dcz" {
			t.Errorf("%s: %v", path, header)
		}
	}
	if got := do(h, "GET", "/"+patchFile("older")).StatusCode; got != 404 {
		t.Errorf("a patch at an address of its own: status %d", got)
	}
}

// TestEachPatchHasATagOfItsOwn: a browser that asks whether its copy is still good
// must not be told so of the bytes of another coding.
func TestEachPatchHasATagOfItsOwn(t *testing.T) {
	h := newPatchHandler(t)
	seen := map[string]string{}
	for _, dictionary := range []string{"", offered("older"), offered("oldest")} {
		tag := do(h, "GET", wasmPath, "Accept-Encoding", "br, dcz", "Available-Dictionary", dictionary).Header.Get("ETag")
		if other, twice := seen[tag]; tag == "" || twice {
			t.Errorf("the tag %q is that of %q and of %q", tag, other, dictionary)
		}
		seen[tag] = dictionary
	}
}
