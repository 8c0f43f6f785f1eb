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
	// MixedScripts: a label of the host mixes letters of scripts that are mixed in no
	// language.
	MixedScripts Caution = "mixed-scripts"
	// Lookalike: a label of the host is spelled with letters that resemble those
	// from a to z.
	Lookalike Caution = "lookalike"
	// HiddenCharacters: the server's text contains invisible characters.
	HiddenCharacters Caution = "hidden-characters"
	// Rewritten: the host that a person reads in the server's text is not the host
	// that the browser finds.
	Rewritten Caution = "rewritten"
	// Onion: only the Tor network can reach the host.
	Onion Caution = "onion"
	// NotEncrypted: the address is http: and leaves the device.
	NotEncrypted Caution = "not-encrypted"
	// IPAddress: the host is an IP address.
	IPAddress Caution = "ip-address"
	// ForeignLetters: the host has letters outside a to z. MixedScripts and
	// Lookalike replace it, and Imitation replaces all three.
	ForeignLetters Caution = "foreign-letters"
	// Local: the page is on the person's own device or network.
	Local Caution = "local"
	// Port: the address has another port than the scheme's own. NotEncrypted
	// replaces it.
	Port Caution = "port"
	// Long: the address or its host is so long that it is hard to read.
	Long Caution = "long"
)

// IsMild reports whether a caution only helps to read the address. The word "Warning"
// is reserved for the others, so that it keeps its weight.
func (c Caution) IsMild() bool { return c == Local || c == Port || c == Long }

// Lengths, in bytes, from which an address or a host counts as long. Requests for sign-in stay below
// the first, and the names of customers' services at providers below the second.
const (
	longHref = 2048
	longHost = 100
)

// cautionsOf returns the cautions for an address. An address on the person's own device gets none for
// its port or for missing encryption: programs under development use such addresses, and the traffic
// never leaves the device.
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
	add(HiddenCharacters, hasHidden(raw))
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

// hasHidden reports whether a text contains characters that are invisible, or that change
// how their surroundings read.
func hasHidden(raw string) bool {
	raw = trim(raw)
	return safetext.HasHidden(raw) || strings.ContainsFunc(raw, isOddSpace)
}

// isOddSpace reports whether r is white space other than the ordinary space.
func isOddSpace(r rune) bool { return r != ' ' && unicode.IsSpace(r) }

// readsLike reports whether a person finds the same scheme and host in an address as the
// browser.
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

// visibleText returns an address as a person reads it: in lower case, without invisible
// characters.
func visibleText(s string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if isOddSpace(r) || isHidden(r) {
			return -1
		}
		return r
	}, s))
}
