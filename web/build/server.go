package main

import (
	"os"
	"path/filepath"
)

// server makes the files that elicitform-server embeds.
func (b *builder) server(frame tree) error {
	files, err := b.serverFiles(frame)
	if err != nil {
		return err
	}
	if files, err = b.compressed(files); err != nil {
		return err
	}
	dir := b.path("cmd", "elicitform-server", "files", "site")
	// The only file of the folder that is kept in the repository.
	const placeholder = "placeholder.txt"
	if files[placeholder], err = os.ReadFile(filepath.Join(dir, placeholder)); err != nil {
		return err
	}
	return files.write(dir)
}

// serverFiles returns what elicitform-server serves below /elicitform/, before compression.
func (b *builder) serverFiles(frame tree) (tree, error) {
	files := tree{}
	files.put("frame", frame)
	var err error
	if files["elicitform.js"], err = b.hostScript(); err != nil {
		return nil, err
	}
	if files["page.js"], err = b.script("server/page.js"); err != nil {
		return nil, err
	}
	// elicitform-server writes the documents of links by itself.
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
