package wording

// Key names one text of the catalogues. The texts that other packages name stand here. Texts
// of this package are named where they are used: a family, such as "problem-", and mostly
// the code of a fact, such as "too-short".
type Key string

// The texts. ClearLabel and its like are the accessible names of buttons such as Clear.

const (
	// Headings, and what is shown on every step.

	FormHeading    Key = "FormHeading"
	ConfirmHeading Key = "ConfirmHeading"
	ReviewHeading  Key = "ReviewHeading"
	// ConsentHeading is the h1 of a request to open a page.
	ConsentHeading Key = "ConsentHeading"
	// WaitingHeading is the h1 while the person is in another tab.
	WaitingHeading Key = "WaitingHeading"
	// Sent, Confirmed, Declined, Cancelled, Withdrawn, Expired and Elsewhere
	// (answered there) are the h1 of the done step, one an outcome.
	Sent      Key = "Sent"
	Confirmed Key = "Confirmed"
	Declined  Key = "Declined"
	Cancelled Key = "Cancelled"
	Withdrawn Key = "Withdrawn"
	Expired   Key = "Expired"
	Elsewhere Key = "Elsewhere"
	Unshown   Key = "Unshown"
	// IdleHeading is the h1 while there is no request.
	IdleHeading Key = "IdleHeading"
	// ShellHeading is the h1 before the program runs.
	ShellHeading   Key = "ShellHeading"
	Loading        Key = "Loading"
	ProblemHeading Key = "ProblemHeading"
	// ErrorPrefix stands, visually hidden, before an inline error.
	ErrorPrefix Key = "ErrorPrefix"
	// TitleErrorPrefix stands before the document's title; it ends in a space
	// where the language writes one.
	TitleErrorPrefix Key = "TitleErrorPrefix"
	// PageTitle is the document's title where the heading does not name the server.
	PageTitle       Key = "PageTitle"
	RequestPosition Key = "RequestPosition"

	MessageFrom Key = "MessageFrom"
	NoMessage   Key = "NoMessage"
	// Quotation is the message where it is announced, and TextsFrom says whose the
	// questions and their descriptions are.
	Quotation Key = "Quotation"
	TextsFrom Key = "TextsFrom"
	// Claim is what the server calls itself.
	Claim            Key = "Claim"
	HiddenCharacters Key = "HiddenCharacters"
	// ShowAll and ShowLess unfold a long text of the server and fold it again.
	ShowAll  Key = "ShowAll"
	ShowLess Key = "ShowLess"
	// MoreOptions and MoreProblems count what a list does not show.
	MoreOptions   Key = "MoreOptions"
	MoreProblems  Key = "MoreProblems"
	Deadline      Key = "Deadline"
	DeadlineLeft  Key = "DeadlineLeft"
	DraftRestored Key = "DraftRestored"

	// Fields of the form.

	// Optional follows the label of a field that may be left out.
	Optional Key = "Optional"
	// AllOptional stands once above a form without a single question that
	// must be answered.
	AllOptional Key = "AllOptional"
	// Question names a field that has nothing to show as its title.
	Question Key = "Question"
	// Suggested marks an answer that the server filled in.
	Suggested          Key = "Suggested"
	Clear              Key = "Clear"
	ClearLabel         Key = "ClearLabel"
	UseSuggestion      Key = "UseSuggestion"
	UseSuggestionLabel Key = "UseSuggestionLabel"
	Yes                Key = "Yes"
	No                 Key = "No"
	// NoAnswer is the option that leaves a question out.
	NoAnswer Key = "NoAnswer"
	// Empty stands for an option or an answer that is the empty text.
	Empty           Key = "Empty"
	AmbiguousOption Key = "AmbiguousOption"
	// Choose is the first entry of a select; it is not a value.
	Choose       Key = "Choose"
	FilterLabel  Key = "FilterLabel"
	NoMatches    Key = "NoMatches"
	ItemsChosen  Key = "ItemsChosen"
	OptionsFound Key = "OptionsFound"
	// ServerFormat opens the server's own expression for a format.
	ServerFormat Key = "ServerFormat"
	// Day, Month, Year, Time and TimeZone name the parts of a date-time.
	Day      Key = "Day"
	Month    Key = "Month"
	Year     Key = "Year"
	Time     Key = "Time"
	TimeZone Key = "TimeZone"
	// Calendar names the button that opens a calendar, and the form's own calendar. The
	// buttons of that one show another month.
	Calendar      Key = "Calendar"
	PreviousYear  Key = "PreviousYear"
	PreviousMonth Key = "PreviousMonth"
	NextMonth     Key = "NextMonth"
	NextYear      Key = "NextYear"
	// DateReordered notes that the parts of a date that was filled in stand in
	// another order now.
	DateReordered Key = "DateReordered"
	// Understood echoes how a number or a date was read.
	Understood  Key = "Understood"
	WhichTime   Key = "WhichTime"
	EarlierTime Key = "EarlierTime"
	LaterTime   Key = "LaterTime"
	// CharactersLeft and CharactersOver count while somebody types.
	CharactersLeft Key = "CharactersLeft"
	CharactersOver Key = "CharactersOver"
	// SecretWarningHeading and SecretWarning stand at a field that looks like
	// a password, key or card number.
	SecretWarningHeading Key = "SecretWarningHeading"
	SecretWarning        Key = "SecretWarning"
	SecretNames          Key = "SecretNames"
	SecretConfirm        Key = "SecretConfirm"
	SecretUnconfirmed    Key = "SecretUnconfirmed"
	// SecretMasked says what stands for such an answer in the JSON on review.
	SecretMasked Key = "SecretMasked"
	SecretHidden Key = "SecretHidden"

	// Review, buttons and the end of a request.

	// NotProvided stands for an answer that is left out.
	NotProvided Key = "NotProvided"
	// NotProvidedDefault warns that the server may put its default back.
	NotProvidedDefault Key = "NotProvidedDefault"
	// Change leads from review back to one field.
	Change      Key = "Change"
	ChangeLabel Key = "ChangeLabel"
	// Show and Hide bring a secret out on review and take it away again.
	Show      Key = "Show"
	Hide      Key = "Hide"
	ShowLabel Key = "ShowLabel"
	HideLabel Key = "HideLabel"
	// WillDecline and WillConfirm stand on review for what was decided on a
	// question of a round and has not left yet.
	WillDecline Key = "WillDecline"
	WillConfirm Key = "WillConfirm"
	ExactlySent Key = "ExactlySent"
	// SentValue stands before the value on the wire where it differs from the
	// shown one.
	SentValue Key = "SentValue"
	// Miscounted warns once that a right number may be refused.
	Miscounted Key = "Miscounted"

	Continue Key = "Continue"
	Confirm  Key = "Confirm"
	Decline  Key = "Decline"
	// DeclineAll is Decline on the review of a round, where it takes back what was
	// answered before.
	DeclineAll  Key = "DeclineAll"
	Cancel      Key = "Cancel"
	Back        Key = "Back"
	Close       Key = "Close"
	SendAnswers Key = "SendAnswers"
	// SendAnswersTo names the server as well. AnswersGoTo stands above SendAnswers
	// where the name is too long for a button.
	SendAnswersTo Key = "SendAnswersTo"
	AnswersGoTo   Key = "AnswersGoTo"
	// SendAnswer, SendAnswerTo and AnswerGoesTo are the same for one choice that is
	// sent from where it is made.
	SendAnswer   Key = "SendAnswer"
	SendAnswerTo Key = "SendAnswerTo"
	AnswerGoesTo Key = "AnswerGoesTo"
	TryAgain     Key = "TryAgain"
	// CheckFirst says that nothing leaves yet. DeclineHint says how Decline and
	// Cancel differ, and PartHint the same on a question of a round.
	CheckFirst  Key = "CheckFirst"
	DeclineHint Key = "DeclineHint"
	PartHint    Key = "PartHint"
	// HeldHint takes the place of DeclineHint where a call waits for pages that
	// are to be opened: the server is not told then that the person said no.
	HeldHint Key = "HeldHint"

	Sending      Key = "Sending"
	NotConfirmed Key = "NotConfirmed"
	// HostRefused: the chat app did not accept the answers, and did not say why.
	HostRefused Key = "HostRefused"

	// Opening a page.

	// Site is the line with the host; Address the whole URL.
	Site    Key = "Site"
	Address Key = "Address"
	Warning Key = "Warning"
	// SiteCheckHeading and SiteCheck ask to compare the host with the server.
	SiteCheckHeading Key = "SiteCheckHeading"
	SiteCheck        Key = "SiteCheck"
	// OpenHostNewTab and CopyLink are the two ways to the page.
	OpenHostNewTab Key = "OpenHostNewTab"
	CopyLink       Key = "CopyLink"
	LinkCopied     Key = "LinkCopied"
	// LinkSelected: the clipboard was refused, the address is selected.
	LinkSelected  Key = "LinkSelected"
	LinkNotOpened Key = "LinkNotOpened"
	// PageOpened stands on review for a page that was opened.
	PageOpened Key = "PageOpened"
	// OpenAgain and IHaveFinished are the buttons of the waiting step.
	OpenAgain     Key = "OpenAgain"
	IHaveFinished Key = "IHaveFinished"
	WaitingText   Key = "WaitingText"
	WaitingOver   Key = "WaitingOver"
	LinkBlocked   Key = "LinkBlocked"

	// What cannot be answered or shown.

	// CannotBeSent stands where the button would be that leads on, OtherQuestions above
	// the questions that could be answered.
	CannotBeSent   Key = "CannotBeSent"
	OtherQuestions Key = "OtherQuestions"

	// Signs of the language.

	// ListComma stands between the items of a list. SentenceEnd ends a sentence before another
	// one, with the blank between them where the language writes one.
	ListComma   Key = "ListComma"
	SentenceEnd Key = "SentenceEnd"
)
