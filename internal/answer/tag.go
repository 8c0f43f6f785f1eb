package answer

import "strings"

// CleanTag is the language, script and region of a tag that comes from the
// host. Intl throws on malformed tags, and extensions like "-u-ca-japanese"
// would ask for what this program does not read. What is no language is "en".
func CleanTag(tag string) string {
	if !wellFormed(tag) {
		return "en"
	}
	parts := strings.FieldsFunc(tag, func(r rune) bool { return r == '-' || r == '_' })
	name := strings.ToLower(parts[0])
	if name == "iw" { // the code of Hebrew before 1989, still sent by some systems
		name = "he"
	}
	for i, part := range parts[1:] {
		switch {
		case len(part) == 1: // extensions follow
			return name
		case i == 0 && letters(part, 4, 4):
			name += "-" + strings.ToUpper(part[:1]) + strings.ToLower(part[1:])
		case letters(part, 2, 2), len(part) == 3 && allDigits(part):
			return name + "-" + strings.ToUpper(part)
		}
	}
	return name
}

// wellFormed reports whether tag has the shape of a language tag.
func wellFormed(tag string) bool {
	const longest = 64
	for i, subtag := range strings.Split(strings.ReplaceAll(tag, "_", "-"), "-") {
		if i == 0 && !letters(subtag, 2, 3) || subtag == "" || len(subtag) > 8 || !letters(strings.Trim(subtag, "0123456789")+"a", 1, 9) {
			return false
		}
	}
	return len(tag) <= longest
}

// letters reports whether text is from least to most letters of ASCII.
func letters(text string, least, most int) bool {
	return len(text) >= least && len(text) <= most && strings.Trim(strings.ToLower(text), "abcdefghijklmnopqrstuvwxyz") == ""
}
