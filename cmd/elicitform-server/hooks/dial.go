package hooks

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

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
