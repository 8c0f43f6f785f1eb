package untrusted

// How much of a text is shown before a "Show all" control, in code points. The
// numbers leave room for every text seen in real requests, and still keep a
// hostile one from pushing the buttons off the page.
const (
	// TitleLimit is for titles of forms and fields and for names of servers.
	TitleLimit = 200
	// DescriptionLimit is for descriptions of forms and fields.
	DescriptionLimit = 2000
	// QuoteLimit is for what stands inside a sentence of ours, such as the title of a field
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
