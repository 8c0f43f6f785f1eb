package request

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Parse reads one JSON text. It differs from encoding/json where a hostile server could
// profit: a repeated name is an error, [Value] preserves order and literals, and size and
// depth are bounded before anything is built. Errors are of type *[Error].
func Parse(text []byte) (Value, error) {
	if len(text) > MaxText {
		return Value{}, &Error{Reason: TooLarge, Detail: strconv.Itoa(len(text))}
	}
	return ParseTrusted(string(text))
}

// ParseTrusted is [Parse] for texts of any length that this page itself has written.
func ParseTrusted(text string) (Value, error) {
	r := reader{text: text}
	value := r.value()
	if r.peek() != 0 || r.at < len(text) {
		r.fail()
	}
	switch {
	case r.depth > MaxDepth:
		return Value{}, &Error{Reason: TooDeep, Detail: strconv.Itoa(MaxDepth)}
	case r.failed:
		return Value{}, &Error{Reason: NotJSON, Detail: "at byte " + strconv.Itoa(r.at)}
	case r.rejected != nil:
		return Value{}, r.rejected
	}
	return value, nil
}

// reader parses a JSON text. Its strings share the memory of the text.
type reader struct {
	text  string
	at    int
	depth int
	// failed: the text is not JSON; at is then the approximate position.
	failed bool
	// rejected is the first violation of our limits, which JSON itself allows.
	rejected *Error
}

func (r *reader) fail() {
	r.failed, r.at = true, min(r.at, len(r.text))
}

func (r *reader) reject(reason Reason, detail string) {
	if r.rejected == nil {
		r.rejected = &Error{Reason: reason, Detail: detail}
	}
}

// peek returns the first byte of the next token; 0 at the end and after a failure.
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

func (r *reader) passes(c byte) bool {
	if r.peek() != c {
		return false
	}
	r.at++
	return true
}

func (r *reader) value() Value {
	switch r.peek() {
	case '{':
		return r.object()
	case '[':
		return r.array()
	case '"':
		text, lossy := r.string()
		return Value{Type: String, Text: text, Lossy: lossy}
	}
	switch {
	case r.takes("true"):
		return BoolValue(true)
	case r.takes("false"):
		return BoolValue(false)
	case r.takes("null"):
		return Value{Type: Null}
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
	mantissa, exponent := r.text[start:r.at], 0
	if r.takes("e") || r.takes("E") {
		sign := r.at
		if !r.takes("+") {
			r.takes("-")
		}
		r.digits()
		// For an exponent out of range, Atoi returns the largest or the smallest int.
		exponent, _ = strconv.Atoi(r.text[sign:r.at])
	}
	literal := r.text[start:r.at]
	digits := len(mantissa) - strings.Count(mantissa, "-") - strings.Count(mantissa, ".")
	if !r.failed && (digits > MaxDigits || exponent < -MaxExponent || exponent > MaxExponent) {
		r.reject(NumberTooLong, literal)
	}
	return NumberValue(literal)
}

// takes skips a text that follows at once, without a blank before it.
func (r *reader) takes(text string) bool {
	rest, found := strings.CutPrefix(r.text[r.at:], text)
	r.at = len(r.text) - len(rest)
	return found
}

func (r *reader) digits() {
	start := r.at
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		r.at++
	}
	if r.at == start {
		r.fail()
	}
}

func (r *reader) string() (text string, lossy bool) {
	isString := r.passes('"')
	start, plain, ascii := r.at, true, true
	for ; isString && r.at < len(r.text) && r.text[r.at] >= ' '; r.at++ {
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
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	r.fail()
	return "", false
}

// each stops at a text that is too deep, whose depth then exceeds MaxDepth.
func (r *reader) each(end byte, item func()) {
	if r.depth++; r.depth > MaxDepth {
		r.fail()
		return
	}
	r.at++
	for more := !r.passes(end); more && !r.failed; {
		item()
		if more = !r.passes(end); more && !r.passes(',') {
			r.fail()
		}
	}
	if !r.failed {
		r.depth--
	}
}

func (r *reader) array() Value {
	value := Value{Type: Array}
	r.each(']', func() { value.Items = append(value.Items, r.value()) })
	return value
}

func (r *reader) object() Value {
	value := Value{Type: Object}
	names := map[string]bool{}
	r.each('}', func() {
		var member Member
		member.Name, member.Lossy = r.string()
		if names[member.Name] {
			r.reject(DuplicateName, member.Name)
		}
		names[member.Name] = true
		if !r.passes(':') {
			r.fail()
		}
		member.Value = r.value()
		value.Members = append(value.Members, member)
	})
	return value
}

var escapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// decode reports a loss: invalid UTF-8 and half of a surrogate pair become U+FFFD, so that two different
// options could be sent back as the same text.
func (r *reader) decode(raw string) (text string, lossy bool) {
	var decoded strings.Builder
	decoded.Grow(len(raw)) // All params are decoded here, because they cross as a string.
	if lossy = !utf8.ValidString(raw); lossy {
		raw = string([]rune(raw)) // Each invalid byte becomes U+FFFD.
	}
	for raw != "" && !r.failed {
		at := strings.IndexByte(raw, '\\')
		if at < 0 {
			at = len(raw)
		}
		decoded.WriteString(raw[:at])
		if raw = raw[at:]; raw == "" {
			break
		}
		unit, isUnit := escapedUnit(raw)
		if !isUnit {
			letter, known := escapes[raw[1]]
			if !known {
				r.fail()
			}
			decoded.WriteByte(letter)
			raw = raw[2:]
			continue
		}
		raw = raw[6:]
		if utf16.IsSurrogate(unit) {
			low, _ := escapedUnit(raw)
			if unit = utf16.DecodeRune(unit, low); unit != utf8.RuneError {
				raw = raw[6:]
			} else {
				lossy = true
			}
		}
		decoded.WriteRune(unit)
	}
	return decoded.String(), lossy
}

// escapedUnit reads the UTF-16 code unit of a \uXXXX escape at the start of raw.
func escapedUnit(raw string) (rune, bool) {
	if len(raw) < 6 || raw[0] != '\\' || raw[1] != 'u' {
		return 0, false
	}
	unit, err := strconv.ParseUint(raw[2:6], 16, 16)
	return rune(unit), err == nil
}
