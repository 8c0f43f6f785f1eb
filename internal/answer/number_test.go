package answer_test

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

var (
	number  = schema.Field{Kind: schema.Number}
	integer = schema.Field{Kind: schema.Integer}
)

// draftOf is a draft for the single control of a field.
func draftOf(text string) answer.Draft { return answer.Draft{Origin: answer.Edited, Text: text} }

type numberCase struct {
	text string
	want string // the submitted literal
	echo string
}

func testNumbers(t *testing.T, f schema.Field, tag string, cases []numberCase) {
	t.Helper()
	for _, test := range cases {
		a, fault := answer.Read(f, draftOf(test.text), envFor(tag))
		if fault != answer.FaultNone {
			t.Errorf("%s %q: fault %q", tag, test.text, fault)
			continue
		}
		if a.Absent || a.Value.Type != request.Number || a.Value.Text != test.want {
			t.Errorf("%s %q: sends %q, want %q", tag, test.text, a.Value.JSON(), test.want)
		}
		if a.Echo != test.echo {
			t.Errorf("%s %q: echo %q, want %q", tag, test.text, a.Echo, test.echo)
		}
	}
}

// Rows: T10.
func TestNumber_GroupsAndDecimals(t *testing.T) {
	t.Run("en", func(t *testing.T) {
		testNumbers(t, number, "en", []numberCase{
			{"42", "42", ""},
			{"+5", "5", ""},
			{"-5", "-5", ""},
			{"−5", "-5", ""},
			{"–5", "-5", ""},
			{"＋５", "5", "5"},
			{"2.5", "2.5", ""},
			{"2,5", "2.5", "2.5"},
			{"1,500", "1500", "1500"},
			{"1.500", "1.500", "1.5"},
			{"1.234", "1.234", ""},
			{"0,500", "0.500", "0.500"},
			{"1234,567", "1234.567", "1234.567"},
			{"1,234,567", "1234567", "1234567"},
			{"1.234.567", "1234567", "1234567"},
			{"1,234.5", "1234.5", "1234.5"},
			{"1.234,5", "1234.5", "1234.5"},
			{"1,234.567", "1234.567", "1234.567"},
			{"1 000", "1000", "1000"},
			{"1\u00a0000", "1000", "1000"},
			{"1\u202f000\u202f000", "1000000", "1000000"},
			{"1\u2009000", "1000", "1000"},
			{"1'000", "1000", "1000"},
			{"1’000’000.5", "1000000.5", "1000000.5"},
			{"1٬000٫5", "1000.5", "1000.5"},
			{".5", "0.5", "0.5"},
			{"-.5", "-0.5", "-0.5"},
			{"007", "7", "7"},
			{"00.50", "0.50", "0.50"},
		})
	})
	t.Run("N9 de", func(t *testing.T) {
		testNumbers(t, number, "de", []numberCase{
			{"2,5", "2.5", ""},
			{"2.5", "2.5", "2,5"},
			{"1.500", "1500", "1500"},
			{"1,500", "1.500", "1,5"},
			{"1.234.567,89", "1234567.89", "1234567,89"},
			{"1 234,5", "1234.5", "1234,5"},
			{",5", "0.5", "0,5"},
		})
	})
	t.Run("N9 de-CH", func(t *testing.T) {
		testNumbers(t, number, "de-CH", []numberCase{
			{"1’500", "1500", "1500"},
			{"1.500", "1.500", "1.5"},
		})
	})
	t.Run("N9 fr", func(t *testing.T) {
		testNumbers(t, number, "fr", []numberCase{
			{"2,5", "2.5", ""},
			{"1\u202f500,25", "1500.25", "1500,25"},
			{"1 500", "1500", "1500"},
			{"1,500", "1.500", "1,5"},
			{"2.5", "2.5", "2,5"},
		})
	})
	t.Run("N9 ar", func(t *testing.T) {
		testNumbers(t, number, "ar", []numberCase{
			{"١٢٣", "123", "123"},
			{"٣٫٥", "3.5", "3.5"},
			{"١٬٥٠٠", "1500", "1500"},
			{"١٬٥٠٠٫٢٥", "1500.25", "1500.25"},
			{"۴۵", "45", "45"},
			{"\u061c-١٢", "-12", "-12"},
			{"١،٥", "1.5", "1.5"},
		})
	})
	t.Run("N9 ar-EG", func(t *testing.T) {
		testNumbers(t, number, "ar-EG", []numberCase{
			{"٣٫٥", "3.5", ""},
			{"3.5", "3.5", ""},
			{"١٬٥٠٠", "1500", "١٥٠٠"},
			{"1,500", "1500", "١٥٠٠"},
			{"-٥", "-5", ""},
		})
	})
	t.Run("N9 fa", func(t *testing.T) {
		testNumbers(t, number, "fa", []numberCase{
			{"۱۲٫۵", "12.5", ""},
			{"12.5", "12.5", ""},
			{"-12", "-12", ""},
			{"۱۲٬۳۴۵", "12345", "۱۲۳۴۵"},
			{"12,345", "12345", "۱۲۳۴۵"},
			{"١٢", "12", "۱۲"}, // Arabic digits
		})
	})
	t.Run("N9 pl and sv", func(t *testing.T) {
		for _, tag := range []string{"pl", "sv"} {
			testNumbers(t, number, tag, []numberCase{{"2,5", "2.5", ""}, {"2.5", "2.5", "2,5"}, {"12\u00a0345", "12345", "12345"}, {"12 345,5", "12345.5", "12345,5"}})
		}
		testNumbers(t, number, "sv", []numberCase{{"-5", "-5", ""}, {"−5", "-5", ""}, {"-1 000", "-1000", "−1000"}})
	})
	t.Run("N9 hi", func(t *testing.T) {
		testNumbers(t, number, "hi", []numberCase{{"१,००,०००", "100000", "100000"}, {"1,00,000.5", "100000.5", "100000.5"}, {"1,500", "1500", "1500"}})
	})
	t.Run("N9 de-AT", func(t *testing.T) {
		testNumbers(t, number, "de-AT", []numberCase{{"1.500", "1500", "1500"}, {"1 500,5", "1500.5", "1500,5"}})
	})
	t.Run("N9 ja", func(t *testing.T) {
		testNumbers(t, number, "ja", []numberCase{
			{"１２．５", "12.5", "12.5"},
			{"１，５００", "1500", "1500"},
			{"－３", "-3", "-3"},
		})
	})
	t.Run("other digits", func(t *testing.T) {
		testNumbers(t, number, "en", []numberCase{{"१२३", "123", "123"}, {"𝟙𝟚", "12", "12"}})
	})
}

// Two commas with two digits between them are Indian groups in every locale, and so are the
// apostrophes of Switzerland, in every spelling.
// Rows: T10.
func TestNumber_IndianAndSwissGroupsInEveryLocale(t *testing.T) {
	for _, tag := range []string{"th", "en", "en-IN", "en-US", "de", "de-CH", "fr", "ar", "he", "ja", "pt-BR", "es-MX", "pl"} {
		sign := string(localetest.For(tag).Decimal())
		testNumbers(t, number, tag, []numberCase{
			{"1,00,000", "100000", "100000"},
			{"12,34,567", "1234567", "1234567"},
			{"12,34,56,789", "123456789", "123456789"},
			{"-1,00,000.50", "-100000.50", "-100000" + sign + "50"},
			{"१,००,०००", "100000", "100000"},
			{"1’234.50", "1234.50", "1234" + sign + "50"},
			{"1'234.50", "1234.50", "1234" + sign + "50"},
			{"1’234’567,5", "1234567.5", "1234567" + sign + "5"},
			{"1ʼ234", "1234", "1234"},
			{"1′234", "1234", "1234"},
			{"1´234", "1234", "1234"},
			{"1`234", "1234", "1234"},
		})
		testNumbers(t, integer, tag, []numberCase{{"1,00,000", "100000", "100000"}, {"1’234", "1234", "1234"}})
		for _, text := range []string{
			"1,00,00", "100,00,000", "01,00,000", ",00,000", "1,00,0000", "1,0,000", "1,000,00", "1.00.000", "1 00 000", "1’00’000", "1,00.000,5", "1,00'000",
		} {
			if a, fault := answer.Read(number, draftOf(text), envFor(tag)); fault == answer.FaultNone {
				t.Errorf("%s %q is read as %q", tag, text, a.Value.Text)
			}
		}
	}
}

// Rows: T10.
func TestNumber_AmbiguousOnlyWhereTheLocaleDoesNotDecide(t *testing.T) {
	for _, test := range []struct {
		field    schema.Field
		tag      string
		text     string
		readings [2]string
	}{
		{number, "fr", "1.500", [2]string{"1,5", "1500"}},
		{number, "fr", "-12.345", [2]string{"-12,345", "-12345"}},
		{number, "de-CH", "1,500", [2]string{"1.5", "1500"}},
		{number, "pl", "1.500", [2]string{"1,5", "1500"}},
		// A person may type one thousand by the habit of another locale, which must not become one.
		{integer, "en", "1.000", [2]string{"1", "1000"}},
		{integer, "de", "1,000", [2]string{"1", "1000"}},
	} {
		t.Run(test.tag+" "+test.text, func(t *testing.T) {
			a, fault := answer.Read(test.field, draftOf(test.text), envFor(test.tag))
			if fault != answer.FaultAmbiguous || a.Readings != test.readings {
				t.Errorf("%s %q: %q %q, want %q", test.tag, test.text, fault, a.Readings, test.readings)
			}
		})
	}
	testNumbers(t, integer, "de", []numberCase{{"1.000", "1000", "1000"}})
	testNumbers(t, integer, "en", []numberCase{{"1,000", "1000", "1000"}})
	testNumbers(t, number, "it", []numberCase{{"1.500", "1500", "1500"}, {"2,5", "2.5", ""}})
}

// Rows: F9.
func TestNumber_IgnoresSpacesAndInvisibleCharacters(t *testing.T) {
	testNumbers(t, number, "en", []numberCase{
		{"  42\t", "42", ""},
		{"\u00a042\u200b", "42", ""},
		{"\ufeff42", "42", ""},
		{"\u200e42\u200f", "42", ""},
		{"\u2067-42\u2069\n", "-42", ""},
	})
	for _, blank := range []string{"", " ", "\u00a0\u200b", "\ufeff"} {
		if a, fault := answer.Read(number, draftOf(blank), envFor("en")); !a.Absent || fault != answer.FaultNone {
			t.Errorf("%q is not blank: %v %q", blank, a, fault)
		}
	}
}

// Rows: P3.
func TestNumber_HalfTypedNumbers(t *testing.T) {
	testNumbers(t, number, "en", []numberCase{{"1.", "1", ""}, {"1.5", "1.5", ""}, {"1.50", "1.50", ""}, {"1,500.", "1500", "1500"}})
	for _, text := range []string{"-", "+", ".", ",", "-.", "1e", "1e-"} {
		if _, fault := answer.Read(number, draftOf(text), envFor("en")); fault != answer.FaultNotANumber {
			t.Errorf("%q: %q", text, fault)
		}
	}
}

// Rows: B16.
func TestNumber_RefusesWhatIsNoNumber(t *testing.T) {
	for _, text := range []string{
		"NaN", "Infinity", "-Infinity", "inf", "0x10", "0b1", "1/3", "1_000", "--5", "+-5", "5-", "1e", "e5", "1e5.5", "1e1e1", "1e+-5",
		"1e++5", "1,5,00", "1,50,00", "12,34,56", "1.2.3", "1,2,3", "1 5", "12 34", "1 0000", "0 500", "1,234.5,6", "1,234.567,890", "1.5.", "1..5", "1,,5",
		"٫", "1٫2٫3", "$", "5€5", "five", "5 % of 3", "5 " + strings.Repeat("x", 30), "1\n000", "1\t000", "½", "²", "一", "Ⅷ", "1d5", "1 e5",
	} {
		for _, tag := range []string{"en", "de", "fr", "ar", "ja"} {
			for _, f := range []schema.Field{number, integer} {
				if a, fault := answer.Read(f, draftOf(text), envFor(tag)); fault != answer.FaultNotANumber {
					t.Errorf("%s %q: %q %s", tag, text, fault, a.Value.JSON())
				}
			}
		}
	}
}

// A currency does not change the number. A sign that may change it is named.
func TestNumber_ReadsCurrenciesAndNamesOtherSigns(t *testing.T) {
	for _, tag := range []string{"en", "de", "fr", "es", "pt-BR", "ar", "he", "ja", "ko", "zh-CN"} {
		shown := answer.FormatNumber("-1234567", envFor(tag).Locale)
		decimal := strings.ReplaceAll("1234.5", ".", string(envFor(tag).Locale.Decimal()))
		for text, want := range map[string]string{
			"5 €": "5", "$5": "5", "€ 5": "5", "-$5": "-5", "−£5": "-5", "¥5": "5", "5\u00a0₩": "5", "٥ ﷼": "5", "₪\u00a05": "5", "€-5": "-5",
			shown + " €": "-1234567", "€" + decimal: "1234.5", decimal + "\u00a0$": "1234.5", "1\u00a0234,50 €": "1234.50", "1.234.567,89 €": "1234567.89",
			"1’000": "1000", "1’000 €": "1000", "\u2011\u2060" + "5": "-5",
		} {
			t.Run(text, func(t *testing.T) {
				a, fault := answer.Read(number, draftOf(text), envFor(tag))
				if fault != answer.FaultNone || a.Value.Text != want {
					t.Errorf("%s %q: %s, %q", tag, text, a.Value.JSON(), fault)
				}
				if strings.ContainsAny(text, "€$£¥₩﷼₪") && a.Echo == "" {
					t.Errorf("%s %q: no echo of %s", tag, text, want)
				}
			})
		}
		for text, want := range map[string]string{
			"10 %": "%", "10%": "%", "٪١٠": "٪", "(5)": "()", "5 kg": "kg", "EUR 5": "EUR", "-5 °C": "°C", "ca. 5": "ca", "≈ -5": "≈", decimal + " km/h": "km/h",
		} {
			t.Run(text, func(t *testing.T) {
				if a, fault := answer.Read(number, draftOf(text), envFor(tag)); fault != answer.FaultStrangeSign || a.Readings[0] != want {
					t.Errorf("%s %q: %q %q", tag, text, a.Readings, fault)
				}
			})
		}
	}
}

// Rows: B16.
func TestNumber_RefusesWhatReadersLose(t *testing.T) {
	for _, test := range []struct {
		text            string
		number, integer answer.Fault
	}{
		{"1e2000000", answer.FaultTooBig, answer.FaultTooBig},
		{"1e99999999999999999999", answer.FaultTooBig, answer.FaultTooBig},
		{"1e309", answer.FaultTooBig, answer.FaultTooBig},
		{"1e-400", answer.FaultTooBig, answer.FaultTooBig},
		{"1.8e308", answer.FaultTooBig, answer.FaultTooBig},
		{"0.00000000000000000000001e-308", answer.FaultTooBig, answer.FaultNotWhole},
		{"1e308", answer.FaultNone, answer.FaultTooBig},
		{"1e20", answer.FaultNone, answer.FaultTooBig},
		{strings.Repeat("7", 400), answer.FaultTooLong, answer.FaultTooLong},
		{strings.Repeat("1", 41), answer.FaultTooLong, answer.FaultTooLong},
		{"0." + strings.Repeat("1", 40), answer.FaultNone, answer.FaultNotWhole},
		{strings.Repeat("0", 400) + "7", answer.FaultNone, answer.FaultNone},
	} {
		t.Run(test.text, func(t *testing.T) {
			if _, fault := answer.Read(number, draftOf(test.text), envFor("en")); fault != test.number {
				t.Errorf("number %q: %q, want %q", test.text, fault, test.number)
			}
			if _, fault := answer.Read(integer, draftOf(test.text), envFor("en")); fault != test.integer {
				t.Errorf("integer %q: %q, want %q", test.text, fault, test.integer)
			}
		})
	}
}

// Rows: B17, T11, N8.
func TestNumber_ExactDigits(t *testing.T) {
	testNumbers(t, number, "en", []numberCase{
		{"0.1", "0.1", ""},
		{"0.30000000000000004", "0.30000000000000004", ""},
		{"0.1234567890123456789", "0.1234567890123456789", ""},
		{"9007199254740991", "9007199254740991", ""},
		{"-9007199254740991", "-9007199254740991", ""},
		{"9007199254740992.0", "9007199254740992.0", ""},
		{"-0", "-0", ""},
		{"-0.0", "-0.0", ""},
		{"1e3", "1e3", ""},
		{"1E+3", "1E+3", ""},
		{"2.50e-2", "2.50e-2", ""},
		{"1e−3", "1e-3", ""},
	})
	for _, text := range []string{"9007199254740992", "9007199254740993", "-9007199254740993", "100000000000000000", "9007199254740993.0", "9007199254740993e0", "9007199254740993.5"} {
		for _, f := range []schema.Field{number, integer} {
			// For a fraction, a field for whole numbers reports FaultNotWhole first.
			_, fault := answer.Read(f, draftOf(text), envFor("en"))
			if fault != answer.FaultTooBig && !(fault == answer.FaultNotWhole && strings.HasSuffix(text, ".5") && f.Kind == schema.Integer) {
				t.Errorf("%q: %q", text, fault)
			}
		}
	}
}

// Rows: B16.
func TestInteger_SendsPlainDigits(t *testing.T) {
	testNumbers(t, integer, "en", []numberCase{
		{"3", "3", ""},
		{"3.0", "3", "3"},
		{"3.", "3", ""},
		{"3,00", "3", "3"},
		{"1e3", "1000", "1000"},
		{"1E+3", "1000", "1000"},
		{"1.5e1", "15", "15"},
		{"10e-1", "1", "1"},
		{"9.007199254740991e15", "9007199254740991", "9007199254740991"},
		{"-0", "0", "0"},
		{"0e300", "0", "0"},
		{"-12", "-12", ""},
	})
	for _, text := range []string{"3.5", "3,5", "1.500", "15e-1", "0.1", "1e-300"} {
		if _, fault := answer.Read(integer, draftOf(text), envFor("en")); fault != answer.FaultNotWhole {
			t.Errorf("%q: %q", text, fault)
		}
	}
}

func TestNumber_UntouchedDefaultGoesBackByteForByte(t *testing.T) {
	for _, test := range []struct {
		kind               schema.Kind
		tag, literal       string
		shown, sent, fault string
	}{
		{schema.Number, "en", "3.14", "3.14", "3.14", ""},
		{schema.Number, "de", "3.14", "3,14", "3.14", ""},
		{schema.Number, "de", "1234567.5", "1234567,5", "1234567.5", ""},
		{schema.Number, "en", "1E2", "1E2", "1E2", ""},
		{schema.Number, "en", "3.0", "3.0", "3.0", ""},
		{schema.Number, "en", "1e+308", "1e+308", "1e+308", ""},
		{schema.Integer, "en", "30", "30", "30", ""},
		{schema.Integer, "de", "3.0", "3", "3", ""},
		{schema.Integer, "en", "3e0", "3", "3", ""},
		{schema.Integer, "en", "3.5", "3.5", "", "not-whole"},
		{schema.Integer, "en", "9007199254740993", "9007199254740993", "", "too-big"},
	} {
		t.Run(test.tag+" "+test.literal+" "+test.shown, func(t *testing.T) {
			f := schema.Field{Kind: test.kind, Default: request.NumberValue(test.literal)}
			d := answer.Start(f, envFor(test.tag))
			if d.Origin != answer.Suggested || d.Text != test.shown {
				t.Errorf("%s opens with %+v, want %q", test.literal, d, test.shown)
			}
			a, fault := answer.Read(f, d, envFor(test.tag))
			if string(fault) != test.fault || a.Value.Text != test.sent || a.Echo != "" {
				t.Errorf("%s is sent as %+v, %q", test.literal, a, fault)
			}
		})
	}
	wrong := schema.Field{Kind: schema.Number, Default: request.StringValue("3")}
	if d := answer.Start(wrong, envFor("en")); d.Origin != answer.Untouched || !d.Blank() {
		t.Errorf("a default of another type was applied: %+v", d)
	}
}
