//go:build js && wasm

package component

import (
	"fmt"
	"strings"
	"testing"
)

// typedNumber has the texts of a number from typing to sending. The echo is empty for an obvious number.
type typedNumber struct{ typed, echo, review, sent string }

// readAs has the words around an echo by language, and notANumber the problem of a text such as "abc".
var readAs, notANumber = map[string]string{
	"en": "Read as ", "de": "Gelesen als ", "ar": "ستُقرأ القيمة هكذا: ", "ja": " と認識します",
}, map[string]string{
	"en": "Enter a number, like 1.5", "de": "Geben Sie eine Zahl ein, zum Beispiel 1,5",
	"ar": "يجب إدخال عدد، مثل 1.5", "ja": "数値を入力してください（例：1.5）",
}

func answerNumbers(t *testing.T, locale, of string, numbers []typedNumber) {
	t.Helper()
	list, want := make([]string, len(numbers)), make([]string, len(numbers))
	for i, number := range numbers {
		list[i] = fmt.Sprintf(`"n%d":{"type":%q,"title":"N"}`, i, of)
		want[i] = fmt.Sprintf(`"n%d":%s`, i, number.sent)
	}
	p := ask(t, locale, "UTC", properties(list...))
	for i, number := range numbers {
		p.typeInto(fmt.Sprint("f", i), number.typed)
	}
	for i, number := range numbers {
		if got := strings.TrimSpace(strings.ReplaceAll(p.echo(i), strings.TrimSpace(readAs[locale]), "")); got != number.echo {
			t.Errorf("%q is echoed as %q, want %q", number.typed, got, number.echo)
		}
		if got := p.valueIn(fmt.Sprint("f", i)); got != number.typed {
			t.Errorf("%q became %q", number.typed, got)
		}
	}
	p.toReview()
	for i, row := range p.rows() {
		if row.value != numbers[i].review {
			t.Errorf("%q is reviewed as %q, want %q", numbers[i].typed, row.value, numbers[i].review)
		}
	}
	p.expectSent("{" + strings.Join(want, ",") + "}")
}

// TestNumbers covers T10 and N9 (each language's own signs, echoed and reviewed), T11, N8 and B17 (exactly the typed
// digits are sent) and F9 (spaces around them are ignored).
// Rows: T10, T11, N8, N9, B17, F9.
func TestNumbers(t *testing.T) {
	for locale, rows := range map[string][]typedNumber{
		"en": {
			{"0.10", "", "0.10", "0.10"},
			{"1,500", "1500", "1500", "1500"},
			{"1.500", "1.5", "1.500", "1.500"},
			{"1,234,567.8", "1234567.8", "1234567.8", "1234567.8"},
			{"2,5", "2.5", "2.5", "2.5"},
			{"٣", "3", "3", "3"},
			{"1e3", "", "1e3", "1e3"},
			{"12345", "", "12,345", "12345"},
			{"+7", "", "7", "7"},
			{"−5", "", "-5", "-5"},
			{".5", "0.5", "0.5", "0.5"},
			{" 42 ", "", "42", "42"},
			{"0.30000000000000004", "", "0.30000000000000004", "0.30000000000000004"},
		},
		"de": {
			{"2,5", "", "2,5", "2.5"},
			{"0,10", "", "0,10", "0.10"},
			{"1.500", "1500", "1500", "1500"},
			{"1,500", "1,5", "1,500", "1.500"},
			{"1.500,25", "1500,25", "1500,25", "1500.25"},
			{"1 500", "1500", "1500", "1500"},
			{"1\u00a0234\u00a0567", "1234567", "1.234.567", "1234567"},
			{"2.5", "2,5", "2,5", "2.5"},
			{"12345", "", "12.345", "12345"},
		},
		"ar": {
			{"٣", "3", "3", "3"},
			{"٢٫٥", "2.5", "2.5", "2.5"},
			{"١٬٥٠٠", "1500", "1500", "1500"},
			{"٠٫١٠", "0.10", "0.10", "0.10"},
			{"-٥", "-5", "-5", "-5"},
			{"2,5", "2.5", "2.5", "2.5"},
		},
		"ja": {
			{"１２．５", "12.5", "12.5", "12.5"},
			{"１，５００", "1500", "1500", "1500"},
			{"1.50", "", "1.50", "1.50"},
		},
	} {
		t.Run(locale, func(t *testing.T) { answerNumbers(t, locale, "number", rows) })
	}
}

// TestWholeNumbers covers P3, T11 and N9: an integer is sent as plain digits, however it was written.
// Rows: P3, T11, N9.
func TestWholeNumbers(t *testing.T) {
	for locale, rows := range map[string][]typedNumber{
		"en": {{"3.0", "3", "3", "3"}, {"1e3", "1000", "1000", "1000"}, {"-0", "0", "0", "0"}, {"007", "7", "7", "7"}, {"9007199254740991", "", "9,007,199,254,740,991", "9007199254740991"}},
		"de": {{"3,0", "3", "3", "3"}, {"12.345", "12345", "12.345", "12345"}},
		"ar": {{"١٢", "12", "12", "12"}},
		"ja": {{"１２", "12", "12", "12"}},
	} {
		t.Run(locale, func(t *testing.T) { answerNumbers(t, locale, "integer", rows) })
	}
}

// TestNumberProblems covers P3, P6, N8, B16 and B17: a number that readers of JSON would change is a problem, as any
// other text is, and stays.
// Rows: P3, P6, N8, B16, B17.
func TestNumberProblems(t *testing.T) {
	const number, whole = `"type":"number"`, `"type":"integer"`
	rows := []struct{ rules, typed, problem string }{
		{number, "NaN", "Enter a number, like 1.5"},
		{number, "Infinity", "Enter a number, like 1.5"},
		{number, "0x10", "Enter a number, like 1.5"},
		{number, "1/3", "Enter a number, like 1.5"},
		{number, "1e", "Enter a number, like 1.5"},
		{number, "-", "Enter a number, like 1.5"},
		{number, "12 34", "Enter a number, like 1.5"},
		{number, "1e2000000", "Enter a number from -9,007,199,254,740,991 to 9,007,199,254,740,991"},
		{number, "1e-2000000", "Enter a number from -9,007,199,254,740,991 to 9,007,199,254,740,991"},
		{number, strings.Repeat("1", 41), "Enter 40 digits or fewer"},
		{whole, "9007199254740993", "Enter a number from -9,007,199,254,740,991 to 9,007,199,254,740,991"},
		{whole, "3.5", "Enter a whole number, like 30"},
		{whole, "1.000", "This could mean 1 or 1000. Leave out the signs between thousands"},
		{number + `,"multipleOf":0.25`, "0.3", "Enter a multiple of 0.25"},
		{number + `,"exclusiveMinimum":0`, "0", "Enter a number above 0"},
		{number + `,"exclusiveMaximum":10`, "10", "Enter a number below 10"},
		{number + `,"minimum":1,"maximum":5`, "5.01", "Enter a number from 1 to 5"},
	}
	list := make([]string, len(rows))
	for i, row := range rows {
		list[i] = fmt.Sprintf(`"n%d":{%s,"title":"N%d"}`, i, row.rules, i)
	}
	p := ask(t, "en", "UTC", properties(list...))
	for i, row := range rows {
		p.typeInto(fmt.Sprint("f", i), row.typed)
	}
	got := p.toProblems()
	for i, row := range rows {
		if got[i] != row.problem {
			t.Errorf("%s %q: problem %q, want %q", row.rules, row.typed, got[i], row.problem)
		}
		if got := p.valueIn(fmt.Sprint("f", i)); got != row.typed {
			t.Errorf("%q became %q", row.typed, got)
		}
	}
	for _, locale := range testedLanguages {
		p := ask(t, locale, "UTC", properties(`"n":{"type":"number","title":"N"}`))
		p.typeInto("f0", "ー1/3")
		if got := withoutIsolates(p.toProblems()[0]); got != notANumber[locale] {
			t.Errorf("%s: problem %q, want %q", locale, got, notANumber[locale])
		}
		document := p.document()
		if got := description(document, "f0"); attribute(byID(document, "f0"), "aria-invalid") != "true" || !strings.Contains(withoutIsolates(got), notANumber[locale]) {
			t.Errorf("%s: described as %q, aria-invalid %q", locale, got, attribute(byID(document, "f0"), "aria-invalid"))
		}
	}
}
