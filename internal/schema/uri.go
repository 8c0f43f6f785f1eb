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
	typed: true, formatted: true, autocomplete: func(f Field) string {
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

// uriReference is RFC 3986 `URI-reference`, with the scheme, the two slashes of
// an authority, its host and its port. Escapes in a host are legal, but half of
// the parsers refuse them.
var uriReference = lazily(func() string {
	const (
		free    = `[A-Za-z0-9._~!$&'()*+,;=-]` // unreserved and sub-delims
		escaped = `%[0-9A-Fa-f]{2}`
		letter  = `(?:` + free + `|[:@]|` + escaped + `)`
		path    = `(?:` + letter + `|/)*`
		tail    = `(?:` + letter + `|[/?])*`
		user    = `(?:(?:` + free + `|:|` + escaped + `)*@)?`
		host    = `(?:(` + free + `+|\[[0-9A-Fa-f:.]+\])(?::([0-9]*))?)?`
		site    = `(//)` + user + host + `(?:/` + path + `)?`
		rooted  = `/(?:` + letter + path + `)?`
		segment = `(?:` + free + `|@|` + escaped + `)+` // the first one without a scheme
	)
	return `^(?:([A-Za-z][A-Za-z0-9+.-]*):(?:` + site + `|` + rooted + `|` + letter + path + `)` +
		`|` + site + `|` + rooted + `|` + segment + `(?:/` + path + `)?|)(?:\?` + tail + `)?(?:#` + tail + `)?$`
}())

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

// readURI returns the scheme of a `URI-reference`, empty where it has none, and
// whether it is well-formed.
func readURI(text string) (scheme string, valid bool) {
	parts := uriReference().FindStringSubmatch(text)
	if parts == nil {
		return "", false
	}
	scheme, authority, host, port := parts[1], parts[2]+parts[5], parts[3]+parts[6], parts[4]+parts[7]
	if n, err := strconv.Atoi("0" + port); err != nil || n > math.MaxUint16 {
		return "", false
	}
	if strings.HasPrefix(host, "[") {
		ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
		return scheme, err == nil && ip.Is6()
	}
	switch strings.ToLower(scheme) {
	case "", "http", "https", "ws", "wss", "ftp":
		// Their specifications forbid an empty host.
		return scheme, authority == "" || host != ""
	}
	return scheme, true
}
