package flow

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// findings lists what the person is told about the request, and what cannot be
// answered.
func (s *State) findings() []elicit.Finding {
	var all []elicit.Finding
	for _, q := range s.Requests {
		add := func(property, code string) {
			all = append(all, elicit.Finding{Key: q.Key, Property: property, Code: code})
		}
		for _, name := range q.Form.Missing {
			add(name, "unsupported:"+string(schema.UnknownRequired))
		}
		for i, f := range q.Form.Fields {
			if f.Secret {
				add(f.Name, "secret")
			}
			if f.Unsupported != "" {
				add(f.Name, "unsupported:"+string(f.Unsupported))
			}
			for _, note := range q.Fields[i].Notes {
				add(f.Name, "note:"+string(note))
			}
		}
		if q.Link.Block != "" {
			add("", "link:"+string(q.Link.Block))
		}
		for _, caution := range q.Link.Cautions {
			add("", "link:"+string(caution))
		}
	}
	return all
}
