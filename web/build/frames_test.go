package main

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// packedWith makes the folder of an npm package whose frame has a program with that text.
func packedWith(t *testing.T, version, program string) string {
	t.Helper()
	frame := tree{"words.bin": []byte("words")}
	name := frame.addHashed("elicitform.wasm", []byte("\x00asm"+program))
	frame["index.html"] = fmt.Appendf(nil, `<meta name="elicitform-wasm" content="%s">`, name)
	var err error
	if frame[integrityFile], err = integrityOf(frame, version); err != nil {
		t.Fatal(err)
	}
	pack := tree{"package.json": fmt.Appendf(nil, `{"name":"elicitform","version":%q}`, version)}
	for name, content := range frame {
		pack["frame/"+name] = content
	}
	dir := t.TempDir()
	if err := pack.write(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// inSite returns the files of a folder of a site.
func inSite(t *testing.T, parts ...string) tree {
	t.Helper()
	files, err := filesIn(filepath.Join(parts...), all)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// TestFramesOfASite: every version keeps its folder, and the folder of compatible versions has the newest document.
func TestFramesOfASite(t *testing.T) {
	site := t.TempDir()
	if err := writeFile(filepath.Join(site, "_headers"), []byte("/docs/*\n  X-Docs: yes\n")); err != nil {
		t.Fatal(err)
	}
	versions := []string{"0.1.10", "0.1.0", "0.1.9", "0.2.0-rc.1", "1.0.0", "1.3.0"}
	var packages []string
	for _, version := range versions {
		packages = append(packages, packedWith(t, version, strings.Repeat(version, 400)))
	}
	for range 2 {
		if err := addFrames(site, "/", packages); err != nil {
			t.Fatal(err)
		}
	}
	for i, version := range versions {
		if present := inSite(t, site, "frame", version); !maps.EqualFunc(present, inSite(t, packages[i], "frame"), slices.Equal) {
			t.Errorf("%s has %q", version, present.names())
		}
	}
	for line, of := range map[string][]string{"0.1": {"0.1.10", "0.1.0", "0.1.9"}, "1": {"1.3.0", "1.0.0"}} {
		files := inSite(t, site, "frame", line)
		for i, version := range of {
			for name, content := range inSite(t, site, "frame", version) {
				hashed := contentHash.MatchString(name)
				if got, there := files[name]; hashed && !there || (hashed || i == 0) && !slices.Equal(got, content) {
					t.Errorf("%s has not the file %s of %s", line, name, version)
				}
			}
		}
	}
	entries, err := os.ReadDir(filepath.Join(site, "frame"))
	if want := len(versions) + 2; err != nil || len(entries) != want {
		t.Errorf("%v, %v", entries, err)
	}
	headers := string(inSite(t, site)["_headers"])
	if strings.Count(headers, headersBegin) != 1 || !strings.HasPrefix(headers, "/docs/*\n") {
		t.Error(headers)
	}

	// A published version never changes.
	if err := addFrames(site, "/", []string{packedWith(t, "0.1.9", "mended")}); err == nil || !strings.Contains(err.Error(), "a version never changes") {
		t.Errorf("other bytes of a version: %v", err)
	}
	if err := writeFile(filepath.Join(site, "frame", "0.1.9", "more.js"), []byte("0")); err != nil {
		t.Fatal(err)
	}
	if err := addFrames(site, "/", packages[2:3]); err == nil || !strings.Contains(err.Error(), "a version never changes") {
		t.Errorf("more files of a version: %v", err)
	}
}

// TestChangedPackagesAreRejected: the frame of a package that was changed on its way is not published.
func TestChangedPackagesAreRejected(t *testing.T) {
	for name, c := range map[string]struct {
		change func(pack string) error
		want   string
	}{
		"a changed file": {func(pack string) error {
			return os.WriteFile(filepath.Join(pack, "frame", "index.html"), []byte("<p>"), 0o600)
		}, "index.html is not the file"},
		"a missing file": {func(pack string) error { return os.Remove(filepath.Join(pack, "frame", "words.bin")) }, "words.bin is not the file"},
		"one file more": {func(pack string) error {
			return os.WriteFile(filepath.Join(pack, "frame", "more.js"), []byte("0"), 0o600)
		}, "more.js is not in integrity.json"},
		"no list": {func(pack string) error { return os.Remove(filepath.Join(pack, "frame", integrityFile)) }, "integrity.json: "},
		"another version": {func(pack string) error {
			return os.WriteFile(filepath.Join(pack, "package.json"), []byte(`{"name":"elicitform","version":"0.1.1"}`), 0o600)
		}, `is of version "0.1.0", and the package of "0.1.1"`},
		"a version that leads elsewhere": {func(pack string) error {
			return os.WriteFile(filepath.Join(pack, "package.json"), []byte(`{"name":"elicitform","version":"../0.1.0"}`), 0o600)
		}, "package.json is of"},
	} {
		pack, site := packedWith(t, "0.1.0", strings.Repeat("text ", 500)), t.TempDir()
		if err := c.change(pack); err != nil {
			t.Fatal(err)
		}
		if err := addFrames(site, "/", []string{pack}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if entries, err := os.ReadDir(site); err != nil || len(entries) > 0 {
			t.Errorf("%s: %v was written, %v", name, entries, err)
		}
	}
	if err := addFrames(t.TempDir(), "/", nil); err == nil {
		t.Error("no package is no error")
	}
}

// serveSite serves a site under a path, like a static host that reads _headers and compresses files.
func serveSite(t *testing.T, site, base string) *httptest.Server {
	t.Helper()
	type rule struct {
		path    *regexp.Regexp
		headers [][2]string
	}
	var rules []rule
	for line := range strings.Lines(string(inSite(t, site)["_headers"])) {
		if strings.HasPrefix(line, "/") {
			pattern := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(line)), `\*`, ".*")
			rules = append(rules, rule{path: regexp.MustCompile("^" + pattern + "$")})
		} else if strings.HasPrefix(line, "#") {
			continue
		} else if name, value, header := strings.Cut(strings.TrimSpace(line), ": "); header {
			last := &rules[len(rules)-1]
			last.headers = append(last.headers, [2]string{name, value})
		}
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, rule := range rules {
			if rule.path.MatchString(r.URL.Path) {
				for _, header := range rule.headers {
					if w.Header().Get(header[0]) != "" {
						t.Errorf("%s has two rules for %s", r.URL.Path, header[0])
					}
					w.Header().Set(header[0], header[1])
				}
			}
		}
		name := filepath.Join(site, filepath.FromSlash(path.Clean("/"+strings.TrimPrefix(r.URL.Path, base))))
		content, err := os.ReadFile(name)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", frameTypes[path.Ext(name)])
		w.Header().Set("Vary", "Accept-Encoding")
		if path.Ext(name) != ".bin" && strings.Contains(r.Header.Get("Accept-Encoding"), "br") {
			w.Header().Set("Content-Encoding", "br")
			packed := brotli.NewWriterLevel(w, 1)
			_, _ = packed.Write(content)
			_ = packed.Close()
			return
		}
		_, _ = w.Write(content)
	}))
	t.Cleanup(server.Close)
	return server
}

// TestFramesOfAReleaseServe: "make release" serves the folder with its headers, and the package's own command finds no
// fault in it. It reports that everybody may embed these frames.
func TestFramesOfAReleaseServe(t *testing.T) {
	site, pack := os.Getenv("ELICITFORM_PAGES"), os.Getenv("ELICITFORM_PACKAGE")
	if site == "" {
		t.Skip("only make release has a site with frames")
	}
	version, _, err := packedFrame(pack)
	if err != nil {
		t.Fatal(err)
	}
	base := cmp.Or(os.Getenv("BASE"), "/")
	address := serveSite(t, site, base).URL + base
	for _, folder := range []string{version, lineOf(version)} {
		if folder == "" {
			continue
		}
		cmd := exec.Command("node", filepath.Join(pack, "cli.js"), "check", address+"frame/"+folder+"/index.html", "--from", "https://chat.example")
		output, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(output), "every site may embed it") || !strings.Contains(string(output), "\n0 wrong, 1 that could be better.") {
			t.Errorf("frame/%s: %v\n%s", folder, err, output)
		}
	}
}
