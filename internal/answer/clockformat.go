package answer

import (
	"fmt"
	"strconv"
	"strings"
)

// clockNotation is how times of the day are shown: the patterns of a time before noon
// and after it, without and with seconds. An empty one is 14:32.
type clockNotation struct {
	short, full [2]string
	// halves says that the hours are counted twice a day, padded that each has two digits.
	halves, padded bool
}

// The times that Intl is asked to write: 05:07:09 and 17:07:09, without and with seconds.
const sampleClocks = 4

// readClocks takes the notation from ways to write the sample times. Only what is
// understood when it is typed is written.
func readClocks(samples []string) *clockNotation {
	n := &clockNotation{}
	if len(samples) != sampleClocks {
		return n
	}
	for i, pattern := range []*string{&n.short[0], &n.short[1], &n.full[0], &n.full[1]} {
		var hour string
		*pattern, hour = clockPattern(samples[i])
		switch i {
		case 0:
			n.padded = len(hour) == 2
		case 1:
			n.halves = hour != "17"
		}
	}
	for _, second := range []int{0, 9} {
		for _, hour := range []int{0, 5, 12, 17, 23} {
			c := clock{hour: hour, minute: 32, second: second}
			if read, _ := readClock(n.write(c)); read != c {
				return &clockNotation{}
			}
		}
	}
	return n
}

// clockPattern is a way to write a sample time with a name in place of each number,
// and the hour in it.
func clockPattern(sample string) (pattern, hour string) {
	if len(sample) > maxText {
		return "", ""
	}
	names := []string{"{hour}", "{minute}", "{second}"}
	var b strings.Builder
	for rest := clean(asciiDigits(sample)); rest != ""; {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
		switch {
		case digits == 0:
			next := strings.IndexAny(rest, "0123456789")
			if next < 0 {
				next = len(rest)
			}
			b.WriteString(rest[:next])
			rest = rest[next:]
			continue
		case len(names) == 0:
			return "", ""
		case names[0] == "{hour}":
			hour = rest[:digits]
		}
		b.WriteString(names[0])
		names, rest = names[1:], rest[digits:]
	}
	return b.String(), hour
}

// writeClock is the clock as people write it there: seconds only where they count.
func (l *Locale) writeClock(c clock) string { return strings.Map(l.digit, l.clocks().write(c)) }

// write is the clock in ASCII digits.
func (n *clockNotation) write(c clock) string {
	patterns := n.short
	if c.fraction != "" || c.second != 0 {
		patterns = n.full
	}
	hour, half := c.hour, min(c.hour/12, 1)
	if n.halves {
		hour = (c.hour+11)%12 + 1
	}
	if patterns[half] == "" || c.hour > 23 {
		return c.text()
	}
	text, second := strconv.Itoa(hour), fmt.Sprintf("%02d", c.second)
	if n.padded {
		text = fmt.Sprintf("%02d", hour)
	}
	if c.fraction != "" {
		second += "." + c.fraction
	}
	text = strings.NewReplacer("{hour}", text, "{minute}", fmt.Sprintf("%02d", c.minute), "{second}", second).Replace(patterns[half])
	if c.fraction != "" {
		if read, _ := readClock(text); read != c {
			text = c.text() // The locale separates seconds with the sign that begins a fraction.
		}
	}
	return text
}

// HalfDays reports whether people count the hours twice a day.
func (l *Locale) HalfDays() bool { return l.orEnglish().clocks().halves }

// Clock is a time of the day as people write it.
func (l *Locale) Clock(hour, minute int) string {
	return l.orEnglish().writeClock(clock{hour: hour, minute: minute})
}
