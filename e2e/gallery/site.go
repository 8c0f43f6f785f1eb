package main

import (
	"net/http"
	"strings"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// sites are servers of the built site, by how they serve the program: "" as it is,
// "held" never, and "missing" not at all.
type sites map[string]string

func serveSites() (sites, error) {
	folder, err := testsite.Built()
	if err != nil {
		return nil, err
	}
	pages, err := testsite.Handler(folder, "'self'")
	if err != nil {
		return nil, err
	}
	all := sites{}
	for name, program := range map[string]http.Handler{
		"":        pages,
		"held":    http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }),
		"missing": http.NotFoundHandler(),
	} {
		all[name], err = testsite.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.Contains(r.URL.Path, ".wasm") {
				program.ServeHTTP(w, r)
			} else {
				pages.ServeHTTP(w, r)
			}
		}))
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}
