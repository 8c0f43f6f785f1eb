package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// errLayout stops the build, because it must not change an unknown layout.
var errLayout = errors.New("unexpected layout of the wasm")

// Parts of the binary format: https://webassembly.github.io/spec/core/binary/modules.html
const (
	wasmHeader       = "\x00asm\x01\x00\x00\x00"
	nameSection      = 0
	dataSection      = 11
	dataCountSection = 12
	opI32Const       = 0x41
	opEnd            = 0x0b
	// signBit makes a signed number negative, in its last byte.
	signBit = 0x40
)

// Reading beyond the end of a reader panics.
type reader []byte

func (r *reader) bytes(n uint64) []byte {
	read := (*r)[:n]
	*r = (*r)[n:]
	return read
}

func (r *reader) number() uint64 {
	value, n := binary.Uvarint(*r)
	if n <= 0 {
		panic("a number is cut off")
	}
	r.bytes(uint64(n))
	return value
}

func (r *reader) signed() (value int) {
	for shift := 0; ; shift += 7 {
		digit := int(r.bytes(1)[0])
		value |= digit & 0x7f << shift
		if digit&0x80 == 0 {
			if digit&signBit != 0 {
				value |= -1 << (shift + 7)
			}
			return value
		}
	}
}

func (r *reader) address() int {
	address := r.signed()
	if address < 0 {
		panic("a negative address")
	}
	return address
}

func appendAddress(text []byte, address int) []byte {
	text = binary.AppendUvarint(text, uint64(address))
	if last := &text[len(text)-1]; *last&signBit != 0 {
		*last |= 0x80 // Another byte follows.
		text = append(text, 0)
	}
	return text
}

func appendSized(to, content []byte) []byte {
	return append(binary.AppendUvarint(to, uint64(len(content))), content...)
}

const (
	zeroRun = 256
	// maxMemory is larger than the initial memory of our programs: an address beyond it was misread.
	maxMemory = 1 << 28
)

type section struct {
	id   byte
	body []byte
}

func sectionOf(sections []section, id byte) *section {
	at := slices.IndexFunc(sections, func(s section) bool { return s.id == id })
	if at < 0 {
		panic(fmt.Sprintf("no section %d", id))
	}
	return &sections[at]
}

// joinSegments returns a program that compresses better: with fewer data segments and shorter functions. edit
// may change the initial memory, and returns code that runs at start.
//
// The linker leaves runs of zeros out of the initial memory. The hundred thousand segments have addresses,
// which do not compress. With short runs written out, a few dozen segments are enough: the file is 12 % larger,
// and 8 % smaller as brotli.
//
// Only profiles and tests need names. The functions below panic at an unexpected layout.
func joinSegments(wasm []byte, names bool, edit func(memory []byte) code) (small []byte, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("%w: %v", errLayout, fault)
		}
	}()
	rest, found := bytes.CutPrefix(wasm, []byte(wasmHeader))
	if !found {
		panic("no header")
	}
	var sections []section
	for r := reader(rest); len(r) > 0; {
		s := section{r.bytes(1)[0], r.bytes(r.number())}
		switch {
		case s.id == nameSection && !names && bytes.HasPrefix(s.body, []byte("\x04name")):
			continue
		case s.id == dataCountSection:
			panic("it states the number of its data segments")
		case s.id == codeSection:
			s.body = withShorterBodies(s.body)
		}
		sections = append(sections, s)
	}
	data := sectionOf(sections, dataSection)
	memory := memoryOf(data.body)
	start := edit(memory)
	data.body = dataOf(memory)
	if start != nil {
		sections = withStart(sections, start)
	}
	small = []byte(wasmHeader)
	for _, s := range sections {
		small = appendSized(append(small, s.id), s.body)
	}
	return small, nil
}

// memoryOf expects active segments at constant addresses, which the Go linker writes.
func memoryOf(section []byte) (memory []byte) {
	r := reader(section)
	for range r.number() {
		if kind := r.bytes(2); kind[0] != 0 || kind[1] != opI32Const {
			panic("a data segment without a constant address")
		}
		address := r.address()
		if r.bytes(1)[0] != opEnd || address > maxMemory {
			panic(fmt.Sprintf("a data segment at address %d", address))
		}
		content := r.bytes(r.number())
		if missing := address + len(content) - len(memory); missing > 0 {
			memory = append(memory, make([]byte, missing)...)
		}
		copy(memory[address:], content)
	}
	if len(r) > 0 {
		panic("the data section ends late")
	}
	return memory
}

func dataOf(memory []byte) []byte {
	var segments []byte
	count := uint64(0)
	for at := 0; at < len(memory); {
		from := at
		end := bytes.Index(memory[from:], make([]byte, zeroRun))
		if end < 0 {
			end = len(memory) - from
		}
		if end > 0 {
			count++
			segments = append(appendAddress(append(segments, 0, opI32Const), from), opEnd)
			segments = appendSized(segments, memory[from:from+end])
		}
		for at = from + end; at < len(memory) && memory[at] == 0; at++ {
		}
	}
	return append(binary.AppendUvarint(nil, count), segments...)
}
