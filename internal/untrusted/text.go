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

// Whole returns everything that may be shown, without the cut. It takes as long
// as the text is.
func (t Displayed) Whole() string {
	if !t.More {
		return t.Shown
	}
	return Display(t.whole, 0).Shown
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
