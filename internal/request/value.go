package request

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Type names the JSON type of a [Value].
type Type uint8

// The JSON types. The zero Type marks a missing value.
const (
	Missing Type = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// String names the type as JSON Schema does; a Missing value is "missing".
func (t Type) String() string {
	return [...]string{"missing", "null", "boolean", "number", "string", "array", "object"}[t]
}

// Value is one JSON value. Unlike encoding/json, it preserves the document's order of members,
// the literals of numbers, and the exact names of members.
type Value struct {
	Type Type
	// Truth is the value of a Bool.
	Truth bool
	// Text is the decoded text of a String, or the literal of a Number.
	Text string
	// Items are the elements of an Array.
	Items []Value
	// Members are the members of an Object in document order, without duplicates.
	Members []Member
	// Lossy marks a String with a lone surrogate or invalid UTF-8, which must never be sent back.
	Lossy bool
}

// Member is one name and value of an object.
type Member struct {
	Name  string
	Value Value
	// Lossy marks a Name that cannot be sent back, like [Value.Lossy].
	Lossy bool
}

// Is reports whether the value has a type, by its name in JSON Schema.
func (v Value) Is(name string) bool {
	return v.Type.String() == name || name == "integer" && v.Type == Number && IsWhole(v.Text)
}

// Get returns the member called name, or a Missing value. It is not inlined, because its hundreds of copies would
// add several kilobytes to the frame.
//
//go:noinline
func (v Value) Get(name string) Value {
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value
		}
	}
	return Value{}
}

// At returns the target of a JSON Pointer's token in an object or an array, or a Missing value.
func (v Value) At(token string) Value {
	if i, err := strconv.Atoi(token); err == nil && i >= 0 && i < len(v.Items) && strconv.Itoa(i) == token {
		return v.Items[i]
	}
	return v.Get(token)
}

// GetNonNull is [Value.Get] that treats null as Missing, because serialisers write null for an absent member.
func (v Value) GetNonNull(name string) Value {
	if value := v.Get(name); value.Type != Null {
		return value
	}
	return Value{}
}

// Exists reports whether the value is not Missing; null exists.
//
//go:noinline
func (v Value) Exists() bool { return v.Type != Missing }

// StringValue returns a String value.
func StringValue(text string) Value { return Value{Type: String, Text: text} }

// NumberValue returns a Number value; literal must match the JSON grammar.
func NumberValue(literal string) Value { return Value{Type: Number, Text: literal} }

// BoolValue returns a Bool value.
func BoolValue(truth bool) Value { return Value{Type: Bool, Truth: truth} }

// ArrayValue returns an Array with the value of each item.
func ArrayValue[T any](items []T, value func(T) Value) Value {
	array := Value{Type: Array}
	for _, item := range items {
		array.Items = append(array.Items, value(item))
	}
	return array
}

// ObjectValue returns an Object without members.
func ObjectValue() Value { return Value{Type: Object} }

// With returns an Object with one more member, unless its value is Missing.
func (v Value) With(name string, value Value) Value {
	if value.Exists() {
		v.Members = append(slices.Clip(v.Members), Member{Name: name, Value: value})
	}
	return v
}

// Plain returns the value as text, without the quotes of JSON.
func (v Value) Plain() string {
	if v.Type == String {
		return v.Text
	}
	return v.JSON()
}

// Equal reports whether both are the same JSON value, such as 1, 1.0 and 1e0, or objects in another order.
func (v Value) Equal(w Value) bool {
	if v.Type != w.Type {
		return false
	}
	switch v.Type {
	case Bool:
		return v.Truth == w.Truth
	case Number:
		return CompareNumbers(v.Text, w.Text) == 0
	case String:
		return v.Text == w.Text
	case Array:
		return slices.EqualFunc(v.Items, w.Items, Value.Equal)
	case Object:
		byName := make(map[string]Value, len(w.Members))
		for _, m := range w.Members {
			byName[m.Name] = m.Value
		}
		return len(v.Members) == len(w.Members) && !slices.ContainsFunc(v.Members, func(m Member) bool {
			match, found := byName[m.Name]
			return !found || !m.Value.Equal(match)
		})
	}
	return true
}

// JSON returns the value as compact JSON text; see [Value.AppendJSON].
func (v Value) JSON() string { return string(v.AppendJSON(nil)) }

// AppendJSON appends the value as compact JSON. It omits members whose value is Missing; elsewhere, Missing
// becomes null.
func (v Value) AppendJSON(dst []byte) []byte {
	switch v.Type {
	case Bool:
		return strconv.AppendBool(dst, v.Truth)
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

// appendString escapes also the two line separators: older script engines treat them as the end of a line.
func appendString(dst []byte, text string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for _, r := range text { // Invalid UTF-8 becomes U+FFFD.
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

// Any returns the value in the types for JSON Schema validators, without members that are Missing.
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
