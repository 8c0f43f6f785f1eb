package site

import (
	"encoding/base64"
	"encoding/hex"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"strings"
)

// Compression dictionaries (RFC 9842): the program's response says that it may serve
// as the dictionary of later programs. A browser that holds it says so when it asks
// for another one, by its hash, and gets a patch if the build has made one against
// it. Nothing is compressed here, whatever a request says.

// patchName matches what a patch adds to the name of the file that it makes: the
// SHA-256 of its dictionary.
var patchName = regexp.MustCompile(`^\.([0-9a-f]{64})\.dcz$`)

// isPatch reports whether a file is a patch for another one.
func isPatch(name string) bool { return path.Ext(name) == ".dcz" }

// addPatches reads the patches of a resource.
func (r *resource) addPatches(files fs.FS) error {
	r.patched = map[string]*resource{}
	entries, err := fs.ReadDir(files, path.Dir(r.name))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		rest, belongs := strings.CutPrefix(entry.Name(), path.Base(r.name))
		found := patchName.FindStringSubmatch(rest)
		if !belongs || found == nil {
			continue
		}
		patch, err := fs.ReadFile(files, path.Join(path.Dir(r.name), entry.Name()))
		if err != nil {
			return err
		}
		patched := *r
		patched.bodies, patched.etags = maps.Clone(r.bodies), maps.Clone(r.etags)
		patched.bodies["dcz"], patched.etags["dcz"] = patch, etag(patch)
		r.patched[found[1]] = &patched
	}
	return nil
}

// program reports whether the resource is a program, of which the next version will
// differ in little.
func (r *resource) program() bool { return r.hashed && path.Ext(r.name) == ".wasm" }

// useAsDictionary is the header field that lets a browser use this program as the
// dictionary of the later ones. The pattern is relative to the program's address, so
// it holds in whatever folder the site is served.
func (r *resource) useAsDictionary() string {
	return `match="` + hashedName.ReplaceAllString(path.Base(r.name), ".*.wasm") + `"`
}

// byteSequence matches a byte sequence of RFC 9651, which is written as base64.
var byteSequence = regexp.MustCompile(`^ *:([A-Za-z0-9+/=]*): *$`)

// dictionaryHash reads an Available-Dictionary field and returns the hash as
// hexadecimal digits, or "" if there is none.
func dictionaryHash(field string) string {
	found := byteSequence.FindStringSubmatch(field)
	if found == nil {
		return ""
	}
	hash, err := base64.StdEncoding.DecodeString(found[1])
	if err != nil || len(hash) != 32 {
		return ""
	}
	return hex.EncodeToString(hash)
}
