package hooks

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"
)

// Policy says where webhooks may go: nowhere, unless the operator has said so.
type Policy struct {
	// allowed are beginnings of addresses.
	allowed []target
	// networks and hosts may be reached though their addresses are not public.
	networks []netip.Prefix
	hosts    map[string]bool
	// resolver looks names up; nil for the usual one.
	resolver *net.Resolver
}

// ErrNotAllowed says that the operator has not allowed an address.
var ErrNotAllowed = errors.New("the address is not among those that webhooks may go to")

// NewPolicy reads what an operator allows: beginnings of addresses, such as "https://agent.example/hooks/", and hosts or
// networks whose addresses need not be public, such as "hooks.internal" or "10.1.0.0/16".
func NewPolicy(allow, private []string) (Policy, error) {
	p := Policy{hosts: map[string]bool{}}
	for _, text := range allow {
		one, err := readTarget(text)
		if err == nil && one.query {
			err = errors.New("a beginning of addresses has no query")
		}
		if err != nil {
			return Policy{}, fmt.Errorf("%q: %w", text, err)
		}
		p.allowed = append(p.allowed, one)
	}
	for _, text := range private {
		if network, err := netip.ParsePrefix(text); err == nil {
			p.networks = append(p.networks, network.Masked())
		} else if ip, err := netip.ParseAddr(text); err == nil {
			p.networks = append(p.networks, netip.PrefixFrom(ip, ip.BitLen()))
		} else if host := strings.ToLower(text); hostName.MatchString(host) {
			p.hosts[host] = true
		} else {
			return Policy{}, fmt.Errorf("%q is neither a host nor a network", text)
		}
	}
	return p, nil
}

// Check reports whether a webhook may be sent to an address, as far as that can be said before the
// name of its host is looked up. The error is [ErrNotAllowed], or says what is wrong with the address.
func (p Policy) Check(text string) error {
	one, err := readTarget(text)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(p.allowed, one.within) {
		return ErrNotAllowed
	}
	return nil
}

// target is an address in the parts in which two are compared.
type target struct {
	scheme, host string
	port         uint16
	// segments are the parts of the path; the last one is empty for a path that ends in "/".
	segments []string
	query    bool
}

// mostURL is how many bytes an address has.
const mostURL = 2048

// readTarget reads an address, and rejects those that two programs could read in different ways.
func readTarget(text string) (target, error) {
	if len(text) > mostURL {
		return target{}, fmt.Errorf("an address has at most %d bytes", mostURL)
	}
	for _, c := range []byte(text) {
		if c <= ' ' || c >= 0x7f || strings.IndexByte("\\\"<>^`{|}", c) >= 0 {
			return target{}, errors.New("the address has a character that is none of an address")
		}
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		// The error of the parser quotes the address.
		return target{}, errors.New("it is no address")
	case u.Scheme != "https" && u.Scheme != "http":
		return target{}, errors.New("it begins neither with https nor with http")
	case u.Opaque != "" || u.Host == "":
		return target{}, errors.New("it names no host")
	case u.User != nil:
		return target{}, errors.New("it has a user name")
	case strings.Contains(text, "#"):
		return target{}, errors.New("it has a fragment")
	}
	host := strings.ToLower(u.Hostname())
	ip, ipErr := netip.ParseAddr(host)
	if ipErr != nil && !hostName.MatchString(host) || ip.Zone() != "" {
		return target{}, errors.New("its host is no name")
	}
	port := u.Port()
	if port == "" && !strings.HasSuffix(u.Host, ":") {
		port = map[string]string{"https": "443", "http": "80"}[u.Scheme]
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil || number == 0 {
		return target{}, errors.New("its port is no number of one")
	}
	if ipErr == nil {
		host = ip.String()
	}
	segments := strings.Split(strings.TrimPrefix(u.EscapedPath(), "/"), "/")
	for i, segment := range segments {
		plain, err := url.PathUnescape(segment)
		if err != nil || plain == "" && i < len(segments)-1 || plain != "" && !isPlainPart(plain) {
			return target{}, errors.New("its path has a part that servers read in different ways")
		}
		segments[i] = plain
	}
	return target{u.Scheme, host, uint16(number), segments, u.RawQuery != "" || u.ForceQuery}, nil
}

// isPlainPart reports whether every server reads a decoded part of a path as the same folder. Servlet containers cut a
// part at ";", and proxies decode "%" a second time, so that "..;" and "%252e%252e" lead out of an allowed folder.
// Only letters, digits and the other marks of RFC 3986 remain: no normalization makes a dot or a slash of a letter.
func isPlainPart(part string) bool {
	for _, c := range part {
		isMark := strings.ContainsRune(" -._~!$&'()*+,=:@", c)
		if c == utf8.RuneError || !isMark && !unicode.In(c, unicode.Letter, unicode.Mark, unicode.Digit) || isIgnorable(c) {
			return false
		}
	}
	// Windows drops spaces and dots at the end, and a form decoder makes a space of "+". Behind the first dots stands what nobody cuts
	// or drops, so that they never remain alone: ".well-known".
	rest := strings.TrimLeft(part, " .+")
	first, _ := utf8.DecodeRuneInString(rest)
	return unicode.In(first, unicode.Letter, unicode.Digit) || strings.ContainsRune("_-~", first) ||
		rest == part && !unicode.In(first, unicode.Mark)
}

// isIgnorable reports whether a letter or a mark is nothing to some readers: they drop it, and what is around it comes together.
func isIgnorable(c rune) bool {
	return unicode.In(c, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// within reports whether an address begins with another one: the same server, and a path that has the same parts
// first. Of a beginning without "/" at its end the last part is a whole one.
func (t target) within(start target) bool {
	if t.scheme != start.scheme || t.host != start.host || t.port != start.port {
		return false
	}
	parts := start.segments
	if last := len(parts) - 1; parts[last] == "" {
		// What is below the folder.
		parts = parts[:last]
		if len(t.segments) <= last {
			return false
		}
	}
	return len(t.segments) >= len(parts) && slices.Equal(t.segments[:len(parts)], parts)
}

// hostName matches the name of a host as it is looked up. A label that is a number is none of a name: some resolvers
// read "0x7f.1" and "2130706433" as addresses.
var hostName = regexp.MustCompile(`^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$`)

func prefixes(texts string) []netip.Prefix {
	var all []netip.Prefix
	for text := range strings.FieldsSeq(texts) {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}

var (
	// private are networks that hosts may be in which the operator has named.
	private = prefixes("10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 172.16.0.0/12 192.168.0.0/16 ::1/128 fc00::/7")
	// special are the other networks of IPv4 that are not those of public servers: this network, link-local with the
	// metadata of clouds, protocols, documentation, relays of 6to4, benchmarks, multicast, reserved; and Azure's own server.
	special = prefixes("0.0.0.0/8 169.254.0.0/16 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 " +
		"224.0.0.0/4 240.0.0.0/4 168.63.129.16/32")
	// public6 is the network of IPv6 with public servers, and special6 what in it is none: protocols with Teredo,
	// documentation, and 6to4, whose addresses hold one of IPv4. All other networks, such as NAT64's, are outside of public6.
	public6  = netip.MustParsePrefix("2000::/3")
	special6 = prefixes("2001::/23 2001:db8::/32 2002::/16 3fff::/20")
	// metadata are the addresses where a cloud gives its machines secrets. A network that contains one may be allowed as a
	// whole, and the address is not allowed by that.
	metadata = prefixes("169.254.169.254/32 169.254.170.2/32 100.100.100.200/32 fd00:ec2::254/128 168.63.129.16/32")
)

func contains(networks []netip.Prefix, ip netip.Addr) bool {
	return slices.ContainsFunc(networks, func(network netip.Prefix) bool { return network.Contains(ip) })
}

// isPublic reports whether an address can be that of a public server.
func isPublic(ip netip.Addr) bool {
	ip = ip.Unmap()
	if ip.Is4() {
		return !contains(private, ip) && !contains(special, ip)
	}
	return ip.Zone() == "" && public6.Contains(ip) && !contains(special6, ip)
}

// mayReach reports whether a webhook to a host may reach the address that its name was looked up to.
func (p Policy) mayReach(host string, ip netip.Addr) bool {
	ip = ip.Unmap()
	switch {
	case isPublic(ip):
		return true
	case ip.IsUnspecified() || ip.IsMulticast() || ip == netip.AddrFrom4([4]byte{255, 255, 255, 255}):
		return false
	case contains(p.networks, ip.WithZone("")):
		// A network that is named as a whole does not name what gives away the secrets of a cloud.
		named := netip.PrefixFrom(ip.WithZone(""), ip.BitLen())
		return !contains(metadata, ip) || slices.Contains(p.networks, named)
	}
	return p.hosts[strings.ToLower(host)] && contains(private, ip) && !contains(metadata, ip)
}

var errAddress = errors.New("the address of the host is not one that webhooks may reach")

// dial connects to a host. Each address is judged after its name was looked up and right before it is connected to, so that a
// name server that says something else the second time changes nothing.
func (p Policy) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	judge := func(_ context.Context, network, address string, _ syscall.RawConn) error {
		end, err := netip.ParseAddrPort(address)
		if err != nil || !strings.HasPrefix(network, "tcp") || !p.mayReach(host, end.Addr()) {
			return errAddress
		}
		return nil
	}
	dialer := net.Dialer{Timeout: dialPatience, Resolver: p.resolver, ControlContext: judge}
	return dialer.DialContext(ctx, network, address)
}

const (
	// dialPatience is for one address, and patience for a delivery with its response.
	dialPatience = 5 * time.Second
	patience     = 15 * time.Second
	// mostResponse is how much of a response is read.
	mostResponse = 4 << 10
)

// client makes a client that reaches what the policy allows and follows no redirect.
func (p Policy) client(roots *x509.CertPool) *http.Client {
	return &http.Client{
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			// A proxy of the environment would look names up itself, where nothing judges the addresses.
			Proxy:                  nil,
			DialContext:            p.dial,
			TLSClientConfig:        &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
			TLSHandshakeTimeout:    dialPatience,
			ResponseHeaderTimeout:  patience,
			MaxResponseHeaderBytes: mostResponse * 4,
			DisableCompression:     true,
			MaxIdleConns:           64,
			MaxIdleConnsPerHost:    2,
			IdleConnTimeout:        30 * time.Second,
		},
	}
}
