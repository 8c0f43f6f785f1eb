package schema

import (
	"time"

	"github.com/elicitform/elicitform/internal/elicit"
)

// Date is a string of the format "date": day, month and year.
const Date Kind = "date"

type dateKind struct{}

func (dateKind) matches(p property) bool    { return p.hasFormat("date") }
func (dateKind) read(r *reader, p property) { r.readText(p, true) }
func (dateKind) elements(*Field) int        { return 16 }
func (dateKind) facts() facts               { return facts{formatted: true, dated: true} }

func (dateKind) fits(f *Field, value elicit.Value) bool {
	return fitsText(f, value) && ValidDate(value.Text)
}

// ValidDate reports whether text is a real day, YYYY-MM-DD, of the years 0001
// to 9999.
func ValidDate(text string) bool {
	day, err := time.Parse(time.DateOnly, text)
	return err == nil && len(text) == len(time.DateOnly) && day.Year() >= 1
}
