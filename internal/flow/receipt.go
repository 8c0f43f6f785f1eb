package flow

import (
	"strings"

	"github.com/elicitform/elicitform/internal/untrusted"
)

// maxReceipt is how many answers a receipt has at most.
const maxReceipt = 50

// receipt is what the host leaves in place of the frame when the round ends with that outcome, where it
// wants to: the line of the done step, and once answers leave, what they are.
func (s *State) receipt(outcome Outcome) []Effect {
	if !s.Receipt {
		return nil
	}
	told := Receipt{
		ID: s.ID, Lang: s.Words.Tag(),
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
			if q.answered() && row.Provided && !q.Form.Fields[row.Field].Secret && len(told) < maxReceipt {
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
