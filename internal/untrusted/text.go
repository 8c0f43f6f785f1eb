// Package untrusted makes untrusted text safe to show.
//
// What a server wrote is a [Text] until [Display] has made it a [Displayed]:
// without direction overrides and control characters, and cut where it is too
// long. Displayed says that something was removed, and keeps the whole text.
// Only what is shown is changed. Values that go back to the server never are.
package untrusted

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is text written by a server, exactly as it arrived.
type Text string

// Displayed is text that is safe to show as a text node: no control characters
// but newline and tab, no direction overrides. It is still data, never markup.
type Displayed struct {
	// Shown is what to draw.
	Shown string
	// More says that something follows Shown, behind a "Show all" control.
	More bool
	// Hidden counts the characters that were removed from Shown because they
	// cannot be seen or change how their surroundings read.
	Hidden int
	// whole is the text that was cut, as it arrived.
	whole Text
}

// Whole returns everything that may be shown, without the cut. It takes as long
// as the text is.
func (t Displayed) Whole() string {
	if !t.More {
		return t.Shown
	}
	return Display(t.whole, 0).Shown
}

// FoldedLines is how many lines are shown of a long text at first, by the style sheet too.
const FoldedLines = 12

// MayFold reports whether a part of the text is behind a "Show all" control in some frame.
func (t Displayed) MayFold() bool { return t.More || MayFold(t.Shown) }

// MayFold reports whether a text may take more than [FoldedLines], in a frame with room for some sixteen wide
// letters. Whether it does, web/frame/fold.ts sees when it is laid out.
func MayFold(text string) bool {
	const fewest = FoldedLines * 15
	return len(text) >= fewest && utf8.RuneCountInString(text) >= fewest || strings.Count(text, "\n") >= FoldedLines
}

// How much of a text is shown before a "Show all" control, in code points. The
// numbers leave room for every text seen in real requests, and still keep a
// hostile one from pushing the buttons off the page.
const (
	// TitleLimit is for titles of forms and fields and for names of servers.
	TitleLimit = 200
	// DescriptionLimit is for descriptions of forms and fields.
	DescriptionLimit = 2000
	// QuoteLimit is for a text inside a sentence of the catalogue, such as the title of a field
	// in a problem or the name of a server in a heading.
	QuoteLimit = 80
	// MessageLimit is for the message of a request.
	MessageLimit = 4000
	// OptionLimit is for the title of an option.
	OptionLimit = 300
	// MessageLines is how many lines of a message or a description are shown at
	// first.
	MessageLines = 20
)

// The characters that isolate a text from the direction of the text around it: with a
// direction of its own, or with that of its first letter.
const (
	LeftToRightIsolate = "\u2066"
	RightToLeftIsolate = "\u2067"
	FirstStrongIsolate = "\u2068"
	PopIsolate         = "\u2069"
)

// RunsAgainst reports whether a text has letters that run against a direction, so that
// it could reorder a sentence around it. An English label in an English sentence cannot.
func RunsAgainst(s string, rtl bool) bool {
	for _, r := range s {
		if isRightToLeft(r) && !rtl || isLeftToRight(r) && rtl {
			return true
		}
	}
	return false
}

// isRightToLeft reports whether r is a letter that runs from right to left.
// All such scripts live in blocks that Unicode sets aside for them.
func isRightToLeft(r rune) bool {
	switch {
	case r == 0x200F: // The right-to-left mark.
		return true
	case r >= 0x07C0 && r <= 0x07C9, r >= 0x1E950 && r <= 0x1E959:
		return true // Digits of N'Ko and Adlam; Arabic digits run left to right.
	case r >= 0x0590 && r <= 0x08FF, r >= 0xFB1D && r <= 0xFDFF, r >= 0xFE70 && r <= 0xFEFE,
		r >= 0x10800 && r <= 0x10FFF, r >= 0x1E800 && r <= 0x1EFFF:
		return unicode.IsLetter(r) || r == 0x061C
	}
	return false
}

func isLeftToRight(r rune) bool {
	return r == 0x200E || unicode.IsLetter(r) && !isRightToLeft(r)
}
