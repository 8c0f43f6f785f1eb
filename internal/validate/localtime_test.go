package validate

import (
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/schema"
)

// A pattern is recognised by the texts that it accepts, not by its source.
// Rows: N11.
func TestLocalTime_FoundByWhatThePatternAccepts(t *testing.T) {
	for rules, want := range map[string]schema.Kind{
		`"pattern":"^([01]\\d|2[0-3]):[0-5]\\d$"`:                                   schema.LocalTime,
		`"pattern":"^([01][0-9]|2[0-3]):([0-5][0-9])$","minLength":5,"maxLength":5`: schema.LocalTime,
		`"pattern":"^([0-1]?[0-9]|2[0-3]):[0-5][0-9]$"`:                             schema.LocalTime,
		`"pattern":"^(?:[01]\\d|2[0-3]):[0-5]\\d(?::[0-5]\\d)?$"`:                   schema.LocalTime,
		`"pattern":"([01]\\d|2[0-3]):[0-5]\\d"`:                                     schema.Text, // Anything may stand around it.
		`"pattern":"^\\d{2}:\\d{2}$"`:                                               schema.Text, // 99:99 may be minutes and seconds.
		`"pattern":"^([01]\\d|2[0-4]):[0-5]\\d$"`:                                   schema.Text,
		`"pattern":"^([01]\\d|2[0-3]):(00|30)$"`:                                    schema.Text, // Not every time.
		`"pattern":"^(0\\d|1[0-2]):[0-5]\\d (AM|PM)$"`:                              schema.Text,
		`"pattern":"^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$"`:                          schema.Text,
		`"pattern":"^([01]\\d|2[0-3]):[0-5]\\d$","maxLength":4`:                     schema.Text,
		`"pattern":"^([01]\\d|2[0-3]):[0-5]\\d$","format":"uuid"`:                   schema.Text,
		`"pattern":"^([01]\\d|2[0-3]):[0-5]\\d$","not":{"const":"12:00"}`:           "",
		`"pattern":"^.*:.*$"`:                                                       schema.Text,
		`"pattern":"^([01]\\d|2[0-3]):[0-5]\\d$` + strings.Repeat("|", 100) + `"`:   schema.Text,
	} {
		t.Run(rules, func(t *testing.T) {
			form := readForm(t, `{"type":"object","properties":{"at":{"type":"string",`+rules+`}}}`)
			New(form)
			if got := form.Fields[0]; got.Kind != want && (want != "" || got.Kind == schema.LocalTime) {
				t.Errorf("%s: kind %q, want %q", rules, got.Kind, want)
			}
		})
	}
}
