package weight

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/elicitform/elicitform/web/build/wasmfile"
)

// The layout of what the runtime knows about functions, as runtime/symtab.go of Go 1.26
// has it. All numbers count bytes.
const (
	// magic begins the header: a number, two zeros, the unit of addresses and the
	// length of a word.
	magic = "\xf1\xff\xff\xff\x00\x00\x01\x08"
	// In the header: how many functions there are, and where the tables begin.
	countAt, namesAt, lineTablesAt, functionsAt = 8, 32, 56, 64
	// In runtime.moduledata, which begins with a pointer to the header.
	moduleNamesAt, moduleIndexAt, moduleTypesAt, moduleConstantsEndAt, moduleFunctionDataAt, moduleTablesEndAt = 8, 19 * 8, 37 * 8, 38 * 8, 40 * 8, 41 * 8
	// In the record of a function, runtime._func: its name, its line tables, how many
	// more tables it has of two kinds, and where these are listed.
	nameAt, lineAt, moreLinesAt, moreDataAt, listAt = 4, 16, 28, 43, 44
	// firstFunction is the number that the linker gives to the first function.
	firstFunction = 0x1000
	// noData stands for a table that a function does not have.
	noData = 1<<32 - 1
)

// readTables names the functions and finds their tables.
func (p *program) readTables() error {
	header := int64(bytes.Index(p.memory, []byte(magic)))
	module := p.module(header)
	if header < 0 || module < 0 {
		return fmt.Errorf("%w: no table of functions as Go 1.26 has it", wasmfile.ErrLayout)
	}
	p.tables = span{header, p.word(module + moduleTablesEndAt)}
	p.constants = span{p.word(module + moduleTypesAt), p.word(module + moduleConstantsEndAt)}
	names, lines, records := header+p.word(header+namesAt), header+p.word(header+lineTablesAt), header+p.word(header+functionsAt)
	data := p.word(module + moduleFunctionDataAt)
	if count := p.word(header + countAt); count != int64(len(p.functions)) {
		return fmt.Errorf("%w: %d functions, and a table of %d", wasmfile.ErrLayout, len(p.functions), count)
	}
	// A table ends where the next one begins, whosever that is.
	index := p.word(module + moduleIndexAt)
	starts := []int64{records, data, index, p.tables.to}
	for i := range p.functions {
		entry := records + 8*int64(i)
		if p.half(entry) != firstFunction+int64(i) {
			return fmt.Errorf("%w: function %d stands at %d", wasmfile.ErrLayout, i, p.half(entry))
		}
		f, record := &p.functions[i], records+p.half(entry+4)
		name := names + p.half(record+nameAt)
		f.name = p.text(name)
		more, moreData := p.half(record+moreLinesAt), int64(p.memory[record+moreDataAt])
		f.tables = []span{{entry, entry + 8}, {record, record + listAt + 4*(more+moreData)}, {name, name + int64(len(f.name)) + 1}}
		for i := range 3 + more {
			at := record + lineAt + 4*i
			if i >= 3 {
				at = record + listAt + 4*(i-3)
			}
			if offset := p.half(at); offset > 0 {
				f.tables, starts = append(f.tables, span{from: lines + offset}), append(starts, lines+offset)
			}
		}
		for i := range moreData {
			if offset := p.half(record + listAt + 4*(more+i)); offset != noData {
				f.tables, starts = append(f.tables, span{from: data + offset}), append(starts, data+offset)
			}
		}
	}
	slices.Sort(starts)
	end := func(from int64) int64 {
		next, _ := slices.BinarySearch(starts, from+1)
		return starts[min(next, len(starts)-1)]
	}
	p.index = span{index, end(index)}
	for i := range p.functions {
		for j := range p.functions[i].tables {
			if table := &p.functions[i].tables[j]; table.to == 0 {
				table.to = end(table.from)
			}
		}
	}
	return nil
}

// module finds runtime.moduledata by what it begins with: pointers to the header and to
// the names of the functions.
func (p *program) module(header int64) int64 {
	pointer := binary.LittleEndian.AppendUint64(nil, uint64(header))
	for from := 0; ; {
		at := bytes.Index(p.memory[from:], pointer)
		if at < 0 {
			return -1
		}
		module := int64(from + at)
		if p.word(module+moduleNamesAt) == header+p.word(header+namesAt) {
			return module
		}
		from += at + 1
	}
}
