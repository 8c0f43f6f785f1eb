package schema

import (
	"math"
	"net/netip"
	"strconv"
	"strings"
)

// URI is a string of the format "uri". A property that asks for a file
// (x-mcp-file of SEP-2356, as a data: URI) is one, too: files are not read
// here, but an address can be typed.
const URI Kind = "uri"

// uriKind is a formatKind that takes files as well.
type uriKind struct{ formatKind }

var uri = uriKind{formatKind{format: "uri", valid: ValidURI, controls: 1, about: facts{
	typed: true, formatted: true, explained: true, autocomplete: func(f Field) string {
		if f.purpose() == "url" {
			return "url"
		}
		return ""
	},
}}}

func (k *uriKind) matches(p property) bool {
	return k.formatKind.matches(p) || p.isText() && asksForFile(p)
}
func (*uriKind) read(r *reader, p property) { r.readText(p, !asksForFile(p)) }

func asksForFile(p property) bool { return p.schema.Get("x-mcp-file").Exists() }

// ValidURI reports whether text is an RFC 3986 `URI` with a hierarchical part
// that is not empty. It is ASCII, has no spaces, and every % stands before two
// hexadecimal digits. Any scheme is accepted: the answer is data, nobody opens
// it here.
func ValidURI(text string) bool {
	scheme, valid := readURI(text)
	return valid && scheme != ""
}

// ValidURIReference reports whether text is an RFC 3986 `URI-reference`.
func ValidURIReference(text string) bool {
	_, valid := readURI(text)
	return valid
}

// readURI returns the scheme of a `URI-reference` of RFC 3986, empty where it has
// none, and whether it is well-formed.
func readURI(text string) (scheme string, valid bool) {
	text, fragment, _ := strings.Cut(text, "#")
	text, query, _ := strings.Cut(text, "?")
	if at := strings.IndexAny(text, ":/"); at >= 0 && text[at] == ':' {
		scheme, text = text[:at], text[at+1:]
		if !consists(scheme, letters+digits+"+.-") || !consists(scheme[:min(1, at)], letters) || scheme == "" || text == "" {
			return "", false
		}
	}
	site, hasSite := strings.CutPrefix(text, "//")
	path := text
	if hasSite {
		site, path, _ = strings.Cut(site, "/")
	}
	if !escapedOr(path, ":@/") || !escapedOr(query, ":@/?") || !escapedOr(fragment, ":@/?") || hasSite && !validSite(scheme, site) {
		return "", false
	}
	return scheme, true
}

// free are the characters that RFC 3986 calls unreserved and sub-delims.
const free = letters + digits + "-._~!$&'()*+,;="

// escapedOr reports whether text has only free characters, some more, and escapes.
func escapedOr(text, more string) bool {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '%':
			if _, err := strconv.ParseUint(text[i+1:min(i+3, len(text))], 16, 8); err != nil || i+2 >= len(text) {
				return false
			}
			i += 2
		case strings.IndexByte(free, text[i]) < 0 && strings.IndexByte(more, text[i]) < 0:
			return false
		}
	}
	return true
}

// validSite reports whether an address of a scheme may have a site: somebody, a
// host and a port. Escapes in a host are legal, but half of the parsers refuse
// them.
func validSite(scheme, site string) bool {
	user, host, found := strings.Cut(site, "@")
	if !found {
		user, host = "", site
	}
	if !escapedOr(user, ":") {
		return false
	}
	port, hasPort := "", false
	if after := strings.IndexByte(host, ']') + 1; after > 0 {
		if host[0] != '[' {
			return false
		}
		if ip, err := netip.ParseAddr(host[1 : after-1]); err != nil || !ip.Is6() || ip.Zone() != "" {
			return false
		}
		port, hasPort = strings.CutPrefix(host[after:], ":")
		if !hasPort && host[after:] != "" {
			return false
		}
	} else {
		host, port, hasPort = strings.Cut(host, ":")
		if !consists(host, free) {
			return false
		}
	}
	n, err := strconv.Atoi("0" + port)
	if hasPort && (host == "" || !consists(port, digits) || err != nil || n > math.MaxUint16) {
		return false
	}
	switch strings.ToLower(scheme) {
	case "", "http", "https", "ws", "wss", "ftp":
		// Their specifications forbid an empty host.
		return host != ""
	}
	return true
}
