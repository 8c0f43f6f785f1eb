package validate

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/schema"
)

func TestFormats_AcceptOnlyWhatAllServersAccept(t *testing.T) {
	tests := []struct {
		format          string
		accept, invalid []string
	}{
		{"email", []string{
			"a@b.c", "A.b+c@Sub.Example.com", "o'neil@ex-ample.org", "!#$%&'*+/=?^_`{|}~-@x.y", "1@2.3",
			strings.Repeat("a", 64) + "@b.c",
		}, []string{
			"", "a", "a@", "@b.c", "a@b", "a@localhost", ".a@b.c", "a.@b.c", "a..b@c.d", "a b@c.d", `"q"@x.y`, "a@[127.0.0.1]",
			"a@b..c", "a@-b.c", "a@b-.c", "a@b.c.", "用户@例子.中国", "é@b.c", "a@b@c.d", "a@b.c\n", "a@b_c.d",
			strings.Repeat("a", 65) + "@b.c", "a@" + strings.Repeat("b", 64) + ".c",
		}},
		{"uri", []string{
			"https://example.com", "http://a.b/c?d=e#f", "https://user:pw@h:8080/p", "mailto:a@b.c", "urn:isbn:0451450523",
			"javascript:alert(1)", "data:text/plain,hello", "file:///etc/hosts", "http://[::1]:80/", "http://[2001:db8::1]/x", "tel:+1-816-555-1212",
			"a:b", "a+b.c-1:/", "https://xn--r8jz45g.jp/", "https://a.b/%C3%A9", "http://a.b:/", "http://a.b?", "x://",
		}, []string{
			"", "example.com", "//x.y/z", "/a/b", "a:", "1a:b", ":b", "https://a b", "http://例え.jp/", "http://a.b/é", "http://a.b/%", "http://a.b/%zz",
			"http://a.b/%4", "http://a.b/\"", "http://a.b/<x>", "http://a.b/{x}", "http://a.b\\c", "http://a.b/^", "http://a.b/|", "http://a.b/`",
			"http://a:b/", "http://a:99999/", "http://[::1", "http://::1/", "http://[x]/", "http://[::1%25eth0]/", "http://[v1.x]/", "http:///x", "https://:80/", "http://a@b@c/",
			"http://%41/", "http://a.b/[x]", "a:#f", "a:?q", "http://a.b/#a#b", "http://a.b/\n", " http://a.b/", "http://a.b/ ", "x://:1",
		}},
		{"uri-reference", []string{"", "a", "/a/b?c#d", "//h/p", "#f", "?q", "https://a.b/", "./a:b", "a%20b"}, []string{"a b", "é", "1:b", "//", "//a:b/", "%", "\\a"}},
		{"date", []string{"2024-02-29", "0001-01-01", "9999-12-31"}, []string{"", "2023-02-29", "2024-2-9", "2024-13-01", "01/02/2024", "2024-02-29 ", "0000-01-01", "+2024-01-01", "２０２４-01-01"}},
		{"date-time", []string{
			"2025-01-02T03:04:05Z", "2025-01-02T03:04:05.123456789+05:30", "2025-01-02t03:04:05z", "2025-01-02T23:59:59-00:00",
		}, []string{
			"", "2025-01-02T03:04", "2025-01-02T03:04:05", "2025-01-02T03:04Z", "2025-01-02 03:04:05Z", "2025-02-30T00:00:00Z", "2025-01-02T24:00:00Z",
			"2025-01-02T03:04:05+0530", "2025-01-02T03:04:05+05", "2025-01-02T03:04:05.Z", "2025-01-02T03:04:05,5Z", "2025-01-02T03:04:60Z", "2025-01-02T23:59:60Z",
			"2025-01-02T+3:04:05Z", "2025-01-02T03:04:05+24:00", "2025-01-02T03:04:05+00:60", "2025-01-02T03:04:05Z05:30",
		}},
		{"time", []string{"10:00:00Z", "10:00:00.5+01:00"}, []string{"", "10:00", "10:00:00", "+1:02:03Z", "25:00:00Z"}},
		{"ipv4", []string{"127.0.0.1", "0.0.0.0"}, []string{"", "+1.2.3.4", "1.2.3", "256.1.1.1", "01.2.3.4", "::1"}},
		{"byte", []string{"", "YQ==", "YWI="}, []string{"a", "YQ=", "YQ==\n", "Y Q="}},
	}
	for _, test := range tests {
		t.Run(test.format, func(t *testing.T) {
			valid := func(text string) bool { return isOfFormat(test.format, text) }
			for _, text := range test.accept {
				if !valid(text) {
					t.Errorf("%s %q is invalid", test.format, text)
				}
			}
			for _, text := range test.invalid {
				if valid(text) {
					t.Errorf("%s %q is accepted", test.format, text)
				}
			}
		})
	}
}

// TestValidatorNeedsNoFormatsOfItsOwnForThese: the slim copy of jsonschema relies on this
// package for them.
func TestValidatorNeedsNoFormatsOfItsOwnForThese(t *testing.T) {
	for _, name := range []string{"email", "ipv4"} {
		s := compile(newCompiler(map[string]any{"format": name}, newPatterns(schema.Form{})), resource)
		if s == nil {
			t.Fatalf("%s is not compiled", name)
		}
		if _, invalid := validate(s, "no such thing"); !invalid {
			t.Errorf("the validator does not check the format %s", name)
		}
	}
}
