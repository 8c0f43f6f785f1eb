package wording

import "github.com/elicitform/elicitform/internal/link"

// Block says why an address may not be opened; empty when it may.
func (w *Words) Block(v link.Verdict) string {
	if v.Block == "" {
		return ""
	}
	return w.Text(keyOf(blocks, v.Block, LinkUnreadable), Arg{Name: "host", Value: v.Host})
}

var blocks = map[link.Block]Key{
	link.BadScheme:   LinkBadScheme,
	link.Unreadable:  LinkUnreadable,
	link.Credentials: LinkCredentials,
	link.TooLong:     LinkTooLong,
}

// Caution warns of something about an address that can be opened.
func (w *Words) Caution(v link.Verdict, c link.Caution, server string) string {
	return w.Text(keyOf(cautions, c, LinkForeignLetters), Server(server),
		Arg{Name: "host", Value: v.Host}, Arg{Name: "port", Value: v.Port}, Arg{Name: "unicode", Value: v.Unicode})
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
