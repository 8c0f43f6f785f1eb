package links

import (
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxPersonBytes = 1024

// Identity reads from a header who sent a request. The zero value is off.
type Identity struct {
	// Header is empty if no proxy names persons.
	Header string
	// Other senders lose the header.
	Proxies []netip.Prefix
}

var headerName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]{0,63}$`)

// reservedHeaders would name a person whom no proxy has named.
var reservedHeaders = []string{
	"Authorization", "Cookie", "Host", "Origin", "Referer", "User-Agent", "Accept", "Accept-Language", "Content-Type", "Content-Length",
}

// NewIdentity needs both arguments or neither.
func NewIdentity(header string, proxies []string) (Identity, error) {
	switch {
	case header == "" && len(proxies) == 0:
		return Identity{}, nil
	case header == "":
		return Identity{}, errors.New("trusted proxies need an identity header")
	case len(proxies) == 0:
		return Identity{}, errors.New("an identity header needs trusted proxies")
	case !headerName.MatchString(header):
		return Identity{}, fmt.Errorf("%q is not the name of a header", header)
	}
	for _, name := range reservedHeaders {
		if strings.EqualFold(name, header) {
			return Identity{}, fmt.Errorf("the header %s has another meaning", name)
		}
	}
	i := Identity{Header: http.CanonicalHeaderKey(header)}
	for _, text := range proxies {
		prefix, err := netip.ParsePrefix(text)
		if address, single := netip.ParseAddr(text); single == nil && address.Zone() == "" {
			prefix, err = netip.PrefixFrom(address, address.BitLen()), nil
		}
		if err != nil || prefix.Masked() != prefix {
			return Identity{}, fmt.Errorf("%q is neither an address nor a network, such as 10.1.0.0/16", text)
		}
		i.Proxies = append(i.Proxies, prefix)
	}
	return i, nil
}

// IsOn reports whether links are for a person by name.
func (i Identity) IsOn() bool { return i.Header != "" }

// Clean removes the header of an untrusted sender. A proxy or a program may read "_" as "-".
func (i Identity) Clean(r *http.Request) {
	if !i.IsOn() || i.trusts(r.RemoteAddr) {
		return
	}
	for name := range r.Header {
		if strings.EqualFold(strings.ReplaceAll(name, "_", "-"), i.Header) {
			delete(r.Header, name)
		}
	}
}

func (i Identity) trusts(remote string) bool {
	addrPort, err := netip.ParseAddrPort(remote)
	if err != nil {
		return false
	}
	address := addrPort.Addr().Unmap().WithZone("")
	return slices.ContainsFunc(i.Proxies, func(proxy netip.Prefix) bool { return proxy.Contains(address) })
}

// Of returns "" if no trusted proxy names a person, or if the header is repeated.
func (i Identity) Of(r *http.Request) string {
	if !i.IsOn() || !i.trusts(r.RemoteAddr) {
		return ""
	}
	if names := r.Header.Values(i.Header); len(names) == 1 && IsPerson(names[0]) {
		return names[0]
	}
	return ""
}

// IsPerson accepts 1 to 1024 bytes without control characters, and without outer blanks, which headers lose.
func IsPerson(text string) bool {
	return text != "" && len(text) <= maxPersonBytes && utf8.ValidString(text) && strings.TrimSpace(text) == text &&
		!strings.ContainsFunc(text, unicode.IsControl)
}
