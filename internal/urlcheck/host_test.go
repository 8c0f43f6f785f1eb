package urlcheck

import "testing"

// Rows: B23.
func TestHost(t *testing.T) {
	tests := []struct {
		host                     string
		address, loopback, local bool
	}{
		{"example.com", false, false, false},
		{"localhost", false, true, true},
		{"localhost.", false, true, true},
		{"a.b.localhost", false, true, false},
		{"notlocalhost", false, false, true},
		{"localhost.example", false, false, false},
		{"printer.local", false, false, true},
		{"printer.local.", false, false, true},
		{"local.example", false, false, false},
		{"3.example", false, false, false},
		{"example.3com", false, false, false},
		{"127.0.0.1", true, true, true},
		{"127.255.255.254", true, true, true},
		{"128.0.0.1", true, false, false},
		{"0.0.0.0", true, false, true},
		{"9.255.255.255", true, false, false},
		{"10.1.2.3", true, false, true},
		{"100.63.255.255", true, false, false},
		{"100.64.0.0", true, false, true},
		{"100.127.255.255", true, false, true},
		{"100.128.0.0", true, false, false},
		{"169.253.0.1", true, false, false},
		{"169.254.0.1", true, false, true},
		{"172.15.255.255", true, false, false},
		{"172.16.0.0", true, false, true},
		{"172.31.255.255", true, false, true},
		{"172.32.0.0", true, false, false},
		{"192.167.1.1", true, false, false},
		{"192.168.1.1", true, false, true},
		{"[::1]", true, true, true},
		{"[::]", true, false, true},
		{"[::2]", true, false, false},
		{"[::ffff:7f00:1]", true, true, true},
		{"[::ffff:c0a8:101]", true, false, true},
		{"[::ffff:808:808]", true, false, false},
		{"[fc00::1]", true, false, true},
		{"[fdff::1]", true, false, true},
		{"[fe7f::1]", true, false, false},
		{"[fe80::1]", true, false, true},
		{"[febf::1]", true, false, true},
		{"[fec0::1]", true, false, false},
		{"[2001:db8::1]", true, false, false},
		{"[64:ff9b::c0a8:101]", true, false, true},
		{"[64:ff9b::7f00:1]", true, false, true},
		{"[64:ff9b::808:808]", true, false, false},
		{"[64:ff9b:1::808:808]", true, false, true},
		{"home.arpa", false, false, true},
		{"nas.home.arpa", false, false, true},
		{"wiki.internal", false, false, true},
		{"router.lan.", false, false, true},
		{"plan.example", false, false, false},
		{"my-lan.example.com", false, false, false},
	}
	for _, test := range tests {
		t.Run(test.host, func(t *testing.T) {
			if got := isAddress(test.host); got != test.address {
				t.Errorf("%s: address: got %v, want %v", test.host, got, test.address)
			}
			if got := isLoopback(test.host); got != test.loopback {
				t.Errorf("%s: loopback: got %v, want %v", test.host, got, test.loopback)
			}
			if got := isLocal(test.host); got != test.local {
				t.Errorf("%s: local: got %v, want %v", test.host, got, test.local)
			}
		})
	}
}

// Rows: N17.
func TestSameSite(t *testing.T) {
	for _, test := range []struct {
		name, host string
		same       bool
	}{
		{"example.com", "example.com", true},
		{"mcp.example.com", "login.example.com", true},
		{"example.co.uk", "www.example.co.uk", true},
		{"example.com", "com", false},
		{"bank.co.uk", "co.uk", false},
		{"bank.co.uk", "evil.co.uk", false},
		{"me.github.io", "github.io", false},
		{"github.io", "me.github.io", false},
		{"me.github.io", "me.github.io", true},
		{"example.com", "example.com.evil.test", false},
		{"münchen.de", "xn--mnchen-3ya.de", true},
		{"mcp.münchen.de", "login.xn--mnchen-3ya.de", true},
		{"xn--mnchen-3ya.de", "xn--mnchen-3ya.de", true},
		{"10.0.0.1", "10.0.0.1", true},
		{"10.0.0.1", "11.0.0.1", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			var v Verdict
			v.Lead, v.Domain, v.Tail = splitHost(test.host)
			if got := v.SameSite(test.name); got != test.same {
				t.Errorf("%s and %s: got %v, want %v", test.name, test.host, got, test.same)
			}
		})
	}
}
