// Package link inspects the address of a page that a server wants opened.
//
// It does not parse addresses itself. Other parsers disagree with browsers on
// exactly those addresses that are made to deceive, so the browser that will
// open the address parses it. From the browser's [Parts], [Inspect] decides
// whether the address may be opened, what a person should be warned of, and
// which part of its host names who runs the page.
package link

import (
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/link/suffix"
	"github.com/elicitform/elicitform/internal/untrusted"
)

// MaxHref is how long an address may be, in bytes.
const MaxHref = 8192

const (
	// maxHost is how long a host may be; DNS allows a quarter of it.
	maxHost = 1024
	// maxShown is how many code points are shown of an address that is blocked.
	maxShown = 1000
)

// Parts is what the browser's URL parser says of an address. The members are
// those of a URL object, as it spells them: Protocol is "https:", Port is
// empty for the scheme's own port, Hostname of a name in other scripts begins
// with "xn--" in those labels.
type Parts struct {
	// OK tells that the address has a URL; without it all else is empty.
	OK                                                 bool
	Href, Protocol, Username, Password, Hostname, Port string
}

// Block is why an address may not be opened; empty when it may.
type Block string

// The reasons.
const (
	// Unreadable: the browser cannot parse the address, or most others cannot.
	Unreadable Block = "unreadable"
	// BadScheme: the address is neither http: nor https:.
	BadScheme Block = "bad-scheme"
	// Credentials: a user name or a password stands in front of the host,
	// where it can pass for the host.
	Credentials Block = "credentials"
	// TooLong: the address is longer than [MaxHref].
	TooLong Block = "too-long"
)

// Verdict is what to do with an address, and what to show of it. Everything
// but Unicode runs from left to right.
type Verdict struct {
	Block Block
	// Cautions are what to warn of before the address is opened, the gravest
	// first. An address that is blocked has none.
	Cautions []Caution
	// Href is the canonical address: what is shown is what is opened. It is
	// empty when the address is blocked.
	Href string
	// Shown is the whole address as text that is safe to show: Href, or for a
	// blocked one the beginning of the server's text with everything invisible
	// spelled out.
	Shown string
	// Host is where the address leads, in ASCII, with its port unless that is
	// the scheme's own. It is empty when no page could be reached.
	Host string
	// Lead, Domain and Tail are Host in three parts; Domain is to be
	// emphasised, as it names who runs the site: the registrable domain, or
	// the whole name where there is none. Tail has a final dot and the port.
	Lead, Domain, Tail string
	// Unicode is the host with its letters of other scripts, safe to show;
	// empty when it has none. It must never be shown in place of Host.
	Unicode string
	// Imitated is the well-known domain that the host passes for; empty for most.
	Imitated string
	// Port is the port in Host.
	Port string
}

// ShownParts are Shown in five parts: the scheme, Lead, Domain, Tail and the rest. Where the host
// does not follow the scheme, or the address is blocked, the first part is the whole address.
func (v Verdict) ShownParts() [5]string {
	scheme, rest, _ := strings.Cut(v.Shown, "://")
	after, found := strings.CutPrefix(rest, v.Host)
	if !found || v.Host == "" || v.Block != "" {
		return [5]string{v.Shown}
	}
	return [5]string{scheme + "://", v.Lead, v.Domain, v.Tail, after}
}

// Warned reports whether the address is better not opened.
func (v Verdict) Warned() bool {
	return slices.ContainsFunc(v.Cautions, func(c Caution) bool { return !c.Mild() })
}

// Inspect decides about an address, from the text that the server sent and from
// what the browser made of it.
func Inspect(raw string, parts Parts) Verdict {
	v := Verdict{Block: blockOf(raw, parts), Shown: shownOf(raw)}
	if v.Block == Unreadable || v.Block == BadScheme || len(parts.Hostname) > maxHost {
		return v
	}
	v.Port = parts.Port
	v.Lead, v.Domain, v.Tail = split(parts.Hostname)
	if parts.Port != "" {
		v.Tail += ":" + parts.Port
	}
	v.Host = v.Lead + v.Domain + v.Tail
	if name := toUnicode(parts.Hostname); name != parts.Hostname {
		v.Unicode = visible(name)
	}
	if v.Block == "" {
		v.Imitated = imitated(parts.Hostname)
		v.Href, v.Shown, v.Cautions = parts.Href, parts.Href, cautionsOf(raw, parts, v.Imitated)
	}
	return v
}

// blockOf says why an address may not be opened. It does not look into one that
// is too long.
func blockOf(raw string, parts Parts) Block {
	web := parts.Protocol == "https:" || parts.Protocol == "http:"
	long := max(len(raw), len(parts.Href)) > MaxHref || len(parts.Hostname) > maxHost
	switch {
	case !parts.OK:
		return Unreadable
	case !web:
		return BadScheme
	case !long && (!isHost(parts.Hostname) || visible(parts.Href) != parts.Href):
		return Unreadable
	case parts.Username != "" || parts.Password != "":
		return Credentials
	case long:
		return TooLong
	}
	return ""
}

// shownOf returns the beginning of a blocked address, with everything invisible
// spelled out.
func shownOf(raw string) string {
	beginning := untrusted.Prefix(raw, maxShown)
	if len(beginning) < len(raw) {
		return visible(beginning) + "…"
	}
	return visible(raw)
}

// visible spells out every character of an address that leaves no mark of its
// own. [untrusted.Visible] leaves some of them, because a text needs them: spaces
// between words, line breaks, joiners in emoji. An address needs none of them.
func visible(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return !isGraphicASCII(r) }) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		if isGraphicASCII(r) {
			b.WriteRune(r)
			continue
		}
		b.WriteString(strings.TrimSuffix(untrusted.Visible(string(r)), "\n"))
	}
	return b.String()
}

func isHidden(r rune) bool { return !isGraphicASCII(r) && untrusted.HasHidden(string(r)) }

func isGraphicASCII(r rune) bool { return r > ' ' && r < 0x7F }

// SameSite reports whether the page lies on the site of a name, which is given in small
// letters. A public suffix, such as "github.io", belongs to many owners and is no site.
func (v Verdict) SameSite(name string) bool {
	site := siteOf(name)
	return site == v.Domain || site == toUnicode(v.Domain)
}

// split cuts a host into three parts: domain names the site and is emphasised, lead is the
// text before it, and tail the text behind it.
func split(host string) (lead, domain, tail string) {
	name := strings.TrimSuffix(host, ".")
	domain = siteOf(name)
	return name[:len(name)-len(domain)], domain, host[len(name):]
}

// siteOf is the end of a name that names the site; an IP address as a whole.
func siteOf(name string) string {
	if isAddress(name) {
		return name
	}
	return suffix.Registrable(name)
}
