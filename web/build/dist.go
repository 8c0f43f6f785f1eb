package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
)

// manifest is the package.json of the published package. Unlike the
// project's own it has no scripts and no development dependencies: who
// installs it runs nothing and pulls in nothing.
type manifest struct {
	Name        string            `json:"name"`
	Version     string            `json:"version"`
	Description string            `json:"description"`
	License     string            `json:"license"`
	Repository  map[string]string `json:"repository"`
	Keywords    []string          `json:"keywords"`
	Type        string            `json:"type"`
	Main        string            `json:"main"`
	Types       string            `json:"types"`
	Exports     exports           `json:"exports"`
	Bin         map[string]string `json:"bin"`
	SideEffects []string          `json:"sideEffects"`
	Files       []string          `json:"files"`
}

// exports is what can be imported. It is no map because the order counts: of
// the conditions of an entry the first that matches is taken, so that "types"
// has to stand before "default".
type exports struct {
	Package  conditions `json:"."`
	Element  conditions `json:"./element"`
	Frame    string     `json:"./frame/*"`
	Manifest string     `json:"./package.json"`
}

type conditions struct {
	Types   string `json:"types"`
	Default string `json:"default"`
}

// Of the scripts in build/ts/host these are published; those with types are
// for importing.
var (
	publishedScripts = []string{"index.js", "element.js", "cli.js"}
	publishedTypes   = []string{"index.d.ts", "element.d.ts"}
)

// dist makes the npm package: the host script with its types, and the frame
// beside it, where the script looks for it.
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
	if pack["package.json"], err = b.packageManifest(); err != nil {
		return err
	}
	if pack["NOTICES.txt"], err = b.notices(); err != nil {
		return err
	}
	for _, name := range []string{"README.md", "LICENSE"} {
		if pack[name], err = os.ReadFile(b.path(name)); err != nil {
			return err
		}
	}
	if err := pack.write(b.path("dist")); err != nil {
		return err
	}
	fmt.Fprintf(b.log, "the npm package is in %s\n", "dist/")
	return nil
}

// hostFiles adds the scripts and the type declarations that belong to them.
func (b *builder) hostFiles(pack tree) error {
	var err error
	for _, name := range publishedScripts {
		if pack[name], err = os.ReadFile(b.path("build", "ts", "host", name)); err != nil {
			return err
		}
	}
	for _, name := range publishedTypes {
		if err := b.declarations(pack, name); err != nil {
			return err
		}
	}
	return nil
}

// imported finds the modules that a declaration file takes types from.
var imported = regexp.MustCompile(`["']\./([\w.-]+)\.js["']`)

// declarations adds a declaration file and those that it imports. The compiler
// writes one for every module, of which most are nobody's business.
func (b *builder) declarations(pack tree, name string) error {
	if _, there := pack[name]; there {
		return nil
	}
	text, err := os.ReadFile(b.path("build", "ts", "host", name))
	if err != nil {
		return err
	}
	pack[name] = text
	for _, match := range imported.FindAllSubmatch(text, -1) {
		if err := b.declarations(pack, string(match[1])+".d.ts"); err != nil {
			return err
		}
	}
	return nil
}

// packageManifest takes name, version and description from the project's own
// package.json, the one place where they stand.
func (b *builder) packageManifest() ([]byte, error) {
	text, err := os.ReadFile(b.path("package.json"))
	if err != nil {
		return nil, err
	}
	var own manifest
	if err := json.Unmarshal(text, &own); err != nil {
		return nil, fmt.Errorf("package.json: %w", err)
	}
	if own.Version == "" {
		return nil, fmt.Errorf("package.json names no version")
	}
	published := manifest{
		Name:        own.Name,
		Version:     own.Version,
		Description: own.Description,
		License:     "MIT",
		Repository:  map[string]string{"type": "git", "url": "git+https://github.com/elicitform/elicitform.git"},
		Keywords:    []string{"mcp", "model-context-protocol", "elicitation", "form", "accessibility"},
		Type:        "module",
		Main:        "./index.js",
		Types:       "./index.d.ts",
		Exports: exports{
			Package:  conditions{Types: "./index.d.ts", Default: "./index.js"},
			Element:  conditions{Types: "./element.d.ts", Default: "./element.js"},
			Frame:    "./frame/*",
			Manifest: "./package.json",
		},
		Bin: map[string]string{"elicitform": "cli.js"},
		// Importing the element registers it.
		SideEffects: []string{"./element.js"},
		Files:       append([]string{"*.d.ts", "frame", "NOTICES.txt"}, publishedScripts...),
	}
	text, err = json.MarshalIndent(published, "", "  ")
	return append(text, '\n'), err
}
