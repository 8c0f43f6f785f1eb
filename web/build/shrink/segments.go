package shrink

import (
	"encoding/binary"
	"fmt"
	"sort"
)

// The linker leaves runs of zeros out of the program's initial memory and ends
// up with a hundred thousand data segments, each with an address that does not
// compress. Written with the shorter runs of zeros in, the same memory needs a
// few dozen segments: the file is 12 % larger, and 8 % smaller as brotli.

// zeroRun is from how many zeros on a gap between two segments stays one.
const zeroRun = 64

const (
	opI32Const = 0x41
	opEnd      = 0x0b
)

// mostMemory is more than any program of ours starts with; an address beyond
// it is a file that was misread.
const mostMemory = 1 << 28

// segment is a piece of initial memory.
type segment struct {
	address int64
	content []byte
}

// readSegments reads a data section of active segments at constant addresses,
// the only kind that the Go linker writes.
func readSegments(body []byte) ([]segment, error) {
	r := reader{rest: body}
	count := r.unsigned()
	if r.failed {
		return nil, fmt.Errorf("%w: no count of data segments", errWasm)
	}
	var segments []segment
	for range count {
		if r.byte() != 0 || r.byte() != opI32Const || r.failed {
			return nil, fmt.Errorf("%w: a data segment without a constant address", errWasm)
		}
		address := r.signed()
		if address < 0 || r.byte() != opEnd || r.failed {
			return nil, fmt.Errorf("%w: address of a data segment", errWasm)
		}
		content := r.bytes(r.unsigned())
		if r.failed {
			return nil, fmt.Errorf("%w: a data segment is cut off", errWasm)
		}
		segments = append(segments, segment{address, content})
	}
	if len(r.rest) > 0 {
		return nil, fmt.Errorf("%w: more than its data segments", errWasm)
	}
	return segments, nil
}

// readMemory is the initial memory, from address zero, that a data section
// makes.
func readMemory(body []byte) ([]byte, error) {
	segments, err := readSegments(body)
	if err != nil {
		return nil, err
	}
	sort.Slice(segments, func(i, j int) bool { return segments[i].address < segments[j].address })
	var memory []byte
	for _, s := range segments {
		gap := s.address - int64(len(memory))
		switch {
		case gap < 0:
			// Which of two wins depends on their order, which sorting lost.
			return nil, fmt.Errorf("%w: data segments overlap", errWasm)
		case s.address > mostMemory:
			return nil, fmt.Errorf("%w: a data segment at %d", errWasm, s.address)
		}
		memory = append(memory, make([]byte, gap)...)
		memory = append(memory, s.content...)
	}
	return memory, nil
}

// writeMemory is a data section that makes the memory.
func writeMemory(memory []byte) []byte {
	var segments []segment
	start, end := -1, 0 // the segment so far, without the zeros that follow it
	for i, b := range memory {
		if b == 0 {
			continue
		}
		if start >= 0 && i-end >= zeroRun {
			segments = append(segments, segment{int64(start), memory[start:end]})
			start = -1
		}
		if start < 0 {
			start = i
		}
		end = i + 1
	}
	if start >= 0 {
		segments = append(segments, segment{int64(start), memory[start:end]})
	}
	return writeSegments(segments)
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
