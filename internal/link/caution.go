package link

import (
	"strings"
	"unicode"

	"github.com/elicitform/elicitform/internal/untrusted"
)

// Caution is something that a person should know before opening an address.
type Caution string

// The cautions, the gravest first.
const (
	// Imitation: the host passes for a well-known domain: Verdict.Imitated.
	Imitation Caution = "imitation"
	// MixedScripts: a label of the host mixes letters of scripts that no
	// language mixes.
	MixedScripts Caution = "mixed-scripts"
	// Lookalike: a label of the host is spelled with letters that pass for
	// those from a to z.
	Lookalike Caution = "lookalike"
	// HiddenCharacters: the server's text holds characters that nobody sees.
	HiddenCharacters Caution = "hidden-characters"
	// Rewritten: a person who reads the server's text would find another host
	// in it than the browser does, or none.
	Rewritten Caution = "rewritten"
	// Onion: only the Tor network leads to the host.
	Onion Caution = "onion"
	// NotEncrypted: the address is http:, and leaves the device.
	NotEncrypted Caution = "not-encrypted"
	// IPAddress: the host is a number.
	IPAddress Caution = "ip-address"
	// ForeignLetters: the host has letters outside a to z. It is left out
	// where MixedScripts or Lookalike say more. Imitation says more than all three.
	ForeignLetters Caution = "foreign-letters"
	// Local: the page is on the person's own device or network.
	Local Caution = "local"
	// Port: the host is asked on another port than the scheme's own. It is left out
	// where NotEncrypted says more.
	Port Caution = "port"
	// Long: the address or its host is so long that it is hard to read.
	Long Caution = "long"
)

// Mild reports whether a caution only helps to read the address. The word "Warning"
// is kept for the others, so that it keeps its weight.
func (c Caution) Mild() bool { return c == Local || c == Port || c == Long }

// What counts as long, in bytes. Requests for sign-in stay below the first;
// names that providers make up for a customer's service stay below the second.
const (
	longHref = 2048
	longHost = 100
)

// cautionsOf finds what to warn of. An address on the person's own device is not
// warned of for its port or for missing encryption: programs under development
// use such addresses, and nobody on the way can read what is sent.
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
	add(HiddenCharacters, hides(raw))
	add(Rewritten, !readsLike(raw, parts))
	onion := endsIn(parts.Hostname, ".onion")
	add(Onion, onion)
	// What goes to a host of Tor is encrypted on the way.
	open := parts.Protocol != "https:" && !own && !onion
	add(NotEncrypted, open)
	add(IPAddress, isAddress(parts.Hostname) && !own)
	add(ForeignLetters, imitated == "" && letters == ForeignLetters)
	add(Local, own || isLocal(parts.Hostname))
	add(Port, parts.Port != "" && !own && !open)
	add(Long, len(parts.Href) > longHref || len(parts.Hostname) > longHost)
	return found
}

// trim removes blanks around an address. They are careless, and deceive nobody.
func trim(raw string) string { return strings.Trim(raw, " \t\r\n") }

// hides reports whether a text holds characters that cannot be seen, or that
// change how their surroundings read.
func hides(raw string) bool {
	raw = trim(raw)
	return untrusted.HasHidden(raw) || strings.ContainsFunc(raw, isOddSpace)
}

// isOddSpace reports whether r is white space other than the space that
// everybody types.
func isOddSpace(r rune) bool { return r != ' ' && unicode.IsSpace(r) }

// readsLike reports whether a person who reads an address finds the scheme and
// the host in it that the browser does.
func readsLike(raw string, parts Parts) bool {
	scheme, rest, found := strings.Cut(seen(trim(raw)), "://")
	if !found || scheme+":" != parts.Protocol {
		return false
	}
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		rest = rest[:end]
	}
	if host, found := strings.CutSuffix(strings.TrimRight(rest, digits), ":"); found {
		rest = host
	}
	return seen(toUnicode(rest)) == seen(toUnicode(parts.Hostname))
}

// seen returns an address as a person reads it: without invisible characters,
// and in small letters.
func seen(s string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if isOddSpace(r) || isHidden(r) {
			return -1
		}
		return r
	}, s))
}
