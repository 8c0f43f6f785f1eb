package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	gomodule "golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

const modulePath = "github.com/elicitform/elicitform"

// TestModuleOfARelease: the go command accepts the commit as a module of this version, in the form in which a proxy serves a tag,
// and another module compiles its public packages. The module has only files of the repository.
func TestModuleOfARelease(t *testing.T) {
	if os.Getenv("ELICITFORM_RELEASE") == "" {
		t.Skip("only make release makes the module")
	}
	b, own := projectAndManifest(t)
	version := gomodule.Version{Path: modulePath, Version: "v" + own.Version}
	proxy := t.TempDir()
	folder := filepath.Join(proxy, filepath.FromSlash(version.Path), "@v")
	goMod, err := os.ReadFile(b.path("go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	about, err := json.Marshal(map[string]string{"Version": version.Version, "Time": "2026-01-01T00:00:00Z"})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"list": []byte(version.Version + "\n"), version.Version + ".info": about, version.Version + ".mod": goMod} {
		if err := writeFile(filepath.Join(folder, name), content); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.Create(filepath.Join(folder, version.Version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	sources := t.TempDir()
	archive := exec.Command("sh", "-c", `git archive HEAD | tar -x -C "$0"`, sources)
	archive.Dir = b.root
	if output, err := archive.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	if err := zip.CreateFromDir(file, version, sources); err != nil {
		t.Fatalf("the go command would not take this commit as a module: %v", err)
	}
	checked, err := zip.CheckZip(version, file.Name())
	if err != nil || len(checked.Omitted) > 0 {
		t.Errorf("left out are %v: %v", checked.Omitted, err)
	}
	if info, err := file.Stat(); err == nil {
		t.Logf("%s: %d files, %d bytes", version, len(checked.Valid), info.Size())
	}

	// All dependencies are on this machine. The module itself must not stay in the module cache.
	cache, err := b.goEnv(t.Context(), "GOMODCACHE")
	if err != nil {
		t.Fatal(err)
	}
	proxies, err := b.goEnv(t.Context(), "GOPROXY")
	if err != nil {
		t.Fatal(err)
	}
	consumer := t.TempDir()
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("go", args...)
		cmd.Dir = consumer
		cmd.Env = append(os.Environ(), "GOMODCACHE="+filepath.Join(consumer, "cache"), "GOFLAGS=-modcacherw", "GOSUMDB=off", "CGO_ENABLED=0",
			"GOPROXY=file://"+proxy+",file://"+filepath.Join(cache, "cache", "download")+","+proxies)
		output, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, output)
		}
		return string(output)
	}
	run("mod", "init", "consumer.example")
	run("get", version.Path+"@"+version.Version, version.Path+"/ask", version.Path+"/relay/...", version.Path+"/cmd/elicitform-server")
	if listed := run("list", "-m", version.Path); strings.TrimSpace(listed) != version.Path+" "+version.Version {
		t.Errorf("the module is listed as %q", listed)
	}
	run("build", version.Path+"/ask", version.Path+"/relay/...")
	// Compiling the server takes minutes. Listing finds embedded files that are missing in the repository.
	run("list", "-deps", version.Path+"/cmd/elicitform-server")
}
