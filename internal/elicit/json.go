package elicit

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// JSON returns the value as compact JSON text; see [Value.AppendJSON].
func (v Value) JSON() string { return string(v.AppendJSON(nil)) }

// AppendJSON appends the value as compact JSON: members in their order and
// numbers as they were written. A member whose value is Missing is left out; a
// Missing value anywhere else is null.
func (v Value) AppendJSON(dst []byte) []byte {
	switch v.Type {
	case Bool:
		if v.Truth {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case Number:
		return append(dst, v.Text...)
	case String:
		return appendString(dst, v.Text)
	case Array:
		dst = append(dst, '[')
		for i, item := range v.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = item.AppendJSON(dst)
		}
		return append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for _, m := range v.Members {
			if !m.Value.Exists() {
				continue
			}
			if dst[len(dst)-1] != '{' {
				dst = append(dst, ',')
			}
			dst = append(appendString(dst, m.Name), ':')
			dst = m.Value.AppendJSON(dst)
		}
		return append(dst, '}')
	}
	return append(dst, "null"...)
}

// appendString quotes text. Only what JSON requires is escaped, and the two
// line separators, which older script engines take for the end of a line.
func appendString(dst []byte, text string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for _, r := range text { // Invalid UTF-8 comes out as U+FFFD.
		switch at := strings.IndexRune("\"\\\n\r\t", r); {
		case at >= 0:
			dst = append(dst, '\\', "\"\\nrt"[at])
		case r < ' ' || r == 0x7F || r == 0x2028 || r == 0x2029:
			dst = append(dst, '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

// Any returns the value as the types that JSON Schema validators read:
// map[string]any, []any, string, bool, nil and [json.Number]. Members whose
// value is Missing are left out.
func (v Value) Any() any {
	switch v.Type {
	case Bool:
		return v.Truth
	case Number:
		return json.Number(v.Text)
	case String:
		return v.Text
	case Array:
		items := make([]any, len(v.Items))
		for i, item := range v.Items {
			items[i] = item.Any()
		}
		return items
	case Object:
		members := make(map[string]any, len(v.Members))
		for _, m := range v.Members {
			if m.Value.Exists() {
				members[m.Name] = m.Value.Any()
			}
		}
		return members
	}
	return nil
}
