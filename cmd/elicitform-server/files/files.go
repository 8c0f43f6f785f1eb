// Package files holds what pages load from the server: the frame, the host script, and page.js. It decides their headers,
// and which origins may use them. The files are made by the build, and a server without them still asks.
package files

import (
	"embed"
	"io/fs"
	"net/http"
	"strings"

	"github.com/elicitform/elicitform/web/server/site"
)

// embedded holds a placeholder only where the program was not built by "make server".
//
//go:embed site
var embedded embed.FS

// Embedded returns the files in the program; nil where it was built without them.
func Embedded() fs.FS {
	if _, err := fs.Stat(embedded, "site/page.js"); err != nil {
		return nil
	}
	files, _ := fs.Sub(embedded, "site") // The path is well-formed.
	return files
}

// Prefix is the folder under which the files are served.
const Prefix = "/elicitform/"

// Handler serves the files below [Prefix], with the headers of docs/csp.md. Pages of the server itself and of these origins may
// embed the frame.
func Handler(files fs.FS, origins []string) (http.Handler, error) {
	handler, err := site.Files(files, append([]string{"'self'"}, origins...)...)
	if err != nil {
		return nil, err
	}
	return http.StripPrefix(strings.TrimSuffix(Prefix, "/"), handler), nil
}

// Page serves one of the pages at whatever address it is asked for.
func Page(handler http.Handler, name string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked := r.Clone(r.Context())
		asked.URL.Path, asked.URL.RawPath = Prefix+name, ""
		handler.ServeHTTP(w, asked)
	})
}
