package relay

import (
	"cmp"
	"maps"
	"time"
)

// orDefault fills in what is not said.
func (l Limits) orDefault() Limits {
	return Limits{
		Open: cmp.Or(l.Open, 100), Bytes: cmp.Or(l.Bytes, 4<<20),
		ServerOpen: cmp.Or(l.ServerOpen, 20), ServerBytes: cmp.Or(l.ServerBytes, 1<<20),
	}
}

// limit is what keeps a session from having one more question; empty when there is room. The
// question's own place, if its record has expired, is not counted.
func (s *memorySession) limit(a Ask) string {
	var open, bytes, own, ownBytes int
	for _, one := range s.open {
		if one.id == a.ID {
			continue
		}
		open++
		r := s.records[one.id]
		if r == nil {
			continue
		}
		bytes += len(r.body)
		if r.server == a.Server {
			own, ownBytes = own+1, ownBytes+len(r.body)
		}
	}
	switch size := len(a.Body); {
	case own >= a.Limits.ServerOpen:
		return limitServerOpen
	case ownBytes+size > a.Limits.ServerBytes:
		return limitServerBytes
	case open >= a.Limits.Open:
		return limitOpen
	case bytes+size > a.Limits.Bytes:
		return limitBytes
	}
	return ""
}

// A notice takes a time of its server and of its session, and up to a minute of it may be taken
// in advance.
const (
	noticeOfServer  = time.Second
	noticeOfSession = 250 * time.Millisecond
	noticesAhead    = time.Minute
)

// notice reports whether a server may say once more that a page is finished.
func (s *memorySession) notice(server string, now time.Time) bool {
	maps.DeleteFunc(s.notices, func(_ string, until time.Time) bool { return !until.After(now) })
	untils := map[string]time.Time{}
	for name, takes := range map[string]time.Duration{"server " + server: noticeOfServer, "session": noticeOfSession} {
		until := s.notices[name]
		if until.Before(now) {
			until = now
		}
		if until = until.Add(takes); until.After(now.Add(noticesAhead)) {
			return false
		}
		untils[name] = until
	}
	maps.Copy(s.notices, untils)
	return true
}
