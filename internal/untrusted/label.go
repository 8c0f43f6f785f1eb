package untrusted

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Label makes a property name readable, for fields that have no title:
// "firstLine" becomes "First line" and "dry_run" "Dry run". A name that is
// already a phrase, or that holds more than letters, digits, hyphens and
// underscores, stays as it is, as its spelling may matter. Names in other
// scripts than Latin only lose their underscores. "API_URL" is "API URL", and
// so are "apiUrl" and "api-url".
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
		label = phrase(name)
	} else {
		label = strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '_' }), " ")
	}
	if label == "" {
		return Text(name) // Nothing but separators: they are the name.
	}
	return Text(label)
}

// acronyms are written in capitals, whatever the case of the name.
const acronyms = " ai api aws bic cpu css csv db dns eu faq gcp gpu html http https iban id ip isbn iso json jwt kpi llm mfa " +
	"os otp pdf pr qa qr ram sdk sku sla sms sql ssh ssl sso tls ttl ui uri url usb utc uuid vat vm vpn xml yaml zip "

// Automatic reports whether a title is what a program makes of a name: the name itself, or with capitals, as title and
// capitalize of Python write it. Of "apiUrl" that is "Apiurl", in which no word is left.
func Automatic(title Text, name string) bool {
	spaced := func(text string) string {
		return strings.TrimSpace(strings.Map(func(r rune) rune {
			if r == '_' || r == '-' {
				return ' '
			}
			return r
		}, text))
	}
	written, lower, before := spaced(string(title)), strings.ToLower(name), ' '
	if !strings.EqualFold(written, spaced(name)) {
		return false
	}
	titled := strings.Map(func(r rune) rune {
		begins := !unicode.IsLetter(before)
		if before = r; begins {
			return unicode.ToTitle(r)
		}
		return r
	}, lower)
	return written == spaced(name) || written == spaced(titled) || written == spaced(capitalized(name)) || written == spaced(capitalized(lower))
}

// capitalized is a text with a capital in front. Case mapping is the same in every language, as one that depends on the
// language changes names (Turkish has two letters i).
func capitalized(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToTitle(first)) + text[size:]
}

// Names reports whether a label is a name and no words: "args[0]", one letter, and the "value" of generators that wrap one.
func Names(label Text, name string) bool {
	isSign := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsSpace(r) && !isMark(r)
	}
	return strings.EqualFold(string(label), name) && !strings.ContainsFunc(name, unicode.IsSpace) &&
		(utf8.RuneCountInString(name) == 1 || name == "value" || strings.ContainsFunc(name, isSign))
}

// phrase splits a name at separators and humps and joins it as a phrase.
func phrase(name string) string {
	var words []string
	for _, part := range strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' }) {
		words = append(words, humps(part)...)
	}
	shouts := !strings.ContainsFunc(name, unicode.IsLower) && (len(words) > 1 || len(name) > 3)
	for i, word := range words {
		lower := strings.ToLower(word)
		stem := strings.TrimSuffix(lower, "s")
		switch {
		case strings.Contains(acronyms, " "+lower+" "):
			words[i] = strings.ToUpper(word)
			continue
		case strings.Contains(acronyms, " "+stem+" "):
			words[i] = strings.ToUpper(stem) + "s"
			continue
		case shouts && len(word) > 1:
			word = lower
		}
		if words[i] = word; i == 0 {
			words[i] = capitalized(word)
		} else if !isAcronym(word) {
			first, size := utf8.DecodeRuneInString(word)
			words[i] = string(unicode.ToLower(first)) + word[size:]
		}
	}
	return strings.Join(words, " ")
}

// humps splits "userIDNumber" into "user", "ID" and "Number". An acronym in
// the plural ("IDs") and a name that begins with one capital before another
// ("OAuth") stay whole.
func humps(part string) []string {
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

// endsPlural reports whether letters[at] is the s of a plural like "URLs".
func endsPlural(letters []rune, at int) bool {
	return letters[at] == 's' && (at+1 == len(letters) || !unicode.IsLower(letters[at+1]))
}

// isAcronym reports whether word is spelled in capitals, like "URL", "IDs" and
// the last letter of "planB".
func isAcronym(word string) bool {
	for _, r := range strings.TrimSuffix(word, "s") {
		if unicode.IsLower(r) {
			return false
		}
	}
	return true
}
