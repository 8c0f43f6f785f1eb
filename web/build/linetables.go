package main

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// The layout of what the runtime knows about functions, as runtime/symtab.go and
// runtime2.go of Go 1.26 have it. All numbers count bytes.
const (
	// tableMagic begins the header: a number, two zeros, the unit of addresses and the
	// length of a word.
	tableMagic = "\xf1\xff\xff\xff\x00\x00\x01\x08"
	// These are places in the header: the number of functions, and where the names of
	// source files by package, these names, the tables by address and the records begin.
	countAt, unitsAt, filesAt, pcTablesAt, recordsAt = 8, 40, 48, 56, 64
	// These are places in the record of a function. Its other tables by address are
	// listed behind it; in that list, inlinedAt says which inlined function an address is in.
	stackAt, fileAt, lineAt, moreTablesAt, startLineAt, dataTablesAt, tablesAt, inlinedAt = 16, 20, 24, 28, 36, 43, 44, 2
	// inlinedTreeAt is the place, in the list of other tables, of the inlined functions.
	inlinedTreeAt = 3
	noTable       = 1<<32 - 1
)

// withoutLines takes the files and lines of functions out of the initial memory, and which
// functions were inlined where: they are a twelfth of the download, and only a stack trace
// shows them. A trace names its functions all the same.
//
// For the runtime, offset 0 is a table that a function does not have. A table that no record names
// any more is filled with zeros.
func withoutLines(memory []byte) {
	header := bytes.Index(memory, []byte(tableMagic))
	if header < 0 {
		panic("no table of functions as Go 1.26 has it")
	}
	word := func(at int) int { return int(binary.LittleEndian.Uint64(memory[header+at:])) }
	half := func(at int) int { return int(binary.LittleEndian.Uint32(memory[at:])) }
	put := func(at, value int) { binary.LittleEndian.PutUint32(memory[at:], uint32(value)) }
	tables, records := header+word(pcTablesAt), header+word(recordsAt)

	// A table ends where the next one begins.
	starts, kept := []int{records - tables}, map[int]bool{}
	for i := range word(countAt) {
		record := records + half(records+8*i+4)
		more := record + tablesAt
		for j := range half(record + moreTablesAt) {
			starts = append(starts, half(more+4*j))
			if j != inlinedAt {
				kept[half(more+4*j)] = true
			}
		}
		kept[half(record+stackAt)] = true
		starts = append(starts, half(record+stackAt), half(record+fileAt), half(record+lineAt))
		put(record+fileAt, 0)
		put(record+lineAt, 0)
		put(record+startLineAt, 0)
		if count := half(record + moreTablesAt); count > inlinedAt {
			put(more+4*inlinedAt, 0)
			if memory[record+dataTablesAt] > inlinedTreeAt {
				put(more+4*(count+inlinedTreeAt), noTable)
			}
		}
	}
	slices.Sort(starts)
	starts = slices.Compact(starts)
	for i, start := range starts[:len(starts)-1] {
		if start > 0 && !kept[start] {
			clear(memory[tables+start : tables+starts[i+1]])
		}
	}
	clear(memory[header+word(unitsAt) : tables])
}
