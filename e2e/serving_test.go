package e2e

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// servingPage returns the recipe for servers.
func servingPage(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(testsite.Path("docs", "learn", "serving.md"))
	must(t, err)
	return string(text)
}

// servingRecipe returns the code under a heading of the recipe for servers.
func servingRecipe(t *testing.T, heading string) string {
	t.Helper()
	block := regexp.MustCompile("(?s)\n## " + heading + "\n.*?```\\w*\n(.*?)```").FindStringSubmatch(servingPage(t))
	if block == nil {
		t.Fatalf("no code under %s", heading)
	}
	return block[1]
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

// recipe is a server of docs/learn/serving.md that the tests run.
type recipe struct {
	heading string
	// start runs the code for the folder /srv/chat until the test ends.
	start func(t *testing.T, address, folder, code string)
}

var recipes = map[string]recipe{
	"node": {"Plain Node", func(t *testing.T, address, folder, code string) {
		code = strings.Replace(code, `8080, "127.0.0.1"`, strings.ReplaceAll(address, "127.0.0.1:", "")+`, "127.0.0.1"`, 1)
		must(t, os.WriteFile(filepath.Join(folder, "server.mjs"), []byte(code), 0o644))
		serveRecipe(t, address, folder, "node", "server.mjs")
	}},
	"nginx": {"nginx", func(t *testing.T, address, folder, code string) {
		// The modules of the distribution lie where its own configuration expects them.
		config := strings.NewReplacer("127.0.0.1:8080", address, "/srv/chat", folder).Replace("daemon off;\nmaster_process off;\nerror_log stderr;\npid /srv/chat/pid;\ninclude /etc/nginx/modules-enabled/*.conf;\nevents {}\nhttp {\n" +
			"access_log off;\nclient_body_temp_path /srv/chat/tmp;\nproxy_temp_path /srv/chat/tmp;\nfastcgi_temp_path /srv/chat/tmp;\nuwsgi_temp_path /srv/chat/tmp;\nscgi_temp_path /srv/chat/tmp;\n" +
			code + "}\n")
		must(t, os.WriteFile(filepath.Join(folder, "nginx.conf"), []byte(config), 0o644))
		serveRecipe(t, address, folder, "nginx", "-e", "stderr", "-c", filepath.Join(folder, "nginx.conf"))
	}},
	"caddy": {"Caddy", func(t *testing.T, address, folder, code string) {
		config := "{\n  admin off\n}\n" + strings.NewReplacer("127.0.0.1:8080", address, "/srv/chat", folder).Replace(code)
		must(t, os.WriteFile(filepath.Join(folder, "Caddyfile"), []byte(config), 0o644))
		serveRecipe(t, address, folder, "caddy", "run", "--config", "Caddyfile", "--adapter", "caddyfile")
	}},
}

// installedRecipes are the servers that RECIPES names, because they have to be installed; "make test-recipes" does that.
func installedRecipes() []string {
	return strings.Fields(os.Getenv("RECIPES"))
}

// TestServingRecipes runs the servers of the recipe with exactly its code.
func TestServingRecipes(t *testing.T) {
	t.Parallel()
	for _, name := range append([]string{"node"}, installedRecipes()...) {
		t.Run(name, func(t *testing.T) {
			address, folder := freeAddress(t), servedFolder(t)
			recipes[name].start(t, address, folder, servingRecipe(t, recipes[name].heading))
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

// builtRecipe returns the code under a heading for the folder that the plugin for Vite emits: with the words of a table in the recipe in
// place of these words.
func builtRecipe(t *testing.T, heading string, replaced ...string) string {
	t.Helper()
	row := regexp.MustCompile(`\n\| ` + heading + ` \| (.*/assets/elicitform-.*) \|\n`).FindStringSubmatch(servingPage(t))
	if row == nil {
		t.Fatalf("the table of folders has no %s", heading)
	}
	code := servingRecipe(t, heading)
	for i, words := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
		if i < len(replaced) {
			code = strings.ReplaceAll(code, replaced[i], words[1])
		}
		if !strings.Contains(code, words[1]) {
			t.Errorf("%s has no place for %s", heading, words[1])
		}
	}
	if strings.Contains(code, "/elicitform/") {
		t.Errorf("the table of folders leaves in %s:\n%s", heading, code)
	}
	return strings.ReplaceAll(code, "/srv/chat/public", "/srv/chat/dist")
}

// TestServingRecipesForABuild runs the servers that are installed with a site that Vite has built. They send the frame with its headers
// and compressed, by each path that leads to it, and the page of the chat without.
func TestServingRecipesForABuild(t *testing.T) {
	t.Parallel()
	replaced := map[string][]string{
		"nginx": {"location /elicitform/"},
		"caddy": {"path /elicitform/index.html", "header /elicitform/*"},
	}
	for _, name := range installedRecipes() {
		t.Run(name, func(t *testing.T) {
			address, project := freeAddress(t), viteProject(t)
			document := builtDocument(t, project)
			compressBuild(t, project, document)
			recipes[name].start(t, address, project, builtRecipe(t, recipes[name].heading, replaced[name]...))
			expectDeployment(t, 0, "0 wrong, 0 that could be better", "http://"+address+document, "--strict")
			for path, want := range map[string]string{
				"/": "", strings.Replace(document, "/e", "/%65", 1): guardPolicy, strings.Replace(document, "/e", "//e", 1): guardPolicy,
			} {
				response, err := http.Get("http://" + address + path)
				must(t, err)
				response.Body.Close()
				if got := response.Header.Get("Content-Security-Policy"); response.StatusCode != http.StatusOK || got != want {
					t.Errorf("%s has the status %d and the policy %q", path, response.StatusCode, got)
				}
			}
		})
	}
}

// builtDocument returns the path of the frame's document on the site that Vite has built.
func builtDocument(t *testing.T, project string) string {
	t.Helper()
	site := os.DirFS(filepath.Join(project, "dist"))
	documents, err := fs.Glob(site, "assets/elicitform-*/index.html")
	must(t, err)
	if len(documents) != 1 {
		t.Fatalf("the build has the documents %q", documents)
	}
	return "/" + documents[0]
}

// compressBuild adds what the command of the recipe would to the emitted folder: the compressed files of the build of this project, which
// are made already. The command finds nothing to do then.
func compressBuild(t *testing.T, project, document string) {
	t.Helper()
	built, err := testsite.Built()
	must(t, err)
	for _, coding := range []string{"br", "gz"} {
		files, err := filepath.Glob(filepath.Join(built, "frame", "*."+coding))
		must(t, err)
		for _, file := range files {
			content, err := os.ReadFile(file)
			must(t, err)
			must(t, os.WriteFile(filepath.Join(project, "dist", path.Dir(document), filepath.Base(file)), content, 0o644))
		}
	}
	command := regexp.MustCompile("\nnpx elicitform (copy dist/assets/.*)\n").FindStringSubmatch(servingPage(t))
	if command == nil {
		t.Fatal("the recipe compresses no build")
	}
	cmd := exec.Command("sh", "-c", "node node_modules/elicitform/cli.js "+command[1])
	cmd.Dir = project
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command[1], err, output)
	}
}

// guardPolicy is what every server has to send with the frame's document.
const guardPolicy = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'"

// ruled has the headers that rules give a file, with all their values.
type ruled map[string][]string

// expectRuled checks the headers that rules give each of the frame's files in a folder.
func expectRuled(t *testing.T, folder string, rules func(path string) ruled, document []string) {
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
		applied := rules(folder + name)
		if !slices.Equal(applied["Access-Control-Allow-Origin"], []string{"*"}) || !slices.Equal(applied["Cache-Control"], keep) ||
			!slices.Equal(applied["Content-Security-Policy"], []string{guardPolicy}) {
			t.Errorf("%s: %v", name, applied)
		}
	}
}

func TestServingRecipeForCloudflare(t *testing.T) {
	t.Parallel()
	for folder, code := range map[string]string{
		"/elicitform/":                         servingRecipe(t, "Cloudflare"),
		"/assets/elicitform-0123456789abcdef/": builtRecipe(t, "Cloudflare", "/elicitform/*"),
	} {
		expectRuled(t, folder, func(path string) ruled {
			said, fits := ruled{}, false
			for line := range strings.Lines(code) {
				if line = strings.TrimSpace(line); strings.HasPrefix(line, "/") {
					fits = regexp.MustCompile("^" + strings.ReplaceAll(regexp.QuoteMeta(line), `\*`, ".*") + "$").MatchString(path)
				} else if name, value, header := strings.Cut(line, ": "); fits && header {
					said[name] = append(said[name], value)
				}
			}
			return said
		}, nil)
	}
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
	expectRuled(t, "/elicitform/", func(path string) ruled {
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
	for command, document := range map[string]string{"dev": "/@elicitform/index.html", "preview": builtDocument(t, folder)} {
		t.Run(command, func(t *testing.T) {
			address := freeAddress(t)
			host, port, err := net.SplitHostPort(address)
			must(t, err)
			vite := testsite.Path("node_modules", "vite", "bin", "vite.js")
			serveRecipe(t, address, folder, "node", vite, command, "--host", host, "--port", port, "--strictPort")
			expectDeployment(t, 0, "\n0 wrong, ", "http://"+address+document)
		})
	}
}
