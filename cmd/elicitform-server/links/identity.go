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

// mostPerson is how many bytes the name of a person has.
const mostPerson = 1024

// Identity says who a request is from, where a proxy before the server knows it. The zero value knows nobody.
type Identity struct {
	// Header is the one in which the proxy names the person; empty where there is no such proxy.
	Header string
	// Proxies are the addresses whose requests may have the header. It is taken from all others.
	Proxies []netip.Prefix
}

var headerName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]{0,63}$`)

// spoken are headers that mean something else, and would name a person whom no proxy has named.
var spoken = []string{
	"Authorization", "Cookie", "Host", "Origin", "Referer", "User-Agent", "Accept", "Accept-Language", "Content-Type", "Content-Length",
}

// NewIdentity reads the name of a header, and the networks of the proxies. Neither is of use without the other.
func NewIdentity(header string, proxies []string) (Identity, error) {
	switch {
	case header == "" && len(proxies) == 0:
		return Identity{}, nil
	case header == "":
		return Identity{}, errors.New("trusted proxies are of use only with the name of an identity header")
	case len(proxies) == 0:
		return Identity{}, errors.New("an identity header is believed only from trusted proxies, and there are none")
	case !headerName.MatchString(header):
		return Identity{}, fmt.Errorf("%q is no name of a header", header)
	}
	for _, name := range spoken {
		if strings.EqualFold(name, header) {
			return Identity{}, fmt.Errorf("the header %s has a meaning of its own", name)
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

// Asked reports whether links are for a person by name.
func (i Identity) Asked() bool { return i.Header != "" }

// Clean takes the header away from a request that no trusted proxy has sent. A header of Go has one spelling, but a proxy or a
// program behind one may read "_" as "-".
func (i Identity) Clean(r *http.Request) {
	if !i.Asked() || i.trusts(r.RemoteAddr) {
		return
	}
	for name := range r.Header {
		if strings.EqualFold(strings.ReplaceAll(name, "_", "-"), i.Header) {
			delete(r.Header, name)
		}
	}
}

func (i Identity) trusts(remote string) bool {
	from, err := netip.ParseAddrPort(remote)
	if err != nil {
		return false
	}
	address := from.Addr().Unmap().WithZone("")
	return slices.ContainsFunc(i.Proxies, func(proxy netip.Prefix) bool { return proxy.Contains(address) })
}

// Of returns who a request is from; empty where no trusted proxy says it, or says it twice.
func (i Identity) Of(r *http.Request) string {
	if !i.Asked() || !i.trusts(r.RemoteAddr) {
		return ""
	}
	if named := r.Header.Values(i.Header); len(named) == 1 && IsPerson(named[0]) {
		return named[0]
	}
	return ""
}

// IsPerson reports whether a text can be the name of a person: 1 to 1024 bytes of UTF-8 without control characters and without
// blanks at its ends, which headers do not keep.
func IsPerson(text string) bool {
	return text != "" && len(text) <= mostPerson && utf8.ValidString(text) && strings.TrimSpace(text) == text &&
		!strings.ContainsFunc(text, unicode.IsControl)
}
