package flow

import (
	"github.com/elicitform/elicitform/internal/safetext"
)

const maxReceipt = 50

func (s *State) receipt(outcome Outcome) []Effect {
	if !s.Receipt {
		return nil
	}
	r := Receipt{
		ID: s.ID, Lang: s.Words.Tag,
		Withdrawn: s.outcomeLine(Withdrawn), Expired: s.outcomeLine(Expired), Finished: s.outcomeLine(FinishedByPerson),
	}
	if outcome != Pending {
		r.Answered = s.outcomeLine(outcome)
	}
	if outcome == Sent {
		r.Answers = s.receiptAnswers()
		values := make([]string, len(r.Answers))
		for i, answer := range r.Answers {
			values[i] = s.Words.OneLine(answer[1])
		}
		if line := s.Words.SentTo(s.ServerID(), values); line != "" {
			r.Answered = line.Plain()
		}
	}
	return []Effect{r}
}

func (s *State) receiptAnswers() [][2]string {
	var answers [][2]string
	for _, q := range s.Requests {
		for _, row := range q.rows {
			if q.sendsAnswers() && row.Provided && !q.Form.Fields[row.Field].Secret && !q.Fields[row.Field].HoldsCode && len(answers) < maxReceipt {
				answers = append(answers, [2]string{row.Label, safetext.Prefix(row.Value, safetext.TitleLimit)})
			}
		}
	}
	return answers
}

func (s *State) outcomeLine(outcome Outcome) string {
	done := State{Reader: s.Reader, Step: Done, Outcome: outcome, Round: Round{Notes: s.Notes}}
	if done.NamesServer() {
		return done.Heading().Plain()
	}
	return (done.Heading() + " · " + s.Words.Mention(s.ServerID())).Plain()
}
