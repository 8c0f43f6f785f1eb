package elicit

import (
	"strconv"
	"strings"
	"unicode/utf8"
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
	return ParseTrusted(string(text))
}

// ParseTrusted is [Parse] for texts of any length that this page has written itself.
func ParseTrusted(text string) (Value, error) {
	if tooDeep(text) {
		return Value{}, &Error{Reason: TooDeep, Detail: strconv.Itoa(MaxDepth)}
	}
	r := reader{text: text}
	value := r.value()
	if r.peek() != 0 || r.at < len(text) {
		r.fail()
	}
	switch {
	case r.failed:
		return Value{}, &Error{Reason: NotJSON, Detail: "at byte " + strconv.Itoa(r.at)}
	case r.rejected != nil:
		return Value{}, r.rejected
	}
	return value, nil
}

// tooDeep counts brackets outside of strings. In a text that is not JSON the
// count means little, but such a text is rejected either way.
func tooDeep(text string) bool {
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

// reader takes a JSON text apart. Strings share its memory.
type reader struct {
	text string
	at   int
	// failed says that the text is no JSON; at is then about where.
	failed bool
	// rejected is the first thing that JSON allows and we do not.
	rejected *Error
}

// fail marks the text as no JSON. What is left of it is not read.
func (r *reader) fail() {
	r.failed, r.at = true, min(r.at, len(r.text))
}

func (r *reader) reject(reason Reason, detail string) {
	if r.rejected == nil {
		r.rejected = &Error{Reason: reason, Detail: detail}
	}
}

// peek returns the first byte of the next token; 0 at the end, and when reading has
// failed.
func (r *reader) peek() byte {
	for ; r.at < len(r.text) && !r.failed; r.at++ {
		switch c := r.text[r.at]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

// passes steps over the next token if it is the given byte.
func (r *reader) passes(c byte) bool {
	if r.peek() != c {
		return false
	}
	r.at++
	return true
}

// expect steps over a text that has to be there.
func (r *reader) expect(text string) {
	if !strings.HasPrefix(r.text[r.at:], text) {
		r.fail()
		return
	}
	r.at += len(text)
}

func (r *reader) value() Value {
	switch r.peek() {
	case '{':
		return r.object()
	case '[':
		return r.array()
	case '"':
		text, lossy := r.string()
		return Value{Kind: String, Text: text, Lossy: lossy}
	case 't':
		r.expect("true")
		return BoolValue(true)
	case 'f':
		r.expect("false")
		return BoolValue(false)
	case 'n':
		r.expect("null")
		return Value{Kind: Null}
	}
	return r.number()
}

func (r *reader) number() Value {
	start := r.at
	r.takes("-")
	if !r.takes("0") {
		r.digits()
	}
	if r.takes(".") {
		r.digits()
	}
	if r.takes("e") || r.takes("E") {
		if !r.takes("+") {
			r.takes("-")
		}
		r.digits()
	}
	literal := r.text[start:r.at]
	if !r.failed && !numberFits(literal) {
		r.reject(NumberTooLong, literal)
	}
	return NumberValue(literal)
}

// takes steps over a text if it comes next, without a blank before it.
func (r *reader) takes(text string) bool {
	found := strings.HasPrefix(r.text[r.at:], text)
	if found {
		r.at += len(text)
	}
	return found
}

// digits steps over one digit at least.
func (r *reader) digits() {
	start := r.at
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		r.at++
	}
	if r.at == start {
		r.fail()
	}
}

// string returns the decoded text of a string token, and whether decoding it
// lost something.
func (r *reader) string() (text string, lossy bool) {
	if r.peek() != '"' {
		r.fail()
		return "", false
	}
	start, plain, ascii := r.at+1, true, true
	for r.at++; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; {
		case c == '"':
			raw := r.text[start:r.at]
			r.at++
			if plain && (ascii || utf8.ValidString(raw)) {
				return raw, false
			}
			return r.decode(raw)
		case c == '\\':
			plain = false
			r.at++
		case c < ' ':
			r.fail()
			return "", false
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	r.fail()
	return "", false
}

func (r *reader) array() Value {
	value := Value{Kind: Array}
	r.at++
	if r.passes(']') {
		return value
	}
	for !r.failed {
		value.Items = append(value.Items, r.value())
		if r.passes(']') {
			break
		}
		r.comma()
	}
	return value
}

// comma steps over the comma between two items or members.
func (r *reader) comma() {
	if !r.passes(',') {
		r.fail()
	}
}

func (r *reader) object() Value {
	value := Value{Kind: Object}
	r.at++
	if r.passes('}') {
		return value
	}
	seen := map[string]bool{}
	for !r.failed {
		var member Member
		member.Name, member.Lossy = r.string()
		if seen[member.Name] {
			r.reject(DuplicateName, member.Name)
		}
		seen[member.Name] = true
		if !r.passes(':') {
			r.fail()
		}
		member.Value = r.value()
		value.Members = append(value.Members, member)
		if r.passes('}') {
			break
		}
		r.comma()
	}
	return value
}
