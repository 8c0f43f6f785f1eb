package relay

import (
	"slices"
	"time"
)

// mirror is what this process knows of a session: which rounds are open, and what has
// happened lately. What the rounds say is no part of it.
type mirror struct {
	version int64
	// open are in the order in which they were asked.
	open []OpenRound
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
	for _, r := range s.Open {
		over[r.ID] = true
	}
	open := slices.DeleteFunc(slices.Clone(m.open), func(r OpenRound) bool { return over[r.ID] })
	// Those that were open before can only have gone: where the number is right, all of them are.
	if open = append(open, s.Open...); len(open) != s.Count {
		return false
	}
	m.version, m.open, m.news = s.Version, open, append(m.news, s.News...)
	m.news = m.news[max(0, len(m.news)-mostNews):]
	return true
}

// message is what a device is told: all that is open, or what has changed. What the rounds say
// follows as its last member, "open".
type message struct {
	Version int64 `json:"v"`
	// Now is the time here in milliseconds since 1970: the clock of the device may be wrong.
	Now int64 `json:"now"`
	// Full says that what is neither among Kept nor among the open ones is not open.
	Full bool `json:"full"`
	// More says that the next message goes on where this one ends.
	More bool `json:"more,omitempty"`
	// Kept are the open rounds that the device has.
	Kept  []Ref          `json:"kept,omitempty"`
	Gone  []EndedRound   `json:"gone"`
	Pages []FinishedPage `json:"pages"`
}

// since says what a device has to hear that knows a version, and of which rounds it gets the
// content; with full, all that is open, of which it gets the content of what was asked later.
func (m *mirror) since(version int64, full bool) (message, []OpenRound) {
	if version > m.version {
		// It comes from a time before the store has lost everything.
		version = 0
	}
	told := message{Version: m.version, Now: time.Now().UnixMilli(), Full: full, Gone: []EndedRound{}, Pages: []FinishedPage{}}
	var content []OpenRound
	open := map[string]bool{}
	for _, r := range m.open {
		open[r.ID] = true
		switch {
		case r.Asked > version:
			content = append(content, r)
		case full:
			told.Kept = append(told.Kept, r.Ref)
		}
	}
	for _, n := range m.news {
		switch {
		case n.Version <= version || open[n.Gone.ID]:
		case n.Gone.ID != "":
			told.Gone = append(told.Gone, n.Gone)
		default:
			told.Pages = append(told.Pages, n.Page)
		}
	}
	return told, content
}
