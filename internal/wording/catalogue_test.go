package wording

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/wording/words"
)

// catalogues returns the catalogues of all languages, English first.
var catalogues = sync.OnceValue(func() []*Catalogue {
	all := []*Catalogue{english()}
	files, err := words.Files.ReadDir(".")
	if err != nil {
		panic(err)
	}
	for _, file := range files {
		if tag := strings.TrimSuffix(file.Name(), ".json"); tag != "en" {
			all = append(all, readCatalogueFile(tag))
		}
	}
	return all
})

func readCatalogueFile(tag string) *Catalogue {
	file, err := words.Files.ReadFile(tag + ".json")
	if err != nil {
		panic(err)
	}
	texts, err := request.Parse(file)
	if err != nil {
		panic(err)
	}
	read, err := ReadCatalogue(tag, texts)
	if err != nil {
		panic(tag + ": " + err.Error())
	}
	return read
}

// forms returns the plural forms of a text; a text without forms is "other".
func forms(text request.Value) map[string]string {
	if text.Type != request.Object {
		return map[string]string{"other": text.Text}
	}
	all := map[string]string{}
	for _, form := range text.Members {
		all[form.Name] = form.Value.Text
	}
	return all
}

// usedCategories returns the plural categories of a language for the counts in forms.
func usedCategories(tag string) (all []string) {
	for n := range 1000 {
		if c := localetest.Plural(tag, n); !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	return all
}

// ReadCatalogue itself checks placeholders, markup and the general form.
// Rows: P22, N26.
func TestCatalogues_HaveTheTextsOfEnglishAndNoOther(t *testing.T) {
	if len(catalogues()) != 10 {
		t.Errorf("there are %d catalogues, want 10", len(catalogues()))
	}
	for _, c := range catalogues() {
		if !slices.Equal(slices.Sorted(maps.Keys(c.texts)), slices.Sorted(maps.Keys(english().texts))) {
			t.Errorf("%s has other texts than English", c.Tag)
		}
	}
}

// Rows: P22.
func TestCatalogues_PluralFormsAreComplete(t *testing.T) {
	countWithNoun := regexp.MustCompile(`\{[nb]\} \p{L}`)
	for _, c := range catalogues() {
		want := usedCategories(c.Tag)
		millions := localetest.Plural(c.Tag, 1_000_000)
		for key, text := range c.texts {
			if text.Type != request.Object {
				continue
			}
			all := forms(text)
			for _, category := range want {
				if all[category] == "" {
					t.Errorf("%s %s lacks the form %q", c.Tag, key, category)
				}
			}
			for category := range all {
				if !slices.Contains(want, category) && category != millions {
					t.Errorf("%s %s has a form %q that the language does not use", c.Tag, key, category)
				}
			}
			// "1 000 000 de caracteres": a language with a form for whole millions needs it
			// in a text with a noun after the number.
			if !slices.Contains(want, millions) && countWithNoun.MatchString(all["other"]) && all[millions] == "" {
				t.Errorf("%s %s lacks the form %q", c.Tag, key, millions)
			}
		}
	}
}

// Rows: P22.
func TestCatalogues_AreTranslated(t *testing.T) {
	// Names, marks and loan words are the same in English and elsewhere.
	same := map[Key]bool{
		"TitleErrorPrefix": true, "ErrorPrefix": true, "Optional": true, "AmbiguousOption": true,
		"No": true, "Question": true, "Site": true, "PageTitle": true,
		"problem-named": true, "NamedAnswer": true, "Quotation": true, "ListComma": true, "SentenceEnd": true,
	}
	for _, c := range catalogues()[1:] {
		for key, text := range c.texts {
			if !same[key] && reflect.DeepEqual(text, english().texts[key]) {
				t.Errorf("%s %s is still English", c.Tag, key)
			}
		}
	}
}

// foreignMarks are the typical marks of a writer with another keyboard: English punctuation, a
// hyphen for a maqaf, a blank where a line may not break. French has a narrow no-break space
// before ? ! ; and a wide one before the colon and inside the quotation marks.
var foreignMarks = map[string]*regexp.Regexp{
	"ar":    regexp.MustCompile(`[,;?]`),
	"fr":    regexp.MustCompile(`«[^\x{a0}]|[^\x{a0}]»|[^\x{202f}][?!;]|[^\x{a0}]:`),
	"he":    regexp.MustCompile(`\p{Hebrew}-|;`),
	"ja":    regexp.MustCompile(`[:;?!(),.]|[（）「」：] | [（「」）：]`),
	"zh-CN": regexp.MustCompile(`[:;?!(),.]|[（）“”：] | [（“”）：]`),
}

// addressStart removes the parts that every language writes alike.
var addressStart = strings.NewReplacer("https://", "", "http://", "")

// Rows: P22.
func TestCatalogues_AreTypedWithCare(t *testing.T) {
	for _, c := range catalogues() {
		for key, all := range c.texts {
			for _, text := range forms(all) {
				name := c.Tag + " " + string(key)
				if strings.Contains(text, "  ") || strings.HasPrefix(text, " ") {
					t.Errorf("%s has a blank too many: %q", name, text)
				}
				if strings.HasSuffix(text, " ") && !slices.Contains([]Key{"TitleErrorPrefix", "ListComma", "SentenceEnd"}, key) {
					t.Errorf("%s ends in a blank", name)
				}
				if wrong := foreignMarks[c.Tag]; wrong != nil && wrong.MatchString(addressStart.Replace(text)) && key != "SentenceEnd" {
					t.Errorf("%s has a mark or a space that its language does not use: %q", name, text)
				}
				for _, pair := range quotes(c.Tag) {
					opening, closing := string(pair[0]), string(pair[1])
					opened, closed := strings.Count(text, opening), strings.Count(text, closing)
					if opening == closing && opened%2 != 0 || opened != closed {
						t.Errorf("%s has unpaired %s%s: %q", name, opening, closing, text)
					}
				}
			}
		}
	}
}

// quotes returns the brackets and quotation marks of a language.
func quotes(tag string) [][]rune {
	marks := map[string]string{"ar": "«»", "de": "„“", "es": "«»", "fr": "«»", "he": "””", "ja": "「」", "ko": "‘’"}[tag]
	if marks == "" {
		marks = "“”"
	}
	return [][]rune{[]rune(marks), []rune("()"), []rune("（）")}
}

// Problems are sentences in a list; with a full stop, the same text would look different
// beside a field and in the summary.
// Rows: E6.
func TestCatalogues_ProblemsEndWithoutAFullStop(t *testing.T) {
	for _, c := range catalogues() {
		for key, all := range c.texts {
			for _, text := range forms(all) {
				if strings.HasPrefix(string(key), "problem-") && (strings.HasSuffix(text, ".") || strings.HasSuffix(text, "。")) {
					t.Errorf("%s: %q ends with a full stop", c.Tag, text)
				}
			}
		}
	}
}

// The visible text of a button must be part of its accessible name, or voice control
// cannot press it (WCAG 2.5.3).
// Rows: N25.
func TestCatalogues_AccessibleNamesHoldTheVisibleText(t *testing.T) {
	pairs := map[Key]Key{"Clear": "ClearLabel", "UseSuggestion": "UseSuggestionLabel", "Change": "ChangeLabel", "Show": "ShowLabel", "Hide": "HideLabel"}
	for _, c := range catalogues() {
		for shown, name := range pairs {
			if !strings.Contains(c.texts[name].Text, c.texts[shown].Text) {
				t.Errorf("%s: %q is not part of %q", c.Tag, c.texts[shown].Text, c.texts[name].Text)
			}
		}
	}
}

// Rows: E7.
func TestCatalogues_NoBannedWords(t *testing.T) {
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
	for _, c := range catalogues() {
		primary, _, _ := strings.Cut(c.Tag, "-")
		if len(banned[primary]) == 0 {
			t.Errorf("no banned words for %s", c.Tag)
		}
		for key, all := range c.texts {
			// The done step has an h1, not an error: a language may use any words for
			// "no longer needed".
			if primary != "en" && !strings.HasPrefix(string(key), "problem-") {
				continue
			}
			for _, text := range forms(all) {
				for _, word := range banned[primary] {
					if strings.Contains(strings.ToLower(text), word) {
						t.Errorf("%s %s has the word %q: %q", c.Tag, key, word, text)
					}
				}
			}
		}
	}
}

// A catalogue from outside is used as a whole or not at all.
func TestReadCatalogue_RejectsWhatCouldNotBeShown(t *testing.T) {
	with := func(key Key, text request.Value) request.Value {
		all := request.Value{Type: request.Object, Members: slices.Clone(english().source.Members)}
		i := slices.IndexFunc(all.Members, func(m request.Member) bool { return m.Name == string(key) })
		if i < 0 {
			all.Members = append(all.Members, request.Member{Name: string(key), Value: text})
		} else if !text.Exists() {
			all.Members = slices.Delete(all.Members, i, i+1)
		} else {
			all.Members[i].Value = text
		}
		return all
	}
	plural := func(forms string) request.Value {
		v, err := request.Parse([]byte(forms))
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	text := request.StringValue
	for _, test := range []struct {
		name  string
		texts request.Value
		want  string
	}{
		{"as it is", english().source, ""},
		{"a text of another version", with("later", text("Later")), ""},
		{"placeholders elsewhere", with("NotProvidedDefault", text("{default}, says {server}")), ""},
		{"six forms", with("CharactersLeft", plural(`{"zero":"none","one":"one","two":"two","few":"{n}","many":"{n}","other":"{n}"}`)), ""},
		{"no forms", with("CharactersLeft", text("{n} left")), ""},
		{"closed isolates", with("Continue", text("\u2067a\u2066b\u2069\u2069")), ""},
		{"nothing", request.Value{}, "FormHeading is missing"},
		{"a list", request.Value{Type: request.Array}, "FormHeading is missing"},
		{"a missing text", with("Continue", request.Value{}), "Continue is missing"},
		{"a number", with("Continue", request.NumberValue("1")), "Continue is missing"},
		{"an empty text", with("Continue", text(" ")), "Continue is not text"},
		{"a long text", with("Continue", text(strings.Repeat("x", 1001))), "Continue is too long"},
		{"markup", with("Continue", text("<b>Go</b>")), "Continue has markup, a control character or an open isolate"},
		{"an entity", with("Continue", text("&lt;")), "Continue has markup, a control character or an open isolate"},
		{"a line break", with("Continue", text("a\nb")), "Continue has markup, a control character or an open isolate"},
		{"an override of the direction", with("Continue", text("a\u202eb")), "Continue has markup, a control character or an open isolate"},
		{"words of others", with("Continue", text("\u2068x\u2069")), "Continue has markup, a control character or an open isolate"},
		{"an open isolate", with("Continue", text("\u2066x")), "Continue has markup, a control character or an open isolate"},
		{"an isolate that ends twice", with("Continue", text("x\u2069\u2066")), "Continue has markup, a control character or an open isolate"},
		{"a placeholder less", with("FormHeading", text("Somebody asks")), `FormHeading has the placeholders [], want ["server"]`},
		{"a placeholder more", with("Continue", text("Go on, {server}")), `Continue has the placeholders ["server"], want []`},
		{"a broken placeholder", with("Continue", text("Go {on")), "Continue has a broken placeholder"},
		{"forms without a number", with("Continue", plural(`{"other":"Go"}`)), "Continue has plural forms, but no number"},
		{"no general form", with("CharactersLeft", plural(`{"one":"{n} left"}`)), `CharactersLeft lacks the plural form "other"`},
		{"an unknown form", with("CharactersLeft", plural(`{"other":"{n} left","lots":"{n}"}`)), `CharactersLeft has the plural form "lots"`},
		{"a form without its number", with("CharactersLeft", plural(`{"other":"left"}`)), `CharactersLeft has the placeholders [], want ["n"]`},
		{"a form in a form", with("CharactersLeft", plural(`{"other":{"other":"{n}"}}`)), "CharactersLeft is not text"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := ReadCatalogue("xx", test.texts)
			if got := fmt.Sprint(err); err != nil && got != test.want || err == nil && (test.want != "" || c.Tag != "xx") {
				t.Errorf("%s: %v, want %q", test.name, err, test.want)
			}
		})
	}
}

func TestForm_TheGeneralFormTakesThePlaceOfOthers(t *testing.T) {
	c, err := ReadCatalogue("de", english().source)
	if err != nil {
		t.Fatal(err)
	}
	for category, want := range map[string]string{"one": "7 character left", "other": "7 characters left", "many": "7 characters left", "": "7 characters left"} {
		t.Run(category, func(t *testing.T) {
			w := For(localetest.For("en"), c, Intl{Plural: func(string, int) string { return category }})
			if got := w.Text("CharactersLeft", Count("n", 7)); got != want {
				t.Errorf("%q gives %q, want %q", category, got, want)
			}
		})
	}
}
