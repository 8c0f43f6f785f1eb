package main

import (
	"io"
	"strings"
	"testing"
)

func TestPublishedManifest(t *testing.T) {
	b := &builder{root: t.TempDir(), log: io.Discard}
	text := `{"name":"elicitform","version":"1.2.3","description":"d","private":true,"scripts":{"x":"y"},"devDependencies":{"a":"1"}}`
	if err := writeFile(b.path("package.json"), []byte(text)); err != nil {
		t.Fatal(err)
	}
	own, err := b.ownManifest()
	if err != nil {
		t.Fatal(err)
	}
	content, err := own.published()
	if err != nil {
		t.Fatal(err)
	}
	text = string(content)
	for _, want := range []string{`"name": "elicitform"`, `"version": "1.2.3"`, `"type": "module"`, `"license": "MIT"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	for _, unwanted := range []string{"private", "scripts", "devDependencies", "dependencies"} {
		if strings.Contains(text, unwanted) {
			t.Errorf("%s is published", unwanted)
		}
	}
	entry := text[strings.Index(text, `".": {`):]
	if types, script := strings.Index(entry, `"types"`), strings.Index(entry, `"default"`); types < 0 || script < types {
		t.Errorf("types must come before default in\n%s", entry)
	}
}

func TestManifestNeedsAVersion(t *testing.T) {
	b := &builder{root: t.TempDir(), log: io.Discard}
	if err := writeFile(b.path("package.json"), []byte(`{"name":"elicitform"}`)); err != nil {
		t.Fatal(err)
	}
	if _, err := b.ownManifest(); err == nil {
		t.Error("no error")
	}
}
