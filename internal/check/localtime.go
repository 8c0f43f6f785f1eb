package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// longestTimePattern is longer than the patterns that servers write for HH:MM. Longer ones are not tried.
const longestTimePattern = 100

// notTimes are near HH:MM, and no pattern that means it accepts one of them. It may accept
// an hour of one digit, or seconds.
var notTimes = []string{"", "24:00", "29:59", "12:60", "99:99", "12:3", "12:", ":30", "1230", "12-30", "12.30", "a2:30", "12:3a", "123:00"}

// meansTime reports whether the rules of a text accept every time of day as HH:MM, and nothing
// near it. What the pattern looks like says nothing: there are many ways to write it.
func (c *Checker) meansTime(f schema.Field) bool {
	if f.Kind != schema.Text || f.Secret || f.Format != "" || len(f.Pattern) > longestTimePattern || !strings.Contains(f.Pattern, ":") ||
		f.Const.Exists() || !ownRulesSuffice(f) {
		return false
	}
	accepts := func(text string) bool { return c.broken(f, elicit.StringValue(text)) == nil }
	if _, checkable := c.patterns.compile(f.Pattern); !checkable || slices.ContainsFunc(notTimes, accepts) {
		return false
	}
	for minute := range 24 * 60 {
		if !accepts(fmt.Sprintf("%02d:%02d", minute/60, minute%60)) {
			return false
		}
	}
	return true
}
