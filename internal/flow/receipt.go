package flow

import (
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
	"github.com/elicitform/elicitform/internal/schema"
)

// A receipt has at most maxReceiptAnswers answers, and maxReceiptBytes bytes of JSON for them: with the line, a chat keeps 8 kB.
const maxReceiptAnswers, maxReceiptBytes = 50, 6000

// receipt makes the lines about the round for the host. The host needs the lines about its own ends, such as a withdrawal, in
// advance.
func (s *State) receipt(outcome Outcome) Receipt {
	r := Receipt{
		ID: s.ID, Language: s.Words.Tag,
		Withdrawn: s.outcomeLine(Withdrawn), Expired: s.outcomeLine(Expired), Finished: s.outcomeLine(FinishedByPerson),
	}
	if outcome != Pending {
		r.Answered = s.outcomeLine(outcome)
	}
	if outcome == Sent {
		var listed [][2]string
		r.Answers, listed = s.receiptAnswers()
		if line := s.Words.SentTo(s.ServerID(), listed); line != "" {
			r.Answered = line.Plain()
		}
	}
	return r
}

// receiptAnswers returns the answers with their labels, and the answers for the line of the receipt, without the labels that are
// not necessary: "Terrace" needs none, "2" and "Yes" do.
func (s *State) receiptAnswers() (answers, listed [][2]string) {
	room := maxReceiptBytes
	for _, q := range s.Requests {
		for _, row := range q.rows {
			f := q.Form.Fields[row.Field]
			if q.sendsAnswers() && row.Provided && !f.Secret && !q.Fields[row.Field].HoldsCode && len(answers) < maxReceiptAnswers {
				answer := [2]string{row.Label, safetext.Prefix(row.Value, safetext.TitleLimit)}
				room -= len(request.StringValue(answer[0]).JSON()) + len(request.StringValue(answer[1]).JSON())
				if room < 0 {
					return answers, listed
				}
				answers = append(answers, answer)
				if f.Kind != schema.Number && f.Kind != schema.Integer && f.Kind != schema.Boolean {
					answer[0] = ""
				}
				listed = append(listed, answer)
			}
		}
	}
	return answers, listed
}

func (s *State) outcomeLine(outcome Outcome) string {
	done := State{Reader: s.Reader, Step: Done, Outcome: outcome, Round: Round{Notes: s.Notes}}
	if done.NamesServer() {
		return done.Heading().Plain()
	}
	return (done.Heading() + " · " + s.Words.Mention(s.ServerID())).Plain()
}
