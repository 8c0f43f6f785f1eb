package schema

import (
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

const (
	unreserved = letters + digits + "-._~"
	subDelims  = "!$&'()*+,;="
)

// ValidURI reports whether text is an RFC 3986 `URI` with a hierarchical part
// that is not empty. It is ASCII, has no spaces, and every % stands before two
// hexadecimal digits. Any scheme is accepted: the answer is data, nobody opens
// it here.
func ValidURI(text string) bool {
	scheme, rest, found := strings.Cut(text, ":")
	if !found || scheme == "" || !strings.Contains(letters, scheme[:1]) || !madeOf(scheme, letters+digits+"+-.") {
		return false
	}
	rest, ok := withoutTail(rest)
	if !ok || rest == "" {
		return false
	}
	authority, hasAuthority := strings.CutPrefix(rest, "//")
	if !hasAuthority {
		return encoded(rest, ":@/")
	}
	return validAuthority(authority, needsHost(scheme))
}

// ValidURIReference reports whether text is an RFC 3986 `URI-reference`.
func ValidURIReference(text string) bool {
	if ValidURI(text) {
		return true
	}
	rest, ok := withoutTail(text)
	if !ok {
		return false
	}
	if authority, has := strings.CutPrefix(rest, "//"); has {
		return validAuthority(authority, true)
	}
	first, _, _ := strings.Cut(rest, "/")
	return !strings.Contains(first, ":") && encoded(rest, ":@/")
}

// withoutTail cuts query and fragment off, and reports whether they are fine.
func withoutTail(text string) (string, bool) {
	text, fragment, _ := strings.Cut(text, "#")
	text, query, _ := strings.Cut(text, "?")
	return text, encoded(query, ":@/?") && encoded(fragment, ":@/?")
}

// needsHost names the schemes whose specification forbids an empty host.
func needsHost(scheme string) bool {
	switch strings.ToLower(scheme) {
	case "http", "https", "ws", "wss", "ftp":
		return true
	}
	return false
}

// validAuthority checks what follows the two slashes, with its path.
func validAuthority(text string, hostNeeded bool) bool {
	authority, path := text, ""
	if slash := strings.IndexByte(text, '/'); slash >= 0 {
		authority, path = text[:slash], text[slash:]
	}
	if at := strings.IndexByte(authority, '@'); at >= 0 {
		if !encoded(authority[:at], ":") {
			return false
		}
		authority = authority[at+1:]
	}
	host, port := authority, ""
	if strings.HasPrefix(authority, "[") {
		address, after, closed := strings.Cut(authority[1:], "]")
		ip, err := netip.ParseAddr(address)
		if !closed || err != nil || !ip.Is6() || ip.Zone() != "" || after != "" && after[0] != ':' {
			return false
		}
		port = strings.TrimPrefix(after, ":")
	} else {
		host, port, _ = strings.Cut(authority, ":")
		// Escapes in a host are legal, but half of the parsers refuse them.
		if !madeOf(host, unreserved+subDelims) || host == "" && (hostNeeded || authority != "") {
			return false
		}
	}
	return validPort(port) && encoded(path, ":@/")
}

func validPort(text string) bool {
	if text == "" {
		return true
	}
	n, err := strconv.Atoi(text)
	return err == nil && madeOf(text, digits) && n <= 65535
}

// madeOf reports whether text is made of the given characters.
func madeOf(text, characters string) bool { return strings.Trim(text, characters) == "" }

// encoded reports whether text holds only characters that need no escape, the
// additional ones, and well-formed escapes.
func encoded(text, additional string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '%':
			if i+2 >= len(text) || !madeOf(text[i+1:i+3], "0123456789abcdefABCDEF") {
				return false
			}
		case strings.IndexByte(unreserved+subDelims+additional, c) < 0:
			return false
		}
	}
	return true
}
