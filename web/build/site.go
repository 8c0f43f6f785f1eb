package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
)

func (b *builder) frameFiles(ctx context.Context) (tree, error) {
	frame := tree{}
	style, err := b.styles("frame/*.css")
	if err != nil {
		return nil, err
	}
	wasmExec, err := b.wasmExecFile(ctx)
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
		if file.placeholder == "wasm" {
			// The boot script refuses a truncated file, and every other program.
			values["bytes"] = strconv.Itoa(len(content))
			values["digest"] = digestOfBlocks(content)
		}
	}
	b.program = values["wasm"]
	if values["words"], err = b.catalogues(frame); err != nil {
		return nil, err
	}
	if frame["index.html"], err = b.page(filepath.Join("web", "frame", "index.html"), values); err != nil {
		return nil, err
	}
	own, err := b.ownManifest()
	if err != nil {
		return nil, err
	}
	frame[integrityFile], err = integrityOf(frame, own.Version)
	return frame, err
}

// digestOfBlocks returns the SHA-256 of the SHA-256s of a program's blocks, in hexadecimal digits. The frame hashes each block while the
// next one is on its way: see bridge/frame/arrival.ts.
func digestOfBlocks(program []byte) string {
	all := sha256.New()
	for block := range slices.Chunk(program, 256*1024) {
		digest := sha256.Sum256(block)
		all.Write(digest[:])
	}
	return fmt.Sprintf("%x", all.Sum(nil))
}

func (b *builder) siteFiles(frame tree) (tree, error) {
	site := tree{}
	site.put("frame", frame)
	var err error
	// The name of the host script must not change, because other pages contain it.
	if err = b.hostScripts(site); err != nil {
		return nil, err
	}
	// A browser knows a service worker by its address, which must never change.
	if site["standalone-worker.js"], err = b.script("standalone/worker.js"); err != nil {
		return nil, err
	}

	for _, page := range []sitePage{
		{"index.html", "demo", map[string]string{"script": "demo/chat.js"}},
		{"standalone.html", "standalone", map[string]string{"script": "standalone/standalone.js", "clients": "standalone/clients.js"}},
		{"popup.html", "standalone", map[string]string{"script": "standalone/popup.js"}},
	} {
		if site[page.name], err = b.sitePage(site, page); err != nil {
			return nil, err
		}
	}
	return site, nil
}

type sitePage struct {
	name    string            // of its document, in dir and on the server
	dir     string            // the folder of web/ with its document and styles
	scripts map[string]string // in build/ts, by placeholder
}

func (b *builder) sitePage(site tree, page sitePage) ([]byte, error) {
	style, err := b.styles("*.css", page.dir+"/*.css")
	if err != nil {
		return nil, err
	}
	values := map[string]string{"style": site.addHashed(path.Base(page.dir)+".css", style)}
	for placeholder, name := range page.scripts {
		script, err := b.script(name)
		if err != nil {
			return nil, err
		}
		values[placeholder] = site.addHashed(path.Base(name), script)
	}
	return b.page(filepath.Join("web", page.dir, page.name), values)
}

// programPlaceholder is in the host script too: it fetches the program before the frame's document.
const programPlaceholder = "{{wasm}}"

func (b *builder) script(name string) ([]byte, error) {
	text, err := os.ReadFile(b.path("build", "ts", filepath.FromSlash(name)))
	return bytes.ReplaceAll(text, []byte(programPlaceholder), []byte(b.program)), err
}

func (b *builder) hostScript() ([]byte, error) {
	script, err := b.script("package/forms.js")
	if err == nil && (b.program == "" || bytes.Count(script, []byte(b.program)) != 1) {
		err = fmt.Errorf("the host script does not name the frame's program %q once", b.program)
	}
	return script, err
}

// hostScripts adds the host script under the name that it has on a site, and the scripts that it loads when it needs them.
func (b *builder) hostScripts(files tree) (err error) {
	for _, name := range []string{"approval.js", "diagnosis.js", "receipt.js", "records.js"} {
		if files[name], err = b.script("package/" + name); err != nil {
			return err
		}
	}
	files["elicitform.js"], err = b.hostScript()
	return err
}

func (b *builder) page(source string, values map[string]string) ([]byte, error) {
	text, err := os.ReadFile(b.path(source))
	if err != nil {
		return nil, err
	}
	return fill(filepath.ToSlash(source), text, values)
}

// styles joins style sheets, so that the browser loads them with one request.
func (b *builder) styles(patterns ...string) ([]byte, error) {
	var joined []byte
	for _, pattern := range patterns {
		files, err := filepath.Glob(b.path("web", filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("there is no style sheet web/%s", pattern)
		}
		for _, file := range files {
			content, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			joined = append(joined, content...)
		}
	}
	return joined, nil
}

func (b *builder) server(frame tree) error {
	files, err := b.serverFiles(frame)
	if err != nil {
		return err
	}
	if files, err = b.compress(files); err != nil {
		return err
	}
	dir := b.path("cmd", "elicitform-server", "files", "site")
	const placeholder = "placeholder.txt"
	if files[placeholder], err = os.ReadFile(filepath.Join(dir, placeholder)); err != nil {
		return err
	}
	return files.write(dir)
}

func (b *builder) serverFiles(frame tree) (tree, error) {
	files := tree{}
	files.put("frame", frame)
	var err error
	if err = b.hostScripts(files); err != nil {
		return nil, err
	}
	if files["page.js"], err = b.script("server/page.js"); err != nil {
		return nil, err
	}
	style, err := b.styles("*.css", "link/*.css")
	if err != nil {
		return nil, err
	}
	script, err := b.script("link/link.js")
	if err != nil {
		return nil, err
	}
	files.addHashed("link.css", style)
	files.addHashed("link.js", script)
	files["try.html"], err = b.sitePage(files, sitePage{"try.html", "try", map[string]string{"script": "try/try.js"}})
	return files, err
}
