package links

import (
	"net/http/httptest"
	"strings"
	"testing"
)

func TestIdentity(t *testing.T) {
	i, err := NewIdentity("x-auth-user", []string{"10.1.0.0/16", "::1", "192.0.2.7"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		remote string
		header map[string][]string
		want   string
	}{
		{"10.1.2.3:80", map[string][]string{"X-Auth-User": {"ada@example.com"}}, "ada@example.com"},
		{"[::ffff:10.1.2.3]:80", map[string][]string{"X-Auth-User": {"ada"}}, "ada"},
		{"[::1]:80", map[string][]string{"X-Auth-User": {"ada"}}, "ada"}, {"192.0.2.7:1", map[string][]string{"X-Auth-User": {"ada"}}, "ada"},
		{"10.2.0.1:80", map[string][]string{"X-Auth-User": {"ada"}}, ""}, {"192.0.2.8:1", map[string][]string{"X-Auth-User": {"ada"}}, ""},
		{"", map[string][]string{"X-Auth-User": {"ada"}}, ""}, {"10.1.2.3", map[string][]string{"X-Auth-User": {"ada"}}, ""},
		{"@", map[string][]string{"X-Auth-User": {"ada"}}, ""},
		// The client has sent one header, and the proxy its own.
		{"10.1.2.3:80", map[string][]string{"X-Auth-User": {"eve", "ada"}}, ""}, {"10.1.2.3:80", map[string][]string{"X-Auth-User": {""}}, ""},
		{"10.1.2.3:80", map[string][]string{"X_auth_user": {"eve"}}, ""}, {"10.1.2.3:80", nil, ""},
		{"10.1.2.3:80", map[string][]string{"X-Auth-User": {"a\x00da"}}, ""}, {"10.1.2.3:80", map[string][]string{"X-Auth-User": {"\xff"}}, ""},
		{"10.1.2.3:80", map[string][]string{"X-Auth-User": {strings.Repeat("x", 1025)}}, ""},
		// Headers that name the client otherwise do not count.
		{"203.0.113.1:80", map[string][]string{"X-Auth-User": {"ada"}, "X-Forwarded-For": {"10.1.2.3"}, "Forwarded": {"for=10.1.2.3"}}, ""},
	} {
		request := httptest.NewRequest("GET", "/", nil)
		request.RemoteAddr, request.Header = c.remote, c.header
		if person := i.Of(request); person != c.want {
			t.Errorf("%s with %q is %q, want %q", c.remote, c.header, person, c.want)
		}
		i.Clean(request)
		if count := len(request.Header["X-Auth-User"]) + len(request.Header["X_auth_user"]); count > 0 && !i.trusts(c.remote) {
			t.Errorf("%s keeps %q", c.remote, request.Header)
		}
	}
	for _, wrong := range []struct {
		header  string
		proxies []string
	}{
		{"X-User", nil}, {"", []string{"10.0.0.0/8"}}, {"X User", []string{"10.0.0.0/8"}}, {"X-User\r\nX: 1", []string{"10.0.0.0/8"}}, {"cookie", []string{"10.0.0.0/8"}},
		{"X-User", []string{"proxy.example"}}, {"X-User", []string{"10.0.0.1/8"}}, {"X-User", []string{"fe80::1%eth0"}}, {"X-User", []string{""}},
	} {
		if i, err := NewIdentity(wrong.header, wrong.proxies); err == nil {
			t.Errorf("%q is accepted as %+v", wrong, i)
		}
	}
	if i, err := NewIdentity("", nil); err != nil || i.IsOn() {
		t.Errorf("%+v, %v", i, err)
	}
}
