package flow

import (
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

var noteNames = map[schema.Note]string{
	schema.DefaultDropped:   "default-dropped",
	schema.DefaultTooLong:   "default-too-long",
	schema.UnknownFormat:    "unknown-format",
	schema.PatternUnchecked: "pattern-unchecked",
	schema.Untyped:          "untyped",
	schema.OptionsDropped:   "options-dropped",
	schema.RuleIgnored:      "rule-ignored",
	schema.Shortened:        "shortened",
}

// findings lists what the person is told about the request, and what cannot be
// answered.
func (s State) findings() []elicit.Finding {
	var all []elicit.Finding
	for _, p := range s.all() {
		add := func(property, code string) {
			all = append(all, elicit.Finding{Key: p.Key, Property: property, Code: code})
		}
		for _, name := range p.Form.Missing {
			add(name, "unsupported:"+string(schema.UnknownRequired))
		}
		for i, f := range p.Form.Fields {
			if f.Secret {
				add(f.Name, "secret")
			}
			if f.Unsupported != "" {
				add(f.Name, "unsupported:"+string(f.Unsupported))
			}
			for _, note := range p.Fields[i].Notes {
				add(f.Name, "note:"+noteNames[note])
			}
		}
		if p.Link.Block != "" {
			add("", "link:"+string(p.Link.Block))
		}
		for _, caution := range p.Link.Cautions {
			add("", "link:"+string(caution))
		}
	}
	return all
}
