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

// formats are the checks of formats that servers with the official SDKs check in another way than the
// validator does. Each function accepts only what all of them accept. The validator checks the other formats
// of [schema.FormatExample]. A format that is not known accepts everything, as JSON Schema demands.
var formats = map[string]func(value any) bool{
	"email":         onText(schema.ValidEmail),
	"uri":           onText(schema.ValidURI),
	"uri-reference": onText(schema.ValidURIReference),
	"date":          onText(schema.ValidDate),
	"date-time":     onText(schema.ValidDateTime),
	"time":          onText(schema.ValidTime),
	"ipv4": onText(func(text string) bool {
		address, err := netip.ParseAddr(text)
		return err == nil && address.Is4()
	}),
	"byte": onText(func(text string) bool {
		_, err := base64.StdEncoding.DecodeString(text)
		return err == nil && !strings.ContainsAny(text, "\r\n")
	}),
	"uuid":  onText(validUUID),
	"regex": onText(validRegex),
	// OpenAPI's, which validators for JavaScript enforce.
	"int32": onNumber(func(n float64) bool { return n == math.Trunc(n) && n >= math.MinInt32 && n <= math.MaxInt32 }),
	"int64": onNumber(func(n float64) bool { return n == math.Trunc(n) }),
}

// onText is the check of a format of texts, which any other value passes.
func onText(valid func(string) bool) func(any) bool {
	return func(value any) bool {
		text, is := value.(string)
		return !is || valid(text)
	}
}

// onNumber is the check of a format of numbers, which any other value passes.
func onNumber(valid func(float64) bool) func(any) bool {
	return func(value any) bool {
		literal, is := value.(json.Number)
		n, err := literal.Float64()
		return !is || err == nil && valid(n)
	}
}

// isAsserted reports whether what a format does not allow is invalid for the validator.
func isAsserted(format string) bool {
	return formats[format] != nil || schema.FormatExample(format) != ""
}

var errFormat = errors.New("wrong format")

func registerFormats(c *jsonschema.Compiler) {
	for name, valid := range formats {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(value any) error {
			if valid(value) {
				return nil
			}
			return errFormat
		}})
	}
}

// validUUID reports whether text is a UUID as RFC 9562 writes it.
func validUUID(text string) bool {
	for i, length := range []int{8, 4, 4, 4, 12} {
		part, rest, found := strings.Cut(text, "-")
		if len(part) != length || strings.Trim(part, "0123456789abcdefABCDEF") != "" || found == (i == 4) {
			return false
		}
		text = rest
	}
	return true
}

// validRegex reports whether a JavaScript engine compiles a pattern. It rejects
// \Z, which is the end of the text in other languages, as validators do.
func validRegex(text string) bool {
	p, _ := pattern.Compile(text)
	return !p.Invalid() && !strings.Contains(text, `\Z`)
}
