package wording

import "github.com/elicitform/elicitform/internal/link"

// Block says why an address may not be opened; empty when it may.
func (w *Words) Block(v link.Verdict) Sentence {
	if v.Block == "" {
		return ""
	}
	return w.Sentence(keyOf("block-", v.Block, "block-unreadable"), Host(v.Host))
}

// Caution warns of something about an address that can be opened.
func (w *Words) Caution(v link.Verdict, c link.Caution, server string) Sentence {
	return w.Sentence(keyOf("caution-", c, "caution-foreign-letters"), Server(server),
		Host(v.Host), Value("port", v.Port), Arg{Name: "unicode", Value: v.Unicode, kind: asHost})
}
