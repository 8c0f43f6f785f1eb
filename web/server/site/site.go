// Package site serves the built site: exact files only, compressed as the
// browser likes it, cached for ever where the name holds a hash of the
// content, and with the security headers that each document needs.
//
// Everything is read into memory when the handler is made. A request is then
// a look-up in a map: there is no path to traverse and no folder to list.
package site

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// Options configure the handler.
type Options struct {
	// FrameAncestors are the origins whose pages may embed the frame, as CSP
	// source expressions. Empty means pages of the same origin only.
	FrameAncestors []string
}

// Handler serves the files of a built site.
func Handler(files fs.FS, options Options) (http.Handler, error) {
	framePolicy, err := frameCSP(options.FrameAncestors)
	if err != nil {
		return nil, err
	}
	resources, err := load(files)
	if err != nil {
		return nil, err
	}
	return &handler{resources: resources, framePolicy: framePolicy}, nil
}

type handler struct {
	resources   map[string]*resource // by URL path
	framePolicy string
}

// resource is one file in the codings that it exists in.
type resource struct {
	name        string // in the folder of the site
	contentType string
	hashed      bool
	frame       bool              // belongs to the frame
	bodies      map[string][]byte // by content coding; identity is always there
	etags       map[string]string // by content coding
}

// document reports whether a browser navigates to the resource.
func (r *resource) document() bool { return strings.HasPrefix(r.contentType, "text/html") }

// contentTypes are the types that the site holds. The system's own table is
// not asked: it differs between machines.
var contentTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".map":         "application/json",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
}

// hashedName matches what the build gives a file whose name changes with its
// content.
var hashedName = regexp.MustCompile(`\.[0-9a-f]{16}\.[a-z]+$`)

// suffixes are the file names of the codings.
var suffixes = map[string]string{".br": "br", ".gz": "gzip"}

func load(files fs.FS) (map[string]*resource, error) {
	resources := map[string]*resource{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || suffixes[path.Ext(name)] != "" {
			return err
		}
		r, err := loadFile(files, name)
		if err != nil {
			return err
		}
		resources["/"+name] = r
		// A folder's document also answers for the folder.
		if path.Base(name) == "index.html" {
			resources["/"+strings.TrimSuffix(name, "index.html")] = r
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the site: %w", err)
	}
	if resources["/"] == nil {
		return nil, fmt.Errorf("read the site: no index.html")
	}
	return resources, nil
}

func loadFile(files fs.FS, name string) (*resource, error) {
	body, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	r := &resource{
		name:        name,
		contentType: contentTypes[path.Ext(name)],
		hashed:      hashedName.MatchString(name),
		frame:       strings.HasPrefix(name, "frame/"),
		bodies:      map[string][]byte{"identity": body},
		etags:       map[string]string{},
	}
	if r.contentType == "" {
		r.contentType = "application/octet-stream"
	}
	for suffix, coding := range suffixes {
		if body, err := fs.ReadFile(files, name+suffix); err == nil {
			r.bodies[coding] = body
		}
	}
	// Each coding is a representation of its own and has a tag of its own.
	for coding, body := range r.bodies {
		sum := sha256.Sum256(body)
		r.etags[coding] = `"` + hex.EncodeToString(sum[:16]) + `"`
	}
	return r, nil
}

func (h *handler) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	header := w.Header()
	commonHeaders(header)
	if req.Method != http.MethodGet && req.Method != http.MethodHead {
		header.Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	r := h.resources[req.URL.Path]
	if r == nil {
		http.NotFound(w, req)
		return
	}
	h.resourceHeaders(header, r)

	coding := negotiate(strings.Join(req.Header.Values("Accept-Encoding"), ","), r.bodies)
	if coding == "" {
		http.Error(w, "no acceptable content coding", http.StatusNotAcceptable)
		return
	}
	etag := r.etags[coding]
	header.Set("ETag", etag)
	if matches(req.Header.Values("If-None-Match"), etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", r.contentType)
	if coding != "identity" {
		header.Set("Content-Encoding", coding)
	}
	header.Set("Content-Length", strconv.Itoa(len(r.bodies[coding])))
	w.WriteHeader(http.StatusOK)
	if req.Method == http.MethodGet {
		// The only error is a client that went away.
		_, _ = w.Write(r.bodies[coding])
	}
}

// matches reports whether an If-None-Match names the tag. The comparison is
// the weak one: a proxy may have marked the tag as weak.
func matches(fields []string, etag string) bool {
	for tag := range strings.SplitSeq(strings.Join(fields, ","), ",") {
		tag = strings.TrimSpace(tag)
		if tag == "*" || strings.TrimPrefix(tag, "W/") == etag {
			return true
		}
	}
	return false
}
