package flow

import "github.com/elicitform/elicitform/internal/wording"

// Heading is the h1 of the step.
func (s *State) Heading() string {
	server := wording.Server(s.ServerID())
	switch s.Step {
	case Idle:
		return s.Words.Text(wording.Loading)
	case Preparing:
		return s.Words.Text(wording.ShellHeading, server)
	case Review:
		return s.Words.Text(wording.ReviewHeading)
	case Consent:
		return s.Words.Text(wording.ConsentHeading, server)
	case Waiting:
		return s.Words.Text(wording.WaitingHeading)
	case Unshown:
		return s.Words.Text(wording.Unshown)
	case Done:
		return s.Words.Text(outcomes[s.Outcome])
	}
	if s.Question().Confirmation() {
		return s.Words.Text(wording.ConfirmHeading, server)
	}
	return s.Words.Text(wording.FormHeading, server)
}

var outcomes = map[Outcome]wording.Key{
	Sent:             wording.Sent,
	Confirmed:        wording.Confirmed,
	Declined:         wording.Declined,
	Cancelled:        wording.Cancelled,
	Withdrawn:        wording.Withdrawn,
	Expired:          wording.Expired,
	FinishedByPerson: wording.Confirmed,
	PageCompleted:    wording.Confirmed,
}

// Title is the document's title: step and server, and whether there is a problem.
func (s *State) Title() string {
	title := s.Heading()
	switch s.Step {
	case Review, Done, Unshown, Waiting:
		title = s.Words.Text(wording.PageTitle, wording.Heading(title), wording.Server(s.ServerID()))
	}
	if s.Step == Form && len(s.Question().Problems) > 0 || s.Step == Review && s.Agreement.Missing {
		title = s.Words.Text(wording.TitleErrorPrefix) + title
	}
	return title
}

// introduction is what is announced of a new request: who asks, and how much time
// there is.
func (s *State) introduction(now int64) string {
	if s.Deadline == 0 {
		return s.Heading()
	}
	s.Left = secondsLeft(s.Deadline, now)
	return s.Words.Sentences(s.Heading(), s.TimeLeft())
}
