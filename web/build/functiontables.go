package main

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// The layout of the runtime's tables of functions, by runtime/symtab.go and runtime2.go
// of Go 1.26. All numbers count bytes.
const (
	// tableMagic begins the header: number, two zeros, unit of addresses, length of a word.
	tableMagic = "\xf1\xff\xff\xff\x00\x00\x01\x08"
	// In the header: the number of functions, and the addresses of their names, of the names of source files by
	// package, of the tables by address and of the index of the records.
	countAt, namesAt, unitsAt, pcTablesAt, indexAt = 8, 32, 40, 56, 64
	// In runtime.moduledata, which begins with the addresses of header and names: the addresses of the tables of data and of
	// the buckets, which lead from an address of code to the index.
	dataTablesAt, bucketsAt = 40 * 8, 19 * 8
	// A function has 1<<bucketBits buckets: its number, and a difference for each part of the bucket.
	bucketBits, bucketLength = 4, 20
	// In the record of a function. Its tables follow, first those by address.
	nameAt, stackAt, fileAt, lineAt, pcCountAt, unitAt, startLineAt, dataCountAt, recordLength = 4, 16, 20, 24, 28, 32, 36, 43, 44
	noData                                                                                     = 1<<32 - 1
)

// The program needs these tables, by the numbers in internal/abi/symtab.go: the pointers among arguments, variables and objects
// on a stack, and deferred calls. The others serve interrupted threads, inlined functions and traces.
var (
	pcNeeded   = []bool{1: true}
	dataNeeded = []bool{0: true, 1: true, 2: true, 4: true}
)

type function struct {
	record           []byte
	pcTables, tables []int
}

func half(text []byte, at int) int { return int(binary.LittleEndian.Uint32(text[at:])) }

func putHalf(text []byte, at, value int) { binary.LittleEndian.PutUint32(text[at:], uint32(value)) }

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

func (f function) append(text []byte) []byte {
	putHalf(f.record, pcCountAt, len(f.pcTables))
	f.record[dataCountAt] = byte(len(f.tables))
	text = append(text, f.record...)
	for _, at := range slices.Concat(f.pcTables, f.tables) {
		text = binary.LittleEndian.AppendUint32(text, uint32(at))
	}
	return text
}

type pool struct {
	memory []byte
	starts []int // the sorted offsets of the tables, and the end of the last one
	align  int   // the alignment of the tables
	small  []byte
	moved  map[int]int // the new offsets of tables in small
}

func (p *pool) table(at int) []byte {
	next, _ := slices.BinarySearch(p.starts, at+1)
	return p.memory[at:p.starts[next]]
}

func (p *pool) keep(at int) int {
	to, done := p.moved[at]
	if !done {
		for len(p.small)%p.align != at%p.align {
			p.small = append(p.small, 0)
		}
		to = len(p.small)
		p.small = append(p.small, p.table(at)...)
		p.moved[at] = to
	}
	return to
}

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

type functionTables struct {
	functions                           []function
	names, pcTables, tables             pool
	files                               []byte
	nameMemory                          int // the address of the names
	index, records, recordsEnd, buckets int
}

func readTables(memory []byte) functionTables {
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
	t := functionTables{
		functions: make([]function, word(header+countAt)),
		files:     memory[place(unitsAt):place(pcTablesAt)], nameMemory: place(namesAt),
		index: place(indexAt), recordsEnd: word(module + dataTablesAt), buckets: word(module + bucketsAt),
	}
	t.records = t.index + half(memory, t.index+4)
	t.names = pool{memory: memory[place(namesAt):place(unitsAt)], align: 1}
	t.pcTables = pool{memory: memory[place(pcTablesAt):t.index], align: 1, starts: []int{0}}
	t.tables = pool{memory: memory[t.recordsEnd:t.buckets], align: 4}
	for i := range t.functions {
		f := readFunction(memory[t.index+half(memory, t.index+8*i+4):])
		t.functions[i] = f
		t.pcTables.starts = append(t.pcTables.starts, half(f.record, stackAt), half(f.record, fileAt), half(f.record, lineAt))
		t.pcTables.starts = append(t.pcTables.starts, f.pcTables...)
		t.tables.starts = append(t.tables.starts, f.tables...)
	}
	for i, letter := range t.names.memory {
		if letter == 0 {
			t.names.starts = append(t.names.starts, i+1)
		}
	}
	for _, p := range []*pool{&t.names, &t.pcTables, &t.tables} {
		p.starts = slices.DeleteFunc(append(p.starts, len(p.memory)), func(at int) bool { return at == noData })
		slices.Sort(p.starts)
		p.moved = map[int]int{noData: noData}
	}
	return t
}

// smallTables leaves the files, lines and names of stack traces out of the tables of functions, which are a fifth of the
// download. A trace has short names, and the command "npx elicitform trace" replaces those of functions.
//
// Numbers that grow from function to function compress badly: smallTables writes differences, and clears the buckets. The
// returned code restores them. For the runtime, offset 0 is a table by address that a function does not have.
func smallTables(memory []byte) code {
	t := readTables(memory)
	t.pcTables.keep(0)
	names := t.markNames()
	var records []byte
	before := struct{ entry, place int }{}
	for i, f := range t.functions {
		entry, place := half(f.record, 0), t.records-t.index+len(records)
		putHalf(memory, t.index+8*i, entry-before.entry)
		putHalf(memory, t.index+8*i+4, place-before.place)
		before.entry, before.place = entry, place
		putHalf(f.record, stackAt, t.pcTables.keep(half(f.record, stackAt)))
		for _, at := range []int{0, fileAt, lineAt, unitAt, startLineAt} {
			putHalf(f.record, at, 0)
		}
		f.pcTables = t.pcTables.keepNeeded(f.pcTables, pcNeeded, 0)
		f.tables = t.tables.keepNeeded(f.tables, dataNeeded, noData)
		records = f.append(records)
	}
	clear(memory[t.records:t.recordsEnd])
	copy(memory[t.records:], records)
	for _, p := range []pool{t.pcTables, t.tables} {
		clear(p.memory)
		copy(p.memory, p.small)
	}
	clear(t.files)
	clearBuckets(memory[t.buckets:], len(t.functions))
	return writeNumbers(t, names)
}

// The last function has only one bucket.
func clearBuckets(memory []byte, functions int) {
	last := (functions - 1) << bucketBits
	for i := range last + 1 {
		bucket := memory[i*bucketLength:][:bucketLength]
		if half(bucket, 0) != i>>bucketBits || i < last && bytes.Count(bucket[4:], []byte{0}) < len(bucket[4:]) {
			panic("no buckets of functions as Go 1.26 has them")
		}
		putHalf(bucket, 0, 0)
	}
}

// writeNumbers returns code that restores the first address of each function, the offset of its record and its number in
// each bucket, and writes its short name. These names begin at an offset among all names.
func writeNumbers(t functionTables, names int) code {
	const at, entry, place, name, record, number = 0, 1, 2, 3, 4, 5 // variables
	index, buckets, functions := t.index, t.buckets, len(t.functions)
	var c code
	c.set(at, index)
	c.set(name, names)
	c.repeat(at, 8, index+8*functions, func() {
		c.sum(entry, at, 0)
		c.sum(place, at, 4)
		c.add(opGet, place)
		c.number(index)
		c.add(opAdd, opTee, record, opGet, entry, opStore, aligned, 0)
		c.name(t.nameMemory, number, name, record)
		c.step(name, nameLength)
		c.step(number, 1)
	})
	const bucket = number + 1
	c.set(at, buckets)
	c.repeat(at, bucketLength, buckets+bucketLength*((functions-1)<<bucketBits)+1, func() {
		c.add(opGet, at, opGet, bucket)
		c.number(bucketBits)
		c.add(opShiftRight, opStore, aligned, 0)
		c.step(bucket, 1)
	})
	return c
}
