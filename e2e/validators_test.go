package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/schema"
)

// TestOtherValidatorAgrees covers P6 and N8: what our rules for formats and
// steps accept, the validator of the official TypeScript servers accepts.
func TestOtherValidatorAgrees_P6_N5_N8(t *testing.T) {
	t.Parallel()
	v := newValidator(t)
	expectValid := func(what, items string, list []string) {
		t.Helper()
		if len(list) < 20 {
			t.Errorf("%s: only %d values to compare", what, len(list))
		}
		problems, err := v.Validate(fmt.Sprintf(`{"type":"object","properties":{"a":{"type":"array","items":%s}}}`, items), `{"a":[`+strings.Join(list, ",")+`]}`)
		must(t, err)
		if len(problems) > 5 {
			problems = problems[:5]
		}
		for _, problem := range problems {
			t.Errorf("%s: %s", what, problem)
		}
	}

	for _, step := range []string{"0.01", "0.1", "0.25", "0.001", "3", "1e-7", "1.1"} {
		var taken []string
		for n := -3000; n <= 3000; n++ {
			for _, literal := range []string{fmt.Sprintf("%de-2", n), fmt.Sprintf("%de-3", n), fmt.Sprint(n), fmt.Sprintf("%d.1", n)} {
				if schema.IsMultiple(literal, step) {
					taken = append(taken, literal)
				}
			}
		}
		expectValid("steps of "+step, `{"type":"number","multipleOf":`+step+`}`, taken)
	}

	random := rand.New(rand.NewPCG(1, 2))
	for _, format := range []struct {
		name, alphabet string
		valid          func(string) bool
		seeds          []string
	}{
		{"email", "abZ09.@-_+!'\"é[] ", schema.ValidEmail, []string{"a.b+c@example.co.uk", "o'neil@ex-ample.org", "a@b.c", "1@2.3"}},
		{"uri", "abZ09.:/?#[]@!$%2fF&'()*+,;=-~é |", schema.ValidURI, []string{"https://user:pw@example.com:8080/a/b?c=%20#d", "mailto:a@b.c", "urn:isbn:0451450523", "http://[2001:db8::1]:80/x", "file:///etc/hosts", "x-a.b://"}},
		{"uri-reference", "abZ09.:/?#[]@!$%2fF&'()*+,;=-~é |", schema.ValidURIReference, []string{"/a/b?c=d#e", "//example.com/x", "./a:b", "#f", "https://example.com/"}},
		{"date", "0123456789-", schema.ValidDate, []string{"2024-02-29", "2026-12-31", "0001-01-01", "1900-02-28"}},
		{"date-time", "0123456789-:.+TtZz", schema.ValidDateTime, []string{"2026-07-01T09:30:00Z", "2026-12-31t23:59:59.125+05:30", "2024-02-29T00:00:00-11:59"}},
	} {
		var taken []string
		for _, seed := range format.seeds {
			for range 4000 {
				text := []rune(seed)
				for range 1 + random.IntN(3) {
					at, letter := random.IntN(len(text)), []rune(format.alphabet)[random.IntN(len([]rune(format.alphabet)))]
					switch random.IntN(3) {
					case 0:
						text[at] = letter
					case 1:
						text = append(text[:at:at], append([]rune{letter}, text[at:]...)...)
					default:
						if len(text) > 1 {
							text = append(text[:at:at], text[at+1:]...)
						}
					}
				}
				if format.valid(string(text)) {
					quoted, err := json.Marshal(string(text))
					must(t, err)
					taken = append(taken, string(quoted))
				}
			}
		}
		expectValid(format.name, `{"type":"string","format":"`+format.name+`"}`, taken)
	}
}
