// Package hostile makes elicitation requests that nobody means well: every
// keyword with values of the wrong type, size and script, alone and combined,
// and multiplied through references. The same seed and index give the same
// request on every machine, so that one that did harm can be run again alone.
//
// It knows nothing of the form that is attacked. All of it is text: a request
// need not be JSON, and JSON can say what no Go value can, such as half of a
// surrogate pair, a number of 400 digits and a member twice.
package hostile

import (
	"math"
	"math/rand/v2"
	"strings"
)

// Limit is how many bytes the params of a request have at most, which is also
// what the form takes. Longer ones are refused before they are read.
const Limit = 256 << 10

// Request is one hostile request.
type Request struct {
	Seed  uint64
	Index int
	// Traits are what is hostile about it, for the person who reads a report.
	Traits []string
	// Params are elicitation params. They may be malformed.
	Params string
	// Round: Params are a round of several requests, by key.
	Round bool
	// Name and Title are what the server says of itself, as JSON strings.
	Name, Title string
}

// At makes the request with that index of the series with that seed.
func At(seed uint64, index int) Request {
	for room := Limit - 2<<10; ; room /= 2 {
		r := at(seed, index, room)
		// Values inside of values count the room that is left once more.
		if len(r.Params) <= Limit {
			return r
		}
	}
}

func at(seed uint64, index, room int) Request {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, uint64(index))), room: room}
	r := Request{Seed: seed, Index: index, Name: `"weather"`, Title: `"Weather"`}
	switch n := g.IntN(100); {
	case n < 12:
		r.Params = g.page()
	case n < 17:
		r.Params, r.Round = g.round(), true
	default:
		r.Params = g.form()
	}
	if !r.Round {
		r.Params = g.damage(r.Params)
	}
	if g.chance(10) {
		r.Name, r.Title = g.text(2<<10), g.text(2<<10)
		g.trait("names of the server")
	}
	r.Traits = g.traits
	return r
}

// generator makes one request.
type generator struct {
	*rand.Rand
	// room is how many bytes may still be written.
	room   int
	traits []string
}

// trait notes what has been put in, once.
func (g *generator) trait(name string) {
	for _, had := range g.traits {
		if had == name {
			return
		}
	}
	g.traits = append(g.traits, name)
}

// chance is true so many times in a hundred.
func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

// size is a number from 1 to most, of every order of magnitude as often.
func (g *generator) size(most int) int {
	return int(math.Exp(g.Float64() * math.Log(float64(most)+0.5)))
}

// pick is one of them.
func pick[T any](g *generator, list ...T) T { return list[g.IntN(len(list))] }

// times writes n pieces, as far as there is room.
func (g *generator) times(n int, piece func(i int) string) []string {
	var list []string
	for i := 0; i < n && g.room > 0; i++ {
		text := piece(i)
		list = append(list, text)
		g.room -= len(text) + 1
	}
	return list
}

func object(members ...string) string { return "{" + join(members) + "}" }
func array(items ...string) string    { return "[" + join(items) + "]" }

// member is a member of an object; the value is JSON text.
func member(name, value string) string { return quote(name) + ":" + value }

// join leaves out what is empty.
func join(parts []string) string {
	var out strings.Builder
	for _, part := range parts {
		if part == "" {
			continue
		}
		if out.Len() > 0 {
			out.WriteByte(',')
		}
		out.WriteString(part)
	}
	return out.String()
}
