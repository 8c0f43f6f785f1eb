package flow

import (
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
)

// audit tells for each answer of the accepted forms where it comes from, so that
// a host can keep a record without keeping what was answered.
func audit(parts []Question) []elicit.AuditEntry {
	var all []elicit.AuditEntry
	for _, p := range parts {
		if p.Decision != Accepted || p.Page() {
			continue
		}
		for i, f := range p.Form.Fields {
			origin := elicit.FromPerson
			switch {
			case !p.content.Get(f.Name).Exists():
				origin = elicit.LeftOut
			case p.Fields[i].Draft.Origin == answer.Suggested:
				origin = elicit.FromDefault
			}
			all = append(all, elicit.AuditEntry{Key: p.Key, Property: f.Name, Origin: origin})
		}
	}
	return all
}
