package wasmfile

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// These are numbers of sections.
const (
	typeSection     = 1
	functionSection = 3
	startSection    = 8
)

// AddStart adds a function without parameters and results to a program, which runs when
// the program has been instantiated. It is the last function: all others keep their
// numbers.
func AddStart(wasm, code []byte) ([]byte, error) {
	sections, err := ReadSections(wasm)
	if err != nil {
		return nil, err
	}
	types, functions, bodies, before := uint64(0), uint64(0), uint64(0), 0
	for i := range sections {
		s := &sections[i]
		r := Reader{Rest: s.Body}
		count := r.Unsigned()
		add := func(entry ...byte) {
			s.Body = slices.Concat(binary.AppendUvarint(nil, count+1), r.Rest, entry)
		}
		switch s.ID {
		case typeSection:
			types = count
			add(0x60, 0, 0)
		case ImportSection:
			functions += count
			for range count {
				r.Bytes(r.Unsigned())
				r.Bytes(r.Unsigned())
				if r.Byte() != 0 {
					return nil, fmt.Errorf("%w: it imports more than functions", ErrLayout)
				}
				r.Unsigned()
			}
		case functionSection:
			functions += count
			add(binary.AppendUvarint(nil, types)...)
		case startSection:
			return nil, fmt.Errorf("%w: it has a function that it starts with", ErrLayout)
		case CodeSection:
			bodies = count
			add(append(binary.AppendUvarint(nil, uint64(len(code))), code...)...)
		}
		if r.Failed {
			return nil, fmt.Errorf("%w: section %d is cut off", ErrLayout, s.ID)
		}
		// Sections are in the order of their numbers, but for those without one.
		if s.ID > 0 && s.ID < startSection {
			before = i + 1
		}
	}
	if types == 0 || bodies == 0 {
		return nil, fmt.Errorf("%w: no functions", ErrLayout)
	}
	start := Section{startSection, binary.AppendUvarint(nil, functions)}
	return WriteSections(slices.Insert(sections, before, start)), nil
}
