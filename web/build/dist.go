package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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
	SideEffects bool              `json:"sideEffects"`
	Files       []string          `json:"files"`
}

// exports is what can be imported. It is no map because the order counts: of
// the conditions of an entry the first that matches is taken, so that "types"
// has to stand before "default".
type exports struct {
	Package struct {
		Types   string `json:"types"`
		Default string `json:"default"`
	} `json:"."`
	Frame    string `json:"./frame/*"`
	Manifest string `json:"./package.json"`
}

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

// hostFiles adds the host script and all its type declarations.
func (b *builder) hostFiles(pack tree) error {
	host := b.path("build", "ts", "host")
	return filepath.WalkDir(host, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(host, file)
		if err != nil {
			return err
		}
		if name != "index.js" && !strings.HasSuffix(name, ".d.ts") {
			return nil
		}
		pack[filepath.ToSlash(name)], err = os.ReadFile(file)
		return err
	})
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
		Exports:     exports{Frame: "./frame/*", Manifest: "./package.json"},
		SideEffects: false,
		Files:       []string{"index.js", "**/*.d.ts", "frame", "NOTICES.txt"},
	}
	published.Exports.Package.Types = published.Types
	published.Exports.Package.Default = published.Main
	text, err = json.MarshalIndent(published, "", "  ")
	return append(text, '\n'), err
}
