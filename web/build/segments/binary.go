package segments

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// Parts of the binary format: https://webassembly.github.io/spec/core/binary/modules.html
const (
	wasmHeader       = "\x00asm\x01\x00\x00\x00"
	dataSection      = 11
	dataCountSection = 12
	opI32Const       = 0x41
	opEnd            = 0x0b
)

// section is a part of a wasm file.
type section struct {
	id   byte
	body []byte
}

// readSections takes a wasm file apart.
func readSections(wasm []byte) ([]section, error) {
	rest, ok := bytes.CutPrefix(wasm, []byte(wasmHeader))
	if !ok {
		return nil, fmt.Errorf("%w: no header", errLayout)
	}
	var sections []section
	for r := (reader{rest: rest}); len(r.rest) > 0; {
		s := section{id: r.byte(), body: r.bytes(r.unsigned())}
		if r.failed {
			return nil, fmt.Errorf("%w: section %d is cut off", errLayout, s.id)
		}
		sections = append(sections, s)
	}
	return sections, nil
}

// writeSections is the inverse of readSections.
func writeSections(sections []section) []byte {
	wasm := []byte(wasmHeader)
	for _, s := range sections {
		wasm = append(wasm, s.id)
		wasm = binary.AppendUvarint(wasm, uint64(len(s.body)))
		wasm = append(wasm, s.body...)
	}
	return wasm
}

// reader reads numbers and bytes. Where the text ends too early it sets failed
// and returns zeros from there on, so that the caller need not check each step.
type reader struct {
	rest   []byte
	failed bool
}

func (r *reader) fail() {
	r.rest, r.failed = nil, true
}

func (r *reader) byte() byte {
	if len(r.rest) == 0 {
		r.fail()
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

func (r *reader) bytes(n uint64) []byte {
	if n > uint64(len(r.rest)) {
		r.fail()
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

// unsigned reads an unsigned LEB128 number.
func (r *reader) unsigned() uint64 {
	value, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.rest = r.rest[n:]
	return value
}

// signed reads a signed LEB128 number.
func (r *reader) signed() (value int64) {
	for shift := 0; shift < 64; shift += 7 {
		b := r.byte()
		value |= int64(b&0x7f) << shift
		if b&0x80 == 0 {
			if b&0x40 != 0 && shift < 57 {
				value |= -1 << (shift + 7)
			}
			return value
		}
	}
	r.fail()
	return 0
}

// appendSigned writes a signed LEB128 number.
func appendSigned(text []byte, value int64) []byte {
	for {
		b := byte(value & 0x7f)
		value >>= 7
		if (value == 0 && b&0x40 == 0) || (value == -1 && b&0x40 != 0) {
			return append(text, b)
		}
		text = append(text, b|0x80)
	}
}
