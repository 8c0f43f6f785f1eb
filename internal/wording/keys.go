package wording

// Key names one text of the interface. Every catalogue has every key; the
// placeholders of a text are named in its English version.
type Key uint8

// Headings, and what is shown on every step.
const (
	// FormHeading is the h1 of the form.
	FormHeading Key = iota
	// ConfirmHeading is the h1 of a request without fields.
	ConfirmHeading
	// ReviewHeading is the h1 of the review step.
	ReviewHeading
	// ConsentHeading is the h1 of a request to open a page.
	ConsentHeading
	// WaitingHeading is the h1 while the person is in another tab.
	WaitingHeading
	// Sent, Confirmed, Declined, Cancelled, Withdrawn and Expired are the h1
	// of the done step, one an outcome.
	Sent
	Confirmed
	Declined
	Cancelled
	Withdrawn
	Expired
	// Unshown is the h1 of a request that could not be shown.
	Unshown
	// IdleHeading is the h1 while there is no request.
	IdleHeading
	// ShellHeading is the h1 before the program runs.
	ShellHeading
	// Loading is what the shell says of the program.
	Loading
	// ProblemHeading heads the error summary.
	ProblemHeading
	// ErrorPrefix stands, visually hidden, before an inline error.
	ErrorPrefix
	// TitleErrorPrefix stands before the document's title; it ends in a space
	// where the language writes one.
	TitleErrorPrefix
	// RequestPosition is the place in a queue or a round of requests.
	RequestPosition

	// MessageFrom names the box with the server's message.
	MessageFrom
	// NoMessage stands in place of an empty message.
	NoMessage
	// Claim is what the server calls itself.
	Claim
	// HiddenCharacters says that a text is shown without some of its characters.
	HiddenCharacters
	// ShowAll brings out what a long text hides.
	ShowAll
	// MoreQuestions to MoreProblems say how much of a long form is not shown
	// yet. Checking says that its answers are being checked.
	MoreQuestions
	MoreAnswers
	MoreOptions
	MoreProblems
	Checking
	// Deadline says until when the request can be answered.
	Deadline
	// DeadlineLeft is how much time is left.
	DeadlineLeft
	// DraftRestored says that what was entered on an earlier visit is back.
	DraftRestored
)

// Fields of the form.
const (
	// Optional follows the label of a field that may be left out.
	Optional Key = iota + DraftRestored + 1
	// AllOptional stands once above a form without a single question that
	// must be answered.
	AllOptional
	// Question names a field that has nothing to show as its title.
	Question
	// Suggested marks an answer that the server filled in.
	Suggested
	// Clear removes what stands in a field.
	Clear
	// ClearLabel is the accessible name of Clear.
	ClearLabel
	// UseSuggestion puts the server's suggestion back.
	UseSuggestion
	// UseSuggestionLabel is the accessible name of UseSuggestion.
	UseSuggestionLabel
	// Yes and No answer a Boolean.
	Yes
	No
	// NoAnswer is the option that leaves a question out.
	NoAnswer
	// Empty stands for an option or an answer that is the empty text.
	Empty
	// AmbiguousOption tells options apart that show the same title.
	AmbiguousOption
	// ChooseLabel is the first entry of a select; it is not a value.
	ChooseLabel
	// FilterLabel names the box that filters options.
	FilterLabel
	// NoMatches says that the filter leaves no option.
	NoMatches
	// ItemsChosen counts the chosen options.
	ItemsChosen
	// OptionsFound counts the options that match what is typed.
	OptionsFound
	// ServerFormat opens the server's own expression for a format.
	ServerFormat
	// Day, Month, Year, Time and TimeZone name the parts of a date-time.
	Day
	Month
	Year
	Time
	TimeZone
	// Calendar names the browser's own date picker.
	Calendar
	// DateReordered notes that the parts of a date that was filled in stand in
	// another order now.
	DateReordered
	// Understood echoes how a number or a date was read.
	Understood
	// WhichTime asks which of two moments is meant when the clock goes back.
	WhichTime
	// EarlierTime and LaterTime are the two answers to WhichTime.
	EarlierTime
	LaterTime
	// CharactersLeft and CharactersOver count while somebody types.
	CharactersLeft
	CharactersOver
	// SecretWarningHeading and SecretWarning stand at a field that looks like
	// a password, key or card number.
	SecretWarningHeading
	SecretWarning
	// SecretNames names such answers on review.
	SecretNames
	// SecretConfirm is the tick that sending such an answer needs.
	SecretConfirm
	// SecretUnconfirmed stands beside the tick when it is missing.
	SecretUnconfirmed
	// SecretMasked says what stands for such an answer in the JSON on review.
	SecretMasked
	// SecretHidden stands for such an answer on review.
	SecretHidden
)

// Review, buttons and the end of a request.
const (
	// NotProvided stands for an answer that is left out.
	NotProvided Key = iota + SecretHidden + 1
	// NotProvidedDefault warns that the server may put its default back.
	NotProvidedDefault
	// Change leads from review back to one field.
	Change
	// ChangeLabel is the accessible name of Change.
	ChangeLabel
	// Show and Hide bring a secret out on review and take it away again.
	Show
	Hide
	// ShowLabel and HideLabel are the accessible names of Show and Hide.
	ShowLabel
	HideLabel
	// NothingSentForm and NothingSentReview say that nothing has left yet.
	NothingSentForm
	NothingSentReview
	// ExactlySent heads the JSON that will leave.
	ExactlySent
	// SentValue stands before the value on the wire where it differs from the
	// shown one.
	SentValue
	// Miscounted warns once that a right number may be refused.
	Miscounted

	// Continue and the following are buttons.
	Continue
	Confirm
	Decline
	Cancel
	Back
	Close
	SendAnswers
	TryAgain
	// DeclineHint says how Decline and Cancel differ.
	DeclineHint
	// HeldHint takes the place of DeclineHint where a call waits for pages that
	// are to be opened: the server is not told then that the person said no.
	HeldHint

	// Sending is announced while the answers leave.
	Sending
	// NotConfirmed: nobody confirmed that the answers arrived.
	NotConfirmed
	// HostRefused: the chat app did not accept the answers, and did not say why.
	HostRefused
	// To and AtTime say on the done step who got the answers, and when.
	To
	AtTime
)

// Opening a page.
const (
	// Site is the line with the host; Address the whole URL.
	Site Key = iota + AtTime + 1
	Address
	// Warning is the word that each warning begins with.
	Warning
	// SiteCheckHeading and SiteCheck ask to compare the host with the server.
	SiteCheckHeading
	SiteCheck
	// OpenHostNewTab and CopyLink are the two ways to the page.
	OpenHostNewTab
	CopyLink
	// LinkCopied confirms CopyLink.
	LinkCopied
	// LinkSelected: the clipboard was refused, the address is selected.
	LinkSelected
	// LinkNotOpened: the host could not open the page.
	LinkNotOpened
	// PageOpened stands on review for a page that was opened.
	PageOpened
	// OpenAgain and IHaveFinished are the buttons of the waiting step.
	OpenAgain
	IHaveFinished
	// WaitingText says what to do in the other tab.
	WaitingText
	// WaitingFor says on the waiting step whom the person is waiting for.
	WaitingFor
	// WaitingOver is announced when the server says that the page is done.
	WaitingOver
	// LinkBlocked heads the reason why an address cannot be opened.
	LinkBlocked
	// LinkBadScheme to LinkTooLong are reasons not to open an address.
	LinkBadScheme
	LinkUnreadable
	LinkCredentials
	LinkTooLong
	// LinkNotEncrypted and the following are warnings about an address that
	// can be opened.
	LinkNotEncrypted
	LinkIPAddress
	LinkForeignLetters
	LinkMixedScripts
	LinkLookalike
	LinkRewritten
	LinkPort
	LinkLocal
	LinkOnion
	LinkLong
	LinkHiddenCharacters
)

// Problems: a sentence for each rule that an answer can break.
const (
	problemEmpty Key = iota + LinkHiddenCharacters + 1
	problemNotChosen
	problemNotAnswered
	problemMustBeYes
	problemMustBeNo
	problemMustBe
	problemTooShort
	problemTooLong
	problemLengthBetween
	problemLengthExact
	problemNotANumber
	problemNotWhole
	problemAmbiguousNumber
	problemNumberTooLong
	problemTooSmall
	problemTooGreat
	problemNumberBetween
	problemNumberExact
	problemNotMoreThan
	problemNotLessThan
	problemNotMultiple
	problemBadEmail
	problemBadEmailShort
	problemEmailLetters
	problemBadURI
	problemBadFormat
	problemBadFormatNamed
	problemNoDay
	problemNoMonth
	problemNoYear
	problemDateUnreal
	problemOtherCalendar
	problemClockMissing
	problemClockUnreal
	problemZoneUnknown
	problemTimeSkipped
	problemTimeSkippedChoose
	problemTimeTwice
	problemTooFewChosen
	problemTooManyChosen
	problemTooFewEntries
	problemTooManyEntries
	problemRepeatedEntries
	problemTogetherRefused
	problemRefused
	// problemNamed puts the name of an entry or a field before a problem that
	// does not say it.
	problemNamed
	// entryLabel names one entry of a list in place of the list.
	entryLabel
)

// Hints: the rules in words, before somebody answers.
const (
	hintExample Key = iota + entryLabel + 1
	hintWhole
	hintBetween
	hintAtLeast
	hintUpTo
	hintExactly
	hintMoreThan
	hintLessThan
	hintStep
	hintLengthAtLeast
	hintLengthUpTo
	hintLengthBetween
	hintLengthExact
	hintSelectAny
	hintSelectAtLeast
	hintSelectUpTo
	hintSelectBetween
	hintSelectExact
	hintOnePerLine
	hintEntriesAtLeast
	hintEntriesUpTo
	hintEntriesBetween
	hintEntriesExact
	hintNoRepeats
	hintEachEntry
	hintOnlyYes
	hintOnlyNo
)
