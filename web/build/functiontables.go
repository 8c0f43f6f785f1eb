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
	// These are places in the header: the number of functions, and where their names, the names of
	// source files by package, the tables by address and the index of the records begin.
	countAt, namesAt, unitsAt, pcTablesAt, indexAt = 8, 32, 40, 56, 64
	// These are places in runtime.moduledata, which begins with the addresses of the header and of the names: the addresses
	// of the tables that are not by address, and of what follows them.
	dataTablesAt, dataTablesEndAt = 40 * 8, 19 * 8
	// These are places in the record of a function. Its tables are listed behind it, first those by address.
	nameAt, stackAt, fileAt, lineAt, pcCountAt, unitAt, startLineAt, dataCountAt, recordLength = 4, 16, 20, 24, 28, 32, 36, 43, 44
	noData                                                                                     = 1<<32 - 1
)

// These say which of the listed tables the program needs, by the numbers in internal/abi/symtab.go: which arguments, variables and
// objects on a stack are pointers, and which calls are deferred. The others say where a thread can be interrupted, and it
// has one; which functions were inlined where; and what arguments a trace prints.
var (
	pcNeeded   = []bool{1: true}
	dataNeeded = []bool{0: true, 1: true, 2: true, 4: true}
)

// function is what the runtime knows about a function: the record of fixed length, and where its listed tables begin.
type function struct {
	record           []byte
	pcTables, tables []int
}

// half reads half of a word.
func half(text []byte, at int) int { return int(binary.LittleEndian.Uint32(text[at:])) }

// putHalf writes half of a word.
func putHalf(text []byte, at, value int) { binary.LittleEndian.PutUint32(text[at:], uint32(value)) }

// readFunction reads a record and the lists behind it.
func readFunction(text []byte) function {
	f := function{record: bytes.Clone(text[:recordLength])}
	list := text[recordLength:]
	for i := range half(text, pcCountAt) {
		f.pcTables = append(f.pcTables, half(list, 4*i))
	}
	for i := range int(text[dataCountAt]) {
		f.tables = append(f.tables, half(list, 4*(len(f.pcTables)+i)))
	}
	return f
}

// append is the inverse of readFunction.
func (f function) append(text []byte) []byte {
	putHalf(f.record, pcCountAt, len(f.pcTables))
	f.record[dataCountAt] = byte(len(f.tables))
	text = append(text, f.record...)
	for _, at := range slices.Concat(f.pcTables, f.tables) {
		text = binary.LittleEndian.AppendUint32(text, uint32(at))
	}
	return text
}

// pool is a part of the memory that has one table after the other.
type pool struct {
	memory []byte
	starts []int // where the tables begin
	// align is what their addresses are multiples of.
	align int
	kept  []byte // the tables that are needed
	moved map[int]int
}

// keep keeps the table at a place, and returns its new place.
func (p *pool) keep(at int) int {
	to, done := p.moved[at]
	if !done {
		next, _ := slices.BinarySearch(p.starts, at+1)
		end := min(p.starts[next], len(p.memory))
		for len(p.kept)%p.align != at%p.align {
			p.kept = append(p.kept, 0)
		}
		to = len(p.kept)
		p.kept = append(p.kept, p.memory[at:end]...)
		p.moved[at] = to
	}
	return to
}

// keepNeeded keeps those of the listed tables that are needed, and returns the list of their new places.
func (p *pool) keepNeeded(list []int, needed []bool, none int) []int {
	list = list[:min(len(list), len(needed))]
	for i, at := range list {
		if list[i] = none; needed[i] {
			list[i] = p.keep(at)
		}
	}
	for len(list) > 0 && list[len(list)-1] == none {
		list = list[:len(list)-1]
	}
	return list
}

// smallTables writes the tables of functions in the initial memory anew, without what only a stack trace shows. They
// are an eighth of the download as the linker writes them. A trace names its functions all the same.
//
// For the runtime, offset 0 is a table by address that a function does not have.
func smallTables(memory []byte) {
	word := func(at int) int { return int(binary.LittleEndian.Uint64(memory[at:])) }
	header := bytes.Index(memory, []byte(tableMagic))
	if header < 0 {
		panic("no table of functions as Go 1.26 has it")
	}
	place := func(at int) int { return header + word(header+at) }
	addresses := binary.LittleEndian.AppendUint64(nil, uint64(header))
	module := bytes.Index(memory, binary.LittleEndian.AppendUint64(addresses, uint64(place(namesAt))))
	if module < 0 {
		panic("no runtime.moduledata as Go 1.26 has it")
	}

	index, firstTable := place(indexAt), word(module+dataTablesAt)
	names := &pool{memory: memory[place(namesAt):place(unitsAt)], align: 1}
	pcTables := &pool{memory: memory[place(pcTablesAt):index], align: 1}
	tables := &pool{memory: memory[firstTable:word(module+dataTablesEndAt)], align: 4}

	functions := make([]function, word(header+countAt))
	for i := range functions {
		f := readFunction(memory[index+half(memory, index+8*i+4):])
		functions[i] = f
		for _, at := range []int{stackAt, fileAt, lineAt} {
			pcTables.starts = append(pcTables.starts, half(f.record, at))
		}
		pcTables.starts = append(pcTables.starts, f.pcTables...)
		tables.starts = append(tables.starts, f.tables...)
	}
	for i, letter := range names.memory {
		if letter == 0 {
			names.starts = append(names.starts, i+1)
		}
	}
	pools := []*pool{names, pcTables, tables}
	for _, p := range pools {
		p.starts = append(p.starts, len(p.memory))
		slices.Sort(p.starts)
		p.moved = map[int]int{}
	}
	pcTables.keep(0)
	tables.moved[noData] = noData

	first := half(memory, index+4)
	var records []byte
	for i, f := range functions {
		putHalf(f.record, nameAt, names.keep(half(f.record, nameAt)))
		putHalf(f.record, stackAt, pcTables.keep(half(f.record, stackAt)))
		for _, at := range []int{fileAt, lineAt, unitAt, startLineAt} {
			putHalf(f.record, at, 0)
		}
		f.pcTables = pcTables.keepNeeded(f.pcTables, pcNeeded, 0)
		f.tables = tables.keepNeeded(f.tables, dataNeeded, noData)
		putHalf(memory, index+8*i+4, first+len(records))
		records = f.append(records)
	}
	clear(memory[place(unitsAt):place(pcTablesAt)])
	clear(memory[index+first : firstTable])
	copy(memory[index+first:firstTable], records)
	for _, p := range pools {
		clear(p.memory)
		copy(p.memory, p.kept)
	}
}
