package safetext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Label makes a property name readable, for fields without a title: "firstLine" becomes "First line",
// and "API_URL", "apiUrl" and "api-url" become "API URL". A phrase, or a name with other characters than
// letters, digits, hyphens and underscores, stays, because its spelling may matter. Names in other scripts
// than Latin only lose their underscores.
func Label(name string) Text {
	latin := true
	for _, r := range name {
		switch {
		case r == '_' || r == '-' || unicode.IsDigit(r) || isMark(r):
		case !unicode.IsLetter(r):
			return Text(name)
		case !unicode.Is(unicode.Latin, r):
			latin = false
		}
	}
	var label string
	if latin {
		label = toPhrase(name)
	} else {
		label = strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '_' }), " ")
	}
	if label == "" {
		return Text(name) // It consists of separators.
	}
	return Text(label)
}

const acronyms = " ai api aws bic cpu css csv db dns eu faq gcp gpu html http https iban id ip isbn iso json jwt kpi llm mfa " +
	"os otp pdf pr qa qr ram sdk sku sla sms sql ssh ssl sso tls ttl ui uri url usb utc uuid vat vm vpn xml yaml zip "

// IsAutomatic reports whether a program made a title of a name, as Python's title and capitalize do. For example, "Apiurl"
// was made of "apiUrl", and a person cannot read its words.
func IsAutomatic(title Text, name string) bool {
	written, plain := replaceSeparators(string(title)), replaceSeparators(name)
	if lower := strings.ToLower(plain); written == "" || strings.ToLower(written) != lower {
		return false
	}
	before := ' '
	for _, r := range written {
		if unicode.IsUpper(r) && unicode.IsLetter(before) {
			return written[1:] == plain[1:] // A person writes "iPhone".
		}
		before = r
	}
	return true
}

func replaceSeparators(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll(text, "_", " "), "-", " "))
}

// capitalize does not depend on the language, which would change names (Turkish has two letters i).
func capitalize(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToTitle(first)) + text[size:]
}

// IsName reports whether a label is a name without words: "args[0]", one letter, and the "value" that generators wrap a field in.
func IsName(label Text, name string) bool {
	isSign := len(name) == 1 || name == "value" || strings.ContainsAny(name, ".:/[](){}<>$#@*=+") && !strings.Contains(name, " ")
	lower := strings.ToLower(name)
	return isSign && strings.ToLower(string(label)) == lower
}

func toPhrase(name string) string {
	var words []string
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' }) {
		words = append(words, splitHumps(part)...)
	}
	shouts := name == strings.ToUpper(name) && (len(words) > 1 || len(name) > 3)
	for i, word := range words {
		lower := strings.ToLower(word)
		stem := strings.TrimSuffix(lower, "s")
		switch {
		case strings.Contains(acronyms, " "+lower+" "):
			word = strings.ToUpper(word)
		case strings.Contains(acronyms, " "+stem+" "):
			word = strings.ToUpper(stem) + "s"
		default:
			if shouts && len(word) > 1 {
				word = lower
			}
			if i == 0 {
				word = capitalize(word)
			} else if first, size := utf8.DecodeRuneInString(word); !isAcronym(word) {
				word = string(unicode.ToLower(first)) + word[size:]
			}
		}
		words[i] = word
	}
	return strings.Join(words, " ")
}

// splitHumps splits "userIDNumber" into "user", "ID" and "Number". "IDs" and "OAuth" stay whole.
func splitHumps(part string) []string {
	letters := []rune(part)
	var words []string
	start := 0
	for i := 1; i < len(letters); i++ {
		if !unicode.IsUpper(letters[i]) {
			continue
		}
		fresh := !unicode.IsUpper(letters[i-1])
		if !fresh && i-start >= 2 && i+1 < len(letters) {
			fresh = unicode.IsLower(letters[i+1]) && !endsPlural(letters, i+1)
		}
		if fresh {
			words = append(words, string(letters[start:i]))
			start = i
		}
	}
	return append(words, string(letters[start:]))
}

func endsPlural(letters []rune, at int) bool {
	return letters[at] == 's' && (at+1 == len(letters) || !unicode.IsLower(letters[at+1]))
}

// isAcronym accepts "URL", "IDs" and the last letter of "planB".
func isAcronym(word string) bool {
	return !strings.ContainsFunc(strings.TrimSuffix(word, "s"), unicode.IsLower)
}
