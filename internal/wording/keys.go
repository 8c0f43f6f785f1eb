package wording

// Key names one text of the interface. Every catalogue has every key; the
// placeholders of a text are named in its English version.
// ClearLabel and its like are the accessible names of buttons such as Clear.
type Key uint8

const (
	// Headings, and what is shown on every step.

	FormHeading Key = iota
	ConfirmHeading
	ReviewHeading
	// ConsentHeading is the h1 of a request to open a page.
	ConsentHeading
	// WaitingHeading is the h1 while the person is in another tab.
	WaitingHeading
	// Sent, Confirmed, Declined, Cancelled, Withdrawn, Expired and Elsewhere
	// (answered there) are the h1 of the done step, one an outcome.
	Sent
	Confirmed
	Declined
	Cancelled
	Withdrawn
	Expired
	Elsewhere
	Unshown
	// IdleHeading is the h1 while there is no request.
	IdleHeading
	// ShellHeading is the h1 before the program runs.
	ShellHeading
	Loading
	ProblemHeading
	// ErrorPrefix stands, visually hidden, before an inline error.
	ErrorPrefix
	// TitleErrorPrefix stands before the document's title; it ends in a space
	// where the language writes one.
	TitleErrorPrefix
	// PageTitle is the document's title where the heading does not name the server.
	PageTitle
	RequestPosition

	MessageFrom
	NoMessage
	// Quotation is the message where it is announced, and TextsFrom says whose the
	// questions and their descriptions are.
	Quotation
	TextsFrom
	// Claim is what the server calls itself.
	Claim
	HiddenCharacters
	// ShowAll and ShowLess unfold a long text of the server and fold it again.
	ShowAll
	ShowLess
	// MoreQuestions to MoreProblems say how much of a long form is not shown
	// yet. Checking says that its answers are being checked.
	MoreQuestions
	MoreAnswers
	MoreOptions
	MoreProblems
	Checking
	Deadline
	DeadlineLeft
	DraftRestored

	// Fields of the form.

	// Optional follows the label of a field that may be left out.
	Optional
	// AllOptional stands once above a form without a single question that
	// must be answered.
	AllOptional
	// Question names a field that has nothing to show as its title.
	Question
	// Suggested marks an answer that the server filled in.
	Suggested
	Clear
	ClearLabel
	UseSuggestion
	UseSuggestionLabel
	Yes
	No
	// NoAnswer is the option that leaves a question out.
	NoAnswer
	// Empty stands for an option or an answer that is the empty text.
	Empty
	AmbiguousOption
	// Choose is the first entry of a select; it is not a value.
	Choose
	FilterLabel
	NoMatches
	ItemsChosen
	OptionsFound
	// ServerFormat opens the server's own expression for a format.
	ServerFormat
	// Day, Month, Year, Time and TimeZone name the parts of a date-time.
	Day
	Month
	Year
	Time
	TimeZone
	// Calendar names the button that opens a calendar, and the form's own calendar. The
	// buttons of that one show another month.
	Calendar
	PreviousYear
	PreviousMonth
	NextMonth
	NextYear
	// DateReordered notes that the parts of a date that was filled in stand in
	// another order now.
	DateReordered
	// Understood echoes how a number or a date was read.
	Understood
	WhichTime
	EarlierTime
	LaterTime
	// CharactersLeft and CharactersOver count while somebody types.
	CharactersLeft
	CharactersOver
	// SecretWarningHeading and SecretWarning stand at a field that looks like
	// a password, key or card number.
	SecretWarningHeading
	SecretWarning
	SecretNames
	SecretConfirm
	SecretUnconfirmed
	// SecretMasked says what stands for such an answer in the JSON on review.
	SecretMasked
	SecretHidden

	// Review, buttons and the end of a request.

	// NotProvided stands for an answer that is left out.
	NotProvided
	// NotProvidedDefault warns that the server may put its default back.
	NotProvidedDefault
	// Change leads from review back to one field.
	Change
	ChangeLabel
	// Show and Hide bring a secret out on review and take it away again.
	Show
	Hide
	ShowLabel
	HideLabel
	// WillDecline and WillConfirm stand on review for what was decided on a
	// question of a round and has not left yet.
	WillDecline
	WillConfirm
	ExactlySent
	// SentValue stands before the value on the wire where it differs from the
	// shown one.
	SentValue
	// Miscounted warns once that a right number may be refused.
	Miscounted

	Continue
	Confirm
	Decline
	// DeclineAll is Decline on the review of a round, where it takes back what was
	// answered before.
	DeclineAll
	Cancel
	Back
	Close
	SendAnswers
	// SendAnswersTo names the server as well. AnswersGoTo stands above SendAnswers
	// where the name is too long for a button.
	SendAnswersTo
	AnswersGoTo
	// SendAnswer, SendAnswerTo and AnswerGoesTo are the same for one choice that is
	// sent from where it is made.
	SendAnswer
	SendAnswerTo
	AnswerGoesTo
	TryAgain
	// CheckFirst says that nothing leaves yet. DeclineHint says how Decline and
	// Cancel differ, and PartHint the same on a question of a round.
	CheckFirst
	DeclineHint
	PartHint
	// HeldHint takes the place of DeclineHint where a call waits for pages that
	// are to be opened: the server is not told then that the person said no.
	HeldHint

	Sending
	NotConfirmed
	// HostRefused: the chat app did not accept the answers, and did not say why.
	HostRefused

	// Opening a page.

	// Site is the line with the host; Address the whole URL.
	Site
	Address
	Warning
	// SiteCheckHeading and SiteCheck ask to compare the host with the server.
	SiteCheckHeading
	SiteCheck
	// OpenHostNewTab and CopyLink are the two ways to the page.
	OpenHostNewTab
	CopyLink
	LinkCopied
	// LinkSelected: the clipboard was refused, the address is selected.
	LinkSelected
	LinkNotOpened
	// PageOpened stands on review for a page that was opened.
	PageOpened
	// OpenAgain and IHaveFinished are the buttons of the waiting step.
	OpenAgain
	IHaveFinished
	WaitingText
	WaitingOver
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

	// Problems: a sentence for each rule that an answer can break.

	problemEmpty
	problemNotChosen
	problemNotAnswered
	problemMustBeYes
	problemMustBeNo
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

	// Hints: the rules in words, before somebody answers.

	hintExample
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
	hintTimeOfDay
	hintOnlyYes
	hintOnlyNo

	// Facts about a field, and why something cannot be answered or shown.

	noteDefaultDropped
	noteUnknownFormat
	noteDefaultTooLong
	notePatternUnchecked
	noteUntyped
	noteOptionsDropped
	noteRuleIgnored
	noteShortened

	obstacleNested
	obstacleType
	obstacleRemote
	obstacleBroken
	obstacleComposition
	obstacleNoOptions
	obstacleContradiction
	obstacleNotASchema
	obstacleTooMuch

	blockedFields
	blockedMissing
	// CannotBeSent stands where the button would be that leads on, OtherQuestions above
	// the questions that could be answered.
	CannotBeSent
	OtherQuestions
	// namesAndMore ends a list of names that is too long.
	namesAndMore

	refusedUnreadable
	refusedTooLarge
	refusedTooDeep
	refusedDuplicateName
	refusedNumberTooLong
	refusedUnknownMode
	refusedModeConflict
	refusedNotAForm
	refusedDialect
	refusedTooManyQuestions
	refusedTooManyOptions

	keyCount
)
