package functab

import (
	"cmp"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
)

// Remove takes the tables of some kinds out of the memory, with the names of source
// files, the lines at which functions begin, and what is never printed of names. The runtime
// then finds that a function has no such table. What is left of the names and of the
// tables for each address is moved together, and zeros stand in the place of everything
// else. Of the methods of t only TakeComputed may be called after it.
func (t *Tables) Remove(kinds ...Kind) {
	kept := map[Span][]int64{} // of a table, where records say where it is
	removed := map[Span]bool{}
	for _, f := range t.Functions {
		t.putHalf(f.record+unitAt, 0)
		t.putHalf(f.record+startLineAt, 0)
		for _, table := range f.Tables {
			if !slices.Contains(kinds, table.Kind) {
				kept[table.Span] = append(kept[table.Span], table.at)
				continue
			}
			removed[table.Span] = true
			if table.Kind < ofFunction {
				t.putHalf(table.at, 0)
			} else {
				t.putHalf(table.at, noData)
			}
		}
	}
	clear(t.memory[t.Files.From:t.Files.To])
	for span := range removed {
		if kept[span] == nil {
			clear(t.memory[span.From:span.To])
		}
	}
	t.moveTogether(kept)
	t.shortenNames()
}

// shortenNames leaves out the names of functions that are only inlined, and of those of
// generic functions the types: the runtime prints "[...]" for them.
func (t *Tables) shortenNames() {
	names := []byte{0} // 0 is no function's name.
	var places []int
	for _, f := range t.Functions {
		places = append(places, len(names))
		name := f.Name
		if from, to := strings.IndexByte(name, '['), strings.LastIndexByte(name, ']'); from >= 0 && from < to {
			name = name[:from] + "[...]" + name[to+1:]
		}
		names = append(append(names, name...), 0)
	}
	room := t.memory[t.Names.From:t.Names.To]
	if len(names) > len(room) {
		return
	}
	clear(room[copy(room, names):])
	for i, f := range t.Functions {
		t.putHalf(f.record+nameAt, uint32(places[i]))
	}
}

// moveTogether moves the kept tables for each address to the beginning of their place.
// The first byte there is no table's: 0 says that there is none.
func (t *Tables) moveTogether(kept map[Span][]int64) {
	moved := []byte{0}
	for _, span := range slices.SortedFunc(maps.Keys(kept), func(a, b Span) int { return cmp.Compare(a.From, b.From) }) {
		if span.From < t.Lines.From || span.From >= t.Lines.To {
			continue
		}
		for _, at := range kept[span] {
			t.putHalf(at, uint32(len(moved)))
		}
		moved = append(moved, t.memory[span.From:span.To]...)
	}
	lines := t.memory[t.Lines.From:t.Lines.To]
	clear(lines[copy(lines, moved):])
}

func (t *Tables) putHalf(at int64, value uint32) {
	binary.LittleEndian.PutUint32(t.memory[at:], value)
}
