package link

import (
	"slices"
	"strconv"
	"strings"
)

const digits = "0123456789"

// localNames are the ends of names that never leave a home or an office:
// multicast DNS, what ICANN keeps free for private use, and RFC 8375.
var localNames = []string{".local", ".internal", ".home.arpa"}

// isHost reports whether a host has only characters that a name or a number
// can have. Some browsers let others pass that most refuse, such as an escaped
// space; no site needs them. Nor does any have a host of dots alone.
func isHost(host string) bool {
	return strings.Trim(host, ".") != "" && strings.Trim(host, "abcdefghijklmnopqrstuvwxyz-_.[:]"+digits) == ""
}

// isAddress reports whether a host is a number. Browsers take a host for one
// when its last label is, and spell it in the usual way.
func isAddress(host string) bool {
	last := host[strings.LastIndexByte(host, '.')+1:]
	return strings.HasPrefix(host, "[") || last != "" && strings.Trim(last, digits) == ""
}

// isLoopback reports whether a host is the device itself, by a name or number
// that every browser keeps on it.
func isLoopback(host string) bool {
	if isAddress(host) {
		first, _, ok := octets(host)
		return ok && first == 127 || host == "[::1]"
	}
	return strings.HasSuffix("."+strings.TrimSuffix(host, "."), ".localhost")
}

// isLocal reports whether a host is not on the Internet but on the network
// around the person.
func isLocal(host string) bool {
	if isAddress(host) {
		return isLocalNumber(host)
	}
	name := strings.TrimSuffix(host, ".")
	return !strings.Contains(name, ".") || slices.ContainsFunc(localNames, func(end string) bool {
		return strings.HasSuffix(name, end)
	})
}

// isLocalNumber knows the ranges that the Internet does not route: those of
// private networks, of a link, of the device, and between a provider and its
// customers (RFC 6890).
func isLocalNumber(host string) bool {
	if a, b, ok := octets(host); ok {
		return a == 0 || a == 10 || a == 127 || a == 100 && b>>6 == 1 || a == 169 && b == 254 || a == 172 && b>>4 == 1 || a == 192 && b == 168
	}
	first, _, _ := strings.Cut(strings.TrimPrefix(host, "["), ":")
	group, _ := strconv.ParseUint(first, 16, 16)
	return host == "[::]" || host == "[::1]" || group>>9 == 0xFC00>>9 || group>>6 == 0xFE80>>6
}

// octets returns the first two octets of an IPv4 address, also of one in the
// form of IPv6.
func octets(host string) (a, b uint64, ok bool) {
	if mapped, found := strings.CutPrefix(host, "[::ffff:"); found {
		first, _, _ := strings.Cut(mapped, ":")
		group, err := strconv.ParseUint(first, 16, 16)
		return group >> 8, group & 0xFF, err == nil
	}
	first, rest, _ := strings.Cut(host, ".")
	second, _, _ := strings.Cut(rest, ".")
	a, errA := strconv.ParseUint(first, 10, 8)
	b, errB := strconv.ParseUint(second, 10, 8)
	return a, b, errA == nil && errB == nil
}
