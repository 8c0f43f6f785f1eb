// Package hostile makes elicitation requests that attack the form: every
// keyword with values of the wrong type, size and script, alone and combined,
// and multiplied through references. The same seed and index give the same
// request on every machine, so that a request that did harm can be run again
// alone.
//
// The package knows nothing of the form that it attacks. It only writes text: a
// request need not be JSON, and JSON can express what no Go value can, such as
// half of a surrogate pair, a number of 400 digits or the same member twice.
package hostile

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// Limit is the most bytes of params that the form reads.
const Limit = 256 << 10

// Request is one hostile request.
type Request struct {
	// Traits say what is hostile about the request, for the reader of a report.
	Traits []string
	// Params are the params of an elicitation. They may be malformed.
	Params string
	// Round says that Params are a round of several requests, by key.
	Round bool
	// Name and Title are what the server says of itself, as JSON strings.
	Name, Title string
}

// At makes the request with that index in the series of that seed.
func At(seed uint64, index int) Request {
	for room := Limit - 2<<10; ; room /= 2 {
		r := at(seed, index, room)
		// Nested values use the same room twice, so the text can get too long.
		if len(r.Params) <= Limit {
			return r
		}
	}
}

func at(seed uint64, index, room int) Request {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, uint64(index))), room: room}
	r := Request{Name: `"weather"`, Title: `"Weather"`}
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

// trait records a trait of the request, once.
func (g *generator) trait(name string) {
	if !slices.Contains(g.traits, name) {
		g.traits = append(g.traits, name)
	}
}

// chance is true in that percentage of cases.
func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

// size is 1 to most; every order of magnitude is equally likely.
func (g *generator) size(most int) int {
	return int(math.Exp(g.Float64() * math.Log(float64(most)+0.5)))
}

// pick returns one item of the list.
func pick[T any](g *generator, list ...T) T { return list[g.IntN(len(list))] }

// times returns up to n pieces, as many as there is room for.
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

func join(parts []string) string { return strings.Join(parts, ",") }
