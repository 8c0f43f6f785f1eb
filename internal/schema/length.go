package schema

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// TellsLength reports whether the server's description names the limits of the length:
// then they need not be said again. A minimum of one, which every answer has, is not
// said by anybody.
func (f *Field) TellsLength() bool {
	var limits []int
	if f.MinLength > 1 {
		limits = append(limits, f.MinLength)
	}
	if f.MaxLength >= 0 {
		limits = append(limits, f.MaxLength)
	}
	numbers := strings.FieldsFunc(string(f.Description), func(r rune) bool { return !unicode.IsDigit(r) })
	return len(limits) > 0 && !slices.ContainsFunc(limits, func(limit int) bool { return !slices.Contains(numbers, strconv.Itoa(limit)) })
}
