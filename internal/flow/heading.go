package flow

import (
	"strings"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/validate"
	"github.com/elicitform/elicitform/internal/wording"
)

// Heading returns the h1 of the step.
func (s *State) Heading() wording.Sentence {
	key := headings[s.Step]
	switch {
	case s.Step == Done && s.Outcome == PageCompleted:
		key = "Confirmed"
	case s.Step == Done:
		key = wording.Key(s.Outcome)
	case s.Changing() && s.Request().Approval != nil:
		key = "EditArguments"
	case len(s.Change.shown) == 1:
		key = "ChangeAnswer"
	case s.Changing():
		key = "ChangeAnswers"
	case s.Step == Form && s.Request().Confirmation():
		key = "ConfirmHeading"
	}
	if s.Step == Approve {
		return s.Words.Sentence(key, wording.Server(s.ServerID()), s.Tool())
	}
	return s.Words.Sentence(key, wording.Server(s.ServerID()))
}

var headings = map[Step]wording.Key{
	Idle: "Loading", Form: "FormHeading", Review: "ReviewHeading", Consent: "ConsentHeading", Approve: "ApprovalHeading",
	Waiting: "WaitingHeading", Unshown: "Unshown",
}

// Title returns the document's title: an error prefix, the heading and the server.
func (s *State) Title() string {
	heading := s.Heading()
	title := heading.Plain()
	if s.Step != Idle && !s.NamesServer() {
		title = s.Words.Text("PageTitle", wording.Heading(heading), wording.Server(s.ServerID()))
	}
	if s.Step == Form && s.Request().Wrong() || s.Step == Review && s.Agreement.Wrong() {
		title = s.Words.Text("TitleErrorPrefix") + title
	}
	return title
}

// NamesServer reports whether the heading of the step names the server.
func (s *State) NamesServer() bool {
	return strings.Contains(string(s.Heading()), safetext.FirstStrongIsolate)
}

// announce announces the rest after the heading. The heading comes before it unless the focus goes there.
func (s *State) announce(rest ...wording.Sentence) Announce {
	whole := s.Words.Sentences(append([]wording.Sentence{s.Heading()}, rest...)...)
	return Announce{Text: s.Words.Sentences(rest...).Plain(), Outside: whole.Plain()}
}

// announceStep repeats the heading after a change of the language: its words can arrive after the first form.
func (s *State) announceStep(rest ...wording.Sentence) Announce {
	switch s.Step {
	case Unshown:
		rest = append(rest, s.Words.RequestRejected(s.Rejected, s.ServerID()))
	case Done:
		rest = append(rest, s.recipient())
	case Waiting:
		rest = append(rest, s.WaitingText())
	case Form, Consent, Approve:
		rest = append(rest, s.Place(), s.timeLimit(), s.quoteMessage())
	}
	return s.announce(rest...)
}

const maxAnnounced = 5

func (s *State) announceProblems() Announce {
	q := s.Request()
	var texts []wording.Sentence
	if q.HostRefused() {
		texts = append(texts, s.Words.Sentence("HostRefused"))
	}
	for _, problem := range q.Problems[:min(len(q.Problems), maxAnnounced)] {
		texts = append(texts, s.ProblemText(problem))
	}
	return Announce{Text: s.Words.Sentences(texts...).Plain()}
}

// ProblemText words a problem, with the label of its field.
func (s *State) ProblemText(problem validate.Problem) wording.Sentence {
	var f schema.Field
	if problem.Field >= 0 {
		f = s.Request().Form.Fields[problem.Field]
	}
	return s.Words.NamedProblem(f, problem)
}

// SolvedText words the question of a solved problem, with the answer unless that is a secret.
func (s *State) SolvedText(problem validate.Problem) wording.Sentence {
	return s.Words.SolvedProblem(s.Request().Form.Fields[problem.Field], problem.Understood)
}

func (s *State) recipient() wording.Sentence {
	switch {
	case s.NamesServer():
		return ""
	case s.Outcome == Sent:
		return s.Words.Sentence("AnswersGoTo", wording.Server(s.ServerID()))
	}
	return s.Words.Mention(s.ServerID())
}

func (s *State) timeLimit() wording.Sentence {
	if s.Deadline == 0 {
		return ""
	}
	return wording.Sentence(s.TimeLeft())
}

// quoteMessage quotes the server's message on one line, because Tab does not reach it.
func (s *State) quoteMessage() wording.Sentence {
	return s.Words.Sentences(s.Obstacle(), s.Words.Quotation(s.Request().Message))
}

// Explanation explains the names of the buttons, on the first step of a round.
func (s *State) Explanation() wording.Sentence {
	if s.At > 0 || s.Changing() || s.Step != Form && s.Step != Consent {
		return ""
	}
	switch {
	case s.WaitForPages:
		return s.Words.Sentence("HeldHint", wording.Server(s.ServerID()))
	case len(s.Requests) > 1:
		return s.Words.Sentence("PartHint")
	}
	return ""
}

// ContinueButton returns the name of the button that continues: it says what comes next.
func (s *State) ContinueButton() wording.Key {
	switch {
	case s.Changing():
		return "Save"
	case s.Request().AsksSecret():
		return "ContinueAnyway"
	}
	for i := range s.Requests {
		if i != s.At && s.Requests[i].Decision == undecided {
			return "Continue"
		}
	}
	return "Review"
}

// maxButtonName is in characters: a longer name takes several lines in a narrow frame.
const maxButtonName = 20

// SendButton returns the name of the button that sends. It names the server, or the "no" that a second press sends.
// A server with a long name is named above the button.
func (s *State) SendButton() (name, above wording.Sentence) {
	server := wording.Server(s.ServerID())
	switch q := s.Request(); {
	case s.HasOptionButtons():
		only := q.OnlyQuestion()
		return s.Words.Sentence("SendChoice", s.Words.Answer(q.Form.Fields[only], q.Fields[only].Draft.Chosen)), ""
	case utf8.RuneCountInString(s.ServerID()) > maxButtonName:
		return s.Words.Sentence("SendAnswers"), s.Words.Sentence("AnswersGoTo", server)
	}
	return s.Words.Sentence("SendAnswersTo", server), ""
}

// CloseButton returns the press and the name of the × in the header; empty when nothing is open.
func (s *State) CloseButton() (Press, wording.Key) {
	switch {
	case s.Step == Idle:
		return "", ""
	case s.Step == Done || s.Step == Unshown || s.Step == Waiting && (s.Replied || s.WaitForPages):
		return Close, "Close"
	}
	if s.Request().Form.OfAgent {
		return Cancel, "StopTool"
	}
	return Cancel, "Cancel" // The other requests of a round can still be cancelled.
}

// DeclineButton returns the name of the button that declines.
func (s *State) DeclineButton() wording.Key {
	if len(s.Requests) > 1 && s.Step == Review {
		return "DeclineAll"
	}
	if s.Step == Consent && s.Request().Link.HasWarning() {
		return "DontOpen"
	}
	if s.Request().Form.OfAgent {
		return "Skip"
	}
	return "Decline"
}
