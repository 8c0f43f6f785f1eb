package answer

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// clock is a time of day.
type clock struct {
	hour, minute, second int
	// fraction are the digits after the second, without the point.
	fraction string
}

// text is the clock as controls for a time take it: seconds only where they count.
func (c clock) text() string {
	if c.fraction != "" || c.second != 0 {
		return c.full()
	}
	return fmt.Sprintf("%02d:%02d", c.hour, c.minute)
}

// full is the clock as RFC 3339 writes it.
func (c clock) full() string {
	text := fmt.Sprintf("%02d:%02d:%02d", c.hour, c.minute, c.second)
	if c.fraction != "" {
		text += "." + c.fraction
	}
	return text
}

// The words for the halves of the day. None of them names the other half in another
// language. A word stands before the shorter ones that it contains.
var (
	beforeNoon = []string{"午前", "上午", "오전", "صباحا", "ص", `לפנה"צ`, "πμ", "am", "a"}
	afterNoon  = []string{"午後", "下午", "오후", "مساء", "م", `אחה"צ`, "μμ", "pm", "p"}
)

// clockMarks turns the units of hours and minutes into colons.
var clockMarks = strings.NewReplacer(
	"時", ":", "时", ":", "点", ":", "點", ":", "시", ":", "uhr", ":", "h", ":",
	"分", ":", "분", ":", "min", ":", "秒", "", "초", "", "s", "",
)

// maxFraction is how many digits after the second are read.
const maxFraction = 20

// readClock reads a time of day: 14:32, 14.32, 1432, 2:32 pm, 14h32, 午後2時32分.
func readClock(text string) (clock, Fault) {
	text = clean(text)
	if text == "" {
		return clock{}, FaultNoClock
	}
	text, half := cutHalf(clockLetters(text))
	marked := clockMarks.Replace(text)
	named := marked != text // a unit allows single digits, and hours without minutes
	c, ok := splitClock(marked, half != 0, named)
	if !ok || c.hour > 23 || half != 0 && c.hour > 12 || c.minute > 59 || c.second > 59 {
		return clock{}, FaultUnrealClock
	}
	if half != 0 {
		c.hour %= 12 // Japanese counts the hours of a half from 0, English from 12.
	}
	if half > 0 {
		c.hour += 12
	}
	return c, FaultNone
}

// clockLetters writes a clock in ASCII digits and lower case, without spaces and the dots of "a.m.".
func clockLetters(text string) string {
	text = strings.ToLower(asciiDigits(text))
	text = strings.NewReplacer("״", `"`, "”", `"`, "．", ".", "：", ":").Replace(text)
	var b strings.Builder
	var before rune
	for _, r := range text {
		if unicode.IsSpace(r) || unicode.Is(unicode.Mn, r) || r == '.' && unicode.IsLetter(before) {
			continue
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

// cutHalf removes the word for the half of the day from the start or the end of
// a clock. half is -1 before noon, 1 after noon and 0 without such a word.
func cutHalf(text string) (rest string, half int) {
	for i, words := range [][]string{beforeNoon, afterNoon} {
		for _, word := range words {
			if rest, found := strings.CutSuffix(text, word); found {
				return rest, 2*i - 1
			}
			if rest, found := strings.CutPrefix(text, word); found {
				return rest, 2*i - 1
			}
		}
	}
	return text, 0
}

// splitClock splits a clock. A bare hour counts only where a word or unit says that it is one.
func splitClock(text string, half, named bool) (c clock, ok bool) {
	if named {
		text = strings.TrimSuffix(text, ":")
	}
	if allDigits(text) && len(text) == 4 && !half && !named {
		text = text[:2] + ":" + text[2:] // 1432
	}
	if strings.Count(text, ":") == 2 {
		i := strings.LastIndexByte(text, ':')
		if j := strings.IndexAny(text[i:], ".,"); j >= 0 {
			c.fraction = text[i+j+1:]
			if !allDigits(c.fraction) || len(c.fraction) > maxFraction {
				return clock{}, false
			}
			text = text[:i+j]
		}
	}
	if !strings.Contains(text, ":") {
		text = strings.ReplaceAll(text, ".", ":")
	}
	parts := strings.Split(text, ":")
	if len(parts) > 3 || len(parts) == 1 && !half && !named {
		return clock{}, false
	}
	var numbers [3]int
	for i, part := range parts {
		short := len(part) == 1 && (i == 0 || named)
		if !allDigits(part) || len(part) != 2 && !short {
			return clock{}, false
		}
		numbers[i], _ = strconv.Atoi(part)
	}
	c.hour, c.minute, c.second = numbers[0], numbers[1], numbers[2]
	return c, true
}

// clockNotation is how times of the day are shown.
type clockNotation struct {
	// patterns are those of a time before noon and after it, then of both with seconds. An empty one is 14:32.
	patterns [4]string
	// halves says that the hours are counted twice a day, padded that each has two digits.
	halves, padded bool
}

// readClocks takes the notation from the ways in which Intl writes 05:07:09 and 17:07:09, without and
// with seconds. Only what is understood when it is typed is written.
func readClocks(samples []string) *clockNotation {
	n := &clockNotation{}
	if len(samples) != len(n.patterns) {
		return n
	}
	var hours [4]string
	for i, sample := range samples {
		n.patterns[i], hours[i] = clockPattern(sample)
	}
	n.padded, n.halves = len(hours[0]) == 2, hours[1] != "17"
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

// clockPattern is a way to write a sample time with a name in place of each number, and the hour in it.
func clockPattern(sample string) (pattern, hour string) {
	if len(sample) > maxText {
		return "", ""
	}
	names := []string{"{hour}", "{minute}", "{second}"}
	const digits = "0123456789"
	rest := clean(asciiDigits(sample))
	for at := strings.IndexAny(rest, digits); at >= 0; at = strings.IndexAny(rest, digits) {
		if len(names) == 0 {
			return "", ""
		}
		after := strings.TrimLeft(rest[at:], digits)
		if pattern == "" {
			hour = rest[at : len(rest)-len(after)]
		}
		pattern += rest[:at] + names[0]
		names, rest = names[1:], after
	}
	return pattern + rest, hour
}

// writeClock is the clock as people write it there: seconds only where they count.
func (l *Locale) writeClock(c clock) string { return strings.Map(l.digit, l.clocks().write(c)) }

// write is the clock in ASCII digits.
func (n *clockNotation) write(c clock) string {
	hour, sample := c.hour, min(c.hour/12, 1)
	if n.halves {
		hour = (c.hour+11)%12 + 1
	}
	if c.fraction != "" || c.second != 0 {
		sample += 2
	}
	pattern := n.patterns[sample]
	if pattern == "" || c.hour > 23 {
		return c.text()
	}
	text, second := strconv.Itoa(hour), fmt.Sprintf("%02d", c.second)
	if n.padded {
		text = fmt.Sprintf("%02d", hour)
	}
	if c.fraction != "" {
		second += "." + c.fraction
	}
	text = strings.NewReplacer("{hour}", text, "{minute}", fmt.Sprintf("%02d", c.minute), "{second}", second).Replace(pattern)
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
