// Package urlcheck inspects the address of a page that a server wants to open.
//
// It does not parse addresses. Parsers disagree with browsers on exactly those addresses that are made to
// deceive, so the browser that will open the address parses it into [Parts].
package urlcheck

import (
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/urlcheck/suffix"
)

// MaxHref bounds an address, in bytes.
const MaxHref = 8192

const (
	// maxHost bounds a host, in bytes; DNS allows a quarter of it.
	maxHost = 1024
	// maxShown bounds the shown part of a blocked address, in code points.
	maxShown = 1000
)

// Parts is the result of the browser's URL parser. The members are those of a URL object: Protocol is
// "https:", and Port is empty for the scheme's own port.
type Parts struct {
	// OK: the browser could parse the address; without it, all else is empty.
	OK                                                 bool
	Href, Protocol, Username, Password, Hostname, Port string
}

// Block is the reason why an address may not be opened; empty if it may.
type Block string

const (
	// Unreadable: the browser, or most others, cannot parse the address.
	Unreadable Block = "unreadable"
	// BadScheme: the address is neither http: nor https:.
	BadScheme Block = "bad-scheme"
	// Credentials: a user name or a password precedes the host, where it can be mistaken for the host.
	Credentials Block = "credentials"
	// TooLong: the address is longer than [MaxHref].
	TooLong Block = "too-long"
)

// Verdict is the decision on an address, with the texts to show. All but Unicode run from left to right.
type Verdict struct {
	Block Block
	// Cautions are the warnings, the gravest first; empty for a blocked address.
	Cautions []Caution
	// Href is the canonical address, both shown and opened; empty for a blocked address.
	Href string
	// Shown is Href, or for a blocked address the beginning of the server's text with signs for invisible characters.
	Shown string
	// Host is the destination in ASCII, with its port unless that is the scheme's own; empty without one.
	Host string
	// Lead, Domain and Tail are the parts of Host. Domain is emphasised, because it identifies the owner: the
	// registrable domain, or the whole name without one. Tail has a final dot and the port.
	Lead, Domain, Tail string
	// Unicode is the host in its original letters, if it has any. It must never be shown in place of Host.
	Unicode string
	// Imitated is the well-known domain that the host imitates, if any.
	Imitated string
	// Port is the port in Host.
	Port string
}

// ShownParts splits Shown into five parts: the scheme, the beginning of the host, the emphasised domain, Tail and the
// rest. Below a suffix of a hosting company, the company's domain is emphasised: its customer chose the previous
// label. If the host does not follow the scheme, or the address is blocked, the first part is the whole address.
func (v Verdict) ShownParts() [5]string {
	scheme, rest, _ := strings.Cut(v.Shown, "://")
	after, found := strings.CutPrefix(rest, v.Host)
	if !found || v.Host == "" || v.Block != "" {
		return [5]string{v.Shown}
	}
	lead, domain := v.Lead, v.Domain
	if _, isHosted := suffix.FindSite(domain); isHosted {
		customer, company, _ := strings.Cut(domain, ".")
		lead, domain = lead+customer+".", company
	}
	return [5]string{scheme + "://", lead, domain, v.Tail, after}
}

// HasWarning reports whether a caution advises against opening the address.
func (v Verdict) HasWarning() bool {
	return slices.ContainsFunc(v.Cautions, func(c Caution) bool { return !c.IsMild() })
}

// Inspect decides about an address, from the server's text and the browser's parts of it.
func Inspect(raw string, parts Parts) Verdict {
	v := Verdict{Block: blockOf(raw, parts), Shown: shownOf(raw)}
	if v.Block == Unreadable || v.Block == BadScheme || len(parts.Hostname) > maxHost {
		return v
	}
	v.Port = parts.Port
	v.Lead, v.Domain, v.Tail = splitHost(parts.Hostname)
	if parts.Port != "" {
		v.Tail += ":" + parts.Port
	}
	v.Host = v.Lead + v.Domain + v.Tail
	if name := toUnicode(parts.Hostname); name != parts.Hostname {
		v.Unicode = visible(name)
	}
	if v.Block == "" {
		v.Imitated = imitatedDomain(parts.Hostname)
		v.Href, v.Shown, v.Cautions = parts.Href, parts.Href, cautionsOf(raw, parts, v.Imitated)
	}
	return v
}

// blockOf does not examine an address that is too long.
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

func shownOf(raw string) string {
	beginning := safetext.Prefix(raw, maxShown)
	if len(beginning) < len(raw) {
		return visible(beginning) + "…"
	}
	return visible(raw)
}

// visible replaces also the invisible characters that [safetext.Visible] keeps for texts: spaces between
// words, line breaks, joiners in emoji.
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
		b.WriteString(strings.TrimSuffix(safetext.Visible(string(r)), "\n"))
	}
	return b.String()
}

func isHidden(r rune) bool { return !isGraphicASCII(r) && safetext.HasHidden(string(r)) }

func isGraphicASCII(r rune) bool { return r > ' ' && r < 0x7F }

// SameSite reports whether the page lies on the site of a name, which must be in lower case.
// A public suffix, such as "github.io", belongs to many owners and is not a site.
func (v Verdict) SameSite(name string) bool {
	site := siteOf(name)
	return site == v.Domain || site == toUnicode(v.Domain)
}

func splitHost(host string) (lead, domain, tail string) {
	name := strings.TrimSuffix(host, ".")
	domain = siteOf(name)
	return name[:len(name)-len(domain)], domain, host[len(name):]
}

func siteOf(name string) string {
	if isAddress(name) {
		return name
	}
	return suffix.Registrable(name)
}
