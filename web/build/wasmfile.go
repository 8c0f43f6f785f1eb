package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// errLayout is returned for a program that is not laid out as the Go linker
// does it. The build stops then, instead of changing what it does not know.
var errLayout = errors.New("unexpected layout of the wasm")

// Parts of the binary format: https://webassembly.github.io/spec/core/binary/modules.html
const (
	// wasmHeader begins every file.
	wasmHeader = "\x00asm\x01\x00\x00\x00"
	// These are numbers of sections.
	importSection    = 2
	codeSection      = 10
	dataSection      = 11
	dataCountSection = 12
	// These are instructions.
	opI32Const = 0x41
	opEnd      = 0x0b
)

// section is a part of a WebAssembly file.
type section struct {
	id   byte
	body []byte
}

// names reports whether the section holds the names of functions.
func (s section) names() bool { return s.id == 0 && bytes.HasPrefix(s.body, []byte("\x04name")) }

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

// byte reads one byte.
func (r *reader) byte() byte {
	if len(r.rest) == 0 {
		r.fail()
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

// bytes reads so many bytes.
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

// segment is a piece of the initial memory.
type segment struct {
	address int64
	content []byte
}

// readSegments reads a data section. The Go linker writes only active segments
// at constant addresses; every other kind is an error.
func readSegments(body []byte) ([]segment, error) {
	r := reader{rest: body}
	var segments []segment
	for range r.unsigned() {
		if r.byte() != 0 || r.byte() != opI32Const || r.failed {
			return nil, fmt.Errorf("%w: a data segment without a constant address", errLayout)
		}
		address := r.signed()
		if address < 0 || r.byte() != opEnd {
			return nil, fmt.Errorf("%w: address of a data segment", errLayout)
		}
		segments = append(segments, segment{address, r.bytes(r.unsigned())})
	}
	if r.failed || len(r.rest) > 0 {
		return nil, fmt.Errorf("%w: the data section ends early or late", errLayout)
	}
	return segments, nil
}

// writeSegments is the inverse of readSegments.
func writeSegments(segments []segment) []byte {
	body := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		body = append(body, 0, opI32Const)
		body = appendSigned(body, s.address)
		body = append(body, opEnd)
		body = binary.AppendUvarint(body, uint64(len(s.content)))
		body = append(body, s.content...)
	}
	return body
}

const (
	// zeroRun is the number of zeros from which on two segments stay apart.
	zeroRun = 256
	// maxMemory is more than any program of ours starts with. An address
	// beyond it means that the file was read wrongly.
	maxMemory = 1 << 28
)

// joinSegments returns the program with fewer data segments, so that it compresses
// better. The memory that the program starts with stays the same.
//
// The linker leaves runs of zeros out of the initial memory. It ends up with
// about a hundred thousand segments, each with an address of its own, and
// addresses do not compress. When the shorter runs of zeros are written out, a
// few dozen segments are enough: the file is 12 % larger, and 8 % smaller as
// brotli.
//
// The section with the names of functions, which only printPackages and profiles need, is
// left out unless names are wanted.
func joinSegments(wasm []byte, names bool) ([]byte, error) {
	sections, err := readSections(wasm)
	if err != nil {
		return nil, err
	}
	if !names {
		sections = slices.DeleteFunc(sections, section.names)
	}
	joined := false
	for i := range sections {
		switch s := &sections[i]; s.id {
		case dataCountSection:
			return nil, fmt.Errorf("%w: it states the number of its data segments", errLayout)
		case dataSection:
			if joined {
				return nil, fmt.Errorf("%w: two data sections", errLayout)
			}
			if s.body, err = join(s.body); err != nil {
				return nil, err
			}
			joined = true
		}
	}
	if !joined {
		return nil, fmt.Errorf("%w: no data section", errLayout)
	}
	return writeSections(sections), nil
}

// join returns a data section that makes the same memory with fewer segments.
func join(body []byte) ([]byte, error) {
	segments, err := readSegments(body)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(segments, func(a, b segment) int { return cmp.Compare(a.address, b.address) })
	var joined []segment
	end := int64(0) // of the segment before
	for i, s := range segments {
		gap := s.address - end
		switch last := len(joined) - 1; {
		case gap < 0:
			// Their order decides which of the two wins, and sorting has lost it.
			return nil, fmt.Errorf("%w: data segments overlap", errLayout)
		case s.address > maxMemory:
			return nil, fmt.Errorf("%w: a data segment at address %d", errLayout, s.address)
		case i == 0 || gap >= zeroRun:
			joined = append(joined, segment{address: s.address, content: append([]byte(nil), s.content...)})
		default:
			joined[last].content = append(append(joined[last].content, make([]byte, gap)...), s.content...)
		}
		end = s.address + int64(len(s.content))
	}
	return writeSegments(joined), nil
}
