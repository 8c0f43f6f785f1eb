package pattern

import (
	"testing"
	"unicode"
)

// TestTablesAreThoseOfPackageUnicode: a newer release of Go may have more scripts and
// categories.
func TestTablesAreThoseOfPackageUnicode(t *testing.T) {
	script := func(name string) *unicode.RangeTable { return findTable(name, scriptNames, scriptTables[:]) }
	category := func(name string) *unicode.RangeTable { return findTable(name, categoryNames, categoryTables[:]) }
	for name, table := range unicode.Scripts {
		if script(name) != table {
			t.Errorf("script %s is missing or has another table", name)
		}
	}
	omitted := map[string]bool{"C": true, "Cn": true, "Cs": true}
	check := func(name, short string) {
		want := unicode.Categories[short]
		if omitted[short] {
			want = nil
		}
		if category(name) != want {
			t.Errorf("category %s is missing or has another table", name)
		}
	}
	for short := range unicode.Categories {
		check(short, short)
	}
	for alias, short := range unicode.CategoryAliases {
		check(alias, short)
	}
	for _, unknown := range []string{"", "Lx", "latin", "Elvish"} {
		if script(unknown) != nil || category(unknown) != nil {
			t.Errorf("%q is known", unknown)
		}
	}
	if script("Cyrl") != unicode.Cyrillic || script("Qaai") != unicode.Inherited || script("Cyrillic") != unicode.Cyrillic || script("Latin Grek") != nil || script("Latin Latn") != nil || script("Adlm") != unicode.Adlam {
		t.Error("a code of four letters names another script")
	}
}
