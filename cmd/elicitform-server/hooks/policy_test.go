package hooks

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

func policy(t *testing.T, allow, private []string) Policy {
	t.Helper()
	p, err := NewPolicy(allow, private)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAllowedAddresses(t *testing.T) {
	p := policy(t, []string{"https://agent.example/hooks/", "https://agent.example:8443/one", "http://[2606:4700::1]:80/", "https://whole.example"}, nil)
	for address, allowed := range map[string]bool{
		"https://agent.example/hooks/":            true,
		"https://agent.example/hooks/a/b?c=d&e":   true,
		"https://AGENT.example:443/hooks/a":       true,
		"https://agent.example/hooks/%61":         true,
		"https://agent.example:8443/one":          true,
		"https://agent.example:8443/one/two":      true,
		"https://whole.example":                   true,
		"https://whole.example/x":                 true,
		"http://[2606:4700:0::1]/x":               true,
		"https://agent.example/hooks":             false,
		"https://agent.example/hooksx/a":          false,
		"https://agent.example/":                  false,
		"https://agent.example/other/hooks/":      false,
		"https://agent.example:8443/one2":         false,
		"https://agent.example:444/hooks/a":       false,
		"http://agent.example/hooks/a":            false,
		"https://agent.example.evil.test/hooks/a": false,
		"https://xagent.example/hooks/a":          false,
		"https://whole.example.evil.test/":        false,
		"https://evil.test/agent.example/hooks/a": false,
	} {
		if err := p.Check(address); (err == nil) != allowed || !allowed && !errors.Is(err, ErrNotAllowed) {
			t.Errorf("%s: %v", address, err)
		}
	}
	// Programs could read these texts differently, so that they are not addresses.
	for _, address := range []string{
		"", "agent.example/hooks/", "//agent.example/hooks/", "https:agent.example/hooks/", "https:///hooks/", "https://agent.example/hooks/../secret", "https://agent.example/hooks/./a",
		"https://agent.example/hooks/%2e%2e/secret", "https://agent.example/hooks/%2E./secret", "https://agent.example/hooks/a%2fb", "https://agent.example/hooks/a%5cb",
		"https://agent.example/hooks//secret", "https://agent.example/hooks/%00", "https://agent.example/hooks/%zz", "https://agent.example\\@evil.test/hooks/", "https://agent.example/hooks/a b",
		"https://user@agent.example/hooks/a", "https://agent.example@evil.test/hooks/a", "https://agent.example:443@evil.test/hooks/", "https://agent.example/hooks/a#b", "https://agent.example/hooks/#",
		"https://agent.example:/hooks/a", "https://agent.example:x/hooks/a", "https://agent.example:99999999999/hooks/a", "ftp://agent.example/hooks/a", "file:///etc/passwd", "gopher://agent.example/hooks/",
		"javascript:alert(1)", "https://agent.example/hooks/a\r\nX-Evil: 1", "https://agent.example/hooks/\x00", "https://аgent.example/hooks/", "https://agent.example。/hooks/", "https://agent.example./hooks/a",
		"https://agent..example/hooks/", "https://2130706433/", "https://0x7f.1/", "https://0177.0.0.1/", "https://127.1/", "https://0/", "https://1.2.3.4.5/", "https://[::1/", "https://[fe80::1%25eth0]/x",
		"https://①②⑦.⓪.⓪.①/", "https://*.example/", "HTTPS//agent.example", "https://agent.example/hooks/" + strings.Repeat("x", 3000),
	} {
		if err := p.Check(address); err == nil || errors.Is(err, ErrNotAllowed) {
			t.Errorf("%q: %v", address, err)
		}
	}
	// A part of a path must not contain what servers, proxies or frameworks cut or decode again.
	for part, isPlain := range map[string]bool{
		"a": true, "%61": true, "a.b": true, "a..b": true, ".well-known": true, "v1.": true, "a%20b": true, "a-b_c~d": true, "a:b@c": true, "(a)": true, "k=v,w": true,
		"caf%C3%A9": true, "%E6%97%A5%E6%9C%AC": true, "%D9%A3": true, "e%CC%81": true,
		// Servlet containers cut a part at ";" before they resolve "..".
		"..;": false, "..;a=b": false, ".;": false, ";": false, "a;b": false, "..%3b": false, "..%3B": false, "%2e%2e;": false, ";..": false, "a;/..": false, "..;jsessionid=1": false,
		// Some proxies and frameworks decode twice.
		"%252e%252e": false, "%25": false, "a%25b": false, "%2525": false, "%252f": false, "..%252f..": false, "%25%32%65": false, "%25u002e": false, "%253b": false,
		// These become dots or slashes: overlong UTF-8, compatibility characters, and what Windows drops.
		"%c0%ae%c0%ae": false, "%c0%af": false, "%e0%80%ae": false, "%ff": false, "%ef%bc%8e%ef%bc%8e": false, "%ef%bc%8f": false, "%e2%80%a4%e2%80%a4": false, "%e2%80%a5": false,
		"%e2%88%95": false, "%e2%81%84": false, "%ef%b9%92": false, "%ef%bc%bc": false, "%c2%a5": false, "...": false, "....": false, "..%20": false, "%20..": false, ".%20.": false, "..+": false,
		"%20": false, "..%09": false, "%09..": false, ".%0d.": false, "..%0a": false, "..%7f": false, "..%c2%a0": false, "%e2%80%8b..": false, "%ef%bb%bf..": false, "..%c2%ad": false,
		// Some readers drop these neighbours of dots, or read parameters after "," or ":".
		"..%ef%b8%8f": false, "..%cd%8f": false, "..%e3%85%a4": false, "..%cc%b8": false, ".%cd%8f.": false, "%cd%8f..": false, "%cd%8f": false, "%ef%be%a0": false, "..,": false, "%20.,": false,
		"..:x": false, "..=1": false, "..!": false, "..$x": false, "..@a": false, ".,": false, "..%20,x": false, "..%cc%81": false, "..a": true, "._a": true, ".-a": true, ".~": true,
		// A proxy that rewrites addresses may read decoded text as a query, a fragment or a pattern.
		"..%3f": false, "a%3fb": false, "a%23b": false, "%22": false, "%3c": false, "%7c": false, "%5e": false, "%60": false, "%7b": false, "%5b": false, "a[b": false,
	} {
		for _, address := range []string{"https://agent.example/hooks/" + part, "https://agent.example/hooks/" + part + "/admin", "https://agent.example/hooks/x/" + part + "?y=1"} {
			if err := p.Check(address); isPlain && err != nil || !isPlain && (err == nil || errors.Is(err, ErrNotAllowed)) {
				t.Errorf("%s: %v", address, err)
			}
		}
	}
	for _, odd := range []string{"https://agent.example/a;b/", "https://agent.example/%2561/", "agent.example", "https://agent.example/?x", "https://user:password@agent.example/", "https://agent.example/a/../b", "*", ""} {
		if _, err := NewPolicy([]string{odd}, nil); err == nil {
			t.Errorf("%q can be allowed", odd)
		}
	}
	for _, odd := range []string{"10.0.0.0/33", "host name", "https://hooks.internal", "", "*.internal", "10.0.0"} {
		if _, err := NewPolicy(nil, []string{odd}); err == nil {
			t.Errorf("%q is accepted as private", odd)
		}
	}
}

// A host that is a private address itself is refused before a name could be resolved, in every spelling that the operator can allow.
func TestPrivateHosts(t *testing.T) {
	for _, c := range []struct {
		host, private string
		isReachable   bool
	}{
		{"127.0.0.1", "", false}, {"10.0.0.1", "", false}, {"169.254.169.254", "", false}, {"0.0.0.0", "", false}, {"[::1]", "", false}, {"[::]", "", false},
		{"[::ffff:127.0.0.1]", "", false}, {"[::ffff:7f00:1]", "", false}, {"[0:0:0:0:0:ffff:10.0.0.1]", "", false}, {"[64:ff9b::7f00:1]", "", false},
		{"[fe80::1]", "", false}, {"[fd00::1]", "", false}, {"localhost", "", false}, {"LOCALHOST", "", false}, {"hooks.localhost", "", false},
		{"127.0.0.1", "127.0.0.1", true}, {"[::ffff:127.0.0.1]", "127.0.0.0/8", true}, {"localhost", "localhost", true}, {"localhost", "127.0.0.1", true},
		{"localhost", "::1", true}, {"hooks.localhost", "hooks.localhost", true}, {"hooks.localhost", "localhost", false}, {"127.0.0.1", "10.0.0.0/8", false},
		{"169.254.169.254", "169.254.0.0/16", false}, {"8.8.8.8", "", true}, {"[2606:4700::1]", "", true}, {"hooks.internal", "", true}, {"notlocalhost", "", true},
	} {
		var private []string
		if c.private != "" {
			private = append(private, c.private)
		}
		p := policy(t, []string{"http://" + c.host + ":8000/hooks/"}, private)
		if err := p.Check("http://" + c.host + ":8000/hooks/1"); (err == nil) != c.isReachable || !c.isReachable && !errors.Is(err, ErrPrivate) {
			t.Errorf("%s with %q allowed as private: %v", c.host, c.private, err)
		}
	}
	for text := range privateAddresses {
		host := text
		if strings.Contains(text, "%") {
			continue // No URL for a webhook has a zone.
		}
		if strings.Contains(text, ":") {
			host = "[" + text + "]"
		}
		if err := policy(t, []string{"https://" + host}, nil).Check("https://" + host + "/x"); !errors.Is(err, ErrPrivate) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

var privateAddresses = map[string]string{
	"127.0.0.1": "loopback", "127.255.255.254": "loopback", "0.0.0.0": "unspecified", "0.1.2.3": "this network",
	"10.0.0.1": "private", "10.255.255.255": "private", "172.16.0.1": "private", "172.31.255.255": "private", "192.168.0.1": "private", "100.64.0.1": "carrier",
	"100.127.255.255": "carrier", "169.254.0.1": "link-local", "169.254.169.254": "metadata", "169.254.170.2": "metadata of containers", "100.100.100.200": "metadata of Alibaba",
	"168.63.129.16": "Azure's server", "192.0.0.192": "metadata of Oracle", "192.0.2.1": "documentation", "198.51.100.1": "documentation", "203.0.113.1": "documentation",
	"192.88.99.1": "relay of 6to4", "198.18.0.1": "benchmarks", "198.19.255.255": "benchmarks", "224.0.0.1": "multicast", "239.255.255.250": "multicast", "240.0.0.1": "reserved",
	"255.255.255.255": "broadcast", "::": "unspecified", "::1": "loopback", "::ffff:127.0.0.1": "IPv4-mapped", "::ffff:10.0.0.1": "IPv4-mapped", "::ffff:169.254.169.254": "IPv4-mapped",
	"::ffff:0:127.0.0.1": "IPv4-translated", "::127.0.0.1": "IPv4-compatible", "64:ff9b::7f00:1": "NAT64", "64:ff9b::a9fe:a9fe": "NAT64", "64:ff9b:1::a00:1": "NAT64 of a network",
	"2002:7f00:1::": "6to4", "2002:a9fe:a9fe::1": "6to4", "2001:0:4136:e378:8000:63bf:3fff:fdd2": "Teredo", "2001:10::1": "ORCHID", "2001:20::1": "ORCHID", "2001:db8::1": "documentation",
	"3fff::1": "documentation", "fe80::1": "link-local", "fe80::1%eth0": "link-local with a zone", "2606:4700::1%eth0": "a zone", "fec0::1": "site-local", "fc00::1": "unique local",
	"fd00:ec2::254": "metadata", "ff02::1": "multicast", "ff0e::1": "multicast", "100::1": "discard", "5f00::1": "segment routing", "4000::1": "not assigned",
}

func TestPrivateAddresses(t *testing.T) {
	if len(privateAddresses) < 50 {
		t.Errorf("there are only %d addresses", len(privateAddresses))
	}
	p := policy(t, nil, []string{"hooks.internal"})
	for text, network := range privateAddresses {
		if ip := netip.MustParseAddr(text); p.mayReach("agent.example", ip) {
			t.Errorf("%s (%s) may be reached", text, network)
		}
	}
	for _, text := range []string{"1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "::ffff:8.8.8.8", "2606:4700::1", "2a00:1450::1", "2001:4860:4860::8888"} {
		if ip := netip.MustParseAddr(text); !p.mayReach("agent.example", ip) {
			t.Errorf("%s may not be reached", text)
		}
	}
}

func TestAllowedPrivateAddresses(t *testing.T) {
	for _, c := range []struct {
		private, host, ip string
		may               bool
	}{
		{"hooks.internal", "hooks.internal", "10.0.0.1", true}, {"hooks.internal", "HOOKS.internal", "127.0.0.1", true}, {"hooks.internal", "other.internal", "10.0.0.1", false},
		{"hooks.internal", "hooks.internal", "169.254.169.254", false}, {"hooks.internal", "hooks.internal", "fd00:ec2::254", false}, {"hooks.internal", "hooks.internal", "224.0.0.1", false},
		{"hooks.internal", "hooks.internal", "100.100.100.200", false},
		{"10.1.0.0/16", "a", "10.1.2.3", true}, {"10.1.0.0/16", "a", "10.2.0.1", false}, {"10.1.0.0/16", "a", "::ffff:10.1.2.3", true}, {"127.0.0.1", "a", "127.0.0.1", true},
		{"127.0.0.1", "a", "127.0.0.2", false}, {"0.0.0.0/0", "a", "0.0.0.0", false}, {"0.0.0.0/0", "a", "224.0.0.1", false}, {"0.0.0.0/0", "a", "255.255.255.255", false},
		{"169.254.0.0/16", "a", "169.254.169.254", false}, {"169.254.169.254", "a", "169.254.169.254", true}, {"169.254.0.0/16", "a", "169.254.1.1", true}, {"::/0", "a", "::1", true},
		{"::/0", "a", "::", false}, {"fd00::/8", "a", "fd00:ec2::254", false}, {"fd00::/8", "a", "fd12::1", true},
	} {
		if may := policy(t, nil, []string{c.private}).mayReach(c.host, netip.MustParseAddr(c.ip)); may != c.may {
			t.Errorf("with %s allowed, %s of %s may be reached: %v, want %v", c.private, c.ip, c.host, may, c.may)
		}
	}
}

func nameServer(t *testing.T, address string) *net.Resolver {
	t.Helper()
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		local, remote := net.Pipe()
		go func() {
			defer remote.Close()
			var length [2]byte
			for {
				if _, err := io.ReadFull(remote, length[:]); err != nil {
					return
				}
				text := make([]byte, int(length[0])<<8|int(length[1]))
				if _, err := io.ReadFull(remote, text); err != nil {
					return
				}
				var m dnsmessage.Message
				if m.Unpack(text) != nil || len(m.Questions) != 1 {
					return
				}
				m.Response, m.Additionals = true, nil
				if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
					m.Answers = []dnsmessage.Resource{{
						Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, TTL: 0},
						Body:   &dnsmessage.AResource{A: netip.MustParseAddr(address).As4()},
					}}
				}
				reply, err := m.Pack()
				if err != nil {
					t.Error(err)
					return
				}
				if _, err := remote.Write(append([]byte{byte(len(reply) >> 8), byte(len(reply))}, reply...)); err != nil {
					return
				}
			}
		}()
		return local, nil
	}}
}

// DNS rebinding reaches no private address, because each address is checked when it is connected to.
func TestDNSRebinding(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	var reached atomic.Int64
	go func() {
		_ = http.Serve(listener, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	}()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	for _, isAllowed := range []bool{false, true} {
		private := []string{"other.example"}
		if isAllowed {
			private = []string{"rebound.example"}
		}
		p := policy(t, nil, private)
		p.resolver = nameServer(t, "127.0.0.1")
		response, err := p.client(nil).Get("http://rebound.example:" + port + "/")
		if err == nil {
			response.Body.Close()
		}
		if !isAllowed && !errors.Is(err, ErrPrivate) || isAllowed && err != nil || (reached.Load() > 0) != isAllowed {
			t.Errorf("private host allowed %v: %v, reached %d times", isAllowed, err, reached.Load())
		}
	}
}
