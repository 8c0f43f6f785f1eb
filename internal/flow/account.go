package flow

import "github.com/elicitform/elicitform/internal/answer"

// AnswerState says where one accepted answer comes from.
type AnswerState struct {
	// Key names the part of a round; empty otherwise.
	Key      string
	Property string
	State    Provenance
}

// Provenance is where an answer comes from.
type Provenance string

// The provenances.
const (
	ByDefault Provenance = "default"
	ByHand    Provenance = "edited"
	LeftOut   Provenance = "left-out"
)

// accounts tells for each answer of the accepted forms where it comes from, so
// that a host can keep a record without keeping what was answered.
func accounts(parts []Question) []AnswerState {
	var all []AnswerState
	for _, p := range parts {
		if p.Decision != Accepted || p.Page() {
			continue
		}
		for i, f := range p.Form.Fields {
			state := ByHand
			switch {
			case !p.content.Get(f.Name).Exists():
				state = LeftOut
			case p.Fields[i].Draft.Origin == answer.Suggested:
				state = ByDefault
			}
			all = append(all, AnswerState{Key: p.Key, Property: f.Name, State: state})
		}
	}
	return all
}
