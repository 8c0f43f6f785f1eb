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

// Policy decides where webhooks may go. The zero value allows no address.
type Policy struct {
	allowed []target
	// networks and hosts may be reached although their addresses are private.
	networks []netip.Prefix
	hosts    map[string]bool
	resolver *net.Resolver
}

// ErrNotAllowed is the error of an address that the operator does not allow.
var ErrNotAllowed = errors.New("the operator does not allow webhooks to this address")

// NewPolicy reads beginnings of addresses ("https://agent.example/hooks/"), and private hosts or networks
// ("hooks.internal", "10.1.0.0/16").
func NewPolicy(allow, private []string) (Policy, error) {
	p := Policy{hosts: map[string]bool{}}
	for _, text := range allow {
		start, err := readTarget(text)
		if err == nil && start.hasQuery {
			err = errors.New("a beginning of addresses has no query")
		}
		if err != nil {
			return Policy{}, fmt.Errorf("%q: %w", text, err)
		}
		p.allowed = append(p.allowed, start)
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

// ErrPrivate is the error of a private or reserved address that the operator does not allow.
var ErrPrivate = errors.New("webhooks may not reach the address of the host")

// Check decides when a question is asked, and before each delivery. It returns [ErrNotAllowed] for an address that the
// operator does not allow, [ErrPrivate] for a host that is a private address itself, and another error for an unsafe
// address. It resolves no name: that may lead elsewhere when the webhook is sent, up to a month later, and askers could
// find out the names of a private network. dial checks the address of a name.
func (p Policy) Check(text string) error {
	t, err := readTarget(text)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(p.allowed, t.isWithin) {
		return ErrNotAllowed
	}
	if !p.mayReachHost(t.host) {
		return ErrPrivate
	}
	return nil
}

type target struct {
	scheme, host string
	port         uint16
	// The last segment is empty if the path ends in "/".
	segments []string
	hasQuery bool
}

const maxURLBytes = 2048

// readTarget reads an address, and rejects those that two programs could read differently.
func readTarget(text string) (target, error) {
	if len(text) > maxURLBytes {
		return target{}, fmt.Errorf("an address has at most %d bytes", maxURLBytes)
	}
	for _, c := range []byte(text) {
		if c <= ' ' || c >= 0x7f || strings.IndexByte("\\\"<>^`{|}", c) >= 0 {
			return target{}, errors.New("the address has a character that must be escaped")
		}
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		// The parser's error quotes the address.
		return target{}, errors.New("it is not an address")
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
		return target{}, errors.New("its host is not a name")
	}
	port := u.Port()
	if port == "" && !strings.HasSuffix(u.Host, ":") {
		port = map[string]string{"https": "443", "http": "80"}[u.Scheme]
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil || number == 0 {
		return target{}, errors.New("its port is not a number from 1 to 65535")
	}
	if ipErr == nil {
		host = ip.String()
	}
	segments := strings.Split(strings.TrimPrefix(u.EscapedPath(), "/"), "/")
	for i, segment := range segments {
		plain, err := url.PathUnescape(segment)
		if err != nil || plain == "" && i < len(segments)-1 || plain != "" && !isPlainPart(plain) {
			return target{}, errors.New("its path has a part that servers read differently")
		}
		segments[i] = plain
	}
	return target{u.Scheme, host, uint16(number), segments, u.RawQuery != "" || u.ForceQuery}, nil
}

// isPlainPart reports whether all servers read a part of a path as the same folder. Servlet containers cut it at ";", and
// some proxies decode "%" twice: "..;" and "%252e%252e" leave an allowed folder. No normalization turns a letter into a
// dot or a slash.
func isPlainPart(part string) bool {
	for _, c := range part {
		isMark := strings.ContainsRune(" -._~!$&'()*+,=:@", c)
		if c == utf8.RuneError || !isMark && !unicode.In(c, unicode.Letter, unicode.Mark, unicode.Digit) || isIgnorable(c) {
			return false
		}
	}
	// Windows drops trailing spaces and dots, and form decoders turn "+" into a space. The character after leading
	// dots must stay, as in ".well-known", or the dots alone would be a folder.
	rest := strings.TrimLeft(part, " .+")
	first, _ := utf8.DecodeRuneInString(rest)
	return unicode.In(first, unicode.Letter, unicode.Digit) || strings.ContainsRune("_-~", first) ||
		rest == part && !unicode.In(first, unicode.Mark)
}

func isIgnorable(c rune) bool {
	return unicode.In(c, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// isWithin compares whole parts of the path: "/one" allows "/one/two" and not "/one2".
func (t target) isWithin(start target) bool {
	if t.scheme != start.scheme || t.host != start.host || t.port != start.port {
		return false
	}
	parts := start.segments
	if last := len(parts) - 1; parts[last] == "" {
		parts = parts[:last]
		if len(t.segments) <= last {
			return false
		}
	}
	return len(t.segments) >= len(parts) && slices.Equal(t.segments[:len(parts)], parts)
}

// hostName excludes a number as last label: some resolvers read "0x7f.1" and "2130706433" as addresses.
var hostName = regexp.MustCompile(`^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$`)

func prefixes(texts string) []netip.Prefix {
	var all []netip.Prefix
	for text := range strings.FieldsSeq(texts) {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}

var (
	private = prefixes("10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 172.16.0.0/12 192.168.0.0/16 ::1/128 fc00::/7")
	// special networks: this one, link-local, protocols, documentation, 6to4, benchmarks, multicast, reserved, Azure's
	// server.
	special = prefixes("0.0.0.0/8 169.254.0.0/16 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 " +
		"224.0.0.0/4 240.0.0.0/4 168.63.129.16/32")
	// public6 has public servers, and special6 its reserved ranges: Teredo, documentation, 6to4. NAT64 lies outside.
	public6  = netip.MustParsePrefix("2000::/3")
	special6 = prefixes("2001::/23 2001:db8::/32 2002::/16 3fff::/20")
	// metadata has the addresses at which clouds give secrets. Allowing their network does not allow them.
	metadata = prefixes("169.254.169.254/32 169.254.170.2/32 100.100.100.200/32 fd00:ec2::254/128 168.63.129.16/32")
)

func contains(networks []netip.Prefix, ip netip.Addr) bool {
	return slices.ContainsFunc(networks, func(network netip.Prefix) bool { return network.Contains(ip) })
}

func isPublic(ip netip.Addr) bool {
	ip = ip.Unmap()
	if ip.Is4() {
		return !contains(private, ip) && !contains(special, ip)
	}
	return ip.Zone() == "" && public6.Contains(ip) && !contains(special6, ip)
}

func (p Policy) mayReach(host string, ip netip.Addr) bool {
	ip = ip.Unmap()
	switch {
	case isPublic(ip):
		return true
	case ip.IsUnspecified() || ip.IsMulticast() || ip == netip.AddrFrom4([4]byte{255, 255, 255, 255}):
		return false
	case contains(p.networks, ip.WithZone("")):
		// An address of metadata must be allowed itself.
		single := netip.PrefixFrom(ip.WithZone(""), ip.BitLen())
		return !contains(metadata, ip) || slices.Contains(p.networks, single)
	}
	return p.hosts[strings.ToLower(host)] && contains(private, ip) && !contains(metadata, ip)
}

var loopback = []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}

// mayReachHost decides about addresses and about the names that RFC 6761 reserves for this machine; other names may be
// reached.
func (p Policy) mayReachHost(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return p.mayReach(host, ip)
	}
	isLocal := host == "localhost" || strings.HasSuffix(host, ".localhost")
	return !isLocal || slices.ContainsFunc(loopback, func(ip netip.Addr) bool { return p.mayReach(host, ip) })
}

// dial checks each address after resolving its name and right before connecting, which defeats DNS rebinding.
func (p Policy) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	check := func(_ context.Context, network, address string, _ syscall.RawConn) error {
		addrPort, err := netip.ParseAddrPort(address)
		if err != nil || !strings.HasPrefix(network, "tcp") || !p.mayReach(host, addrPort.Addr()) {
			return ErrPrivate
		}
		return nil
	}
	dialer := net.Dialer{Timeout: dialTimeout, Resolver: p.resolver, ControlContext: check}
	return dialer.DialContext(ctx, network, address)
}

const (
	dialTimeout      = 5 * time.Second
	deliveryTimeout  = 15 * time.Second
	maxResponseBytes = 4 << 10
)

func (p Policy) client(roots *x509.CertPool) *http.Client {
	return &http.Client{
		Timeout:       deliveryTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			// A proxy of the environment would resolve names itself, without the check of addresses.
			Proxy:                  nil,
			DialContext:            p.dial,
			TLSClientConfig:        &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
			TLSHandshakeTimeout:    dialTimeout,
			ResponseHeaderTimeout:  deliveryTimeout,
			MaxResponseHeaderBytes: maxResponseBytes * 4,
			DisableCompression:     true,
			MaxIdleConns:           64,
			MaxIdleConnsPerHost:    2,
			IdleConnTimeout:        30 * time.Second,
		},
	}
}
