package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSlimCopyLeavesOutWhatTheFrameDoesNotNeed(t *testing.T) {
	source, target := t.TempDir(), t.TempDir()
	for _, name := range []string{
		"go.mod", "LICENSE", "docs/x.go", "pkg/app/app.go", "pkg/app/app_test.go", "pkg/app/http.go", "pkg/app/crypto.go",
		"pkg/app/gen/html.go",
		"pkg/errors/errors.go", "pkg/cli/cli.go",
	} {
		if err := writeFile(filepath.Join(source, filepath.FromSlash(name)), []byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := copyGoApp(source, filepath.Join(target, "goapp")); err != nil {
		t.Fatal(err)
	}
	if err := writeStandins(target); err != nil {
		t.Fatal(err)
	}
	var got []string
	err := filepath.WalkDir(target, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			name, _ := filepath.Rel(target, path)
			got = append(got, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := "goapp/LICENSE goapp/go.mod goapp/pkg/app/app.go goapp/pkg/app/standin.go goapp/pkg/errors/errors.go " +
		"text/go.mod text/language/language.go text/message/message.go uuid/go.mod uuid/uuid.go"
	if strings.Join(got, " ") != want {
		t.Errorf("copy holds %v, want %s", got, want)
	}
}

// TestWasmBuildLinksNoServerAndNoCryptography is the reason for the slim copy, checked on the
// real module and on everything of ours that ends in the wasm.
func TestWasmBuildLinksNoServerAndNoCryptography(t *testing.T) {
	root, err := projectRoot()
	if err != nil {
		t.Fatal(err)
	}
	b := &builder{root: root, log: io.Discard}
	if err := b.slim(); err != nil {
		t.Fatal(err)
	}
	cmd := b.command("go", "list", "-deps", "-modfile="+b.path("build", "go.wasm.mod"), goAppPath+"/pkg/app", "./wasm/...")
	cmd.Env, cmd.Stdout = wasmEnv(), nil
	list, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.Lines(string(list)) {
		name = strings.TrimSpace(name)
		if name == "net/http" || name == "net" || name == "database/sql/driver" || strings.HasPrefix(name, "crypto/") {
			t.Errorf("the wasm build links %s", name)
		}
	}
	if !strings.Contains(string(list), goAppPath+"/pkg/app\n") {
		t.Errorf("the list does not hold go-app:\n%s", list)
	}
}

func TestEditsOfTheFrameworkMatchExactlyOnce(t *testing.T) {
	edit := goAppEdits[0]
	got, err := edited(edit.file, []byte("before\n"+edit.old+"after\n"))
	if want := "before\n" + edit.new + "after\n"; err != nil || string(got) != want {
		t.Errorf("edited to %q, %v, want %q", got, err, want)
	}
	for _, content := range []string{"", edit.old + edit.old} {
		if _, err := edited(edit.file, []byte(content)); err == nil {
			t.Errorf("%q is taken for the pinned version", content)
		}
	}
}
