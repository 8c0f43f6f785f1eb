package main

// rival is one of the libraries that are compared.
type rival struct {
	Name  string `json:"name"`  // as in the results
	Label string `json:"label"` // as in the tables
	// Entry is the script of its page, in the folder page.
	Entry string `json:"-"`
	// Framed says that the form is in a frame.
	Framed bool `json:"framed"`
	// Site is the folder of the built site that its files come from; empty for a
	// library from npm.
	Site     string   `json:"-"`
	Watching watching `json:"-"`
}

// The names of the rivals that the targets are about.
const (
	oursName = "ours"
	baseName = "base"
	rjsfName = "rjsf"
)

// watching are the selectors by which the probe knows what is on the screen.
type watching struct {
	Fields string `json:"fields"` // one element for each field
	Rows   string `json:"rows"`   // one element for each row of the review, or what says that all is valid
	Usable string `json:"usable"` // what a person can decline with before there is a form
}

// ours shows forms with a built site of this project.
func ours(name, label, site string) rival {
	// The frame may be drawing a form that nobody sees, to warm itself up.
	const step, shown = `main .step:not(.idle):not(.preparing) `, `:not(.rehearsal *)`
	return rival{
		Name: name, Label: label, Entry: "elicitform.js", Framed: true, Site: site,
		Watching: watching{Fields: step + `.fields > *` + shown, Rows: step + `dl.answers > *` + shown, Usable: `#shell-actions:not([hidden]) button, main.app .actions button` + shown},
	}
}

// fromNpm are the libraries that a chat could take from npm. The names have the
// versions of package.json.
func fromNpm(versions map[string]string) []rival {
	return []rival{
		{
			Name: rjsfName, Label: "react-jsonschema-form " + versions["@rjsf/core"], Entry: "rjsf.jsx",
			Watching: watching{Fields: `form > .rjsf-field-object > fieldset > .rjsf-field`, Rows: `.validated`, Usable: `form`},
		},
		{
			Name: "jsonforms", Label: "JSON Forms " + versions["@jsonforms/core"] + " (vanilla)", Entry: "jsonforms.jsx",
			Watching: watching{Fields: `form .vertical-layout-item`, Rows: `.validated`, Usable: `form`},
		},
	}
}
