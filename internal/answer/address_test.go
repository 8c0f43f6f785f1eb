package answer

import "testing"

func TestAddress_HoldsCode(t *testing.T) {
	for text, want := range map[string]bool{
		"https://login.example.com/done?code=0.AXkA8f3kq9Zz&state=12": true,
		" https://example.com/#access_token=eyJhbGciOiJIUzI1\n":       true,
		"https://example.com/cb?state=1#id_token=eyJhbGciOiJIUzI1":    true,
		"myapp://callback?Code=4/0AX4XfWjMpqrst":                      true,
		"https://b.s3.amazonaws.com/f?X-Amz-Signature=fe5f80f77d5fa3": true,
		"https://example.com/?code=SUMMER":                            false,
		"https://example.com/?zipcode=123456789012":                   false,
		"https://example.com/code=123456789012":                       false,
		"?code=123456789012":                                          false,
		"Open https://example.com/?code=123456789012 please":          false,
		"https://example.com/?tokens=123456789012":                    false,
		"https://example.com/?code":                                   false,
		"code=123456789012?://":                                       false,
		"":                                                            false,
	} {
		t.Run(text, func(t *testing.T) {
			if got := HoldsCode(text); got != want {
				t.Errorf("%q: got %v, want %v", text, got, want)
			}
		})
	}
}

func TestAddress_Extracted(t *testing.T) {
	for text, want := range map[string]string{
		"Ada <ada@example.com>": "ada@example.com", `"Lovelace, Ada" <ada@example.com> `: "ada@example.com", "<ada@example.com>": "ada@example.com",
		"mailto:ada@example.com": "ada@example.com", "MailTo:ada@example.com?subject=Hello": "ada@example.com", "Ada <mailto:ada@example.com>": "ada@example.com",
		"<mailto:ada@example.com": "ada@example.com", "ada@example.com": "ada@example.com", "Ada <ada>": "Ada <ada>", "a@b.c, d@e.f": "a@b.c, d@e.f",
		"<a@b.c> <d@e.f>": "<a@b.c> <d@e.f>", "mailto:": "mailto:", "mailto:a@b.c,d@e.f": "mailto:a@b.c,d@e.f",
	} {
		t.Run(text, func(t *testing.T) {
			if got := bareEmail(text); got != want {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
		})
	}
	for text, want := range map[string]string{
		"example.com": "https://example.com", " www.example.com/a?b=c ": "https://www.example.com/a?b=c", "//example.com/": "https://example.com/",
		"example": "", "/a.html": "", "ada@example.com": "", "": "", "example/a.b": "",
	} {
		t.Run(text, func(t *testing.T) {
			if got := withScheme(text); got != want {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
		})
	}
}
