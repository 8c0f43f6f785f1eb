package elicit

import "strconv"

// Kind names the JSON type of a [Value].
type Kind uint8

// The JSON types. The zero Kind marks a value that is not there.
const (
	Missing Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// String names the kind as JSON Schema does; a Missing value is "missing".
func (k Kind) String() string {
	return [...]string{"missing", "null", "boolean", "number", "string", "array", "object"}[k]
}

// Value is one JSON value. Unlike encoding/json it keeps members in the order
// of the document, numbers as they were written, and member names exactly:
// "mode" and "Mode" are two names.
type Value struct {
	Kind Kind
	// Truth is the value of a Bool.
	Truth bool
	// Text is the decoded text of a String, or the literal of a Number.
	Text string
	// Items are the elements of an Array.
	Items []Value
	// Members are the members of an Object in document order, without
	// duplicates: a document with a duplicate name does not parse.
	Members []Member
	// Lossy marks a String that held a lone surrogate or invalid UTF-8, so
	// that Text is not what the server wrote and must never be sent back.
	Lossy bool
}

// Member is one name and value of an object.
type Member struct {
	Name  string
	Value Value
	// Lossy marks a Name that held a lone surrogate or invalid UTF-8: no
	// answer can be sent back under the name that the server wrote.
	Lossy bool
}

// Get returns the member called name, or a Missing value.
func (v Value) Get(name string) Value {
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value
		}
	}
	return Value{}
}

// At returns what a token of a JSON Pointer leads to: the member called so, or
// the entry of an array at that place. It returns a Missing value where there is
// none.
func (v Value) At(token string) Value {
	if i, err := strconv.Atoi(token); err == nil && i >= 0 && i < len(v.Items) && strconv.Itoa(i) == token {
		return v.Items[i]
	}
	return v.Get(token)
}

// Exists reports whether the value is there at all; null exists.
func (v Value) Exists() bool { return v.Kind != Missing }

// StringValue returns a String value.
func StringValue(text string) Value { return Value{Kind: String, Text: text} }

// NumberValue returns a Number value; literal must match the JSON grammar.
func NumberValue(literal string) Value { return Value{Kind: Number, Text: literal} }

// BoolValue returns a Bool value.
func BoolValue(truth bool) Value { return Value{Kind: Bool, Truth: truth} }
