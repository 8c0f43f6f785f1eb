package flow

import (
	"slices"

	"github.com/elicitform/elicitform/internal/elicit"
)

// A host may send a request again: it does not know whether it has arrived, or
// whether the answer has. Such a repetition has the id and the params of the
// first, byte for byte. The id alone proves nothing: a server that uses one
// again asks something else, and must not get the answer to what it asked
// before.

// maxAnswers bounds the answers that no host has confirmed.
const maxAnswers = 20

// repeatable is how long a host that confirms nothing may repeat a request, in
// milliseconds. The same request later is another one, which nobody has seen.
const repeatable = 30_000

// question is what makes two requests one: the id, and the params as they came.
type question struct {
	id   elicit.Value
	text string
}

func (e Requested) question() question { return question{id: e.ID, text: e.Text} }

func (q question) equal(other question) bool {
	return q.text == other.text && q.id.Equal(other.id)
}

// answered is an answer that has left, for as long as the host may ask for it
// again. It holds what the person answered, so that it goes as soon as the host
// has confirmed it.
type answered struct {
	question question
	effect   Effect
}

// remember keeps an answer that is about to leave. A host that confirms nothing
// may repeat the last one, for a while.
func (s *State) remember(effect Effect) []Effect {
	kept := answered{question: s.asked, effect: effect}
	if !s.Acknowledges {
		s.answers = []answered{kept}
		return []Effect{Wake{Alarm: RepeatAlarm, After: repeatable}}
	}
	s.answers = append(slices.Clone(s.answers[max(0, len(s.answers)-maxAnswers+1):]), kept)
	return nil
}

// confirmed drops the answer that a host has settled, and returns what was
// asked. Of several under one id it is the first.
func (s *State) confirmed(id elicit.Value) (q question, ok bool) {
	for i, a := range s.answers {
		if a.question.id.Equal(id) {
			s.answers = without(s.answers, i)
			return a.question, true
		}
	}
	return question{}, false
}

// forget drops what was answered under an id: the host has settled it by itself.
func (s *State) forget(id elicit.Value) {
	s.answers = slices.DeleteFunc(slices.Clone(s.answers), func(a answered) bool { return a.question.id.Equal(id) })
}

// answerTo is what was answered to this very question; nil when nothing was.
func (s State) answerTo(q question) Effect {
	for _, a := range slices.Backward(s.answers) {
		if a.question.equal(q) {
			return a.effect
		}
	}
	return nil
}

// inUse refuses a request under an id that has another one.
func inUse(e Requested) Effect {
	return Fail{ID: e.ID, Err: &elicit.Error{Reason: elicit.IDInUse}}
}

// repeated deals with a request under an id that is in use, and reports whether
// that was all. JSON-RPC does not allow the same id for two questions at a time:
// whichever of two answers came first, the server could take it for the answer
// to the other one. So the second question is refused before the first is
// answered, and the first stays as it is.
func (s State) repeated(e Requested) ([]Effect, bool) {
	if stored := s.answerTo(e.question()); stored != nil {
		return []Effect{stored}, true
	}
	var open []question
	if s.Open() && s.Sending == NotSending {
		open = append(open, s.asked)
	}
	for _, waiting := range s.waiting {
		open = append(open, waiting.question())
	}
	for _, q := range open {
		switch {
		case q.equal(e.question()):
			// Sent again by the host: what was typed stays.
			return nil, true
		case q.id.Equal(e.ID):
			return []Effect{inUse(e)}, true
		}
	}
	return nil, false
}
