package wording

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

var placeholder = regexp.MustCompile(`\{([A-Za-z]+)\}`)

// placeholders returns the placeholders of a text, sorted, each once.
func placeholders(text string) []string {
	var names []string
	for _, match := range placeholder.FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// forms splits a text into its plural forms; a text without forms is "other".
func forms(text string) map[category]string {
	if !hasForms(text) {
		return map[category]string{other: text}
	}
	all := map[category]string{}
	for part := range strings.SplitSeq(text, formBreak) {
		name, words, _ := strings.Cut(part, ": ")
		all[category(name)] = words
	}
	return all
}

// categories returns what a plural rule yields for counts that forms carry.
func categories(l language) []category {
	var all []category
	for n := range 1000 {
		if c := l.plural(n); !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	return all
}

func TestCatalogues_P22_N26_HaveEveryKeyWithTheSamePlaceholders(t *testing.T) {
	names := keyNames(t)
	for _, l := range languages {
		for key, text := range l.texts {
			name := l.tag + " " + names[key]
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s is missing", name)
				continue
			}
			want := placeholders(en[key])
			for c, words := range forms(text) {
				got := placeholders(words)
				if c == zero || c == one || c == two {
					// "one character left" needs no digit.
					if !slices.Contains(got, "n") && slices.Contains(want, "n") {
						got = append(got, "n")
						slices.Sort(got)
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s (%s) has the placeholders %q, want %q", name, c, got, want)
				}
			}
		}
	}
}

func TestCatalogues_P22_PluralFormsAreComplete(t *testing.T) {
	names := keyNames(t)
	for _, l := range languages {
		want := categories(l)
		for key, text := range l.texts {
			if !hasForms(text) {
				if strings.Contains(text, formBreak) || strings.Contains(text, "other: ") {
					t.Errorf("%s %s looks like forms but is none", l.tag, names[key])
				}
				continue
			}
			all := forms(text)
			for _, c := range want {
				if all[c] == "" {
					t.Errorf("%s %s lacks the form %q", l.tag, names[key], c)
				}
			}
			for c := range all {
				if !slices.Contains(want, c) && c != l.plural(1_000_000) {
					t.Errorf("%s %s has a form %q that the language does not use", l.tag, names[key], c)
				}
			}
			if !strings.Contains(text, formBreak+"other: ") || strings.LastIndex(text, formBreak) != strings.Index(text, formBreak+"other: ") {
				t.Errorf("%s %s must end with the form \"other\"", l.tag, names[key])
			}
		}
	}
}

// "1 000 000 de caracteres": where a noun follows a whole number of millions, a
// language that has a form for them needs it.
func TestCatalogues_P22_MillionsHaveTheirForm(t *testing.T) {
	counted := regexp.MustCompile(`\{[nb]\} \p{L}`)
	names := keyNames(t)
	for _, l := range languages {
		if l.plural(1_000_000) != many || slices.Contains(categories(l), many) {
			continue
		}
		for key, text := range l.texts {
			if all := forms(text); hasForms(text) && counted.MatchString(all[other]) && all[many] == "" {
				t.Errorf("%s %s lacks the form %q: %q", l.tag, names[key], many, text)
			}
		}
	}
}

func TestCatalogues_P22_AreTranslated(t *testing.T) {
	// The same in English and elsewhere: names, marks and loan words.
	same := map[string]bool{
		"TitleErrorPrefix": true, "ErrorPrefix": true, "Optional": true, "AmbiguousOption": true,
		"No": true, "Question": true, "Site": true, "PageTitle": true,
		"problemNamed": true, "Quotation": true,
	}
	names := keyNames(t)
	for _, l := range languages[1:] {
		for key, text := range l.texts {
			if text == en[key] && !same[names[key]] {
				t.Errorf("%s %s is still English: %q", l.tag, names[key], text)
			}
		}
	}
}

// foreignMarks are the signs that a writer with another keyboard leaves behind:
// English punctuation, a hyphen for a maqaf, a blank where a line may not break.
// In French a narrow no-break space stands before ? ! ; and a wide one before the colon
// and inside the quotation marks.
var foreignMarks = map[string]*regexp.Regexp{
	"ar":    regexp.MustCompile(`[,;?]`),
	"fr":    regexp.MustCompile(`«[^\x{a0}]|[^\x{a0}]»|[^\x{202f}][?!;]|[^\x{a0}]:`),
	"he":    regexp.MustCompile(`\p{Hebrew}-|;`),
	"ja":    regexp.MustCompile(`[:;?!(),.]|[（）「」：] | [（「」）：]`),
	"zh-CN": regexp.MustCompile(`[:;?!(),.]|[（）“”：] | [（“”）：]`),
}

// addressStart leaves out what is written alike in every language.
var addressStart = strings.NewReplacer("https://", "", "http://", "")

func TestCatalogues_P22_AreTypedWithCare(t *testing.T) {
	names := keyNames(t)
	for _, l := range languages {
		for key, text := range l.texts {
			name := l.tag + " " + names[key]
			if strings.Contains(text, "  ") || strings.HasPrefix(text, " ") {
				t.Errorf("%s has a blank too many: %q", name, text)
			}
			if strings.HasSuffix(text, " ") && Key(key) != TitleErrorPrefix {
				t.Errorf("%s ends in a blank", name)
			}
			if strings.ContainsAny(text, "<>&\n\t") {
				t.Errorf("%s holds markup or a line break: %q", name, text)
			}
			if strings.Count(text, "{") != len(placeholder.FindAllString(text, -1)) {
				t.Errorf("%s has a broken placeholder: %q", name, text)
			}
			for _, words := range forms(text) {
				if wrong := foreignMarks[l.tag]; wrong != nil && wrong.MatchString(addressStart.Replace(words)) {
					t.Errorf("%s has a mark or a space that its language does not use: %q", name, words)
				}
			}
			for _, pair := range quotes(l.tag) {
				opening, closing := string(pair[0]), string(pair[1])
				opened, closed := strings.Count(text, opening), strings.Count(text, closing)
				if opening == closing && opened%2 != 0 || opened != closed {
					t.Errorf("%s has unpaired %s%s: %q", name, opening, closing, text)
				}
			}
		}
	}
}

// quotes are the brackets and quotation marks of a language.
func quotes(tag string) [][]rune {
	marks := map[string]string{"ar": "«»", "de": "„“", "es": "«»", "fr": "«»", "he": "””", "ja": "「」", "ko": "‘’"}[tag]
	if marks == "" {
		marks = "“”"
	}
	return [][]rune{[]rune(marks), []rune("()"), []rune("（）")}
}

// Problems are sentences in a list; a full stop at the end would make the same
// text look different beside a field and in the summary.
func TestCatalogues_E6_ProblemsEndWithoutAFullStop(t *testing.T) {
	for _, l := range languages {
		for key := problemEmpty; key <= problemRefused; key++ {
			for _, words := range forms(l.texts[key]) {
				if strings.HasSuffix(words, ".") || strings.HasSuffix(words, "。") {
					t.Errorf("%s: %q ends with a full stop", l.tag, words)
				}
			}
		}
	}
}

// What is read on a button has to be part of its accessible name, or voice
// control cannot press it (WCAG 2.5.3).
func TestCatalogues_N25_AccessibleNamesHoldTheVisibleText(t *testing.T) {
	pairs := map[Key]Key{Clear: ClearLabel, UseSuggestion: UseSuggestionLabel, Change: ChangeLabel, Show: ShowLabel, Hide: HideLabel}
	for _, l := range languages {
		for shown, name := range pairs {
			if !strings.Contains(l.texts[name], l.texts[shown]) {
				t.Errorf("%s: %q is not part of %q", l.tag, l.texts[shown], l.texts[name])
			}
		}
	}
}

func TestCatalogues_E7_NoBannedWords(t *testing.T) {
	banned := map[string][]string{
		"en": {"please", "sorry", "valid", "forbidden", "required", "oops", "error occurred", "must match pattern"},
		"ar": {"رجاء", "يرجى", "يُرجى", "من فضلك", "عذر", "غير صالح", "مطلوب"},
		"de": {"bitte ", "leider", "gültig", "pflicht", "verboten", "fehler aufgetreten"},
		"es": {"por favor", "lo sentimos", "válid", "obligatori", "prohibid", "requerid"},
		"fr": {"veuillez", "s’il vous plaît", "désolé", "valide", "obligatoire", "interdit", "requis"},
		"he": {"בבקשה", "נא ", "מצטער", "תקין", "אסור", "נדרש"},
		"ja": {"すみません", "申し訳", "無効", "有効な", "必須", "禁止"},
		"ko": {"죄송", "유효", "필수", "금지", "제발"},
		"pt": {"por favor", "desculp", "válid", "obrigatóri", "proibid"},
		"zh": {"抱歉", "对不起", "无效", "有效", "必填", "禁止"},
	}
	names := keyNames(t)
	for _, l := range languages {
		primary, _, _ := strings.Cut(l.tag, "-")
		if len(banned[primary]) == 0 {
			t.Errorf("no banned words for %s", l.tag)
		}
		for key, text := range l.texts {
			// The done step is an h1, not an error: withdrawn may say "no
			// longer needed" in whatever words a language has.
			for _, word := range banned[primary] {
				if strings.Contains(strings.ToLower(text), word) && (primary == "en" || Key(key) >= problemEmpty && Key(key) <= problemRefused) {
					t.Errorf("%s %s says %q: %q", l.tag, names[key], word, text)
				}
			}
		}
	}
}
