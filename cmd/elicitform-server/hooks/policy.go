package hooks

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
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
		if err != nil || plain == "." || plain == ".." || strings.ContainsAny(plain, "/\\\x00") || plain == "" && i < len(segments)-1 {
			return target{}, errors.New("its path has a part that servers read in different ways")
		}
		segments[i] = plain
	}
	return target{u.Scheme, host, uint16(number), segments, u.RawQuery != "" || u.ForceQuery}, nil
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
