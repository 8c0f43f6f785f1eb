package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
)

// manifestTemplate is the package.json of the published package. Unlike the
// project's own it names no scripts and no dependencies: installing it runs
// nothing and installs nothing else. In each entry of "exports", "types" has to
// stand before "default", because the first one that applies is taken.
//
//go:embed manifest.json.txt
var manifestTemplate []byte

// The files of build/ts that are published, all in one folder. The scripts that can
// be imported have type declarations.
var (
	publishedScripts = []string{
		"host/index.js", "host/forms.js", "host/client.js", "host/element.js", "host/fonts.js", "host/cli.js", "doors/acp.js", "doors/agui.js", "doors/langchain.js", "react/react.js", "testing/testing.js", "testing/playwright.js",
		"relay/relay.js", "relay/relay-server.js", "relay/relay-browser.js", "relay/relay-redis.js", "relay/relay-node.js",
	}
	publishedTypes = []string{
		"host/index.d.ts", "host/forms.d.ts", "host/client.d.ts", "host/element.d.ts", "host/fonts.d.ts", "doors/acp.d.ts", "doors/agui.d.ts", "doors/langchain.d.ts", "react/react.d.ts", "testing/testing.d.ts", "testing/playwright.d.ts",
		"relay/relay.d.ts", "relay/relay-redis.d.ts", "relay/relay-node.d.ts",
	}
)

// frameworkTypes are the declarations of <elicitation-form> for frameworks. They add to
// those of a package that is not installed here, so that no compiler has written them.
var frameworkTypes = []string{"jsx-react.d.ts", "jsx-svelte.d.ts", "jsx-vue.d.ts"}

// customElements describes <elicitation-form> for editors and catalogues, as the
// Custom Elements Manifest says.
//
//go:embed custom-elements.json
var customElements []byte

// dist makes the npm package: the host scripts with their types, and the frame in
// the folder beside them in which the script looks for it.
func (b *builder) dist(frame tree) error {
	pack := tree{}
	for name, content := range frame {
		pack["frame/"+name] = content
	}
	pack, err := b.compressed(pack)
	if err != nil {
		return err
	}
	if err := b.hostFiles(pack); err != nil {
		return err
	}
	if pack["NOTICES.txt"], err = b.notices(); err != nil {
		return err
	}
	if err := b.packTexts(pack); err != nil {
		return err
	}
	if err := pack.write(b.path("dist")); err != nil {
		return err
	}
	fmt.Fprintf(b.log, "the npm package is in %s\n", "dist/")
	return nil
}

// packTexts adds what people and npm read of the package.
func (b *builder) packTexts(pack tree) error {
	version, err := b.version()
	if err != nil {
		return err
	}
	if err := b.documents(pack, version); err != nil {
		return err
	}
	if pack["LICENSE"], err = os.ReadFile(b.path("LICENSE")); err != nil {
		return err
	}
	pack["package.json"], err = b.packageManifest()
	return err
}

// hostFiles adds the published scripts and their type declarations.
func (b *builder) hostFiles(pack tree) error {
	var err error
	for _, name := range publishedScripts {
		if pack[path.Base(name)], err = b.script(name); err != nil {
			return err
		}
	}
	if pack["forms.js"], err = b.hostScript(); err != nil {
		return err
	}
	for _, name := range frameworkTypes {
		text, err := os.ReadFile(b.path("bridge", "jsx", name))
		if err != nil {
			return err
		}
		pack[name] = imported.ReplaceAll(text, []byte("${1}./${3}.js${1}"))
	}
	pack["custom-elements.json"] = customElements
	for _, name := range publishedTypes {
		if err := b.declarations(pack, name); err != nil {
			return err
		}
	}
	return nil
}

// imported matches the name of a module that a declaration file imports, from its
// own folder or one beside it.
var imported = regexp.MustCompile(`(["'])(\./|\.\./\w+/)([\w.-]+)\.js["']`)

// declarations adds a declaration file and those that it imports. The compiler
// writes one for every module, but most modules are internal.
func (b *builder) declarations(pack tree, name string) error {
	if _, there := pack[path.Base(name)]; there {
		return nil
	}
	text, err := os.ReadFile(b.path("build", "ts", filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	pack[path.Base(name)] = imported.ReplaceAll(text, []byte("${1}./${3}.js${1}"))
	for _, match := range imported.FindAllSubmatch(text, -1) {
		if err := b.declarations(pack, path.Join(path.Dir(name), string(match[2])+string(match[3])+".d.ts")); err != nil {
			return err
		}
	}
	return nil
}

// packageManifest fills the template with name, version and description from the
// project's own package.json, so that they are written in one place.
func (b *builder) packageManifest() ([]byte, error) {
	text, err := os.ReadFile(b.path("package.json"))
	if err != nil {
		return nil, err
	}
	var own map[string]any
	if err := json.Unmarshal(text, &own); err != nil {
		return nil, fmt.Errorf("package.json: %w", err)
	}
	values := map[string]string{}
	for _, name := range []string{"name", "version", "description"} {
		value, _ := own[name].(string)
		if value == "" {
			return nil, fmt.Errorf("package.json has no %s", name)
		}
		quoted, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		values[name] = string(quoted)
	}
	return fill("manifest.json.txt", manifestTemplate, values)
}
