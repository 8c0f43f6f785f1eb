// Package safetext makes untrusted text safe to show.
//
// The text of a server is a [Text] until [Display] has made an [Excerpt] of it, without
// direction overrides and control characters, and cut to a limit. The Excerpt counts the removed
// characters and stores the whole text. Only shown texts are changed: values that go back
// to the server never are.
package safetext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text is text of a server, exactly as it arrived.
type Text string

// Excerpt is text that is safe to show as a text node. It is still data, never markup.
type Excerpt struct {
	Shown string
	// More: the text continues after Shown, behind a "Show all" control.
	More bool
	// Hidden counts the characters that were removed from Shown.
	Hidden int
	whole  Text
}

// Whole returns the whole text, safe to show.
func (t Excerpt) Whole() string {
	if !t.More {
		return t.Shown
	}
	return Display(t.whole, 0).Shown
}

// FoldedLines is the number of lines of a long text that are shown at first, by the style sheet too.
const FoldedLines = 12

// MayFold reports whether some frame hides a part of the text behind a "Show all" control.
func (t Excerpt) MayFold() bool { return t.More || MayFold(t.Shown) }

// MayFold reports whether a text may take more than [FoldedLines] in a frame with room for some sixteen wide
// letters. web/frame/fold.ts decides it after the layout.
func MayFold(text string) bool {
	const minLength = FoldedLines * 15
	return len(text) >= minLength && utf8.RuneCountInString(text) >= minLength || strings.Count(text, "\n") >= FoldedLines
}

// Limits of texts before a "Show all" control, in code points. They leave room for every known real text,
// and still keep a hostile one from pushing the buttons off the page.
const (
	// TitleLimit is for titles of forms and fields and for names of servers.
	TitleLimit = 200
	// DescriptionLimit is for descriptions of forms and fields.
	DescriptionLimit = 2000
	// QuoteLimit is for a text inside a sentence, such as the title of a field in a problem.
	QuoteLimit = 80
	// MessageLimit is for the message of a request.
	MessageLimit = 4000
	// OptionLimit is for the title of an option.
	OptionLimit = 300
	// MessageLines is the number of lines of a message or a description.
	MessageLines = 20
)

// The characters that isolate a text from the direction of its surroundings.
const (
	LeftToRightIsolate = "\u2066"
	RightToLeftIsolate = "\u2067"
	FirstStrongIsolate = "\u2068"
	PopIsolate         = "\u2069"
)

// RunsAgainst reports whether a text has letters that could reorder a sentence around it.
func RunsAgainst(s string, rtl bool) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return isRightToLeft(r) && !rtl || isLeftToRight(r) && rtl })
}

// isRightToLeft knows blocks: Unicode reserves them for all such scripts.
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
