package relay

import (
	"slices"
	"time"
)

// mirror is what this process knows of a session: which questions are open, and what has
// happened lately. What the questions say is no part of it.
type mirror struct {
	version int64
	// open are in the order in which they were asked.
	open []OpenQuestion
	// news are the latest, oldest first.
	news []News
}

// follow brings the mirror up to a snapshot of what has changed since its version. It does
// nothing and is false where that is not all that has changed: the store has forgotten
// what has gone, or it has lost everything and counts anew.
func (m *mirror) follow(s Snapshot) bool {
	if s.Version < m.version {
		return false
	}
	over := map[string]bool{}
	for _, n := range s.News {
		over[n.Gone.ID] = true
	}
	for _, q := range s.Open {
		over[q.ID] = true
	}
	open := slices.DeleteFunc(slices.Clone(m.open), func(q OpenQuestion) bool { return over[q.ID] })
	// Those that were open before can only have gone: where the number is right, all of them are.
	if open = append(open, s.Open...); len(open) != s.Count {
		return false
	}
	m.version, m.open, m.news = s.Version, open, append(m.news, s.News...)
	m.news = m.news[max(0, len(m.news)-mostGone):]
	return true
}

// become is what is left when a mirror cannot follow: all that the session has. It says
// whether the store counts its versions anew.
func (m *mirror) become(s Snapshot) (anew bool) {
	anew = s.Version < m.version
	*m = mirror{s.Version, s.Open, s.News}
	return anew
}

// telling is what a device is to be told: the message, and the questions of which it gets
// the content.
type telling struct {
	message
	content []OpenQuestion
}

// since says what a device has to hear that knows a version; with full, all that is open,
// of which it gets the content of what was asked later.
func (m *mirror) since(version int64, full bool) telling {
	if version > m.version {
		// It comes from a time before the store has lost everything.
		version = 0
	}
	t := telling{message: message{
		Version: m.version, Now: time.Now().UnixMilli(), Full: full, Gone: []goneMessage{}, Pages: []pageMessage{}, Open: []struct{}{},
	}}
	open := map[string]bool{}
	for _, q := range m.open {
		open[q.ID] = true
		switch {
		case q.Asked > version:
			t.content = append(t.content, q)
		case full:
			t.Kept = append(t.Kept, keptMessage{q.ID, q.Fingerprint})
		}
	}
	for _, n := range m.news {
		switch {
		case n.Version <= version || open[n.Gone.ID]:
		case n.Gone.ID != "":
			t.Gone = append(t.Gone, goneMessage(n.Gone))
		default:
			t.Pages = append(t.Pages, pageMessage(n.Page))
		}
	}
	return t
}

// empty says that there is nothing to tell.
func (t telling) empty() bool {
	return !t.Full && len(t.content)+len(t.Gone)+len(t.Pages) == 0
}
