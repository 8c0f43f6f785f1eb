package wording

import "github.com/elicitform/elicitform/internal/link"

// Block says why an address may not be opened; empty when it may.
func (w *Words) Block(v link.Verdict) Sentence {
	if v.Block == "" {
		return ""
	}
	return w.Sentence(keyOf(blocks, v.Block, LinkUnreadable), Host(v.Host))
}

var blocks = map[link.Block]Key{
	link.BadScheme:   LinkBadScheme,
	link.Unreadable:  LinkUnreadable,
	link.Credentials: LinkCredentials,
	link.TooLong:     LinkTooLong,
}

// Caution warns of something about an address that can be opened.
func (w *Words) Caution(v link.Verdict, c link.Caution, server string) Sentence {
	return w.Sentence(keyOf(cautions, c, LinkForeignLetters), Server(server),
		Host(v.Host), Value("port", v.Port), Arg{Name: "unicode", Value: v.Unicode, kind: asHost})
}

var cautions = map[link.Caution]Key{
	link.MixedScripts:     LinkMixedScripts,
	link.Lookalike:        LinkLookalike,
	link.HiddenCharacters: LinkHiddenCharacters,
	link.Rewritten:        LinkRewritten,
	link.NotEncrypted:     LinkNotEncrypted,
	link.IPAddress:        LinkIPAddress,
	link.ForeignLetters:   LinkForeignLetters,
	link.Local:            LinkLocal,
	link.Onion:            LinkOnion,
	link.Port:             LinkPort,
	link.Long:             LinkLong,
}
