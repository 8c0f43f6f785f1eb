package answer_test

import (
	"testing"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/answer/test/localetest"
)

// Rows: N9.
func TestFormatNumber(t *testing.T) {
	for _, test := range []struct{ tag, literal, want string }{
		{"en", "1234", "1234"},
		{"en", "12345", "12,345"},
		{"en", "-1234567", "-1,234,567"},
		{"en", "12345.678", "12345.678"},
		{"en", "1e3", "1e3"},
		{"de", "12345", "12.345"},
		{"de", "1.5", "1,5"},
		{"de", "1.5E-7", "1,5E-7"},
		{"de-CH", "12345", "12'345"},
		{"de-AT", "12345", "12\u00a0345"},
		{"en-IN", "12345", "12,345"},
		{"en-IN", "123456", "1,23,456"},
		{"hi", "-12345678", "-1,23,45,678"},
		{"bn", "1234567", "১২,৩৪,৫৬৭"},
		{"pl", "1234", "1234"},
		{"pl", "12345", "12\u00a0345"},
		{"sv", "-12345", "−12\u00a0345"},
		{"sv", "-0.5", "−0,5"},
		{"th", "12345", "12,345"},
		{"fa", "-12345", "−۱۲٬۳۴۵"},
		{"fa", "0.25", "۰٫۲۵"},
		{"ar-EG", "12345", "١٢٬٣٤٥"},
		{"fr", "12345", "12\u202f345"},
		{"fr", "0.25", "0,25"},
		{"es", "12345.5", "12345,5"},
		{"es-MX", "12345", "12,345"},
		{"pt-BR", "123456", "123.456"},
		{"ar", "12345", "12,345"},
		{"ar-MA", "12345", "12.345"},
		{"he", "0.5", "0.5"},
		{"ja", "100000", "100,000"},
		{"ko", "0.5", "0.5"},
		{"zh-CN", "100000", "100,000"},
		{"xx", "100000", "100,000"},
		{"en", "not a number", "not a number"},
	} {
		t.Run(test.tag+" "+test.literal, func(t *testing.T) {
			if got := answer.FormatNumber(test.literal, localetest.For(test.tag)); got != test.want {
				t.Errorf("%s %s: %q, want %q", test.tag, test.literal, got, test.want)
			}
		})
	}
	if got := answer.FormatNumber("12345.5", nil); got != "12345.5" {
		t.Errorf("zero locale: %q", got)
	}
}
