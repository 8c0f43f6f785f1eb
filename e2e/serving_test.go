package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// servingRecipe returns the code under a heading of the recipe for servers.
func servingRecipe(t *testing.T, heading string) string {
	t.Helper()
	text, err := os.ReadFile(testsite.Path("docs", "learn", "serving.md"))
	must(t, err)
	block := regexp.MustCompile("(?s)\n## " + heading + "\n.*?```\\w*\n(.*?)```").FindSubmatch(text)
	if block == nil {
		t.Fatalf("no code under %s", heading)
	}
	return string(block[1])
}

// servedFolder makes a folder with the frame's files where docs/learn/serving.md has them.
func servedFolder(t *testing.T) string {
	t.Helper()
	built, err := testsite.Built()
	must(t, err)
	folder, err := os.MkdirTemp("", "serving")
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(folder) })
	must(t, os.CopyFS(filepath.Join(folder, "public", "elicitform"), os.DirFS(filepath.Join(built, "frame"))))
	return folder
}

// freeAddress is an address on this machine that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer listener.Close()
	return listener.Addr().String()
}

// serveRecipe runs a server until the test ends, and returns when it answers.
func serveRecipe(t *testing.T, address, folder, program string, args ...string) {
	t.Helper()
	var output bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = folder, &output, &output
	must(t, cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	for {
		if response, err := http.Get("http://" + address + "/elicitform/index.html"); err == nil {
			response.Body.Close()
			return
		}
		select {
		case err := <-ended:
			t.Fatalf("%s has ended: %v\n%s", program, err, output.String())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// TestServingRecipes runs the servers of the recipe with exactly its code. RECIPES names the
// servers that have to be installed for it; "make test-recipes" does that.
func TestServingRecipes(t *testing.T) {
	t.Parallel()
	servers := map[string]func(t *testing.T, address, folder string){
		"node": func(t *testing.T, address, folder string) {
			code := strings.Replace(servingRecipe(t, "Plain Node"), `8080, "127.0.0.1"`, strings.ReplaceAll(address, "127.0.0.1:", "")+`, "127.0.0.1"`, 1)
			must(t, os.WriteFile(filepath.Join(folder, "server.mjs"), []byte(code), 0o644))
			serveRecipe(t, address, folder, "node", "server.mjs")
		},
		"nginx": func(t *testing.T, address, folder string) {
			// The modules of the distribution lie where its own configuration expects them.
			config := strings.NewReplacer("127.0.0.1:8080", address, "/srv/chat", folder).Replace("daemon off;\nmaster_process off;\nerror_log stderr;\npid /srv/chat/pid;\ninclude /etc/nginx/modules-enabled/*.conf;\nevents {}\nhttp {\n" +
				"access_log off;\nclient_body_temp_path /srv/chat/tmp;\nproxy_temp_path /srv/chat/tmp;\nfastcgi_temp_path /srv/chat/tmp;\nuwsgi_temp_path /srv/chat/tmp;\nscgi_temp_path /srv/chat/tmp;\n" +
				servingRecipe(t, "nginx") + "}\n")
			must(t, os.WriteFile(filepath.Join(folder, "nginx.conf"), []byte(config), 0o644))
			serveRecipe(t, address, folder, "nginx", "-e", "stderr", "-c", filepath.Join(folder, "nginx.conf"))
		},
		"caddy": func(t *testing.T, address, folder string) {
			config := "{\n  admin off\n}\n" + strings.NewReplacer("127.0.0.1:8080", address, "/srv/chat", folder).Replace(servingRecipe(t, "Caddy"))
			must(t, os.WriteFile(filepath.Join(folder, "Caddyfile"), []byte(config), 0o644))
			serveRecipe(t, address, folder, "caddy", "run", "--config", "Caddyfile", "--adapter", "caddyfile")
		},
	}
	for _, name := range append([]string{"node"}, strings.Fields(os.Getenv("RECIPES"))...) {
		t.Run(name, func(t *testing.T) {
			address, folder := freeAddress(t), servedFolder(t)
			servers[name](t, address, folder)
			expectDeployment(t, 0, "0 wrong, 0 that could be better", "http://"+address+"/elicitform/index.html", "--strict")
			response, err := http.Get("http://" + address + "/elicitform/..%2f..%2fserver.mjs")
			must(t, err)
			response.Body.Close()
			if response.StatusCode < 400 {
				t.Errorf("a file outside of the folder is served with status %d", response.StatusCode)
			}
		})
	}
}

// guardPolicy is what every server has to send with the frame's document.
const guardPolicy = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'"

// ruled has the headers that rules give a file, with all their values.
type ruled map[string][]string

// expectRuled checks the headers that rules give each of the frame's files.
func expectRuled(t *testing.T, rules func(path string) ruled, document []string) {
	t.Helper()
	built, err := testsite.Built()
	must(t, err)
	entries, err := os.ReadDir(filepath.Join(built, "frame"))
	must(t, err)
	for _, entry := range entries {
		name := entry.Name()
		// No page loads the list of the files.
		if strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") || name == "integrity.json" {
			continue
		}
		keep := []string{"public, max-age=31536000, immutable"}
		if name == "index.html" {
			keep = document
		}
		applied := rules("/elicitform/" + name)
		if !slices.Equal(applied["Access-Control-Allow-Origin"], []string{"*"}) || !slices.Equal(applied["Cache-Control"], keep) ||
			!slices.Equal(applied["Content-Security-Policy"], []string{guardPolicy}) {
			t.Errorf("%s: %v", name, applied)
		}
	}
}

func TestServingRecipeForCloudflare(t *testing.T) {
	t.Parallel()
	lines := strings.Split(strings.TrimSpace(servingRecipe(t, "Cloudflare")), "\n")
	expectRuled(t, func(path string) ruled {
		said, fits := ruled{}, false
		for _, line := range lines {
			if strings.HasPrefix(line, "/") {
				fits = regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(line), `\*`, ".*") + "$").MatchString(path)
			} else if name, value, header := strings.Cut(strings.TrimSpace(line), ": "); fits && header {
				said[name] = append(said[name], value)
			}
		}
		return said
	}, nil)
}

func TestServingRecipeForNext(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	must(t, os.WriteFile(filepath.Join(folder, "next.config.mjs"), []byte(servingRecipe(t, "Next")), 0o644))
	cmd := exec.Command("node", "--input-type=module", "-e", `console.log(JSON.stringify(await (await import("./next.config.mjs")).default.headers()))`)
	cmd.Dir = folder
	output, err := cmd.Output()
	must(t, err)
	var rules []struct {
		Source  string
		Headers []struct{ Key, Value string }
	}
	must(t, json.Unmarshal(output, &rules))
	parameter := regexp.MustCompile(`:\w+(\*|\(.*\))`)
	expectRuled(t, func(path string) ruled {
		applied := ruled{}
		for _, rule := range rules {
			source := strings.ReplaceAll(parameter.ReplaceAllString(rule.Source, "$1"), "/*", "/.*")
			if regexp.MustCompile("^" + source + "$").MatchString(path) {
				for _, header := range rule.Headers {
					applied[header.Key] = append(applied[header.Key], header.Value)
				}
			}
		}
		return applied
	}, []string{"no-cache"})
}

// TestFrameOfAnotherOrigin: a page shows forms from a server of another origin that sends no header but those of docs/learn/cdn.md. The page
// fetches the program there, and the words of its language. A program whose bytes that server has changed does not run.
func TestFrameOfAnotherOrigin(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile(testsite.Path("docs", "learn", "cdn.md"))
	must(t, err)
	headers := regexp.MustCompile("(?s)It sends these headers.*?```\n(.*?)```").FindSubmatch(document)
	if headers == nil {
		t.Fatal("docs/learn/cdn.md has no headers")
	}
	files := http.FileServer(http.Dir(servedFolder(t) + "/public"))
	var changed atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for line := range strings.Lines(strings.ReplaceAll(string(headers[1]), "https://chat.example", baseURL(t))) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
			w.Header().Set(name, value)
		}
		// Go's server leads from index.html to its folder.
		r.URL.Path = strings.TrimSuffix(r.URL.Path, "index.html")
		if program := siteFile(t, "frame/elicitform.*.wasm"); changed.Load() && strings.HasSuffix(r.URL.Path, ".wasm") {
			respondWith(200, "application/wasm", program[:len(program)-1]+"x")(w, r)
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	frame := server.URL + "/elicitform/index.html"
	expectDeployment(t, 0, "\n0 wrong, ", frame, "--from", baseURL(t))

	host := openHostOn(t, baseURL(t), speaking("de", map[string]any{"frameUrl": frame}))
	key, form := host.show(oneText("Where"), nil)
	form.speaks("de", "ltr", catalogue(t, "de")["Review"].(string))
	form.do("decline")
	host.expectAction(key, "decline")
	sizes := eval[[]int](host.page(), `performance.getEntriesByType("resource").filter(({ name }) => name.includes("/words.")).map(({ name }) => {
		const [, first, last] = /:(\d+)-(\d+)$/.exec(name);
		return last - first;
	})`)
	if len(sizes) != 1 || sizes[0] > 8_000 {
		t.Errorf("the page has asked for words of %d bytes", sizes)
	}
	host.expectQuiet()

	changed.Store(true)
	host = openHostOn(t, baseURL(t), speaking("de", map[string]any{"frameUrl": frame}))
	key = host.start(oneText("Where"), nil)
	host.page().wait("the host to know", `events.some((e) => e.type === "load-failed")`)
	if got := host.eventsOf("load-failed"); got != "load-failed changed" {
		t.Errorf("the host tells %q", got)
	}
	host.form().Press("Ablehnen")
	host.expectAction(key, "decline")
}

// viteProject makes a project with the code of docs/learn/serving.md and a page that imports the package, and builds it.
func viteProject(t *testing.T) string {
	t.Helper()
	built, err := testsite.Built()
	must(t, err)
	folder := t.TempDir()
	pack := filepath.Join(folder, "node_modules", "elicitform")
	must(t, os.CopyFS(filepath.Join(pack, "frame"), os.DirFS(filepath.Join(built, "frame"))))
	must(t, os.CopyFS(pack, os.DirFS(testsite.Path("build", "ts", "package"))))
	for name, content := range map[string]string{
		"node_modules/elicitform/package.json": `{ "type": "module", "exports": { ".": "./forms.js", "./vite": "./vite.js" } }`,
		"vite.config.mjs":                      servingRecipe(t, "Vite"),
		"index.html":                           `<!doctype html><script type="module" src="/main.js"></script>`,
		"main.js":                              `import { createFormHost } from "elicitform"; createFormHost({ container: document.body });`,
	} {
		must(t, os.WriteFile(filepath.Join(folder, filepath.FromSlash(name)), []byte(content), 0o644))
	}
	build := exec.Command("node", testsite.Path("node_modules", "vite", "bin", "vite.js"), "build", "--logLevel", "warn")
	build.Dir = folder
	if output, err := build.CombinedOutput(); err != nil || len(output) > 0 {
		t.Fatalf("vite build: %v\n%s", err, output)
	}
	return folder
}

// TestServingRecipeForVite: both servers of Vite serve a frame that works.
func TestServingRecipeForVite(t *testing.T) {
	t.Parallel()
	folder := viteProject(t)
	documents, err := filepath.Glob(filepath.Join(folder, "dist", "assets", "elicitform-*", "index.html"))
	must(t, err)
	if len(documents) != 1 {
		t.Fatalf("the build has the documents %q", documents)
	}
	emitted, err := filepath.Rel(filepath.Join(folder, "dist"), documents[0])
	must(t, err)
	for command, document := range map[string]string{"dev": "@elicitform/index.html", "preview": filepath.ToSlash(emitted)} {
		t.Run(command, func(t *testing.T) {
			address := freeAddress(t)
			host, port, err := net.SplitHostPort(address)
			must(t, err)
			vite := testsite.Path("node_modules", "vite", "bin", "vite.js")
			serveRecipe(t, address, folder, "node", vite, command, "--host", host, "--port", port, "--strictPort")
			expectDeployment(t, 0, "\n0 wrong, ", fmt.Sprintf("http://%s/%s", address, document))
		})
	}
}
