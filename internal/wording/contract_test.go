package wording

import (
	"fmt"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate"
)

// The English names of headings and buttons: tests and people find elements by
// them.
func TestEnglish_HeadingsAndButtonsAreTheContract(t *testing.T) {
	server := Server("weather.example")
	tests := []struct {
		key  Key
		args []Arg
		want string
	}{
		{"ShellHeading", []Arg{server}, "Request from weather.example"},
		{"Loading", nil, "Loading form"},
		{"FormHeading", []Arg{server}, "weather.example asks"},
		{"ConfirmHeading", []Arg{server}, "weather.example is asking for confirmation"},
		{"ReviewHeading", nil, "Check your answers"},
		{"ChangeAnswer", []Arg{server}, "Change your answer for weather.example"},
		{"ChangeAnswers", []Arg{server}, "Change your answers for weather.example"},
		{"ConsentHeading", []Arg{server}, "weather.example wants to open a web page"},
		{"WaitingHeading", nil, "Finish in the other tab"},
		{"Sent", nil, "Answers sent"},
		{"Confirmed", nil, "Request confirmed"},
		{"Declined", nil, "You declined this request"},
		{"Skipped", nil, "You skipped this request"},
		{"Cancelled", nil, "You chose “Not now”"},
		{"Withdrawn", nil, "This request is no longer needed"},
		{"Unshown", nil, "This request could not be shown"},
		{"ProblemHeading", nil, "There is a problem"},
		{"ProblemsSolved", nil, "All corrected"},
		{"ErrorPrefix", nil, "Error:"},
		{"TitleErrorPrefix", nil, "Error: "},
		{"MessageFrom", []Arg{server}, "Message from weather.example"},
		{"Claim", []Arg{{Name: "name", Value: "Weather Pro"}}, "The server calls itself “Weather Pro”."},
		{"Continue", nil, "Continue"},
		{"Review", nil, "Review"},
		{"Save", nil, "Save"},
		{"Confirm", nil, "Confirm"},
		{"Decline", nil, "Decline"},
		{"Cancel", nil, "Not now"},
		{"ContinueAnyway", nil, "Continue anyway"},
		{"SendChoice", []Arg{clause("answer", "Yes")}, "Send “Yes”"},
		{"Back", nil, "Back"},
		{"Change", nil, "Change"},
		{"ChangeLabel", []Arg{Label("Full name")}, "Change “Full name”"},
		{"SendAnswers", nil, "Send answers"},
		{"SendAnswersTo", []Arg{server}, "Send to weather.example"},
		{"AnswersGoTo", []Arg{server}, "They go to weather.example."},
		{"DeclineAll", nil, "Decline all"},
		{"WillDecline", nil, "You chose Decline"},
		{"WillConfirm", nil, "You chose Confirm"},
		{"PartHint", nil, "“Decline” is for this request only. “Not now” (×) closes them all."},
		{"ShowLabel", []Arg{Label("Password")}, "Show “Password”"},
		{"HideLabel", []Arg{Label("Password")}, "Hide “Password”"},
		{"SecretConfirm", []Arg{server}, "I want to send this to weather.example"},
		{"OpenHost", []Arg{{Name: "host", Value: "login.example"}}, "Open login.example"},
		{"InNewTab", nil, "in a new tab"},
		{"CopyLink", nil, "Copy link"},
		{"LinkCopied", nil, "Link copied"},
		{"OpenAgain", nil, "Open again"},
		{"IHaveFinished", nil, "I have finished"},
		{"Close", nil, "Close"},
		{"Optional", nil, "(optional)"},
		{"Suggested", []Arg{server}, "Suggested by weather.example"},
		{"NotProvided", nil, "Not provided"},
		{"NotProvidedDefault", []Arg{server, {Name: "default", Value: "10"}}, "Not provided - weather.example may use 10"},
		{"OtherQuestions", nil, "Other questions (not the reason)"},
		{"ExactlySent", nil, "Exactly what will be sent"},
		{"Miscounted", nil, "Your numbers keep to the rules. Some servers miscalculate with decimals and may refuse them all the same."},
		{"NoAnswer", nil, "No answer"},
		{"Choose", nil, "Choose an answer"},
		{"ChooseOrType", nil, "Choose or type"},
		{"CharactersOver", []Arg{Count("n", 2)}, "2 characters too many"},
		{"HeldHint", []Arg{server}, "If you choose “Decline” or “Not now” (×), weather.example stops and is not told why."},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%+v", test.key), func(t *testing.T) {
			if got := wordsFor("en").Text(test.key, test.args...); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

type problemTest struct {
	field   schema.Field
	problem validate.Problem
	want    string
}

// The problems of one entry of a list.
var entryProblems = []problemTest{
	{emails, validate.Problem{Code: validate.TooShort, Min: "2", Max: "9", Entry: 3}, "Entry 3: Enter 2 characters or more"},
	{emails, validate.Problem{Code: validate.BadPattern, Entry: 1}, "Entry 1: Use the format that the server asked for"},
	{emails, validate.Problem{Code: validate.RepeatedEntries, Entry: 2}, "Each entry only once"},
	{emails, validate.Problem{Code: validate.BadEmail, Entry: 12},
		"Entry 12: Enter an email address, like name@example.com"},
}

var emails = schema.Field{Kind: schema.List, Title: "guests", Entry: &schema.Field{Kind: schema.Email}}

// Rows: E6, E7.
func TestProblem_EnglishTemplates(t *testing.T) {
	field := func(kind schema.Kind, title string) schema.Field {
		return schema.Field{Kind: kind, Title: plainText(title)}
	}
	text, date := field(schema.Text, "full name"), field(schema.Date, "last day")
	number, when := field(schema.Number, "wind speed"), field(schema.DateTime, "start")
	choices, list := field(schema.Choices, "channels"), field(schema.List, "tags")
	described := text
	described.Description = "Two letters,\nthen four digits"
	named := text
	named.Format = "uuid"
	tests := []problemTest{
		{text, validate.Problem{Code: validate.Empty}, "Enter an answer"},
		{text, validate.Problem{Code: validate.NotWritten}, "Enter your answer, or choose an option"},
		{number, validate.Problem{Code: validate.Empty}, "Enter a number, like 1.5"},
		{date, validate.Problem{Code: validate.Empty}, "Enter a date"},
		{when, validate.Problem{Code: validate.Empty}, "Enter a date and a time"},
		{field(schema.Time, "from"), validate.Problem{Code: validate.Empty}, "Enter a time, like 14:30"},
		{field(schema.Email, "email"), validate.Problem{Code: validate.Empty}, "Enter an email address, like name@example.com"},
		{schema.Field{Kind: schema.Integer, Minimum: "1", Maximum: "12"}, validate.Problem{Code: validate.Empty}, "Enter a number from 1 to 12"},
		{schema.Field{Kind: schema.Integer, Minimum: "1", Maximum: "12"}, validate.Problem{Code: validate.NotANumber}, "Enter a number from 1 to 12"},
		{schema.Field{Kind: schema.Integer, Minimum: "1", Maximum: "12"}, validate.Problem{Code: validate.NotWhole}, "Enter a whole number, like 12"},
		{choices, validate.Problem{Code: validate.NotChosen}, "Choose an answer"},
		{field(schema.Boolean, "you agree"), validate.Problem{Code: validate.NotAnswered}, "Choose “Yes” or “No”"},
		{field(schema.Boolean, "consent"), validate.Problem{Code: validate.MustBeYes}, "Only “Yes” is accepted"},
		{field(schema.Boolean, "consent"), validate.Problem{Code: validate.MustBeNo}, "Only “No” is accepted"},
		{text, validate.Problem{Code: validate.TooLong, Min: "0", Max: "10"}, "Enter 10 characters or fewer"},
		{text, validate.Problem{Code: validate.TooLong, Max: "1"}, "Enter 1 character or fewer"},
		{text, validate.Problem{Code: validate.TooShort, Min: "2"}, "Enter 2 characters or more"},
		{text, validate.Problem{Code: validate.LengthBetween, Min: "2", Max: "10"}, "Enter 2 to 10 characters"},
		{text, validate.Problem{Code: validate.LengthBetween, Min: "4", Max: "4"}, "Enter 4 characters"},
		{number, validate.Problem{Code: validate.NotANumber}, "Enter a number, like 1.5"},
		{number, validate.Problem{Code: validate.StrangeSign, Min: "%"}, "Enter the number without “%”"},
		{field(schema.URI, "home page"), validate.Problem{Code: validate.NoScheme, Min: "https://example.org/a"}, "Enter the whole address, like https://example.org/a"},
		{field(schema.URI, "home page"), validate.Problem{Code: validate.NoScheme}, "Enter the whole address, like https://example.com"},
		{text, validate.Problem{Code: validate.Spaces}, "Enter it without spaces"},
		{number, validate.Problem{Code: validate.NotWhole}, "Enter a whole number, like 30"},
		{field(schema.Integer, "age"), validate.Problem{Code: validate.NotANumber}, "Enter a whole number, like 30"},
		{number, validate.Problem{Code: validate.AmbiguousNumber, Min: "1.5", Max: "15000"},
			"This could mean 1.5 or 15000. Leave out the signs between thousands"},
		{number, validate.Problem{Code: validate.NumberTooBig}, "Enter a number from -9,007,199,254,740,991 to 9,007,199,254,740,991"},
		{number, validate.Problem{Code: validate.NumberTooLong}, "Enter 40 digits or fewer"},
		{number, validate.Problem{Code: validate.TooSmall, Min: "1"}, "Enter 1 or more"},
		{number, validate.Problem{Code: validate.TooGreat, Max: "400"}, "Enter 400 or less"},
		{number, validate.Problem{Code: validate.NumberBetween, Min: "0", Max: "400"}, "Enter a number from 0 to 400"},
		{number, validate.Problem{Code: validate.NumberBetween, Min: "7", Max: "7"}, "Enter 7"},
		{number, validate.Problem{Code: validate.NotMoreThan, Min: "0"}, "Enter a number above 0"},
		{number, validate.Problem{Code: validate.NotLessThan, Min: "0", Max: "1.5"}, "Enter a number below 1.5"},
		{number, validate.Problem{Code: validate.NotMultiple, Min: "0.5"}, "Enter a multiple of 0.5"},
		{text, validate.Problem{Code: validate.BadEmail}, "Enter an email address, like name@example.com"},
		{field(schema.Email, "email"), validate.Problem{Code: validate.EmailLetters}, "An email address can only include letters a to z, numbers and signs like + and @"},
		{field(schema.Email, "email"), validate.Problem{Code: validate.BadEmail}, "Enter an email address, like name@example.com"},
		{field(schema.URI, "home page"), validate.Problem{Code: validate.BadURI}, "Enter a web address, like https://example.com"},
		{text, validate.Problem{Code: validate.BadPattern}, "Use the format that the server asked for"},
		{described, validate.Problem{Code: validate.BadPattern}, "Use the format that the server asked for: Two letters, then four digits"},
		{named, validate.Problem{Code: validate.BadFormat}, "Use the format that the server asked for, like 123e4567-e89b-12d3-a456-426614174000"},
		{date, validate.Problem{Code: validate.DateIncomplete, Segment: validate.DaySegment}, "Enter a day from 1 to 31"},
		{date, validate.Problem{Code: validate.DateIncomplete, Segment: validate.MonthSegment}, "Enter a month from 1 to 12"},
		{date, validate.Problem{Code: validate.DateIncomplete, Segment: validate.YearSegment}, "Enter a year with four digits, like 2026"},
		{date, validate.Problem{Code: validate.DateUnreal, Min: "February 2027", Max: "28"}, "February 2027 has 28 days"},
		{date, validate.Problem{Code: validate.OtherCalendar, Segment: validate.YearSegment}, "Enter a year of the Gregorian calendar, like 2026"},
		{when, validate.Problem{Code: validate.ClockMissing}, "Enter a time, like 14:30"},
		{when, validate.Problem{Code: validate.ClockUnreal}, "Enter a time, like 14:30"},
		{when, validate.Problem{Code: validate.ZoneUnknown}, "Choose a time zone from the list"},
		{when, validate.Problem{Code: validate.TimeSkipped, Min: "01:30", Max: "03:30"},
			"Daylight saving time starts that day and skips this time. Enter 01:30 or 03:30"},
		{when, validate.Problem{Code: validate.TimeSkipped}, "Daylight saving time starts that day and skips this time. Enter another time"},
		{when, validate.Problem{Code: validate.TimeTwice}, "Daylight saving time ends that day, so this time comes twice. Choose which you mean"},
		{choices, validate.Problem{Code: validate.TooFewChosen, Min: "2", Max: "4"}, "Select 2 to 4"},
		{choices, validate.Problem{Code: validate.TooManyChosen, Min: "1", Max: "2"}, "Select 1 to 2"},
		{list, validate.Problem{Code: validate.TooFewEntries, Min: "2"}, "Enter 2 entries or more"},
		{list, validate.Problem{Code: validate.TooManyEntries, Max: "2"}, "Enter 2 entries or fewer"},
		{list, validate.Problem{Code: validate.RepeatedEntries}, "Each entry only once"},
		{schema.Field{}, validate.Problem{Field: -1, Code: validate.InvalidTogether},
			"The server’s rules do not accept these answers together. Check each answer, or decline"},
		{schema.Field{}, validate.Problem{Field: -1, Code: validate.Invalid},
			"The server’s rules do not accept these answers together. Check each answer, or decline"},
		{text, validate.Problem{Code: validate.HostRefused, Message: "That name\u202e is\n<b>taken</b>."}, "That name is <b>taken</b>."},
		{text, validate.Problem{Code: validate.HostRefused, Message: "الاسم مستخدم"}, "\u2068الاسم مستخدم\u2069"},
		{text, validate.Problem{Code: validate.HostRefused, Message: safetext.Text(strings.Repeat("x", 600))}, strings.Repeat("x", 500) + "…"},
		{schema.Field{}, validate.Problem{Field: -1, Code: validate.HostRefused, Message: "Not today."}, "Not today."},
		{text, validate.Problem{Code: validate.HostRefused, Message: "\u200b"}, "Your answers were not accepted. Check them and send them again."},
		{text, validate.Problem{Code: validate.Invalid}, "This does not follow the server’s rules. Check it and try again"},
	}
	tests = append(tests, entryProblems...)
	tested := map[validate.Code]bool{}
	for _, test := range tests {
		tested[test.problem.Code] = true
		if got := wordsFor("en").Problem(test.field, test.problem).Plain(); got != test.want {
			t.Errorf("%s: got %q, want %q", test.problem.Code, got, test.want)
		}
	}
	names, codes := constants(t, "../validate/problem.go", "Code")
	for _, name := range names {
		if !tested[validate.Code(codes[name])] {
			t.Errorf("check.%s has no test of its sentence", name)
		}
	}
}
