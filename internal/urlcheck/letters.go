package urlcheck

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/safetext"
)

// prefix marks a label that is the ASCII form of other letters.
const prefix = "xn--"

// toUnicode leaves a label that cannot be decoded unchanged, because some browsers accept it.
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

// isForeignName reports whether a label may be shown in its original letters: without anything invisible,
// and without a sign that resembles the end of the label or of the host.
func isForeignName(label string) bool {
	return strings.ContainsFunc(label, isForeign) && !safetext.HasHidden(label) && !strings.ContainsFunc(label, func(r rune) bool {
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

// punycodeDigits are the digits by their value; a capital has that of its small letter.
const punycodeDigits = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// maxEncoded bounds the text to decode: the time grows with the square of its length.
const maxEncoded = 256

// decode reads Punycode, RFC 3492 section 6.2.
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

// adapt returns the bias for the next delta, RFC 3492 section 6.1.
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

// A script that no host should mix with others has the number of its place in Unicode.
type script rune

const (
	noScript script = iota // Digits, hyphens, marks and pictures go with every script.
	latin
	greek
	cyrillic
	arabic
	ethiopic
	georgian
	han
	hiragana
	katakana
	bopomofo
	hangul
)

// mixtures are the scripts that languages write together: the level "highly restrictive" of UTS 39, which
// browsers apply to host names.
var mixtures = [][]script{
	{latin, han, hiragana, katakana}, // Japanese
	{latin, han, bopomofo},           // Chinese
	{latin, han, hangul},             // Korean
}

// scripts are whole blocks: exact for letters, and a tenth of the size of package unicode's tables.
var scripts = []struct {
	first, last rune
	script      script
}{
	{0, '@', noScript}, {'A', 0x02AF, latin}, {0x02B0, 0x036F, noScript},
	{0x0370, 0x03FF, greek}, {0x0400, 0x052F, cyrillic},
	{0x0600, 0x06FF, arabic}, {0x0750, 0x077F, arabic}, {0x0870, 0x08FF, arabic},
	{0x10A0, 0x10FF, georgian}, {0x1100, 0x11FF, hangul}, {0x1200, 0x139F, ethiopic},
	{0x1AB0, 0x1AFF, noScript}, {0x1C80, 0x1C8F, cyrillic}, {0x1C90, 0x1CBF, georgian},
	{0x1DC0, 0x1DFF, noScript}, {0x1E00, 0x1EFF, latin}, {0x1F00, 0x1FFF, greek},
	{0x2000, 0x2BFF, noScript}, {0x2C60, 0x2C7F, latin}, {0x2D00, 0x2D2F, georgian},
	{0x2D80, 0x2DDF, ethiopic}, {0x2DE0, 0x2DFF, cyrillic}, {0x2E80, 0x303F, han},
	{0x3040, 0x309F, hiragana}, {0x30A0, 0x30FF, katakana}, {0x3100, 0x312F, bopomofo},
	{0x3130, 0x318F, hangul}, {0x31A0, 0x31BF, bopomofo}, {0x31F0, 0x31FF, katakana}, {0x3400, 0x9FFF, han},
	{0xA640, 0xA69F, cyrillic}, {0xA720, 0xA7FF, latin}, {0xA960, 0xA97F, hangul}, {0xAB00, 0xAB2F, ethiopic},
	{0xAC00, 0xD7FF, hangul}, {0xF900, 0xFAFF, han}, {0xFE00, 0xFE0F, noScript}, {0x1F000, 0x1FAFF, noScript}, {0x20000, 0x3FFFF, han},
}

func scriptOf(r rune) script {
	for _, s := range scripts {
		if s.first <= r && r <= s.last {
			return s.script
		}
	}
	// Every other script has 128 characters of its own, as those of India have.
	return script(r | 0x7F)
}

// lettersOf returns MixedScripts, Lookalike, ForeignLetters, or "" for letters from a to z.
func lettersOf(host string) Caution {
	if !strings.Contains("."+host, "."+prefix) {
		return ""
	}
	worst := ForeignLetters
	labels := strings.Split(strings.TrimSuffix(toUnicode(host), "."), ".")
	for _, label := range labels {
		switch {
		case isMixed(label):
			return MixedScripts
		case imitatesLatin(label, labels[len(labels)-1]):
			worst = Lookalike
		}
	}
	return worst
}

func isMixed(label string) bool {
	var found []script
	for _, r := range label {
		if s := scriptOf(r); s != noScript && !slices.Contains(found, s) {
			found = append(found, s)
		}
	}
	if len(found) < 2 {
		return false
	}
	return !slices.ContainsFunc(mixtures, func(mixture []script) bool {
		return !slices.ContainsFunc(found, func(s script) bool { return !slices.Contains(mixture, s) })
	})
}

// imitatesLatin reports whether all foreign letters of a label resemble those from a to z. Below a top-level
// domain in other letters, all names have such letters.
func imitatesLatin(label, top string) bool {
	foreign := strings.IndexFunc(label, isForeign)
	if foreign < 0 || strings.IndexFunc(top, isForeign) >= 0 {
		return false
	}
	return !strings.ContainsFunc(label, func(r rune) bool {
		return isForeign(r) && safetext.Latin(r) == r
	})
}

func isForeign(r rune) bool { return r >= 0x80 }
