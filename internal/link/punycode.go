package link

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/untrusted"
)

// prefix marks a label that is the ASCII form of one in other letters.
const prefix = "xn--"

// toUnicode returns a host with its labels in the letters that they stand for.
// A label that cannot be decoded remains as it is, as some browsers accept it.
func toUnicode(host string) string {
	if !strings.Contains(host, prefix) {
		return host
	}
	labels := strings.Split(host, ".")
	for i, label := range labels {
		if encoded, found := strings.CutPrefix(label, prefix); found {
			if name, ok := decode(encoded); ok && isForeignName(name) {
				labels[i] = name
			}
		}
	}
	return strings.Join(labels, ".")
}

// isForeignName reports whether a label may be shown in place of its ASCII form:
// it has letters outside of ASCII, nothing invisible, and no sign that looks like
// the end of the label or of the host.
func isForeignName(label string) bool {
	return strings.ContainsFunc(label, isForeign) && !untrusted.HasHidden(label) && !strings.ContainsFunc(label, func(r rune) bool {
		return isForeign(r) && (unicode.IsPunct(r) || unicode.Is(unicode.Sm, r)) || r >= 0xFF00 && r <= 0xFFEF
	})
}

// The parameters of Punycode, RFC 3492 section 5.
const (
	base        = 36
	tMin, tMax  = 1, 26
	skew, damp  = 38, 700
	initialBias = 72
	initialN    = 0x80
)

// punycodeDigits are the digits by their value; capitals have that of their
// small letter.
const punycodeDigits = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// maxEncoded is the longest text to decode: longer labels have no place in
// DNS, and decoding takes time that grows with the square of the length.
const maxEncoded = 256

// decode reads Punycode, RFC 3492 section 6.2. It rejects numbers that overflow, and code points
// that are not characters.
func decode(encoded string) (string, bool) {
	if len(encoded) > maxEncoded || strings.ContainsFunc(encoded, isForeign) {
		return "", false
	}
	at := strings.LastIndexByte(encoded, '-')
	output := []rune(encoded[:max(at, 0)])
	encoded = encoded[at+1:]
	n, i, bias := initialN, 0, initialBias
	for encoded != "" {
		start, weight := i, 1
		for k := base; ; k += base {
			if encoded == "" {
				return "", false
			}
			digit := strings.IndexByte(punycodeDigits, encoded[0]) % base
			encoded = encoded[1:]
			if digit < 0 || digit > (utf8.MaxRune*(maxEncoded+1)-i)/weight {
				return "", false
			}
			i += digit * weight
			t := min(max(k-bias, tMin), tMax)
			if digit < t {
				break
			}
			weight *= base - t
		}
		length := len(output) + 1
		bias = adapt(i-start, length, start == 0)
		n += i / length
		i %= length
		if !utf8.ValidRune(rune(n)) || n > utf8.MaxRune {
			return "", false
		}
		output = append(output, 0)
		copy(output[i+1:], output[i:])
		output[i] = rune(n)
		i++
	}
	return string(output), true
}

// adapt is the bias for the next delta, RFC 3492 section 6.1.
func adapt(delta, length int, first bool) int {
	if first {
		delta /= damp
	} else {
		delta /= 2
	}
	delta += delta / length
	k := 0
	for ; delta > (base-tMin)*tMax/2; k += base {
		delta /= base - tMin
	}
	return k + (base-tMin+1)*delta/(delta+skew)
}
