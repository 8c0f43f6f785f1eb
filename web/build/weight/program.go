package weight

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/web/build/wasmfile"
)

// program is a wasm file that the Go linker wrote, taken apart. All pieces share the
// memory of the file.
type program struct {
	file      []byte
	functions []function
	segments  []wasmfile.Segment
	memory    []byte // what the segments make of the initial memory
	// constants and tables are where the memory has types, texts and constants, and
	// the tables of functions. index is the part of these by which the runtime finds a
	// function by its address.
	constants, tables, index span
}

// function is one function of the program.
type function struct {
	name string
	code []byte
	// tables are where the memory has what the runtime knows about it.
	tables []span
}

// span is a range of the memory.
type span struct{ from, to int64 }

func readProgram(wasm []byte) (*program, error) {
	wasm = wasm[:len(wasm):len(wasm)]
	p := &program{file: wasm}
	parts, err := wasmfile.ReadSections(wasm)
	if err != nil {
		return nil, err
	}
	for _, s := range parts {
		switch s.ID {
		case wasmfile.CodeSection:
			err = p.readCode(s.Body)
		case wasmfile.DataSection:
			p.segments, err = wasmfile.ReadSegments(s.Body)
		}
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(p.segments, func(a, b wasmfile.Segment) int { return cmp.Compare(a.Address, b.Address) })
	if n := len(p.segments); n > 0 {
		p.memory = make([]byte, p.segments[n-1].Address+int64(len(p.segments[n-1].Content)))
	}
	for _, s := range p.segments {
		copy(p.memory[s.Address:], s.Content)
	}
	return p, p.readTables()
}

// readCode reads the section with the bodies of all functions.
func (p *program) readCode(body []byte) error {
	r := wasmfile.Reader{Rest: body}
	for range r.Unsigned() {
		start := r.Rest
		r.Bytes(r.Unsigned())
		if r.Failed {
			return fmt.Errorf("%w: a function is cut off", wasmfile.ErrLayout)
		}
		p.functions = append(p.functions, function{code: start[:len(start)-len(r.Rest)]})
	}
	return nil
}

// packageOf is the package of a function. What the linker makes for types has none,
// and the names that have no package are those of the runtime's assembly.
func packageOf(name string) string {
	if strings.HasPrefix(name, "type:") {
		return "(equality of types)"
	}
	name, _, _ = strings.Cut(name, "[") // the types of a generic function
	name, _, _ = strings.Cut(name, "(") // the receiver
	slash := strings.LastIndexByte(name, '/')
	dot := strings.IndexByte(name[slash+1:], '.')
	if dot < 0 {
		return "runtime"
	}
	return strings.ReplaceAll(name[:slash+1+dot], "%2e", ".")
}

// word reads a word of the memory; 0 beyond its end.
func (p *program) word(at int64) int64 {
	if at < 0 || at+8 > int64(len(p.memory)) {
		return 0
	}
	return int64(binary.LittleEndian.Uint64(p.memory[at:]))
}

// half reads half of a word.
func (p *program) half(at int64) int64 {
	if at < 0 || at+4 > int64(len(p.memory)) {
		return 0
	}
	return int64(binary.LittleEndian.Uint32(p.memory[at:]))
}

// text reads a text that ends with a zero.
func (p *program) text(at int64) string {
	if at < 0 || at >= int64(len(p.memory)) {
		return ""
	}
	text, _, _ := bytes.Cut(p.memory[at:], []byte{0})
	return string(text)
}
