package validate

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"math"
	"net/netip"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate/pattern"
)

// formats are those that servers with the official SDKs check differently from the validator. Each
// function accepts the intersection of all checks. An unknown format accepts everything, as JSON Schema demands.
var formats = [...]struct {
	name string
	// text and number check a value of one type. A value of another type passes.
	text   func(string) bool
	number func(float64) bool
}{
	{name: "email", text: schema.ValidEmail},
	{name: "uri", text: schema.ValidURI},
	{name: "uri-reference", text: schema.ValidURIReference},
	{name: "date", text: schema.ValidDate},
	{name: "date-time", text: schema.ValidDateTime},
	{name: "time", text: schema.ValidTime},
	{name: "ipv4", text: validIPv4},
	{name: "byte", text: validBase64},
	{name: "uuid", text: validUUID},
	{name: "regex", text: validRegex},
	// The formats of OpenAPI, which validators for JavaScript enforce.
	{name: "int32", number: validInt32},
	{name: "int64", number: func(n float64) bool { return n == math.Trunc(n) }},
}

func hasCheck(format string) bool {
	for i := range formats {
		if formats[i].name == format {
			return true
		}
	}
	return false
}

// isOfFormat reports whether a value has a format. A format that this package does not check passes.
func isOfFormat(format string, value any) bool {
	for i := range formats {
		f := &formats[i]
		if f.name != format {
			continue
		}
		switch value := value.(type) {
		case string:
			return f.text == nil || f.text(value)
		case json.Number:
			n, err := value.Float64()
			return f.number == nil || err == nil && f.number(n)
		}
	}
	return true
}

func validIPv4(text string) bool {
	address, err := netip.ParseAddr(text)
	return err == nil && address.Is4()
}

func validBase64(text string) bool {
	_, err := base64.StdEncoding.DecodeString(text)
	return err == nil && !strings.ContainsAny(text, "\r\n")
}

func validInt32(n float64) bool {
	return n == math.Trunc(n) && n >= math.MinInt32 && n <= math.MaxInt32
}

func isAsserted(format string) bool {
	return hasCheck(format) || schema.FormatExample(format) != ""
}

var errFormat = errors.New("wrong format")

func registerFormats(c *jsonschema.Compiler) {
	for i := range formats {
		name := formats[i].name
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(value any) error {
			if isOfFormat(name, value) {
				return nil
			}
			return errFormat
		}})
	}
}

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

// validRegex rejects \Z like other validators: it is the end of the text in other languages.
func validRegex(text string) bool {
	p, _ := pattern.Compile(text)
	return !p.Invalid() && !strings.Contains(text, `\Z`)
}
