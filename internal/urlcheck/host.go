package urlcheck

import (
	"net/netip"
	"slices"
	"strings"
)

const digits = "0123456789"

// localNames never leave a home or an office: multicast DNS, ICANN's reservation for private use, RFC 8375,
// and names that routers and offices use without a reservation (RFC 6762, appendix G).
var localNames = []string{".local", ".internal", ".home.arpa", ".lan", ".home", ".corp", ".private", ".intranet"}

// endsIn reports whether a host has one of the ends, or equals one without its dot.
func endsIn(host string, ends ...string) bool {
	name := "." + strings.TrimSuffix(host, ".")
	return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(name, end) })
}

// isHost accepts the characters of names and IP addresses. Some browsers accept others, such as an escaped
// space; no site needs them.
func isHost(host string) bool {
	name := strings.TrimSuffix(host, ".")
	return name != "" && !strings.Contains("."+name+".", "..") && strings.Trim(host, "abcdefghijklmnopqrstuvwxyz-_.[:]"+digits) == ""
}

// isAddress reports whether a browser treats a host as an IP address: its last label is a number.
func isAddress(host string) bool {
	last := host[strings.LastIndexByte(host, '.')+1:]
	return strings.HasPrefix(host, "[") || last != "" && strings.Trim(last, digits) == ""
}

// isLoopback accepts a loopback address, or a name that every browser resolves to one.
func isLoopback(host string) bool {
	if address, ok := addressOf(host); ok {
		return address.IsLoopback()
	}
	return endsIn(host, ".localhost")
}

func isLocal(host string) bool {
	if address, ok := addressOf(host); ok {
		return isLocalNumber(address) || isLocalNumber(embeddedIPv4(address))
	}
	return !strings.Contains(strings.TrimSuffix(host, "."), ".") || endsIn(host, localNames...)
}

// addressOf returns an IPv4 address in the form of IPv6 as IPv4.
func addressOf(host string) (netip.Addr, bool) {
	if !isAddress(host) {
		return netip.Addr{}, false
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]."))
	return address.Unmap(), err == nil
}

// isLocalNumber knows beside netip's the addresses of the device itself, those between a provider and its
// customers (RFC 6890), and translated ones (RFC 8215). Comparing them by hand saves the thirty kilobytes of
// netip's prefixes.
func isLocalNumber(address netip.Addr) bool {
	if address.IsPrivate() || address.IsLoopback() || address.IsLinkLocalUnicast() || address.IsUnspecified() {
		return true
	}
	bytes := address.As16()
	if address.Is4() {
		return bytes[12] == 0 || bytes[12] == 100 && bytes[13]>>6 == 1
	}
	return strings.HasPrefix(string(bytes[:]), "\x00\x64\xff\x9b\x00\x01")
}

// nat64Prefix begins the addresses that end with the IPv4 address they lead to: 64:ff9b::/96 (RFC 6052).
const nat64Prefix = "\x00\x64\xff\x9b\x00\x00\x00\x00\x00\x00\x00\x00"

// embeddedIPv4 returns the zero address unless it gets a NAT64 address.
func embeddedIPv4(address netip.Addr) netip.Addr {
	bytes := address.As16()
	if !strings.HasPrefix(string(bytes[:]), nat64Prefix) {
		return netip.Addr{}
	}
	return netip.AddrFrom4([4]byte(bytes[12:]))
}
