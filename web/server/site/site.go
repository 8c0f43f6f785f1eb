// Package site serves the files of the built site: in the browser's preferred coding, with security headers,
// and immutable if the name of a file contains the hash of its content.
//
// All files are read into memory at first, so no request reaches a file outside the site or lists a folder.
package site

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Handler serves the files of a built site. frameAncestors are the origins that may embed the frame, as CSP
// source expressions; by default only pages of the same origin may.
func Handler(files fs.FS, frameAncestors ...string) (http.Handler, error) {
	if _, err := fs.Stat(files, "index.html"); err != nil {
		return nil, fmt.Errorf("read the site: no index.html")
	}
	return Files(files, frameAncestors...)
}

// Files is [Handler] for files without a page at "/".
func Files(files fs.FS, frameAncestors ...string) (http.Handler, error) {
	framePolicy, err := frameCSP(frameAncestors)
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

type resource struct {
	name        string // relative to the folder of the site
	contentType string
	hashed      bool
	frame       bool              // belongs to the frame
	bodies      map[string][]byte // by content coding, with identity for all files
	etags       map[string]string // by content coding
}

func (r *resource) document() bool { return strings.HasPrefix(r.contentType, "text/html") }

// maxTransfer is enough for the program over a line of 2G.
const maxTransfer = 10 * time.Minute

// The system's own table of types differs from machine to machine.
var contentTypes = map[string]string{
	".bin":  "application/octet-stream",
	".css":  "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".json": "application/json",
	".wasm": "application/wasm",
}

var hashedName = regexp.MustCompile(`\.[0-9a-f]{16}\.[a-z]+$`)

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
		if path.Base(name) == "index.html" {
			resources["/"+strings.TrimSuffix(name, "index.html")] = r
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the site: %w", err)
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
		contentType: cmp.Or(contentTypes[path.Ext(name)], "application/octet-stream"),
		hashed:      hashedName.MatchString(name),
		frame:       strings.HasPrefix(name, "frame/"),
		bodies:      map[string][]byte{"identity": body},
		etags:       map[string]string{},
	}
	for suffix, coding := range suffixes {
		if body, err := fs.ReadFile(files, name+suffix); err == nil {
			r.bodies[coding] = body
		}
	}
	// RFC 9110 requires different tags for the codings.
	for coding, body := range r.bodies {
		r.etags[coding] = fmt.Sprintf(`"%x"`, sha256.Sum256(body))
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
	h.resourceHeaders(header, req, r)

	coding := negotiate(strings.Join(req.Header.Values("Accept-Encoding"), ","), r.bodies)
	if coding == "" {
		http.Error(w, "no acceptable content coding", http.StatusNotAcceptable)
		return
	}
	if req.Header.Get("Range") != "" {
		// A range counts the bytes of the file, not those of a coding.
		coding = "identity"
	}
	header.Set("ETag", r.etags[coding])
	header.Set("Content-Type", r.contentType)
	header.Set("Content-Length", strconv.Itoa(len(r.bodies[coding])))
	if coding != "identity" {
		header.Set("Content-Encoding", coding)
	}
	// A client that does not read the file must not hold the connection for ever. Not every writer supports deadlines.
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(time.Now().Add(maxTransfer))
	http.ServeContent(w, req, r.name, time.Time{}, bytes.NewReader(r.bodies[coding]))
	_ = control.SetWriteDeadline(time.Time{})
}
