package wire

import (
	"slices"
	"strings"

	"github.com/elicitform/elicitform/internal/elicit"
)

// rawMember is one member of an object whose value has not been read yet.
type rawMember struct{ name, raw string }

// position is where the member called name stands; -1 for nowhere.
func position(members []rawMember, name string) int {
	return slices.IndexFunc(members, func(m rawMember) bool { return m.name == name })
}

// find returns the raw value of the member called name, or "".
func find(members []rawMember, name string) string {
	if at := position(members, name); at >= 0 {
		return members[at].raw
	}
	return ""
}

// maxMembers is how many members are split off. JSON-RPC has four and a request
// of MCP six; the bound keeps the search for repeated names short.
const maxMembers = 100

// splitMembers splits an object into its members without reading their values, so
// that the id of a message is found even where its params break a limit. It only
// counts brackets; whoever reads a value finds out whether it is JSON. When text is
// not one whole object, the members that are complete are returned.
func splitMembers(text string) (members []rawMember, whole bool) {
	s := splitter{text: text}
	if !s.passes('{') {
		return nil, false
	}
	if s.passes('}') {
		return nil, s.ended()
	}
	for len(members) < maxMembers {
		quoted, ok := s.quoted()
		if !ok || !s.passes(':') {
			return members, false
		}
		name, err := elicit.Parse([]byte(quoted))
		if err != nil {
			return members, false
		}
		raw, ok := s.value()
		if !ok {
			return members, false
		}
		// What follows tells that the value was complete.
		if s.passes('}') {
			return append(members, rawMember{name.Text, raw}), s.ended()
		}
		if !s.passes(',') {
			return members, false
		}
		members = append(members, rawMember{name.Text, raw})
	}
	return members, false
}

// salvage returns the params that are left when params cannot be read: our own
// members of _meta, which the host wrote, as far as they are unambiguous.
func salvage(params string) elicit.Value {
	outer, whole := splitMembers(params)
	if !whole {
		return elicit.Value{}
	}
	at := position(outer, "_meta")
	if at < 0 || position(outer[at+1:], "_meta") >= 0 {
		return elicit.Value{}
	}
	inner, whole := splitMembers(outer[at].raw)
	if !whole {
		return elicit.Value{}
	}
	meta := elicit.Value{Kind: elicit.Object}
	for i, p := range inner {
		if !strings.HasPrefix(p.name, ours) {
			continue
		}
		if position(inner[:i], p.name) >= 0 {
			return elicit.Value{}
		}
		if value, err := elicit.Parse([]byte(p.raw)); err == nil {
			meta.Members = append(meta.Members, elicit.Member{Name: p.name, Value: value})
		}
	}
	return object(member("_meta", meta))
}

// splitter walks over JSON text by its brackets and quotes.
type splitter struct {
	text string
	at   int
}

func (s *splitter) skipBlanks() {
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n", s.text[s.at]) >= 0 {
		s.at++
	}
}

func (s *splitter) ended() bool {
	s.skipBlanks()
	return s.at == len(s.text)
}

func (s *splitter) passes(c byte) bool {
	s.skipBlanks()
	if s.at == len(s.text) || s.text[s.at] != c {
		return false
	}
	s.at++
	return true
}

// quoted steps over a string and returns it with its quotes.
func (s *splitter) quoted() (string, bool) {
	s.skipBlanks()
	start := s.at
	if !s.passes('"') {
		return "", false
	}
	for ; s.at < len(s.text); s.at++ {
		switch s.text[s.at] {
		case '\\':
			s.at++
		case '"':
			s.at++
			return s.text[start:s.at], true
		}
	}
	return "", false
}

// value steps over one value: up to the comma or bracket after it.
func (s *splitter) value() (string, bool) {
	s.skipBlanks()
	start, depth := s.at, 0
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case '"':
			if _, ok := s.quoted(); !ok {
				return "", false
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return s.text[start:s.at], s.at > start
			}
			depth--
		case ',':
			if depth == 0 {
				return s.text[start:s.at], s.at > start
			}
		}
		s.at++
	}
	return "", false
}
