package check

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"math"
	"net/netip"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/elicitform/elicitform/internal/check/pattern"
	"github.com/elicitform/elicitform/internal/schema"
)

// formats are the formats that servers with the official SDKs check in another
// way than the validator does. Each function accepts only what all of them
// accept. A format that is not known accepts everything, as JSON Schema demands.
var formats = map[string]func(string) bool{
	"email":         schema.ValidEmail,
	"uri":           schema.ValidURI,
	"uri-reference": schema.ValidURIReference,
	"date":          schema.ValidDate,
	"date-time":     schema.ValidDateTime,
	"time":          schema.ValidTime,
	"ipv4": func(text string) bool {
		address, err := netip.ParseAddr(text)
		return err == nil && address.Is4()
	},
	"byte": func(text string) bool {
		_, err := base64.StdEncoding.DecodeString(text)
		return err == nil && !strings.ContainsAny(text, "\r\n")
	},
}

// numberFormats are OpenAPI's, which validators for JavaScript enforce.
var numberFormats = map[string]func(float64) bool{
	"int32": func(n float64) bool { return n == math.Trunc(n) && n >= math.MinInt32 && n <= math.MaxInt32 },
	"int64": func(n float64) bool { return n == math.Trunc(n) },
}

// knownToValidator are the formats that the validator knows by itself.
var knownToValidator = map[string]bool{
	"json-pointer": true, "relative-json-pointer": true, "uuid": true, "duration": true, "period": true, "ipv6": true,
	"hostname": true, "iri": true, "iri-reference": true, "uri-template": true, "semver": true, "regex": true,
}

// isAsserted reports whether the validator refuses what a format does not allow.
func isAsserted(format string) bool {
	const longest = len("relative-json-pointer")
	return len(format) <= longest && (formats[format] != nil || numberFormats[format] != nil || knownToValidator[format])
}

var errFormat = errors.New("wrong format")

func registerFormats(c *jsonschema.Compiler) {
	for name, valid := range formats {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(v any) error {
			if text, ok := v.(string); ok && !valid(text) {
				return errFormat
			}
			return nil
		}})
	}
	for name, valid := range numberFormats {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(v any) error {
			if literal, ok := v.(json.Number); ok {
				if n, err := literal.Float64(); err != nil || !valid(n) {
					return errFormat
				}
			}
			return nil
		}})
	}
}

// validRegex reports whether a JavaScript engine compiles a pattern. It refuses
// \Z, which is the end of the text in other languages, as validators do.
func validRegex(text string) bool {
	p, _ := pattern.Compile(text)
	return !p.Invalid() && !strings.Contains(text, `\Z`)
}
