package suffix

import (
	_ "embed" // For table.
	"math/bits"
)

// table answers whether a name is in the set that it was made from. A name
// selects about half of its bytes, and is in the set if they add up, by
// exclusive or, to the byte that the name also gives. Package gen has solved the
// linear equations that make it so for all names of the set; for any other name
// the bytes add up to the right one by chance. There are as many bytes as
// names, and no set that errs as rarely can be stored in less.
//
// A slice lies behind the texts of the program and not among them, where so
// many bytes without a pattern disturb the compression of what is around.
//
//go:embed table.bin
var table []byte

// holds reports whether a name is in the set, or errs that it is.
func holds(name string) bool {
	probe := NewProbe(name, seed)
	sum := probe.Sum()
	for at := 0; at < len(table); at += 64 {
		for selected := probe.Next(); selected != 0; selected &= selected - 1 {
			sum ^= table[at+bits.TrailingZeros64(selected)]
		}
	}
	return sum == 0
}

// A Probe is the equation of a name: endless bits that look random and depend
// on the name alone.
type Probe uint64

// NewProbe begins the equation of a name. Another seed gives other equations.
func NewProbe(name string, seed uint64) Probe {
	// FNV-1a, which SplitMix64 then stretches.
	h := seed ^ 0xcbf29ce484222325
	for i := 0; i < len(name); i++ {
		h = (h ^ uint64(name[i])) * 0x100000001b3
	}
	return Probe(h)
}

// Sum is what the selected bytes of the table add up to.
func (p *Probe) Sum() byte { return byte(p.Next()) }

// Next tells which of the next 64 bytes of the table are selected, the first
// in the lowest bit.
func (p *Probe) Next() uint64 {
	*p += 0x9e3779b97f4a7c15
	z := uint64(*p)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
