// Package untrusted makes untrusted text safe to show.
//
// Whatever a server wrote is [Text] until [Display] has made it [Displayed]:
// direction overrides and control characters are gone, over-long texts are
// cut with the whole kept at hand, and the reader can be told so. Values that
// travel back to the server are never altered; only what is shown is.
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
	// Hidden counts the characters that were removed because they cannot be
	// seen or change how their surroundings read, as far as was looked.
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
