// Package untrusted makes untrusted text safe to show.
//
// What a server wrote is a [Text] until [Display] has made it a [Displayed]:
// without direction overrides and control characters, and cut where it is too
// long. Displayed says that something was removed, and keeps the whole text.
// Only what is shown is changed. Values that go back to the server never are.
package untrusted

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

// String returns the part that is shown first.
func (t Displayed) String() string { return t.Shown }

// Whole returns everything that may be shown, without the cut. It takes as long
// as the text is.
func (t Displayed) Whole() string {
	if !t.More {
		return t.Shown
	}
	return Display(t.whole, 0).Shown
}
