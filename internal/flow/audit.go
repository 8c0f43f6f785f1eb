package flow

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
)

// audit tells for each answer of the accepted forms where it comes from, so that
// a host can keep a record without keeping what was answered.
func audit(questions []Question) []elicit.AuditEntry {
	var all []elicit.AuditEntry
	for _, q := range questions {
		if !q.answered() {
			continue
		}
		for i, f := range q.Form.Fields {
			origin := elicit.FromPerson
			switch {
			case !q.content.Get(f.Name).Exists():
				origin = elicit.LeftOut
			case q.Fields.At(i).Draft.Origin == answer.Suggested:
				origin = elicit.FromDefault
			}
			all = append(all, elicit.AuditEntry{Key: q.Key, Property: f.Name, Origin: origin})
		}
	}
	return all
}
