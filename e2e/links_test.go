package e2e

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"testing"
	"unicode/utf16"

	"github.com/elicitform/elicitform/e2e/testsite"
)

var record = flag.Bool("record", false, "rewrite what the browser says of the addresses in internal/urlcheck/testdata")

// urlParts is what package urlcheck knows of an address; see urlcheck.Parts.
type urlParts struct {
	OK       bool   `json:"ok"`
	Href     string `json:"href,omitempty"`
	Protocol string `json:"protocol,omitempty"`
	Username string `json:"username,omitempty"`
	Password string `json:"password,omitempty"`
	Hostname string `json:"hostname,omitempty"`
	Port     string `json:"port,omitempty"`
}

// TestRecordedURLs checks that the recorded parts of addresses, which the tests
// of package urlcheck use, are what this browser's URL returns. To add an address,
// write its raw text into the file and run the test with -record.
// Rows: N17, B18, B19, B20, B21, B22, B23, B25.
func TestRecordedURLs(t *testing.T) {
	t.Parallel()
	file := testsite.Path("internal", "urlcheck", "testdata", "addresses.json")
	content, err := os.ReadFile(file)
	must(t, err)
	var addresses []struct {
		Raw   string   `json:"raw"`
		Parts urlParts `json:"parts"`
	}
	must(t, json.Unmarshal(content, &addresses))
	raws := make([]string, len(addresses))
	for i, address := range addresses {
		raws[i] = address.Raw
	}
	parsed := eval[[]urlParts](newTab(t).page(), `(list) => list.map((raw) => {
		try {
			const { href, protocol, username, password, hostname, port } = new URL(raw);
			return { ok: true, href, protocol, username, password, hostname, port };
		} catch {
			return { ok: false };
		}
	})`, raws)
	for i := range addresses {
		if got, want := parsed[i], addresses[i].Parts; got != want && !*record {
			t.Errorf("%+.200q:\n got %+v\nwant %+v", raws[i], got, want)
		}
		addresses[i].Parts = parsed[i]
	}
	if *record {
		var b bytes.Buffer
		encoder := json.NewEncoder(&b)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "\t")
		must(t, encoder.Encode(addresses))
		must(t, os.WriteFile(file, asciiJSON(b.Bytes()), 0o644))
	}
}

// asciiJSON escapes characters that are invisible in a file or look like
// others.
func asciiJSON(text []byte) []byte {
	var b []byte
	for _, r := range string(text) {
		switch {
		case r == '\n', r == '\t', r >= ' ' && r < 0x7F:
			b = append(b, byte(r))
		default:
			for _, unit := range utf16.Encode([]rune{r}) {
				b = fmt.Appendf(b, `\u%04x`, unit)
			}
		}
	}
	return b
}
