package main

import "regexp"

// slimModule is a module that is copied to build/slim/FOLDER, with the changes in _slim/FOLDER. The
// files and declarations were checked in one version: another version has to be checked again.
type slimModule struct {
	path, version string
	folder        string
	packages      []string
	leftOut       map[string]string
	cut           map[string]*regexp.Regexp
	// standIns has the folders of the small packages, by the package that each replaces.
	standIns map[string]string
	shared   map[string]string
}

var slimModules = []slimModule{goApp, jsonSchema}

var goApp = slimModule{
	path:     "github.com/maxence-charriere/go-app/v10",
	version:  "v10.1.11",
	folder:   "goapp",
	packages: []string{"pkg/app", "pkg/errors"},
	leftOut: map[string]string{
		"pkg/app/http.go":         "serves pages and imports net/http, whose TLS alone is 18 % of the download",
		"pkg/app/resource.go":     "finds the files that http.go serves, and imports net/http too",
		"pkg/app/static.go":       "writes what http.go serves into a folder",
		"pkg/app/scripts.go":      "holds the scripts that http.go serves",
		"pkg/app/wasmexec.go":     "chooses one of those scripts",
		"pkg/app/wasm.go":         "names types of http.go",
		"pkg/app/crypto.go":       "encrypts stored states, which the frame does not have; with package uuid 7 % of the download",
		"pkg/app/state.go":        "stores states and shares them with other tabs; the program has one state of its own",
		"pkg/app/storage.go":      "reads and writes the storage of the browser, which a sandboxed frame does not have",
		"pkg/app/notification.go": "notifies, which a sandboxed frame may not",
		"pkg/app/route.go":        "finds the component of an address; the program has one for every address",
		"pkg/app/notfound.go":     "is shown for an address without a component",
		"pkg/app/browser.go":      "reads events of the whole window without looking whether their members are there, and follows links",
	},
	// The form is drawn only with Elem. Compiling the functions of all elements takes as long as compiling the rest of the program.
	cut: map[string]*regexp.Regexp{"pkg/app/html_gen.go": regexp.MustCompile(`^\(?\*?(Elem|HTMLElem|htmlElem)(SelfClosing)?\b`)},
}

var jsonSchema = slimModule{
	path:     "github.com/santhosh-tekuri/jsonschema/v6",
	version:  "v6.0.3",
	folder:   "jsonschema",
	packages: []string{".", "kind"},
	leftOut: map[string]string{
		"output.go":   "words every failure, for people and as JSON, and nobody sees those words",
		"position.go": "makes hundreds of unused objects while the program starts",
	},
	standIns: map[string]string{"math/big": "big", "golang.org/x/text/message": "message"},
	shared:   map[string]string{"big/decimal.go": "internal/request/decimal.go"},
}
