package answer

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

type clock struct {
	hour, minute, second int
	// fraction are the digits after the second, without the point.
	fraction string
}

func (c clock) text() string {
	if c.fraction != "" || c.second != 0 {
		return c.full()
	}
	return fmt.Sprintf("%02d:%02d", c.hour, c.minute)
}

func (c clock) full() string {
	text := fmt.Sprintf("%02d:%02d:%02d", c.hour, c.minute, c.second)
	if c.fraction != "" {
		text += "." + c.fraction
	}
	return text
}

// The words for the halves of the day. No word means the other half in another
// language. A longer word stands before the shorter ones that it contains.
var (
	beforeNoon = []string{"午前", "上午", "오전", "صباحا", "ص", `לפנה"צ`, "πμ", "am", "a"}
	afterNoon  = []string{"午後", "下午", "오후", "مساء", "م", `אחה"צ`, "μμ", "pm", "p"}
)

var clockMarks = strings.NewReplacer(
	"時", ":", "时", ":", "点", ":", "點", ":", "시", ":", "uhr", ":", "h", ":",
	"分", ":", "분", ":", "min", ":", "秒", "", "초", "", "s", "",
)

const maxFraction = 20

// readClock reads a time of day, for example 14:32, 14.32, 1432, 2:32 pm, 14h32, 午後2時32分.
func readClock(text string) (clock, Fault) {
	text = clean(text)
	if text == "" {
		return clock{}, FaultNoClock
	}
	text, half := cutHalf(clockLetters(text))
	marked := clockMarks.Replace(text)
	hasUnits := marked != text // A unit allows single digits, and hours without minutes.
	c, ok := splitClock(marked, half != 0, hasUnits)
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

// clockLetters normalizes a clock to ASCII digits and lower case, without spaces and the dots of "a.m.".
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

// cutHalf removes the word for the half of the day. half is -1 before noon, 1 after noon and 0 without one.
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

// splitClock splits a clock into its parts. It accepts a bare hour only with a unit or a word for the half of the day.
func splitClock(text string, half, hasUnits bool) (c clock, ok bool) {
	if hasUnits {
		text = strings.TrimSuffix(text, ":")
	}
	if allDigits(text) && len(text) == 4 && !half && !hasUnits {
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
	if len(parts) > 3 || len(parts) == 1 && !half && !hasUnits {
		return clock{}, false
	}
	var numbers [3]int
	for i, part := range parts {
		short := len(part) == 1 && (i == 0 || hasUnits)
		if !allDigits(part) || len(part) != 2 && !short {
			return clock{}, false
		}
		numbers[i], _ = strconv.Atoi(part)
	}
	c.hour, c.minute, c.second = numbers[0], numbers[1], numbers[2]
	return c, true
}

type clockNotation struct {
	// patterns are for a time before noon, one after noon, then both with seconds. An empty pattern means 14:32.
	patterns [4]string
	// halves: the hours are counted twice a day; padded: each hour has two digits.
	halves, padded bool
}

// readClocks derives the notation from Intl's texts. It rejects one that [readClock] would misread.
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

func (l *Locale) writeClock(c clock) string { return strings.Map(l.digit, l.clocks().write(c)) }

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
			text = c.text() // The locale separates seconds by the sign that begins a fraction.
		}
	}
	return text
}

// HalfDays reports whether the locale counts the hours twice a day.
func (l *Locale) HalfDays() bool { return l.orEnglish().clocks().halves }

// Clock writes a time of day in the locale's notation.
func (l *Locale) Clock(hour, minute int) string {
	return l.orEnglish().writeClock(clock{hour: hour, minute: minute})
}
