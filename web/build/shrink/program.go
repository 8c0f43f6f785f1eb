package shrink

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// Parts of the binary format: https://webassembly.github.io/spec/core/binary/modules.html
const (
	wasmHeader       = "\x00asm\x01\x00\x00\x00"
	codeSection      = 10
	dataSection      = 11
	dataCountSection = 12
)

// program is a wasm file as its sections.
type program []section

type section struct {
	id   byte
	body []byte
}

func readProgram(wasm []byte) (program, error) {
	rest, ok := bytes.CutPrefix(wasm, []byte(wasmHeader))
	if !ok {
		return nil, fmt.Errorf("%w: no header", errWasm)
	}
	var p program
	for r := (reader{rest: rest}); len(r.rest) > 0; {
		id := r.byte()
		body := r.bytes(r.unsigned())
		if r.failed {
			return nil, fmt.Errorf("%w: section %d is cut off", errWasm, id)
		}
		p = append(p, section{id, body})
	}
	return p, nil
}

// section is the section with an id, or nil. It is not for custom sections, of
// which there can be several.
func (p program) section(id byte) *section {
	for i := range p {
		if p[i].id == id {
			return &p[i]
		}
	}
	return nil
}

// bytes is the inverse of readProgram.
func (p program) bytes() []byte {
	wasm := []byte(wasmHeader)
	for _, s := range p {
		wasm = append(wasm, s.id)
		wasm = binary.AppendUvarint(wasm, uint64(len(s.body)))
		wasm = append(wasm, s.body...)
	}
	return wasm
}
