package checktest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/elicitform/elicitform/internal/schema"
)

// Values returns schemas, and contents that our rules for steps and formats accept, both as JSON.
func Values(random *rand.Rand) (schemas, contents []string) {
	add := func(items string, list []string) {
		schemas = append(schemas, `{"type":"object","properties":{"a":{"type":"array","items":`+items+`}}}`)
		contents = append(contents, `{"a":[`+strings.Join(list, ",")+`]}`)
	}
	for _, step := range []string{"0.01", "0.1", "0.25", "0.001", "3", "1e-7", "1.1"} {
		add(`{"type":"number","multipleOf":`+step+`}`, multiples(step))
	}
	for _, format := range formats {
		add(`{"type":"string","format":"`+format.name+`"}`, format.mutate(random))
	}
	return schemas, contents
}

// multiples are the numbers that every validator accepts for a step.
func multiples(step string) []string {
	var numbers []string
	for n := -3000; n <= 3000; n++ {
		for _, literal := range []string{fmt.Sprintf("%de-2", n), fmt.Sprintf("%de-3", n), fmt.Sprint(n), fmt.Sprintf("%d.1", n)} {
			if schema.IsMultiple(literal, step) && !schema.IsMiscounted(literal, step) {
				numbers = append(numbers, literal)
			}
		}
	}
	return numbers
}

type format struct {
	name, alphabet string
	valid          func(string) bool
	seeds          []string
}

var formats = []format{
	{"email", "abZ09.@-_+!'\"é[] ", schema.ValidEmail, []string{"a.b+c@example.co.uk", "o'neil@ex-ample.org", "a@b.c", "1@2.3"}},
	{"uri", "abZ09.:/?#[]@!$%2fF&'()*+,;=-~é |", schema.ValidURI, []string{"https://user:pw@example.com:8080/a/b?c=%20#d", "mailto:a@b.c", "urn:isbn:0451450523", "http://[2001:db8::1]:80/x", "file:///etc/hosts", "x-a.b://"}},
	{"uri-reference", "abZ09.:/?#[]@!$%2fF&'()*+,;=-~é |", schema.ValidURIReference, []string{"/a/b?c=d#e", "//example.com/x", "./a:b", "#f", "https://example.com/"}},
	{"date", "0123456789-", schema.ValidDate, []string{"2024-02-29", "2026-12-31", "0001-01-01", "1900-02-28"}},
	{"date-time", "0123456789-:.+TtZz", schema.ValidDateTime, []string{"2026-07-01T09:30:00Z", "2026-12-31t23:59:59.125+05:30", "2024-02-29T00:00:00-11:59"}},
	{"time", "0123456789:.+Zz", schema.ValidTime, []string{"09:30:00Z", "23:59:59.125+05:30", "00:00:00-11:59"}},
}

func (f format) mutate(random *rand.Rand) []string {
	var variants []string
	alphabet := []rune(f.alphabet)
	for _, seed := range f.seeds {
		for range 4000 {
			text := []rune(seed)
			for range 1 + random.IntN(3) {
				at, letter := random.IntN(len(text)), alphabet[random.IntN(len(alphabet))]
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
			if f.valid(string(text)) {
				quoted, _ := json.Marshal(string(text)) // A string always has a JSON form.
				variants = append(variants, string(quoted))
			}
		}
	}
	return variants
}
