package urlcheck

import (
	"strings"
	"unicode"

	"github.com/elicitform/elicitform/internal/safetext"
)

// Caution is a fact that a person should know before opening an address.
type Caution string

// The cautions, from the gravest to the mildest.
const (
	// Imitation: the host imitates a well-known domain: Verdict.Imitated.
	Imitation Caution = "imitation"
	// MixedScripts: a label of the host mixes letters of scripts that no language mixes.
	MixedScripts Caution = "mixed-scripts"
	// Lookalike: a label of the host is spelled with letters that resemble those from a to z.
	Lookalike Caution = "lookalike"
	// HiddenCharacters: the server's text contains invisible characters.
	HiddenCharacters Caution = "hidden-characters"
	// Rewritten: a person reads another host in the server's text than the browser finds.
	Rewritten Caution = "rewritten"
	// Onion: only the Tor network can reach the host.
	Onion Caution = "onion"
	// NotEncrypted: the address is http: and leaves the device.
	NotEncrypted Caution = "not-encrypted"
	// IPAddress: the host is an IP address.
	IPAddress Caution = "ip-address"
	// ForeignLetters: the host has letters outside a to z, and none of the cautions above.
	ForeignLetters Caution = "foreign-letters"
	// Local: the page is on the person's own device or network.
	Local Caution = "local"
	// Port: the address has another port than the scheme's own. NotEncrypted replaces it.
	Port Caution = "port"
	// Long: the address or its host is so long that it is hard to read.
	Long Caution = "long"
)

// IsMild reports whether a caution only helps to read the address, without the word "Warning" before it.
func (c Caution) IsMild() bool { return c == Local || c == Port || c == Long }

// The limits of [Long], in bytes. Addresses of sign-in requests are below longHref, hosts of the customers of
// providers below longHost.
const (
	longHref = 2048
	longHost = 100
)

// cautionsOf spares the person's own device: programs under development have a port and no encryption, and
// the traffic never leaves the device.
func cautionsOf(raw string, parts Parts, imitated string) []Caution {
	var found []Caution
	add := func(c Caution, when bool) {
		if when {
			found = append(found, c)
		}
	}
	own := isLoopback(parts.Hostname)
	letters := lettersOf(parts.Hostname)
	add(Imitation, imitated != "")
	add(letters, imitated == "" && (letters == MixedScripts || letters == Lookalike))
	add(HiddenCharacters, safetext.HasHidden(trim(raw)) || strings.ContainsFunc(trim(raw), isOddSpace))
	add(Rewritten, !readsLike(raw, parts))
	onion := endsIn(parts.Hostname, ".onion")
	add(Onion, onion)
	// Tor encrypts the traffic to its hosts.
	open := parts.Protocol != "https:" && !own && !onion
	add(NotEncrypted, open)
	add(IPAddress, isAddress(parts.Hostname) && !own)
	add(ForeignLetters, imitated == "" && letters == ForeignLetters)
	add(Local, own || isLocal(parts.Hostname))
	add(Port, parts.Port != "" && !own && !open)
	add(Long, len(parts.Href) > longHref || len(parts.Hostname) > longHost)
	return found
}

// trim removes blanks around an address. They are a slip, and deceive nobody.
func trim(raw string) string { return strings.Trim(raw, " \t\r\n") }

func isOddSpace(r rune) bool { return r != ' ' && unicode.IsSpace(r) }

// readsLike reports whether a person finds the same scheme and host in an address as the browser.
func readsLike(raw string, parts Parts) bool {
	scheme, rest, found := strings.Cut(visibleText(trim(raw)), "://")
	if !found || scheme+":" != parts.Protocol {
		return false
	}
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		rest = rest[:end]
	}
	if host, found := strings.CutSuffix(strings.TrimRight(rest, digits), ":"); found {
		rest = host
	}
	return visibleText(toUnicode(rest)) == visibleText(toUnicode(parts.Hostname))
}

func visibleText(s string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if isOddSpace(r) || isHidden(r) {
			return -1
		}
		return r
	}, s))
}
