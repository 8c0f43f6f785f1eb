// Package shrink rewrites a program that the Go linker made for the browser
// so that it compresses better. It computes the same with the same memory.
package shrink

import (
	"errors"
	"fmt"
	"strings"
)

// errWasm is a program that is not laid out as the Go linker does it.
var errWasm = errors.New("unexpected wasm")

// Program rewrites a program. The release of Go that linked it decides whether
// the line tables are touched: their layout is the runtime's own affair.
func Program(linked []byte, goVersion string) ([]byte, error) {
	p, err := readProgram(linked)
	if err != nil {
		return nil, err
	}
	if p.section(dataCountSection) != nil {
		return nil, fmt.Errorf("%w: it counts its data segments", errWasm)
	}
	data := p.section(dataSection)
	if data == nil {
		return nil, fmt.Errorf("%w: no data", errWasm)
	}
	memory, err := readMemory(data.body)
	if err != nil {
		return nil, fmt.Errorf("read the data segments: %w", err)
	}
	if knowsLineTables(goVersion) {
		code := p.section(codeSection)
		if code == nil {
			return nil, fmt.Errorf("%w: no code", errWasm)
		}
		calls, err := returnAddresses(code.body)
		if err != nil {
			return nil, fmt.Errorf("read the code: %w", err)
		}
		if err := compactLineTables(memory, calls); err != nil {
			return nil, fmt.Errorf("compact the line tables: %w", err)
		}
	}
	data.body = writeMemory(memory)
	return p.bytes(), nil
}

// knowsLineTables says whether this package was made for the line tables of a
// release. Those of others stay as they are, which costs size and nothing else.
func knowsLineTables(goVersion string) bool {
	return goVersion == "go1.26" || strings.HasPrefix(goVersion, "go1.26.")
}
