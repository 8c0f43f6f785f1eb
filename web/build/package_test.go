package main

import (
	"context"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// consumerProject makes a project that uses the npm package: a folder with the package, in
// which a small stand-in replaces the frame, and the app of testdata/consumer.
// ELICITFORM_PACKAGE names the folder of an existing package.
var consumerProject = sync.OnceValues(func() (string, error) {
	root, err := projectRoot(context.Background())
	if err != nil {
		return "", err
	}
	b := &builder{root: root, quick: true, pack: true, log: io.Discard, program: "elicitform.0123456789abcdef.wasm"}
	if err := b.scripts(context.Background()); err != nil {
		return "", err
	}
	pack := tree{
		"frame/index.html":               []byte(`<meta name="elicitform-wasm" content="">`),
		"frame/boot.0123456789abcdef.js": []byte("0"),
		"NOTICES.txt":                    nil,
		functionsFile:                    []byte("go:buildid\n"),
	}
	if err := b.hostFiles(pack); err != nil {
		return "", err
	}
	if err := b.packTexts(pack); err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "consumer")
	if err != nil {
		return "", err
	}
	consumerFolder = dir
	target := filepath.Join(dir, "node_modules", "elicitform")
	if made := os.Getenv("ELICITFORM_PACKAGE"); made != "" {
		err = os.CopyFS(target, os.DirFS(made))
	} else {
		err = pack.write(target)
	}
	if err != nil {
		return "", err
	}
	for _, name := range []string{"@modelcontextprotocol", "@types", "react"} {
		installed := filepath.Join("node_modules", name)
		if err := os.Symlink(filepath.Join(root, installed), filepath.Join(dir, installed)); err != nil {
			return "", err
		}
	}
	return dir, os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "consumer")))
})

// consumerFolder is the folder of the project. It is empty until a test needs it.
var consumerFolder string

func TestMain(m *testing.M) {
	code := m.Run()
	if consumerFolder != "" {
		os.RemoveAll(consumerFolder)
	}
	os.Exit(code)
}

// consumer runs and reads files in the project for a test.
type consumer struct {
	t   *testing.T
	dir string
}

func newConsumer(t *testing.T) consumer {
	t.Helper()
	dir, err := consumerProject()
	if err != nil {
		t.Fatal(err)
	}
	return consumer{t, dir}
}

func (c consumer) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = c.dir
	return cmd
}

func (c consumer) node(args ...string) string {
	c.t.Helper()
	output, err := c.command("node", args...).CombinedOutput()
	if err != nil {
		c.t.Fatalf("node %s: %v\n%s", strings.Join(args, " "), err, output)
	}
	return string(output)
}

func (c consumer) read(name string) string {
	c.t.Helper()
	content, err := os.ReadFile(filepath.Join(c.dir, filepath.FromSlash(name)))
	if err != nil {
		c.t.Fatal(err)
	}
	return string(content)
}

func TestPackageWorksAfterBundling(t *testing.T) {
	c := newConsumer(t)
	root, err := projectRoot(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if output := c.node("bundle.mjs", root); output != "" {
		t.Errorf("the bundlers complain: %s", output)
	}
	for out, scripts := range map[string]string{"out-esbuild": "out-esbuild", "out-vite": "out-vite/assets"} {
		t.Run(out, func(t *testing.T) {
			c := consumer{t, c.dir}
			if app := c.read(scripts + "/app.js"); strings.Contains(app, "elicitation-form") {
				t.Error("an app without the element carries it along")
			}
			registers := false
			err := filepath.WalkDir(filepath.Join(c.dir, out), func(file string, entry fs.DirEntry, err error) error {
				if err != nil || entry.IsDir() {
					return err
				}
				content, err := os.ReadFile(file)
				registers = registers || strings.Contains(string(content), "customElements.define")
				if strings.Contains(string(content), `<meta name="elicitform-wasm"`) {
					t.Errorf("%s: the bundler has carried the frame's document along without what it loads", file)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if !registers {
				t.Error("importing the element for its effect has none")
			}

			// Without a frameUrl the scripts look for the frame in their folder.
			c.node(filepath.Join("node_modules", "elicitform", "cli.js"), "copy", filepath.Join(scripts, "frame"))
			printed := strings.TrimSpace(c.node("run.mjs", filepath.Join(scripts, "app.js")))
			address, err := url.Parse(printed)
			if err != nil || address.Scheme != "file" {
				t.Fatalf("the frame's address is %q", printed)
			}
			document, err := os.ReadFile(filepath.FromSlash(address.Path))
			if err != nil || !strings.Contains(string(document), "elicitform-wasm") {
				t.Errorf("nothing of elicitform at the frame's address: %v", err)
			}
			if err := os.WriteFile(filepath.Join(c.dir, "trace.txt"), []byte("program.aaaa()\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			if named := c.node(filepath.Join("node_modules", "elicitform", "cli.js"), "trace", "trace.txt"); strings.TrimSpace(named) != "go:buildid()" {
				t.Errorf("a trace is printed as %q", named)
			}
		})
	}
}

func TestPackageIsTyped(t *testing.T) {
	c := newConsumer(t)
	root, err := projectRoot(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	c.node("types.mjs", root)
}

// TestPackageRunsWithoutAPage: functions that take an Elicitor are also for clients on a server.
func TestPackageRunsWithoutAPage(t *testing.T) {
	if output := newConsumer(t).node("nopage.mjs"); output != "" {
		t.Error(output)
	}
}

// TestRelayRunsWithoutAPage runs both published halves of the relay.
func TestRelayRunsWithoutAPage(t *testing.T) {
	if output := newConsumer(t).node("relay.mjs"); output != "" {
		t.Error(output)
	}
}

// TestAdaptersRunWithoutAPage: agents run on servers.
func TestAdaptersRunWithoutAPage(t *testing.T) {
	newConsumer(t).node("adapters.mjs")
}

// TestDocumentedProtocols runs the code of docs/protocols.md.
func TestDocumentedProtocols(t *testing.T) {
	document, err := os.ReadFile(filepath.Join("..", "..", "docs", "protocols.md"))
	if err != nil {
		t.Fatal(err)
	}
	var code []byte
	for _, block := range regexp.MustCompile("(?s)```js\n(.*?)```").FindAllSubmatch(document, -1) {
		code = append(code, block[1]...)
	}
	c := newConsumer(t)
	if err := os.WriteFile(filepath.Join(c.dir, "documented.mjs"), code, 0o600); err != nil {
		t.Fatal(err)
	}
	c.node("protocols.mjs")
}

func TestFakeHostRunsInNode(t *testing.T) {
	newConsumer(t).node("--test", "fakehost.mjs")
	newConsumer(t).node("barehost.mjs")
}

func TestPackageHoldsNoOtherFiles(t *testing.T) {
	c := newConsumer(t)
	pack := filepath.Join(c.dir, "node_modules", "elicitform")
	for _, name := range []string{"host", "bridge", "rpc"} {
		if _, err := os.Stat(filepath.Join(pack, "types", "host", name+".d.ts")); err == nil {
			t.Errorf("%s.d.ts is internal and should not be published", name)
		}
	}
	scripts, err := filepath.Glob(filepath.Join(pack, "*.js"))
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, file := range scripts {
		if script := c.read("node_modules/elicitform/" + filepath.Base(file)); strings.Contains(script, "sourceMappingURL") {
			t.Errorf("%s names a source map that is not there", file)
		}
	}
	// A page without a bundler loads these files.
	imports := regexp.MustCompile(`\b(?:from|import)\s*\(?["']([\w./@-]+)["']`)
	for name, want := range map[string]string{
		"index.js": "./forms.js ./forms.js", "approval.js": "", "forms.js": "./approval.js ./diagnosis.js ./receipt.js ./records.js", "records.js": "", "element.js": "./forms.js ./receipt.js ./styles.js", "receipt.js": "", "styles.js": "", "diagnosis.js": "", "react.js": "./forms.js ./receipt.js ./styles.js react", "adapters.js": "",
		"testing.js": "./approval.js ./diagnosis.js ./forms.js ./receipt.js", "playwright.js": "", "relay.js": "./forms.js ./relay-browser.js", "relay-browser.js": "", "relay-redis.js": "", "relay-node.js": "",
	} {
		var got []string
		for _, match := range imports.FindAllStringSubmatch(c.read("node_modules/elicitform/"+name), -1) {
			got = append(got, match[1])
		}
		if slices.Sort(got); strings.Join(got, " ") != want {
			t.Errorf("%s imports %q, want %q", name, got, want)
		}
	}
}
