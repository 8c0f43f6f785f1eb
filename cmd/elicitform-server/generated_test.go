package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/elicitform/elicitform/internal/test/redistest"
)

// A TypeScript client that a generator makes from the contract compiles, rejects forbidden requests, and asks.
func TestGeneratedClient(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	modules := filepath.Join(root, "node_modules")
	if _, err := os.Stat(filepath.Join(modules, "openapi-typescript")); err != nil {
		t.Skip("npm packages are not installed: go run ./web/build -deps")
	}
	folder := t.TempDir()
	run := func(name string, arguments ...string) string {
		command := exec.Command(name, arguments...)
		command.Dir = folder
		text, err := command.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
		return string(text)
	}
	write := func(name string, text []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	client, err := os.ReadFile("internal/test/contract/testdata/client.ts")
	if err != nil {
		t.Fatal(err)
	}
	write("client.ts", client)
	write("package.json", []byte(`{"type":"module"}`))
	write("tsconfig.json", []byte(`{"compilerOptions":{"target":"es2022","module":"esnext","moduleResolution":"bundler","strict":true,"noEmit":true,"types":["node"],`+
		`"noUncheckedIndexedAccess":true,"exactOptionalPropertyTypes":true},"files":["client.ts"]}`))
	if err := os.Symlink(modules, filepath.Join(folder, "node_modules")); err != nil {
		t.Fatal(err)
	}
	contract, err := filepath.Abs("api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	run(filepath.Join(modules, ".bin", "openapi-typescript"), contract, "-o", "generated.ts")
	run(filepath.Join(modules, ".bin", "tsc"), "-p", ".")
	run(filepath.Join(modules, ".bin", "esbuild"), "client.ts", "--bundle", "--platform=node", "--format=esm", "--outfile=client.mjs")

	if t.Failed() {
		return
	}
	p := start(t, []string{"ELICITFORM_SECRET=" + secret, "ELICITFORM_ASK_KEYS=agent:" + askKey})
	page := p.page(t, "chat")
	output := make(chan string, 1)
	go func() { output <- run("node", "client.mjs", p.url, askKey) }()
	redistest.Until(t, func() bool { return len(page.Open(t)) == 1 || len(output) > 0 })
	page.AnswerAll(t, `{"action":"accept","content":{}}`)
	if text := <-output; text != `{"action":"accept","approval":"open","status":400,"reason":"unknown-member","member":"sesion"}`+"\n" {
		t.Error(text)
	}
}
