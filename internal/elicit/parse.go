package elicit

import (
	"encoding/json"
	"strconv"
	"strings"
)

// Parse reads one JSON text. It differs from encoding/json where a hostile
// server could profit: names are exact, a repeated name is an error, the order
// of members and the spelling of numbers are kept, strings that cannot be kept
// are marked, and size and depth are bounded before anything is built. Errors
// are of type *[Error].
func Parse(text []byte) (Value, error) {
	if len(text) > MaxText {
		return Value{}, &Error{Reason: TooLarge, Detail: strconv.Itoa(len(text))}
	}
	if tooDeep(text) {
		return Value{}, &Error{Reason: TooDeep, Detail: strconv.Itoa(MaxDepth)}
	}
	// encoding/json checks that the text is well-formed, and the reader below
	// relies on it. Together they are several times faster than the tokens of
	// encoding/json, and no form can be shown before this is done.
	var valid json.RawMessage
	if err := json.Unmarshal(text, &valid); err != nil {
		return Value{}, &Error{Reason: NotJSON, Detail: err.Error()}
	}
	r := reader{text: string(text)}
	return r.value()
}

// tooDeep counts brackets outside of strings. In a text that is not JSON the
// count means little, but such a text is refused either way.
func tooDeep(text []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == '{':
			if depth++; depth > MaxDepth {
				return true
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return false
}

// reader takes a well-formed JSON text apart. Strings share its memory.
type reader struct {
	text string
	at   int
}

// peek returns the first byte of the next token.
func (r *reader) peek() byte {
	for strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
	return r.text[r.at]
}

// passes steps over the next token if it is the given byte.
func (r *reader) passes(c byte) bool {
	if r.peek() != c {
		return false
	}
	r.at++
	return true
}

func (r *reader) value() (Value, error) {
	switch r.peek() {
	case '{':
		return r.object()
	case '[':
		return r.array()
	case '"':
		text, lossy := r.string()
		return Value{Kind: String, Text: text, Lossy: lossy}, nil
	case 't':
		r.at += len("true")
		return BoolValue(true), nil
	case 'f':
		r.at += len("false")
		return BoolValue(false), nil
	case 'n':
		r.at += len("null")
		return Value{Kind: Null}, nil
	}
	return r.number()
}

func (r *reader) number() (Value, error) {
	start := r.at
	for r.at < len(r.text) && strings.IndexByte("+-.0123456789Ee", r.text[r.at]) >= 0 {
		r.at++
	}
	literal := r.text[start:r.at]
	if !numberFits(literal) {
		return Value{}, &Error{Reason: NumberTooLong, Detail: literal}
	}
	return NumberValue(literal), nil
}

// string returns the decoded text of a string token, and whether decoding it
// lost something.
func (r *reader) string() (text string, lossy bool) {
	start := r.at
	for r.at++; r.text[r.at] != '"'; r.at++ {
		if r.text[r.at] == '\\' {
			r.at++
		}
	}
	r.at++
	return unquote(r.text[start:r.at])
}

func (r *reader) array() (Value, error) {
	value := Value{Kind: Array}
	for r.at++; !r.passes(']'); r.passes(',') {
		item, err := r.value()
		if err != nil {
			return Value{}, err
		}
		value.Items = append(value.Items, item)
	}
	return value, nil
}

func (r *reader) object() (Value, error) {
	value := Value{Kind: Object}
	seen := map[string]bool{}
	for r.at++; !r.passes('}'); r.passes(',') {
		var member Member
		member.Name, member.Lossy = r.string()
		if seen[member.Name] {
			return Value{}, &Error{Reason: DuplicateName, Detail: member.Name}
		}
		seen[member.Name] = true
		r.passes(':')
		var err error
		if member.Value, err = r.value(); err != nil {
			return Value{}, err
		}
		value.Members = append(value.Members, member)
	}
	return value, nil
}
