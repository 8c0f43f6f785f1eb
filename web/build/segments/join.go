// Package segments joins the data segments of a program that the Go linker made
// for the browser, so that the program compresses better. The memory that the
// program starts with stays the same, and so does all of its code.
//
// The linker leaves runs of zeros out of the initial memory. It ends up with
// about a hundred thousand segments, each with an address of its own, and
// addresses do not compress. When the shorter runs of zeros are written out, a
// few dozen segments are enough: the file is 12 % larger, and 8 % smaller as
// brotli.
package segments

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sort"
)

// errLayout is returned for a program that is not laid out as the Go linker
// does it. The build stops then, instead of changing what it does not know.
var errLayout = errors.New("unexpected layout of the wasm")

const (
	// zeroRun is the number of zeros from which on two segments stay apart.
	zeroRun = 256
	// maxMemory is more than any program of ours starts with. An address
	// beyond it means that the file was read wrongly.
	maxMemory = 1 << 28
)

// segment is a piece of the initial memory.
type segment struct {
	address int64
	content []byte
}

// Join returns the program with fewer data segments.
func Join(wasm []byte) ([]byte, error) {
	sections, err := readSections(wasm)
	if err != nil {
		return nil, err
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
	sort.Slice(segments, func(i, j int) bool { return segments[i].address < segments[j].address })
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
			joined = append(joined, segment{s.address, append([]byte(nil), s.content...)})
		default:
			joined[last].content = append(append(joined[last].content, make([]byte, gap)...), s.content...)
		}
		end = s.address + int64(len(s.content))
	}
	return writeSegments(joined), nil
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
