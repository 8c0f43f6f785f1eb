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
// does it. The build stops then, instead of changing a layout that it does not know.
var errLayout = errors.New("unexpected layout of the wasm")

// Parts of the binary format: https://webassembly.github.io/spec/core/binary/modules.html
const (
	// wasmHeader begins every file.
	wasmHeader = "\x00asm\x01\x00\x00\x00"
	// These are numbers of sections.
	nameSection      = 0
	dataSection      = 11
	dataCountSection = 12
	// These are instructions.
	opI32Const = 0x41
	opEnd      = 0x0b
	// signBit is the bit in the last byte of a signed number that makes it negative.
	signBit = 0x40
)

// reader is the bytes that are left to read. Reading beyond its end panics; recovered makes an error of that.
type reader []byte

// bytes reads so many bytes.
func (r *reader) bytes(n uint64) []byte {
	read := (*r)[:n]
	*r = (*r)[n:]
	return read
}

// number reads an unsigned LEB128 number.
func (r *reader) number() uint64 {
	value, n := binary.Uvarint(*r)
	if n <= 0 {
		panic("a number is cut off")
	}
	r.bytes(uint64(n))
	return value
}

// address reads a signed LEB128 number, which must not be negative.
func (r *reader) address() int64 {
	before := *r
	value := int64(r.number())
	if last := before[len(before)-len(*r)-1]; last&signBit != 0 {
		panic("a negative address")
	}
	return value
}

// appendAddress is the inverse of reader.address.
func appendAddress(text []byte, address int64) []byte {
	text = binary.AppendUvarint(text, uint64(address))
	if last := &text[len(text)-1]; *last&signBit != 0 {
		*last |= 0x80 // Another byte follows.
		text = append(text, 0)
	}
	return text
}

// recovered makes an error of a panic of a reader.
func recovered(err *error) {
	if fault := recover(); fault != nil {
		*err = fmt.Errorf("%w: %v", errLayout, fault)
	}
}

// segment is a piece of the initial memory.
type segment struct {
	address int64
	content []byte
}

// readSegments reads a data section. The Go linker writes only active segments
// at constant addresses; every other kind is an error.
func readSegments(body []byte) (segments []segment, err error) {
	defer recovered(&err)
	r := reader(body)
	for range r.number() {
		if kind := r.bytes(2); kind[0] != 0 || kind[1] != opI32Const {
			return nil, fmt.Errorf("%w: a data segment without a constant address", errLayout)
		}
		address := r.address()
		if r.bytes(1)[0] != opEnd {
			return nil, fmt.Errorf("%w: address of a data segment", errLayout)
		}
		segments = append(segments, segment{address, r.bytes(r.number())})
	}
	if len(r) > 0 {
		return nil, fmt.Errorf("%w: the data section ends late", errLayout)
	}
	return segments, nil
}

// writeSegments is the inverse of readSegments.
func writeSegments(segments []segment) []byte {
	body := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		body = append(body, 0, opI32Const)
		body = append(appendAddress(body, s.address), opEnd)
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
// better. The memory that the program starts with stays the same, but for what edit changes in it.
//
// The linker leaves runs of zeros out of the initial memory. It ends up with
// about a hundred thousand segments, each with an address of its own, and
// addresses do not compress. When the shorter runs of zeros are written out, a
// few dozen segments are enough: the file is 12 % larger, and 8 % smaller as
// brotli.
//
// The section with the names of functions, which only profiles need, is left out unless names
// are wanted.
func joinSegments(wasm []byte, names bool, edit func(memory []byte) error) (small []byte, err error) {
	defer recovered(&err)
	rest, ok := bytes.CutPrefix(wasm, []byte(wasmHeader))
	if !ok {
		return nil, fmt.Errorf("%w: no header", errLayout)
	}
	small = []byte(wasmHeader)
	joined := false
	for r := reader(rest); len(r) > 0; {
		id := r.bytes(1)[0]
		body := r.bytes(r.number())
		switch {
		case id == nameSection && !names && bytes.HasPrefix(body, []byte("\x04name")):
			continue
		case id == dataCountSection:
			return nil, fmt.Errorf("%w: it states the number of its data segments", errLayout)
		case id == dataSection && joined:
			return nil, fmt.Errorf("%w: two data sections", errLayout)
		case id == dataSection:
			if body, err = join(body, edit); err != nil {
				return nil, err
			}
			joined = true
		}
		small = append(small, id)
		small = binary.AppendUvarint(small, uint64(len(body)))
		small = append(small, body...)
	}
	if !joined {
		return nil, fmt.Errorf("%w: no data section", errLayout)
	}
	return small, nil
}

// join returns a data section that makes the same memory with fewer segments, but for what
// edit changes in the memory.
func join(body []byte, edit func(memory []byte) error) ([]byte, error) {
	segments, err := readSegments(body)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(segments, func(a, b segment) int { return cmp.Compare(a.address, b.address) })
	var memory []byte
	for _, s := range segments {
		gap := s.address - int64(len(memory))
		if gap < 0 {
			// Their order decides which of the two wins, and sorting has lost it.
			return nil, fmt.Errorf("%w: data segments overlap", errLayout)
		}
		if s.address > maxMemory {
			return nil, fmt.Errorf("%w: a data segment at address %d", errLayout, s.address)
		}
		memory = append(append(memory, make([]byte, gap)...), s.content...)
	}
	if err := edit(memory); err != nil {
		return nil, err
	}
	var joined []segment
	for at := 0; at < len(memory); {
		from := at
		end := bytes.Index(memory[from:], make([]byte, zeroRun))
		if end < 0 {
			end = len(memory) - from
		}
		if end > 0 {
			joined = append(joined, segment{int64(from), memory[from : from+end]})
		}
		for at = from + end; at < len(memory) && memory[at] == 0; at++ {
		}
	}
	return writeSegments(joined), nil
}
