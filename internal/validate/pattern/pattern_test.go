package pattern

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// verdicts is a table recorded from JavaScript: new RegExp(pattern, "u"), or without the
// flag where that rejects the pattern; match is null where both do.
const verdicts = "../testdata/patterns.json"

type verdict struct {
	Pattern   string
	Checkable bool
	Subjects  []struct {
		Text  string
		Match *bool
	}
}

func readVerdicts(t testing.TB) []verdict {
	t.Helper()
	text, err := os.ReadFile(verdicts)
	if err != nil {
		t.Fatal(err)
	}
	var all []verdict
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// Rows: B15, N6.
func TestMatch_AgreesWithJavaScript(t *testing.T) {
	all := readVerdicts(t)
	if len(all) < 80 {
		t.Fatalf("only %d patterns", len(all))
	}
	for _, v := range all {
		p, checkable := Compile(v.Pattern)
		if checkable != v.Checkable {
			t.Errorf("%s: checkable %v, want %v", v.Pattern, checkable, v.Checkable)
		}
		for _, subject := range v.Subjects {
			switch got := p.MatchString(subject.Text); {
			case !checkable && !got:
				t.Errorf("%s: an unchecked pattern rejects %q", v.Pattern, subject.Text)
			case checkable && subject.Match == nil:
				t.Errorf("%s: checkable, but JavaScript rejects it", v.Pattern)
			case checkable && got != *subject.Match && !p.utf16:
				t.Errorf("%s: match of %.60q is %v", v.Pattern, subject.Text, got)
			case checkable && got != *subject.Match && !hasAstral(subject.Text):
				t.Errorf("%s: match of %.60q is %v (without u)", v.Pattern, subject.Text, got)
			}
		}
	}
}

// Rows: B15, N6.
func TestMatch_HostileTextIsHarmless(t *testing.T) {
	hostile := strings.Repeat("a", 50_000) + "!"
	for _, source := range []string{`^(a+)+$`, `^(a|aa)+$`, `(a*)*b`, `^(?=(a+)+$)(?!.*b)a*$`, `(?=(a+)+b).*`, `^(a?){500}a{500}$`} {
		p, checkable := Compile(source)
		if !checkable {
			t.Errorf("%s: not checkable", source)
		}
		p.MatchString(hostile)
	}
	if p, _ := Compile(`^(a+)+$`); p.MatchString(hostile) {
		t.Error("the text ends in an exclamation mark")
	}
}

// Rows: B15.
func TestCompile_HostilePatternsAreUnchecked(t *testing.T) {
	for name, source := range map[string]string{
		"100 kB":         strings.Repeat("a", 100_000),
		"deep nesting":   strings.Repeat("(", 2000) + strings.Repeat(")", 2000),
		"nested repeats": "(((a{999}){999}){999}){999}",
		"huge count":     "a{999999999999999999999}",
		"many classes":   strings.Repeat(`\p{Alphabetic}`, 200),
		"invalid UTF-8":  "a\xffb",
	} {
		t.Run(name, func(t *testing.T) {
			p, checkable := Compile(source)
			if checkable || p.Checkable() {
				t.Errorf("%s: checkable", name)
			}
			if !p.MatchString("anything") {
				t.Errorf("%s: an unchecked pattern matches everything", name)
			}
		})
	}
}

func TestInvalid_OnlyWhereNoEngineAccepts(t *testing.T) {
	for _, v := range readVerdicts(t) {
		p, _ := Compile(v.Pattern)
		if accepted := len(v.Subjects) > 0 && v.Subjects[0].Match != nil; p.Invalid() && accepted {
			t.Errorf("%s: called invalid, but JavaScript accepts it", v.Pattern)
		} else if !p.Invalid() && !accepted && !strings.Contains(v.Pattern, "(?<a>x)(?<a>") {
			t.Errorf("%s: JavaScript rejects it", v.Pattern)
		}
	}
}

func TestMatch_ZeroPatternMatchesEverything(t *testing.T) {
	if !(Pattern{}).MatchString("x") || (Pattern{}).Checkable() {
		t.Error("the zero Pattern checks nothing")
	}
}

func FuzzPattern(f *testing.F) {
	for _, v := range readVerdicts(f) {
		for _, subject := range v.Subjects[:1] {
			f.Add(v.Pattern, subject.Text)
		}
	}
	f.Fuzz(func(t *testing.T, source, text string) {
		p, checkable := Compile(source)
		if checkable != p.Checkable() {
			t.Errorf("%q: Compile and Checkable differ", source)
		}
		if !p.MatchString(text) && !checkable {
			t.Errorf("%q: an unchecked pattern rejects %q", source, text)
		}
		root, fault := parse(source, true)
		if fault == none && root.cost() <= maxCost && !checkable && len(source) <= MaxSource {
			t.Errorf("%q: within all limits, and not checkable", source)
		}
	})
}

// A text of a usual length is checked by the pattern of its field, even if the pattern has
// large counts.
// Rows: N5.
func TestMatch_LongTextsAreChecked(t *testing.T) {
	long := strings.Repeat("Some words, and ", 250)
	for _, test := range []struct {
		pattern, text string
		match         bool
	}{
		{`^[^<>]{0,5000}$`, long, true},
		{`^[^<>]{0,5000}$`, long + "<", false},
		{`^[^<>]{0,5000}$`, "<" + long, false},
		{`^[^<>]{0,5000}$`, "", true},
		{`^[\s\S]{1,2000}$`, long[:2000], true},
		{`^[\s\S]{1,2000}$`, long[:2001], false},
		{`^[\s\S]{1,2000}$`, "", false},
		{`^([\w\s,]{4000,})$`, long, true},
		{`^([\w\s,]{4000,})$`, long[1:], false},
		{`^(?:\p{L}{3})$`, "äöü", true},
		{`^.{2}$`, "😀😀", true},
		{`^.{2}$`, "a\nb", false},
		{`^a{2,3}?$`, "aaaa", false},
		{`^[a]{0}$`, "", true},
		{`^[a]{0}$`, "a", false},
		{`^[]{1,2}$`, "a", false},
		{`^\@{2}$`, "@@", true},
		{`^\@{2}$`, "@@@", false},
	} {
		t.Run(fmt.Sprintf("%s with %.20q", test.pattern, test.text), func(t *testing.T) {
			if p, checkable := Compile(test.pattern); !checkable || p.MatchString(test.text) != test.match {
				t.Errorf("%d bytes: got %v, want %v; checkable %v", len(test.text), p.MatchString(test.text), test.match, checkable)
			}
		})
	}
}
