package wording

import "github.com/elicitform/elicitform/internal/link"

// Block says why an address may not be opened; empty when it may.
func (w *Words) Block(v link.Verdict) string {
	key, known := blocks[v.Block]
	switch {
	case v.Block == "":
		return ""
	case !known:
		key = LinkUnreadable
	}
	return w.Text(key, Arg{Name: "host", Value: v.Host})
}

var blocks = map[link.Block]Key{
	link.BadScheme:   LinkBadScheme,
	link.Unreadable:  LinkUnreadable,
	link.Credentials: LinkCredentials,
	link.TooLong:     LinkTooLong,
}

// Caution warns of something about an address that can be opened.
func (w *Words) Caution(v link.Verdict, c link.Caution, server string) string {
	key, known := cautions[c]
	if !known {
		key = LinkForeignLetters
	}
	return w.Text(key, Server(server),
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
