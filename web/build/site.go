package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// frameFiles are the frame's document and what it loads, without folder.
func (b *builder) frameFiles() (tree, error) {
	frame := tree{}
	style, err := b.styles("frame")
	if err != nil {
		return nil, err
	}
	wasmExec, err := b.wasmExecFile()
	if err != nil {
		return nil, err
	}
	values := map[string]string{"style": frame.addHashed("style.css", style)}
	for _, file := range []struct{ placeholder, name, path string }{
		{"wasm_exec", "wasm_exec.js", wasmExec},
		{"boot", "boot.js", b.path("build", "ts", "frame", "boot.js")},
		{"wasm", "elicitform.wasm", b.wasmFile()},
	} {
		content, err := os.ReadFile(file.path)
		if err != nil {
			return nil, err
		}
		values[file.placeholder] = frame.addHashed(file.name, content)
	}
	frame["index.html"], err = b.page(filepath.Join("web", "frame", "index.html"), values)
	return frame, err
}

// siteFiles are everything that the server serves, not compressed yet.
func (b *builder) siteFiles(frame tree) (tree, error) {
	site := tree{}
	for name, content := range frame {
		site["frame/"+name] = content
	}
	// The host script keeps its plain name: embedders write it down.
	host, err := os.ReadFile(b.path("build", "ts", "host", "index.js"))
	if err != nil {
		return nil, err
	}
	site["elicitform.js"] = host

	for _, page := range []struct{ name, dir, script string }{
		{"index.html", "demo", "demo/chat.js"},
		{"standalone.html", "standalone", "standalone/standalone.js"},
	} {
		script, err := os.ReadFile(b.path("build", "ts", filepath.FromSlash(page.script)))
		if err != nil {
			return nil, err
		}
		style, err := b.styles(page.dir)
		if err != nil {
			return nil, err
		}
		source, err := b.pageSource(page.dir, page.name)
		if err != nil {
			return nil, err
		}
		site[page.name], err = b.page(source, map[string]string{
			"script": site.addHashed(filepath.Base(page.script), script),
			"style":  site.addHashed(strings.TrimSuffix(filepath.Base(page.script), ".js")+".css", style),
		})
		if err != nil {
			return nil, err
		}
	}
	return site, nil
}

// pageSource finds the document of a page: index.html in its folder, or the
// name that the page is served under.
func (b *builder) pageSource(dir, served string) (string, error) {
	for _, name := range []string{served, "index.html"} {
		source := filepath.Join("web", dir, name)
		if _, err := os.Stat(b.path(source)); err == nil {
			return source, nil
		}
	}
	return "", fmt.Errorf("web/%s has no %s", dir, served)
}

// page reads a document of the project and fills its placeholders.
func (b *builder) page(source string, values map[string]string) ([]byte, error) {
	text, err := os.ReadFile(b.path(source))
	if err != nil {
		return nil, err
	}
	return fill(filepath.ToSlash(source), text, values)
}

// styles joins the style sheets of a folder of web/ in the order of their
// names, so that one request fetches them all.
func (b *builder) styles(dir string) ([]byte, error) {
	files, err := filepath.Glob(b.path("web", dir, "*.css"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("web/%s has no style sheet", dir)
	}
	sort.Strings(files)
	var joined []byte
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		joined = append(joined, content...)
	}
	return joined, nil
}
