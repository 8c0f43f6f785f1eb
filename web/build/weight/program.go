package weight

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/web/build/functab"
	"github.com/elicitform/elicitform/web/build/wasmfile"
)

// program is a wasm file that the Go linker wrote, taken apart. All pieces share the
// memory of the file.
type program struct {
	file      []byte
	functions []function
	segments  []wasmfile.Segment
	*functab.Tables
}

// function is one function of the program.
type function struct {
	name string
	code []byte
	// tables are where the memory has what the runtime knows about it.
	tables []functab.Span
}

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
	if p.Tables, err = functab.Read(wasmfile.Memory(p.segments)); err != nil {
		return nil, err
	}
	// The build may have added functions, behind those of the linker.
	if len(p.Functions) > len(p.functions) {
		return nil, fmt.Errorf("%w: %d functions, and a table of %d", wasmfile.ErrLayout, len(p.functions), len(p.Functions))
	}
	for i, f := range p.Functions {
		p.functions[i].name, p.functions[i].tables = f.Name, f.Own
		for _, table := range f.Tables {
			p.functions[i].tables = append(p.functions[i].tables, table.Span)
		}
	}
	return p, nil
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
