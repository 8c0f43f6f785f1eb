package safetext

import (
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestDisplay(t *testing.T) {
	tests := []struct {
		name   string
		text   Text
		want   string
		hidden int
	}{
		{"empty", "", "", 0},
		{"printable ASCII", "Your name?\n\tIn full", "Your name?\n\tIn full", 0},
		{"B26 direction overrides", "a\u202aa\u202eb\u202cc", "aabc", 3},
		{"B26 isolates", "\u2066a\u2067b\u2068c\u2069", "abc", 4},
		{"B26 zero-width space, word joiner, byte order mark", "a\u200bb\u2060c\ufeffd", "abcd", 3},
		{"B26 invisible operators and fillers", "a\u2063b\u3164c\u180ed", "abcd", 3},
		{"B26 C0", "a\x00b\x1bc\x07\x7fd", "abcd", 4},
		{"B26 colours", "\x1b[32m$\x1b[0m npm \x1b[1;38;5;208minit\x1b[m\x1b(B", "$ npm init", 0},
		{"B26 movements and erasures", "a\x1b[2J\x1b[1;1Hb\x1b[?25l\x1b[0 qc", "abc", 0},
		{"B26 a title and a link", "\x1b]0;title\aa\x1b]8;;https://e.example\x1b\\b\x1b]8;;\x1b\\", "ab", 3},
		{"B26 a title without an end", "\x1b]0;a\nb\x1b]c", "]0;a\nb]c", 2},
		{"B26 half a colour", "a\x1b[32\nb\x1b[\x1b", "a[32\nb[", 3},
		{"B26 a colour in other letters", "é\x1b[31mè", "éè", 0},
		{"B26 brackets without an escape character", "[32m a[0]", "[32m a[0]", 0},
		{"B26 C1", "a\u0080b\u009fc", "abc", 2},
		{"B26 soft hyphen and marks of direction stay", "co\u00adop \u200e\u200f\u061c", "co\u00adop \u200e\u200f\u061c", 0},
		{"B26 joiners stay", "می\u200cخواهم क्\u200dष", "می\u200cخواهم क्\u200dष", 0},
		{"B26 emoji stay", "👩\u200d👩\u200d👧 ❤\ufe0f 👍🏽 🇩🇪", "👩\u200d👩\u200d👧 ❤\ufe0f 👍🏽 🇩🇪", 0},
		{"B26 line breaks", "a\r\nb\rc\u0085d\u2028e\u2029f\n\ng", "a\nb\nc\nd\ne\nf\n\ng", 0},
		{"B26 invalid UTF-8", "a\xffb\xc3", "a\ufffdb\ufffd", 0},
		{"B26 lone surrogate as bytes", "a\xed\xa0\x80b", "a\ufffd\ufffd\ufffdb", 0},
		{"B26 eight marks stay", Text("e" + strings.Repeat("\u0301", 8) + "x"), "e" + strings.Repeat("\u0301", 8) + "x", 0},
		{"B26 500 marks do not", Text("e" + strings.Repeat("\u0301", 500) + "x"), "e" + strings.Repeat("\u0301", 8) + "x", 492},
		{"B26 marks pile up across joiners", Text(strings.Repeat("\u0301\u200d", 10)), strings.Repeat("\u0301\u200d", 8) + "\u200d\u200d", 2},
		{"B26 marks pile up across soft hyphens", Text(strings.Repeat("\u0301\u00ad", 10)), strings.Repeat("\u0301\u00ad", 8) + "\u00ad\u00ad", 2},
		{"B26 marks pile up across letters that nobody sees", Text(strings.Repeat("\u0301\u115f", 10)), strings.Repeat("\u0301\u115f", 8) + "\u115f\u115f", 2},
		{"B26 marks pile up across signs that nobody sees", Text(strings.Repeat("\u0301\U00013430", 10)), strings.Repeat("\u0301\U00013430", 8) + "\U00013430\U00013430", 2},
		{"B26 marks start again on each letter", "a\u0301e\u0301\u0302", "a\u0301e\u0301\u0302", 0},
		{"B26 Hebrew points and Thai tones", "בְּרֵאשִׁ֖ית ที่นี่", "בְּרֵאשִׁ֖ית ที่นี่", 0},
		{"B26 Tibetan stacks", "བསྒྲུབས་ ཧཱུྃ ཀྲཱིྃ", "བསྒྲུབས་ ཧཱུྃ ཀྲཱིྃ", 0},
		{"B26 what is left of tags and variations", "a\U000e0080b\U000e01f0c\U000e0fffd", "abcd", 3},
		{"B26 smuggled tags", "hi\U000E0068\U000E0069", "hi", 2},
		{"B26 flag of Scotland", "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F!", "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F!", 0},
		{"B26 sentence behind a flag", "🏴\U000E0069\U000E0067\U000E006E\U000E006F\U000E0072\U000E0065\U000E0020\U000E007F", "🏴", 8},
		{"B26 flag without an end", "🏴\U000E0067\U000E0062", "🏴", 2},
		{"B28 N16 markup is text", `<img src=x onerror=alert(1)> [a](https://e.example) &lt; **b**`, `<img src=x onerror=alert(1)> [a](https://e.example) &lt; **b**`, 0},
		{"B28 N16 markup beside other letters", "é<script>", "é<script>", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Display(tt.text, 0)
			if got.Shown != tt.want || got.Hidden != tt.hidden || got.More {
				t.Errorf("got %+q, %d hidden, more %t; want %+q, %d", got.Shown, got.Hidden, got.More, tt.want, tt.hidden)
			}
		})
	}
}

func rest(t Excerpt) string { return strings.TrimPrefix(t.Whole(), t.Shown) }

func TestDisplay_LooksAtNoMoreThanItShows(t *testing.T) {
	for name, text := range map[string]string{
		"letters":        strings.Repeat("ж", 100_000),
		"ASCII":          strings.Repeat("x", 200_000),
		"invisible":      strings.Repeat("\u200b", 80_000),
		"piles of marks": strings.Repeat("e\u0301\u0301", 50_000),
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			shown := Display(Text(text), 100)
			runtime.ReadMemStats(&after)
			bytes := after.TotalAlloc - before.TotalAlloc
			if bytes > 8000 || !shown.More || shown.Hidden > 1000 {
				t.Errorf("%d bytes, more: %t, %d hidden; want at most 8000 bytes and 1000 hidden", bytes, shown.More, shown.Hidden)
			}
		})
	}
}

func TestDisplayCuts(t *testing.T) {
	family := "👩\u200d👩\u200d👧"
	tests := []struct {
		name        string
		text        Text
		limit       int
		shown, rest string
	}{
		{"short enough", "abc", 3, "abc", ""},
		{"ASCII", "abcdef", 3, "abc", "def"},
		{"code points, not bytes", "äöüß", 4, "äöüß", ""},
		{"letters", "äöüß", 2, "äö", "üß"},
		{"removed characters do not count", "a\u200bb\u200bc", 3, "abc", ""},
		{"letter and mark", "abe\u0301f", 3, "ab", "e\u0301f"},
		{"family", Text("ab" + family + "c"), 4, "ab", family + "c"},
		{"after a family", Text(family + "c"), 5, family, "c"},
		{"skin tone", "a👍🏽", 2, "a", "👍🏽"},
		{"variation", "a❤\ufe0f", 2, "a", "❤\ufe0f"},
		{"flags", "🇩🇪🇫🇷🇮🇹", 3, "🇩🇪", "🇫🇷🇮🇹"},
		{"flags after a letter", "a🇩🇪🇫🇷", 3, "a🇩🇪", "🇫🇷"},
		{"flag of tags", "a🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F", 4, "a", "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F"},
		{"jamo", "가\u1112\u1161\u11ab", 3, "가", "\u1112\u1161\u11ab"},
		{"endless sequence", Text(strings.Repeat("👩\u200d", 200)), 100, strings.Repeat("👩\u200d", 50), strings.Repeat("👩\u200d", 150)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Display(tt.text, tt.limit)
			if got.Shown != tt.shown || rest(got) != tt.rest || got.More != (tt.rest != "") {
				t.Errorf("got %q and %q, want %q and %q", got.Shown, rest(got), tt.shown, tt.rest)
			}
		})
	}
}

// Rows: B29.
func TestDisplayMessage(t *testing.T) {
	line := func(n int) string { return strings.Repeat("x\n", n) }
	tests := []struct {
		name  string
		text  string
		shown string
		rest  string
	}{
		{"one line", "Please answer", "Please answer", ""},
		{"as many lines as fit", line(19) + "last", line(19) + "last", ""},
		{"one newline at the end", line(20), strings.TrimSuffix(line(20), "\n"), ""},
		{"one line more", line(20) + "y", strings.TrimSuffix(line(20), "\n"), "\ny"},
		{"300 newlines", strings.Repeat("\n", 300) + "[Send answers]", strings.Repeat("\n", 19), strings.Repeat("\n", 281) + "[Send answers]"},
		{"other line breaks", strings.Repeat("x\u2028", 20) + "y", strings.TrimSuffix(line(20), "\n"), "\ny"},
		{"nothing but newlines", strings.Repeat("\n", 300), strings.Repeat("\n", 19), ""},
		{"long text", strings.Repeat("x", MessageLimit+5), strings.Repeat("x", MessageLimit), "xxxxx"},
		{"long text of many lines", line(MessageLimit), strings.TrimSuffix(line(20), "\n"), "\n" + line(MessageLimit-20)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := DisplayLines(Text(tt.text), MessageLimit)
			if got.Shown != tt.shown || rest(got) != tt.rest || got.More != (tt.rest != "") {
				t.Errorf("got %.60q (%d) and %.60q (%d), want %.60q and %.60q", got.Shown, len(got.Shown), rest(got), len(rest(got)), tt.shown, tt.rest)
			}
		})
	}
}

// TestDisplayLines: the layout of a description of a thousand lines is as expensive as that of
// a message, and every field can have one.
// Rows: B29.
func TestDisplayLines(t *testing.T) {
	got := DisplayLines(Text(strings.Repeat("a\n", 1000)), DescriptionLimit)
	if lines := strings.Count(got.Shown, "\n") + 1; lines != MessageLines || !got.More || len(got.Whole()) != 2000 {
		t.Errorf("%d lines are shown, more: %v, %d bytes in all", lines, got.More, len(got.Whole()))
	}
	if got := DisplayLines("one\ntwo", DescriptionLimit); got.Shown != "one\ntwo" || got.More {
		t.Errorf("two lines are shown as %q", got.Shown)
	}
}

// TestLine: OneLine does not change a text that isLine accepts.
func TestLine(t *testing.T) {
	for text, want := range map[string]bool{
		"Name": true, "Full name 1": true, "~!": true,
		"": false, " ": false, " Name": false, "Name ": false, "Full  name": false, "Full\nname": false, "a\tb": false, "Größe": false, "a\u00a0b": false,
	} {
		t.Run(text, func(t *testing.T) {
			if got := isLine(text); got != want {
				t.Errorf("%q is a line: got %v, want %v", text, got, want)
			}
			if want && strings.Join(strings.Fields(text), " ") != text {
				t.Errorf("%q is not a line", text)
			}
		})
	}
}

func FuzzDisplay(f *testing.F) {
	for _, seed := range []string{"", "a\u202eb", "e\u0301\u0301", "👩\u200d👩", "🏴\U000E0067\U000E0062\U000E007F", "\xff\r\n", "🇩🇪🇫🇷", "می\u200cخواهم", strings.Repeat("\x1b[1;32m", 20) + "a\x1b]0;b\a"} {
		f.Add(seed, 3)
	}
	f.Fuzz(func(t *testing.T, s string, limit int) {
		whole := Display(Text(s), 0)
		text := Display(Text(s), limit)
		if text.Whole() != whole.Shown || text.Hidden > whole.Hidden {
			t.Fatalf("cutting changed %q: %q", whole.Shown, text.Shown)
		}
		if n := utf8.RuneCountInString(text.Shown); limit > 0 && n > limit {
			t.Fatalf("%d code points shown, limit %d", n, limit)
		}
		if text.More && text.Shown == "" && text.Hidden == 0 && !strings.Contains(s, "\x1b") {
			t.Fatal("nothing left to show")
		}
		twice := Display(Text(whole.Shown), 0)
		if twice.Shown != whole.Shown || twice.Hidden != 0 {
			t.Fatalf("%+q is not safe yet: %+q", whole.Shown, twice.Shown)
		}
		if !utf8.ValidString(Visible(s)) || !utf8.ValidString(DisplayLines(Text(s), MessageLimit).Whole()) {
			t.Fatal("invalid UTF-8")
		}
		if HasHidden(Visible(s)) && strings.Trim(s, "\n") == s && !strings.Contains(s, "\n") {
			t.Fatalf("%+q still hides something", Visible(s))
		}
		Label(s)
	})
}
