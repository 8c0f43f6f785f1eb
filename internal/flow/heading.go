package flow

import (
	"github.com/elicitform/elicitform/internal/schema"
	"github.com/elicitform/elicitform/internal/wording"
)

// Heading is the h1 of the step.
func (s *State) Heading() wording.Sentence {
	server := wording.Server(s.ServerID())
	switch s.Step {
	case Idle:
		return s.Words.Sentence(wording.Loading)
	case Review:
		return s.Words.Sentence(wording.ReviewHeading)
	case Consent:
		return s.Words.Sentence(wording.ConsentHeading, server)
	case Waiting:
		return s.Words.Sentence(wording.WaitingHeading)
	case Unshown:
		return s.Words.Sentence(wording.Unshown)
	case Done:
		return s.Words.Sentence(outcomes[s.Outcome])
	}
	if s.Request().Confirmation() {
		return s.Words.Sentence(wording.ConfirmHeading, server)
	}
	return s.Words.Sentence(wording.FormHeading, server)
}

var outcomes = map[Outcome]wording.Key{
	Sent:             wording.Sent,
	Confirmed:        wording.Confirmed,
	Declined:         wording.Declined,
	Cancelled:        wording.Cancelled,
	Withdrawn:        wording.Withdrawn,
	Expired:          wording.Expired,
	Elsewhere:        wording.Elsewhere,
	FinishedByPerson: wording.Confirmed,
	PageCompleted:    wording.Confirmed,
}

// Title is the document's title: step and server, and whether there is a problem.
func (s *State) Title() string {
	heading := s.Heading()
	title := heading.Plain()
	switch s.Step {
	case Review, Done, Unshown, Waiting:
		title = s.Words.Text(wording.PageTitle, wording.Heading(heading), wording.Server(s.ServerID()))
	}
	if s.Step == Form && len(s.Request().Problems) > 0 || s.Step == Review && s.Agreement.Missing {
		title = s.Words.Text(wording.TitleErrorPrefix) + title
	}
	return title
}

// introduce announces a step: its heading, unless the focus goes there, and the rest.
func (s *State) introduce(rest ...wording.Sentence) AnnounceStep {
	whole := s.Words.Sentences(append([]wording.Sentence{s.Heading()}, rest...)...)
	return AnnounceStep{Text: whole.Plain(), Rest: s.Words.Sentences(rest...).Plain()}
}

// maxAnnounced is how many problems are announced; the summary has the others.
const maxAnnounced = 5

// announceProblems announces what the summary says below its heading, which the focus goes to.
func (s *State) announceProblems() Announce {
	q := s.Request()
	var texts []wording.Sentence
	if q.HostRefused() {
		texts = append(texts, s.Words.Sentence(wording.HostRefused))
	}
	for _, problem := range q.Problems[:min(len(q.Problems), maxAnnounced)] {
		var f schema.Field
		if problem.Field >= 0 {
			f = q.Form.Fields[problem.Field]
		}
		texts = append(texts, s.Words.Problem(f, problem))
	}
	return Announce{Text: s.Words.Sentences(texts...).Plain()}
}

// recipient names the server that an outcome is about.
func (s *State) recipient() wording.Sentence {
	if s.Outcome == Sent {
		return s.Words.Sentence(wording.AnswersGoTo, wording.Server(s.ServerID()))
	}
	return s.Words.Mention(s.ServerID())
}

// timeLeft is how much time there is for a new request, and empty where that is not
// limited.
func (s *State) timeLeft(now int64) wording.Sentence {
	if s.Deadline == 0 {
		return ""
	}
	s.Left = secondsLeft(s.Deadline, now)
	return wording.Sentence(s.TimeLeft())
}

// asked is the server's message as it is announced with a new request, as a quotation on
// one line, because Tab does not reach the message. Before it stands why the form cannot
// be answered, if it cannot.
func (s *State) asked() wording.Sentence {
	return s.Words.Sentences(s.Obstacle(), s.Words.Quotation(s.Request().Message))
}
