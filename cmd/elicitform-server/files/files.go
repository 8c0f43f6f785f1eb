// Package files serves the frame, the host script and page.js. A server built without them still asks.
package files

import (
	"embed"
	"io/fs"
	"net/http"
	"strings"

	"github.com/elicitform/elicitform/web/server/site"
)

// embedded is empty unless "make server" built the program.
//
//go:embed site
var embedded embed.FS

// Embedded returns the files in the program, or nil.
func Embedded() fs.FS {
	if _, err := fs.Stat(embedded, "site/page.js"); err != nil {
		return nil
	}
	files, _ := fs.Sub(embedded, "site")
	return files
}

// Prefix is the folder under which the files are served.
const Prefix = "/elicitform/"

// Handler sets the headers of docs/csp.md. Pages of these origins, and the server's own, may embed the frame.
func Handler(files fs.FS, origins []string) (http.Handler, error) {
	handler, err := site.Files(files, append([]string{"'self'"}, origins...)...)
	if err != nil {
		return nil, err
	}
	return http.StripPrefix(strings.TrimSuffix(Prefix, "/"), handler), nil
}

// Page serves one of the files at any address.
func Page(handler http.Handler, name string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.Clone(r.Context())
		r.URL.Path, r.URL.RawPath = Prefix+name, ""
		handler.ServeHTTP(w, r)
	})
}
