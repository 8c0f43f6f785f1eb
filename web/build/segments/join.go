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
	"fmt"
	"sort"

	"github.com/elicitform/elicitform/web/build/wasmfile"
)

const (
	// zeroRun is the number of zeros from which on two segments stay apart.
	zeroRun = 256
	// maxMemory is more than any program of ours starts with. An address
	// beyond it means that the file was read wrongly.
	maxMemory = 1 << 28
)

// Join returns the program with fewer data segments.
func Join(wasm []byte) ([]byte, error) {
	sections, err := wasmfile.ReadSections(wasm)
	if err != nil {
		return nil, err
	}
	joined := false
	for i := range sections {
		switch s := &sections[i]; s.ID {
		case wasmfile.DataCountSection:
			return nil, fmt.Errorf("%w: it states the number of its data segments", wasmfile.ErrLayout)
		case wasmfile.DataSection:
			if joined {
				return nil, fmt.Errorf("%w: two data sections", wasmfile.ErrLayout)
			}
			if s.Body, err = join(s.Body); err != nil {
				return nil, err
			}
			joined = true
		}
	}
	if !joined {
		return nil, fmt.Errorf("%w: no data section", wasmfile.ErrLayout)
	}
	return wasmfile.WriteSections(sections), nil
}

// join returns a data section that makes the same memory with fewer segments.
func join(body []byte) ([]byte, error) {
	segments, err := wasmfile.ReadSegments(body)
	if err != nil {
		return nil, err
	}
	sort.Slice(segments, func(i, j int) bool { return segments[i].Address < segments[j].Address })
	var joined []wasmfile.Segment
	end := int64(0) // of the segment before
	for i, s := range segments {
		gap := s.Address - end
		switch last := len(joined) - 1; {
		case gap < 0:
			// Their order decides which of the two wins, and sorting has lost it.
			return nil, fmt.Errorf("%w: data segments overlap", wasmfile.ErrLayout)
		case s.Address > maxMemory:
			return nil, fmt.Errorf("%w: a data segment at address %d", wasmfile.ErrLayout, s.Address)
		case i == 0 || gap >= zeroRun:
			joined = append(joined, wasmfile.Segment{Address: s.Address, Content: append([]byte(nil), s.Content...)})
		default:
			joined[last].Content = append(append(joined[last].Content, make([]byte, gap)...), s.Content...)
		}
		end = s.Address + int64(len(s.Content))
	}
	return wasmfile.WriteSegments(joined), nil
}
