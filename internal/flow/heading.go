package flow

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/check"
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/untrusted"
	"github.com/elicitform/elicitform/internal/wording"
)

// Heading is the h1 of the step.
func (s *State) Heading() wording.Sentence {
	key := headings[s.Step]
	switch {
	case s.Step == Done && s.Outcome == PageCompleted:
		key = "Confirmed"
	case s.Step == Done:
		key = wording.Key(s.Outcome)
	case len(s.Change.shown) == 1:
		key = "ChangeAnswer"
	case s.Changing():
		key = "ChangeAnswers"
	case s.Step == Form && s.Request().Confirmation():
		key = "ConfirmHeading"
	}
	return s.Words.Sentence(key, wording.Server(s.ServerID()))
}

var headings = map[Step]wording.Key{
	Idle: "Loading", Form: "FormHeading", Review: "ReviewHeading", Consent: "ConsentHeading", Waiting: "WaitingHeading", Unshown: "Unshown",
}

// Title is the document's title: step and server, and whether there is a problem.
func (s *State) Title() string {
	heading := s.Heading()
	title := heading.Plain()
	if s.Step != Idle && !s.Named() {
		title = s.Words.Text("PageTitle", wording.Heading(heading), wording.Server(s.ServerID()))
	}
	if s.Step == Form && s.Request().Wrong() || s.Step == Review && s.Agreement.Wrong() {
		title = s.Words.Text("TitleErrorPrefix") + title
	}
	return title
}

// introduce announces a step: its heading, unless the focus goes there, and the rest.
func (s *State) introduce(rest ...wording.Sentence) Announce {
	whole := s.Words.Sentences(append([]wording.Sentence{s.Heading()}, rest...)...)
	return Announce{Text: s.Words.Sentences(rest...).Plain(), Outside: whole.Plain()}
}

// introduction announces the step that is shown. A change of the language announces the step anew, heading
// included: the words of a language can arrive after the first form, whose announcement was in English.
func (s *State) introduction(rest ...wording.Sentence) Announce {
	switch s.Step {
	case Unshown:
		rest = append(rest, s.Words.RequestRejected(s.Rejected, s.ServerID()))
	case Done:
		rest = append(rest, s.recipient())
	case Waiting:
		rest = append(rest, s.WaitingText())
	case Form, Consent:
		rest = append(rest, s.Place(), s.timeLeft(), s.asked())
	}
	return s.introduce(rest...)
}

// maxAnnounced is how many problems are announced; the summary has the others.
const maxAnnounced = 5

// announceProblems announces what the summary says below its heading, which the focus goes to.
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

// ProblemText is a problem in words, with the label of its field.
func (s *State) ProblemText(problem check.Problem) wording.Sentence {
	var f schema.Field
	if problem.Field >= 0 {
		f = s.Request().Form.Fields[problem.Field]
	}
	return s.Words.NamedProblem(f, problem)
}

// recipient names the server that an outcome is about, unless the heading does.
func (s *State) recipient() wording.Sentence {
	switch {
	case s.Named():
		return ""
	case s.Outcome == Sent:
		return s.Words.Sentence("AnswersGoTo", wording.Server(s.ServerID()))
	}
	return s.Words.Mention(s.ServerID())
}

// timeLeft is how much time there is for a new request; empty without a limit.
func (s *State) timeLeft() wording.Sentence {
	if s.Deadline == 0 {
		return ""
	}
	return wording.Sentence(s.TimeLeft())
}

// asked is the server's message as it is announced, as a quotation on one line, because Tab does not
// reach it; before it why the form cannot be answered, if it cannot.
func (s *State) asked() wording.Sentence {
	return s.Words.Sentences(s.Obstacle(), s.Words.Quotation(s.Request().Message))
}

// Explanation says what the names of the buttons do not say, on the first step of a round: that answers
// can be checked, and what Decline and Not now do in a round and where the server waits for pages.
func (s *State) Explanation() wording.Sentence {
	if s.At > 0 || s.Changing() || s.Step != Form && s.Step != Consent {
		return ""
	}
	text, q := wording.Sentence(""), s.Request()
	switch {
	case s.WaitForPages:
		text = s.Words.Sentence("HeldHint", wording.Server(s.ServerID()))
	case len(s.Requests) > 1:
		text = s.Words.Sentence("PartHint")
	}
	if s.Step != Form || q.Confirmation() || q.Blocked() || s.OneChoice() {
		return text
	}
	return s.Words.Sentences(s.Words.Sentence("CheckFirst"), text)
}

// longName is how many characters the name of a server may have to stand on a button:
// in a narrow frame a longer one takes several lines.
const longName = 20

// SendButton is the text of the button that sends: it names the server, and where one choice is sent
// from the form, the choice. If the server's name is too long for a button, the sentence above the
// button names the server.
func (s *State) SendButton() (name, above wording.Sentence) {
	short, long, goesTo := wording.Key("SendAnswers"), wording.Key("SendAnswersTo"), wording.Key("AnswersGoTo")
	server, answer := wording.Server(s.ServerID()), wording.Arg{}
	if s.OneChoice() {
		short, long, goesTo = "SendAnswer", "SendAnswerTo", "AnswerGoesTo"
		q := s.Request()
		f, chosen := q.Form.Fields[0], q.Fields[0].Draft.Chosen
		if len(chosen) > 0 || !f.Required {
			short, long, answer = "SendChoice", "SendChoiceTo", s.Words.Answer(f, chosen)
		}
	}
	if utf8.RuneCountInString(s.ServerID()) > longName {
		return s.Words.Sentence(short, answer), s.Words.Sentence(goesTo, server)
	}
	return s.Words.Sentence(long, server, answer), ""
}

// DeclineButton is the text of the button that declines. On the review of a round it says that all
// requests are declined, and after a warning about a page that the page is not opened.
func (s *State) DeclineButton() wording.Key {
	if len(s.Requests) > 1 && s.Step == Review {
		return "DeclineAll"
	}
	if s.Step == Consent && s.Request().Link.HasWarning() {
		return "DontOpen"
	}
	return "Decline"
}

// OneChoice reports whether the form is one choice that may be sent from where it is made, as the host
// and the asker want it: the form is in view as a whole, no text of it is cut or may be folded, nothing
// is filled in, only typed answers can be secrets, and no text speaks of what cannot be taken back.
func (s *State) OneChoice() bool { return s.Step == Form && s.Request().oneChoice && !s.View.clipped }

// isOneChoice looks for all of that but the view, when a round has been read.
func (s *State) isOneChoice() bool {
	q := &s.Requests[0]
	if !s.ShortReview || s.DraftRestored || len(s.Requests) != 1 || q.Page() || q.Blocked() || len(q.Form.Fields) != 1 {
		return false
	}
	f := &q.Form.Fields[0]
	return f.HasRadios() && !f.Default.Exists() && s.isWhole(q) && !q.Form.Weighty(q.Message, s.Server.Title, s.Server.Name)
}

// isWhole reports whether a form of one question shows each text of the server whole in any frame.
func (s *State) isWhole(q *Request) bool {
	f := &q.Form.Fields[0]
	titles := []untrusted.Text{q.Form.Title, f.Title, s.Server.ID, s.Server.Title, s.Server.Name}
	var options []untrusted.Text
	for _, option := range f.Options {
		options = append(options, option.Title, option.Description, untrusted.Text(option.Value.Plain()))
	}
	for _, text := range [...]untrusted.Text{q.Message, q.Form.Description, f.Description} {
		// What takes so many lines is cut only much later.
		if untrusted.DisplayLines(text, untrusted.DescriptionLimit).MayFold() {
			return false
		}
	}
	return !anyLonger(titles, untrusted.TitleLimit) && !anyLonger(options, untrusted.OptionLimit)
}

func anyLonger(texts []untrusted.Text, limit int) bool {
	return slices.ContainsFunc(texts, func(text untrusted.Text) bool { return utf8.RuneCountInString(string(text)) > limit })
}

// maxReceipt is how many answers a receipt has at most.
const maxReceipt = 50

// receipt is what the host leaves in place of the frame when the round ends with that outcome, where it
// wants to: the line of the done step, and once answers leave, what they are.
func (s *State) receipt(outcome Outcome) []Effect {
	if !s.Receipt {
		return nil
	}
	told := Receipt{
		ID: s.ID, Lang: s.Words.Tag,
		Withdrawn: s.outcomeLine(Withdrawn), Expired: s.outcomeLine(Expired), Finished: s.outcomeLine(FinishedByPerson),
	}
	if outcome != Pending {
		told.Answered = s.outcomeLine(outcome)
	}
	if outcome == Sent {
		told.Answers = s.told()
		values := make([]string, len(told.Answers))
		for i, answer := range told.Answers {
			values[i] = s.Words.OneLine(answer[1])
		}
		if line := s.Words.SentTo(s.ServerID(), values); line != "" {
			told.Answered = line.Plain()
		}
	}
	return []Effect{told}
}

// told are the labels and values of the answers that leave, without secrets, each shortened.
func (s *State) told() [][2]string {
	var told [][2]string
	for _, q := range s.Requests {
		for _, row := range q.rows {
			if q.answered() && row.Provided && !q.Form.Fields[row.Field].Secret && !q.Fields[row.Field].HoldsCode && len(told) < maxReceipt {
				told = append(told, [2]string{row.Label, untrusted.Prefix(row.Value, untrusted.TitleLimit)})
			}
		}
	}
	return told
}

// outcomeLine is the done step of an outcome in a line, with the server that it is about.
func (s *State) outcomeLine(outcome Outcome) string {
	done := State{Reader: s.Reader, Step: Done, Outcome: outcome, Round: Round{Notes: s.Notes}}
	if done.Named() {
		return done.Heading().Plain()
	}
	return (done.Heading() + " · " + s.Words.Mention(s.ServerID())).Plain()
}

// Named reports whether the heading of the step names the server.
func (s *State) Named() bool {
	return strings.Contains(string(s.Heading()), untrusted.FirstStrongIsolate)
}
