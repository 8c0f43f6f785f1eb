package elicit

import (
	"encoding/json"
	"unicode/utf8"
)

// JSON returns the value as compact JSON text; see [Value.AppendJSON].
func (v Value) JSON() string { return string(v.AppendJSON(nil)) }

// AppendJSON appends the value as compact JSON: members in their order and
// numbers as they were written. A member whose value is Missing is left out; a
// Missing value anywhere else is null.
func (v Value) AppendJSON(dst []byte) []byte {
	switch v.Kind {
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
		first := true
		for _, m := range v.Members {
			if !m.Value.Exists() {
				continue
			}
			if !first {
				dst = append(dst, ',')
			}
			first = false
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
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case r < ' ' || r == 0x7F:
			dst = append(dst, '\\', 'u', '0', '0', hex[r>>4], hex[r&15])
		case r == 0x2028:
			dst = append(dst, `\u2028`...)
		case r == 0x2029:
			dst = append(dst, `\u2029`...)
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
	switch v.Kind {
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
