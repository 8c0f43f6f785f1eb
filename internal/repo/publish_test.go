package repo

import (
	"crypto/sha512"
	"encoding/base64"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// standIn replaces npm, gh, docker and go. It records its arguments, and prints the file named after its first words, or ends with 1
// without such a file.
const standIn = `#!/bin/sh
program=$(basename "$0")
echo "$program $*" >>"$STANDINS/called"
for words in "$program $1 $2" "$program $1"; do
if [ -e "$STANDINS/$words" ]; then cat "$STANDINS/$words"; exit 0; fi
done
if [ -e "$STANDINS/$program $1 fails" ]; then cat "$STANDINS/$program $1 fails"; fi
exit 1
`

func write(t *testing.T, name, content string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
}

// TestPublishing runs the parts of .ci/publish with stand-ins for the programs that reach other machines. A published version must be
// the same, only commits on main are published, and every part can run again.
func TestPublishing(t *testing.T) {
	const pack, commitHere = "the package", "{commit}"
	sum := sha512.Sum512([]byte(pack))
	integrity := `"sha512-` + base64.StdEncoding.EncodeToString(sum[:]) + `"`
	onMain := "GITHUB_REF=refs/heads/main"
	// All parts use these folders, because no part writes into them. The system calls a program busy that is written while another
	// one starts.
	root, programs := t.TempDir(), t.TempDir()
	for _, program := range []string{"npm", "gh", "docker", "go", "make"} {
		write(t, filepath.Join(programs, program), standIn, 0o755)
	}
	write(t, filepath.Join(root, ".ci", "publish"), text(t, ".ci/publish"), 0o755)
	write(t, filepath.Join(root, "package.json"), `{"version":"1.2.3"}`, 0o644)
	write(t, filepath.Join(root, "build", "release", "elicitform-1.2.3.tgz"), pack, 0o644)
	git := func(args ...string) string {
		t.Helper()
		output, err := exec.Command("git", append([]string{"-C", root, "-c", "user.name=a", "-c", "user.email=a@a.example"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, output)
		}
		return strings.TrimSpace(string(output))
	}
	git("init", "-q")
	git("add", "package.json")
	git("commit", "-q", "-m", "a")
	commit := git("rev-parse", "HEAD")
	published := "gh api repos/elicitform/elicitform/git/refs -f ref=refs/tags/v1.2.3 -f sha=" + commitHere
	for name, c := range map[string]struct {
		only, environment string
		answers           map[string]string
		says              string // the failure; "" for success
		calls             string // a call that it makes
		never             string // a call that it does not make
	}{
		"a tag":                         {only: "tag", environment: onMain, answers: map[string]string{"gh api": ""}, calls: strings.Replace(published, "api", "api --silent", 1)},
		"a tag beside main":             {only: "tag", environment: "GITHUB_REF=refs/heads/mine", says: "only what is on main is published", never: "gh"},
		"a tag that is there":           {only: "tag", environment: onMain, answers: map[string]string{"gh api --jq": commitHere}, calls: "gh api --jq"},
		"a tag of another commit":       {only: "tag", environment: onMain, answers: map[string]string{"gh api --jq": "0123"}, says: "v1.2.3 is the tag of another commit"},
		"a package":                     {only: "npm", answers: map[string]string{"npm view fails": `{"error":{"code":"E404"}}`, "npm --version": "11.5.1", "npm publish": ""}, calls: "npm publish --provenance --access public build/release/elicitform-1.2.3.tgz"},
		"a package, with a newer npm":   {only: "npm", answers: map[string]string{"npm view fails": `{"error":{"code":"E404"}}`, "npm --version": "12.0.0", "npm publish": ""}, calls: "npm publish --provenance"},
		"a package, with an older npm":  {only: "npm", answers: map[string]string{"npm view fails": `{"error":{"code":"E404"}}`, "npm --version": "11.5.0", "npm publish": ""}, says: "11.5.1 or newer", never: "npm publish"},
		"a package that is there":       {only: "npm", answers: map[string]string{"npm view": integrity}, never: "npm publish"},
		"a package with other bytes":    {only: "npm", answers: map[string]string{"npm view": `"sha512-AAAA"`, "npm --version": "11.5.1", "npm publish": ""}, says: "published with other bytes", never: "npm publish"},
		"a registry that does not say":  {only: "npm", answers: map[string]string{"npm view fails": `{"error":{"code":"ECONNREFUSED"}}`, "npm --version": "11.5.1", "npm publish": ""}, says: "npm does not say", never: "npm publish"},
		"an image":                      {only: "image", answers: map[string]string{"docker login": "", "make --no-print-directory": "", "docker build": "", "docker push": "", "docker image": commitHere}, calls: "docker push --quiet ghcr.io/elicitform/elicitform-server:1.2.3"},
		"an image that is there":        {only: "image", answers: map[string]string{"docker login": "", "docker pull": "", "docker image": commitHere}, never: "docker push"},
		"an image of another commit":    {only: "image", answers: map[string]string{"docker login": "", "docker pull": "", "docker image": "0123"}, says: "is the image of another commit", never: "docker push"},
		"an image without a login":      {only: "image", never: "docker push", says: "\n"},
		"a module":                      {only: "go", answers: map[string]string{"go mod": `{"Origin":{"Hash":"` + commitHere + `"}}`}, calls: "go mod download -json github.com/elicitform/elicitform@v1.2.3"},
		"a module of another commit":    {only: "go", answers: map[string]string{"go mod": `{"Origin":{"Hash":"0123"}}`}, says: "the proxy has another commit as v1.2.3"},
		"a module without an origin":    {only: "go", answers: map[string]string{"go mod": `{}`}, says: "the proxy has another commit as v1.2.3"},
		"a module that nobody serves":   {only: "go", says: "\n"},
		"nothing":                       {says: "ONLY says what"},
		"something else":                {only: "site", says: "ONLY says what"},
		"an image, with its provenance": {only: "image", answers: map[string]string{"docker login": "", "docker pull": "", "docker image": commitHere}, calls: "docker image inspect --format {{index .RepoDigests 0}}"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			standIns := t.TempDir()
			for call, answer := range c.answers {
				write(t, filepath.Join(standIns, call), strings.ReplaceAll(answer, commitHere, commit), 0o644)
			}
			cmd := exec.Command(filepath.Join(root, ".ci", "publish"))
			cmd.Env = append(os.Environ(), "PATH="+programs+":"+os.Getenv("PATH"), "STANDINS="+standIns, "ONLY="+c.only,
				"GITHUB_REPOSITORY=elicitform/elicitform", "GITHUB_ACTOR=a", "GITHUB_TOKEN=a", "GITHUB_OUTPUT="+filepath.Join(standIns, "output"), "GITHUB_REF=", c.environment)
			output, err := cmd.CombinedOutput()
			if says := strings.TrimSpace(c.says); (err != nil) != (c.says != "") || !strings.Contains(string(output), says) {
				t.Errorf("%v\n%s", err, output)
			}
			called, _ := os.ReadFile(filepath.Join(standIns, "called"))
			if !strings.Contains(string(called), strings.ReplaceAll(c.calls, commitHere, commit)) || c.never != "" && strings.Contains(string(called), c.never) {
				t.Errorf("it called\n%s", called)
			}
		})
	}
}
