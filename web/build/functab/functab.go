// Package functab reads the tables in which a program that Go linked for the browser
// keeps what its runtime knows about functions: what they are called, where their code
// comes from, and where they have pointers on the stack.
package functab

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/elicitform/elicitform/web/build/wasmfile"
)

// The layout of the tables, as runtime/symtab.go of Go 1.26 has it. All numbers count
// bytes.
const (
	// magic begins the header: a number, two zeros, the unit of addresses and the
	// length of a word.
	magic = "\xf1\xff\xff\xff\x00\x00\x01\x08"
	// In the header: how many functions there are, and where the tables begin.
	countAt, namesAt, unitsAt, linesAt, recordsAt = 8, 32, 40, 56, 64
	// In runtime.moduledata, which begins with a pointer to the header.
	moduleNamesAt, moduleIndexAt, moduleTypesAt, moduleConstantsEndAt, moduleDataAt, moduleEndAt = 8, 19 * 8, 37 * 8, 38 * 8, 40 * 8, 41 * 8
	// In the record of a function, runtime._func: its name, its line tables, how many
	// more tables it has of two kinds, and where these are listed.
	nameAt, lineAt, moreLinesAt, unitAt, startLineAt, moreDataAt, listAt = 4, 16, 28, 32, 36, 43, 44
	// firstFunction is the number that the linker gives to the first function.
	firstFunction = 0x1000
	// noData stands for a table that a function does not have.
	noData = 1<<32 - 1
)

// Span is a range of the memory.
type Span struct{ From, To int64 }

// Tables are all tables of a program. The spans are ranges of the memory.
type Tables struct {
	// All is the whole of them.
	All Span
	// Constants are the types, texts and constants, which belong to no function.
	Constants Span
	// Index is the part by which the runtime finds a function by its address.
	Index Span
	// Names are the names of functions, also of those that are only inlined.
	Names Span
	// Files are the names of source files, and which of them a package has.
	Files Span
	// Lines are all tables that say something for each address of a function.
	Lines     Span
	Functions []Function

	memory []byte
	// list is where the list of functions is, and first where the record of the first is.
	list, first int64
}

// Function is what the tables say of one function.
type Function struct {
	Name string
	// Own is its place in the list of functions, its record, and its name.
	Own    []Span
	Tables []Table
	record int64
}

// Table is one table of a function. Functions share tables that are alike.
type Table struct {
	Kind Kind
	Span
	at int64 // where the function's record says where the table is
}

// Kind says what is in a table.
type Kind int

// The tables that say something for each address.
const (
	StackDepths Kind = iota
	SourceFiles
	SourceLines
	UnsafePoints
	StackMaps
	Inlined
)

// The tables that say something of a function as a whole.
const (
	ofFunction       = 100
	InlinedFunctions = ofFunction + 3
	Arguments        = ofFunction + 5
)

// Read reads the tables from the memory that a program starts with. What TakeComputed
// took out it computes there, but for the index.
func Read(memory []byte) (*Tables, error) {
	t := &Tables{memory: memory}
	header := int64(bytes.Index(memory, []byte(magic)))
	module := t.module(header)
	if header < 0 || module < 0 {
		return nil, fmt.Errorf("%w: no table of functions as Go 1.26 has it", wasmfile.ErrLayout)
	}
	names, records := header+t.word(header+namesAt), header+t.word(header+recordsAt)
	data := t.word(module + moduleDataAt)
	t.Index.From = t.word(module + moduleIndexAt)
	t.All = Span{header, t.word(module + moduleEndAt)}
	t.Constants = Span{t.word(module + moduleTypesAt), t.word(module + moduleConstantsEndAt)}
	t.Lines = Span{header + t.word(header+linesAt), records}
	t.Files = Span{header + t.word(header+unitsAt), t.Lines.From}
	t.Names = Span{names, t.Files.From}
	for _, span := range []Span{t.All, t.Constants, t.Names, t.Files, t.Lines} {
		if span.From < 0 || span.From > span.To || span.To > int64(len(memory)) {
			return nil, fmt.Errorf("%w: tables from %d to %d", wasmfile.ErrLayout, span.From, span.To)
		}
	}
	count := t.word(header + countAt)
	if count <= 0 || count > int64(len(memory)) {
		return nil, fmt.Errorf("%w: %d functions", wasmfile.ErrLayout, count)
	}
	t.list = records
	// Behind the list is how many addresses there are, and then the first record.
	t.first = (records + listEntry*count + 4 + alignment - 1) &^ (alignment - 1)
	if t.half(records) == 0 && !t.compute(int(count)) {
		return nil, fmt.Errorf("%w: the list of functions is empty", wasmfile.ErrLayout)
	}
	for i := range count {
		entry := records + listEntry*i
		f := Function{record: records + t.half(entry+4)}
		if t.half(entry) != firstFunction+i || f.record+listAt > int64(len(memory)) {
			return nil, fmt.Errorf("%w: function %d stands at %d", wasmfile.ErrLayout, i, t.half(entry))
		}
		name := names + t.half(f.record+nameAt)
		f.Name = t.text(name)
		more, moreData := t.half(f.record+moreLinesAt), int64(memory[f.record+moreDataAt])
		f.Own = []Span{{entry, entry + listEntry}, {f.record, f.record + listAt + 4*(more+moreData)}, {name, name + int64(len(f.Name)) + 1}}
		for i := range 3 + more {
			at := f.record + lineAt + 4*i
			if i >= 3 {
				at = f.record + listAt + 4*(i-3)
			}
			if offset := t.half(at); offset > 0 {
				f.Tables = append(f.Tables, Table{Kind(i), Span{From: t.Lines.From + offset}, at})
			}
		}
		for i := range moreData {
			at := f.record + listAt + 4*(more+i)
			if offset := t.half(at); offset != noData {
				f.Tables = append(f.Tables, Table{ofFunction + Kind(i), Span{From: data + offset}, at})
			}
		}
		t.Functions = append(t.Functions, f)
	}
	t.findEnds(records, data, t.Index.From)
	return t, nil
}

// findEnds says where each table ends: where the next one begins, whosever that is.
func (t *Tables) findEnds(starts ...int64) {
	starts = append(starts, t.All.To)
	for _, f := range t.Functions {
		for _, table := range f.Tables {
			starts = append(starts, table.From)
		}
	}
	slices.Sort(starts)
	end := func(from int64) int64 {
		next, _ := slices.BinarySearch(starts, from+1)
		return starts[min(next, len(starts)-1)]
	}
	t.Index.To = end(t.Index.From)
	for i := range t.Functions {
		for j := range t.Functions[i].Tables {
			table := &t.Functions[i].Tables[j]
			table.To = end(table.From)
		}
	}
}

// module finds runtime.moduledata by what it begins with: pointers to the header and to
// the names of the functions.
func (t *Tables) module(header int64) int64 {
	pointer := binary.LittleEndian.AppendUint64(nil, uint64(header))
	for from := 0; ; {
		at := bytes.Index(t.memory[from:], pointer)
		if at < 0 {
			return -1
		}
		module := int64(from + at)
		if t.word(module+moduleNamesAt) == header+t.word(header+namesAt) {
			return module
		}
		from += at + 1
	}
}

// word reads a word of the memory; 0 beyond its end.
func (t *Tables) word(at int64) int64 {
	if at < 0 || at+8 > int64(len(t.memory)) {
		return 0
	}
	return int64(binary.LittleEndian.Uint64(t.memory[at:]))
}

// half reads half of a word.
func (t *Tables) half(at int64) int64 {
	if at < 0 || at+4 > int64(len(t.memory)) {
		return 0
	}
	return int64(binary.LittleEndian.Uint32(t.memory[at:]))
}

// text reads a text that ends with a zero.
func (t *Tables) text(at int64) string {
	if at < 0 || at >= int64(len(t.memory)) {
		return ""
	}
	text, _, _ := bytes.Cut(t.memory[at:], []byte{0})
	return string(text)
}
