package schema

import (
	"math"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

func (r *reader) readText(p property) {
	f := r.field
	f.Union = f.Union || !areOnly(p.types, "string")
	if len(p.types) == 0 {
		f.remark(Untyped)
	}
	r.readLength(p.schema)
	f.Format = p.format()
	if format := p.schema.Get("format"); format.Exists() && format.Type != request.String {
		f.remark(RuleIgnored)
	}
	f.Example, f.Unchecked = FormatExample(f.Format), p.schema.Get("contentEncoding").Text
	// A format that only asks for a way of typing restricts nothing.
	if f.Format != "" && f.Format != "password" && !isMultilineFormat(f.Format) && f.Example == "" {
		f.Unchecked = f.Format
	}
	if f.Unchecked != "" {
		f.remark(UnknownFormat)
	}
	switch pattern := p.schema.Get("pattern"); {
	case !pattern.Exists():
	case pattern.Type != request.String:
		f.remark(RuleIgnored)
	case pattern.Lossy || len(safetext.Prefix(pattern.Text, MaxPattern)) < len(pattern.Text):
		f.remark(PatternUnchecked)
	default:
		f.Pattern, f.Example = pattern.Text, ""
	}
	if f.MaxLength >= 0 && f.MinLength > f.MaxLength {
		r.obstruct(Contradiction)
	}
}

func (r *reader) readLength(schema request.Value) {
	r.field.MinLength = r.count(schema, "minLength")
	r.field.MaxLength = r.count(schema, "maxLength")
}

func (p property) format() string {
	if format := p.schema.Get("format"); format.Type == request.String {
		return format.Text
	}
	return ""
}

// formats has the formats that package validate can check, each with an example.
const formats = `
email name@example.com
uri https://example.com
uri-reference /photos/1
uri-template https://example.com/{id}
iri https://example.com
iri-reference /photos/1
date 2026-12-31
date-time 2026-12-31T14:30:00Z
time 14:30:00Z
duration P1DT2H
hostname www.example.com
ipv4 192.0.2.1
ipv6 2001:db8::1
uuid 123e4567-e89b-12d3-a456-426614174000
json-pointer /name/0
relative-json-pointer 1/name
regex ^[a-z]+$
byte SGVsbG8=
semver 1.2.3
`

// FormatExample returns an example of a format; empty for a format that is not checked.
func FormatExample(format string) string {
	const longest = len("relative-json-pointer")
	if len(format) > longest || strings.ContainsAny(format, " \n") {
		return ""
	}
	_, after, _ := strings.Cut(formats, "\n"+format+" ")
	example, _, _ := strings.Cut(after, "\n")
	return example
}

// The validators below accept the intersection of all in use, so that no server refuses what passed here.
const (
	digits  = "0123456789"
	letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

func consistsOf(text, allowed string) bool { return strings.Trim(text, allowed) == "" }

// ValidDate reports whether text is a real day, YYYY-MM-DD, of the years 0001 to 9999.
func ValidDate(text string) bool {
	if len(text) != len(time.DateOnly) || text[4] != '-' || text[7] != '-' {
		return false
	}
	n, err := strconv.ParseUint(text[:4]+text[5:7]+text[8:], 10, 32)
	month, day := time.Month(n/100%100), int(n%100)
	written := time.Date(int(n/100_00), month, day, 0, 0, 0, 0, time.UTC)
	return err == nil && written.Year() >= 1 && written.Month() == month && written.Day() == day
}

// ValidDateTime reports whether text is a moment of RFC 3339: a real day, T, and a time of day.
func ValidDateTime(text string) bool {
	const day = len(time.DateOnly)
	return len(text) > day && ValidDate(text[:day]) && (text[day] == 'T' || text[day] == 't') && ValidTime(text[day+1:])
}

// ValidTime reports whether text is a time of RFC 3339, with Z or an offset. It refuses leap
// seconds, because package time cannot represent them.
func ValidTime(text string) bool {
	const seconds, offset = len("00:00:00"), len("+00:00")
	if len(text) <= seconds || !isClock(text[:len("00:00")]) || text[len("00:00")] != ':' || !isBelow(text[len("00:00:"):seconds], 60) {
		return false
	}
	rest := text[seconds:]
	if fraction, found := strings.CutPrefix(rest, "."); found {
		if rest = strings.TrimLeft(fraction, digits); rest == fraction {
			return false
		}
	}
	return rest == "Z" || rest == "z" || len(rest) == offset && (rest[0] == '+' || rest[0] == '-') && isClock(rest[1:])
}

func isClock(text string) bool {
	return isBelow(text[:2], 24) && text[2] == ':' && isBelow(text[3:], 60)
}

func isBelow(text string, limit int) bool {
	n, err := strconv.Atoi(text)
	return err == nil && consistsOf(text, digits) && n < limit
}

// ValidEmail reports whether text is an e-mail address by the intersection of the validators. Most of them
// refuse quoted local parts and IP literals.
func ValidEmail(text string) bool {
	local, domain, found := strings.Cut(text, "@")
	if !found || len(text) > 254 || len(local) > 64 {
		return false
	}
	for atom := range strings.SplitSeq(local, ".") {
		if atom == "" || !consistsOf(atom, letters+digits+"!#$%&'*+/=?^_`{|}~-") {
			return false
		}
	}
	for label := range strings.SplitSeq(domain, ".") {
		if label == "" || len(label) > 63 || !consistsOf(label, letters+digits+"-") || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
	}
	return strings.Contains(domain, ".")
}

// ValidURI reports whether text is an RFC 3986 `URI` with a hierarchical part that is not empty. Any scheme
// is accepted, because the answer is data and is never opened.
func ValidURI(text string) bool {
	scheme, valid := readURI(text)
	return valid && scheme != ""
}

// ValidURIReference reports whether text is an RFC 3986 `URI-reference`.
func ValidURIReference(text string) bool {
	_, valid := readURI(text)
	return valid
}

// readURI returns the scheme of a `URI-reference`, and whether the reference is well-formed. Package url
// accepts more characters and laxer escapes than RFC 3986.
func readURI(text string) (scheme string, valid bool) {
	address, err := url.Parse(text)
	_, unescapable := url.PathUnescape(text)
	if err != nil || unescapable != nil || !consistsOf(text, hostCharacters+"%:@/?#[]") || strings.Count(text, "#") > 1 {
		return "", false
	}
	rest := strings.TrimPrefix(text[len(address.Scheme):], ":")
	authority, hasAuthority := strings.CutPrefix(rest, "//")
	authority = authority[:strings.IndexAny(authority+"/", "/?#")]
	switch {
	case address.Scheme != "" && !hasAuthority && authority == "" && !strings.HasPrefix(rest, "/"):
		return "", false
	case !hasAuthority:
		return address.Scheme, !strings.ContainsAny(text, "[]")
	}
	return address.Scheme, !strings.ContainsAny(rest[len("//")+len(authority):], "[]") && validAuthority(address, authority)
}

// hostCharacters are the characters that RFC 3986 calls unreserved and sub-delims.
const hostCharacters = letters + digits + "-._~!$&'()*+,;="

// validAuthority refuses escapes in a host: they are legal, but half of the parsers refuse them.
func validAuthority(address *url.URL, authority string) bool {
	host := address.Hostname()
	port, _ := strconv.Atoi("0" + address.Port())
	switch {
	case strings.Count(authority, "@") > 1, port > math.MaxUint16, host == "" && address.Host != "":
		return false
	case strings.Contains(authority, "["):
		ip, err := netip.ParseAddr(host)
		return err == nil && ip.Is6() && ip.Zone() == ""
	case host == "":
		// The specifications of these schemes forbid an empty host.
		return !slices.Contains([]string{"", "http", "https", "ws", "wss", "ftp"}, address.Scheme)
	}
	return consistsOf(host, hostCharacters)
}
