package schema

import "time"

// Date is a string of the format "date": day, month and year.
const Date Kind = "date"

var date = formatKind{format: "date", valid: ValidDate, controls: 9, about: facts{formatted: true, explained: true, dated: true}}

// ValidDate reports whether text is a real day, YYYY-MM-DD, of the years 0001
// to 9999.
func ValidDate(text string) bool {
	day, err := time.Parse(time.DateOnly, text)
	return err == nil && len(text) == len(time.DateOnly) && day.Year() >= 1
}
