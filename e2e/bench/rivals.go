package main

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// rival is one of the libraries that are compared.
type rival struct {
	Name  string // as in the results
	Label string // as in the tables
	// Entry is the script of its page, in the folder page.
	Entry string
	// Framed says that the form is in a frame, which is then one of a built site in the
	// folder Site.
	Framed   bool
	Site     string
	Watching watching
}

// The names of the rivals that the targets are about.
const (
	oursName = "ours"
	rjsfName = "rjsf"
)

// watching are the selectors by which the probe knows what is on the screen.
type watching struct {
	Fields string // one element for each field
	Rows   string // one element for each row of the review, or what says that all is valid
	Usable string // what a person can decline with before there is a form
}

// rivals are the libraries that take part: this project, and those that a chat could take
// from npm, in the versions of package.json.
func (b *bench) rivals(site string) ([]rival, error) {
	text, err := os.ReadFile(filepath.Join(b.root, "package.json"))
	if err != nil {
		return nil, err
	}
	var file struct{ DevDependencies map[string]string }
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	if site, err = filepath.Abs(site); err != nil {
		return nil, err
	}
	// The frame may be drawing a hidden form, to warm itself up.
	const step, shown = `main .step:not(.idle) `, `:not(.rehearsal *)`
	return []rival{
		{
			Name: oursName, Label: "elicitform", Entry: "elicitform.js", Framed: true, Site: site,
			Watching: watching{
				Fields: step + `.fields > *` + shown, Rows: step + `dl.answers > *` + shown,
				Usable: `[data-action=decline]` + shown + `, #shell-actions:not([hidden]) button`,
			},
		},
		{
			Name: rjsfName, Label: "react-jsonschema-form " + file.DevDependencies["@rjsf/core"], Entry: "rjsf.jsx",
			Watching: watching{Fields: `form > .rjsf-field-object > fieldset > .rjsf-field`, Rows: `.validated`, Usable: `form`},
		},
		{
			Name: "jsonforms", Label: "JSON Forms " + file.DevDependencies["@jsonforms/core"], Entry: "jsonforms.jsx",
			Watching: watching{Fields: `form .vertical-layout-item`, Rows: `.validated`, Usable: `form`},
		},
	}, nil
}
