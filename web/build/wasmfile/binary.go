// Package wasmfile takes the files of WebAssembly apart that the Go linker writes, and
// puts them together.
package wasmfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrLayout is returned for a program that is not laid out as the Go linker
// does it. The build stops then, instead of changing what it does not know.
var ErrLayout = errors.New("unexpected layout of the wasm")

// Parts of the binary format: https://webassembly.github.io/spec/core/binary/modules.html
const (
	// Header begins every file.
	Header = "\x00asm\x01\x00\x00\x00"
	// These are numbers of sections.
	ImportSection    = 2
	CodeSection      = 10
	DataSection      = 11
	DataCountSection = 12
	// These are instructions.
	OpI32Const = 0x41
	OpEnd      = 0x0b
)

// Section is a part of a wasm file.
type Section struct {
	ID   byte
	Body []byte
}

// ReadSections takes a wasm file apart.
func ReadSections(wasm []byte) ([]Section, error) {
	rest, ok := bytes.CutPrefix(wasm, []byte(Header))
	if !ok {
		return nil, fmt.Errorf("%w: no header", ErrLayout)
	}
	var sections []Section
	for r := (Reader{Rest: rest}); len(r.Rest) > 0; {
		s := Section{ID: r.Byte(), Body: r.Bytes(r.Unsigned())}
		if r.Failed {
			return nil, fmt.Errorf("%w: section %d is cut off", ErrLayout, s.ID)
		}
		sections = append(sections, s)
	}
	return sections, nil
}

// WriteSections is the inverse of ReadSections.
func WriteSections(sections []Section) []byte {
	wasm := []byte(Header)
	for _, s := range sections {
		wasm = append(wasm, s.ID)
		wasm = binary.AppendUvarint(wasm, uint64(len(s.Body)))
		wasm = append(wasm, s.Body...)
	}
	return wasm
}

// Reader reads numbers and bytes. Where the text ends too early it sets Failed
// and returns zeros from there on, so that the caller need not check each step.
type Reader struct {
	Rest   []byte
	Failed bool
}

func (r *Reader) fail() {
	r.Rest, r.Failed = nil, true
}

// Byte reads one byte.
func (r *Reader) Byte() byte {
	if len(r.Rest) == 0 {
		r.fail()
		return 0
	}
	b := r.Rest[0]
	r.Rest = r.Rest[1:]
	return b
}

// Bytes reads so many bytes.
func (r *Reader) Bytes(n uint64) []byte {
	if n > uint64(len(r.Rest)) {
		r.fail()
		return nil
	}
	b := r.Rest[:n]
	r.Rest = r.Rest[n:]
	return b
}

// Unsigned reads an unsigned LEB128 number.
func (r *Reader) Unsigned() uint64 {
	value, n := binary.Uvarint(r.Rest)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.Rest = r.Rest[n:]
	return value
}

// Signed reads a signed LEB128 number.
func (r *Reader) Signed() (value int64) {
	for shift := 0; shift < 64; shift += 7 {
		b := r.Byte()
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

// AppendSigned writes a signed LEB128 number.
func AppendSigned(text []byte, value int64) []byte {
	for {
		b := byte(value & 0x7f)
		value >>= 7
		if (value == 0 && b&0x40 == 0) || (value == -1 && b&0x40 != 0) {
			return append(text, b)
		}
		text = append(text, b|0x80)
	}
}
