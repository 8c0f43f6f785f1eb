package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"sort"
)

// The linker leaves runs of zeros out of the program's initial memory and ends
// up with a hundred thousand data segments, each with an address that does not
// compress. Written with the shorter runs of zeros in, the same memory needs a
// few dozen segments: the file is 12 % larger, and 8 % smaller as brotli.

// zeroRun is from how many zeros on a gap between two segments stays one.
const zeroRun = 64

// Parts of the binary format: https://webassembly.github.io/spec/core/binary/modules.html
const (
	wasmHeader       = "\x00asm\x01\x00\x00\x00"
	dataSection      = 11
	dataCountSection = 12
	opI32Const       = 0x41
	opEnd            = 0x0b
)

// errWasm is a program that is not laid out as the Go linker does it.
var errWasm = errors.New("unexpected wasm")

// segment is a piece of initial memory.
type segment struct {
	address int64
	content []byte
}

// joinDataSegments rewrites the data section of a program; all other sections
// stay as they are.
func joinDataSegments(wasm []byte) ([]byte, error) {
	rest, ok := bytes.CutPrefix(wasm, []byte(wasmHeader))
	if !ok {
		return nil, fmt.Errorf("%w: no header", errWasm)
	}
	out := []byte(wasmHeader)
	for len(rest) > 0 {
		id := rest[0]
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || size > uint64(len(rest)-1-n) {
			return nil, fmt.Errorf("%w: section %d is cut off", errWasm, id)
		}
		body := rest[1+n : 1+n+int(size)]
		rest = rest[1+n+int(size):]
		switch id {
		case dataCountSection:
			return nil, fmt.Errorf("%w: it counts its data segments", errWasm)
		case dataSection:
			segments, err := readSegments(body)
			if err != nil {
				return nil, err
			}
			if segments, err = join(segments); err != nil {
				return nil, err
			}
			body = writeSegments(segments)
		}
		out = append(out, id)
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}
	return out, nil
}

// readSegments reads a data section of active segments at constant addresses,
// the only kind that the Go linker writes.
func readSegments(body []byte) ([]segment, error) {
	count, n := binary.Uvarint(body)
	if n <= 0 {
		return nil, fmt.Errorf("%w: no count of data segments", errWasm)
	}
	body = body[n:]
	var segments []segment
	for range count {
		if len(body) < 2 || body[0] != 0 || body[1] != opI32Const {
			return nil, fmt.Errorf("%w: a data segment without a constant address", errWasm)
		}
		address, n := signed(body[2:])
		if n <= 0 || address < 0 || 2+n >= len(body) || body[2+n] != opEnd {
			return nil, fmt.Errorf("%w: address of a data segment", errWasm)
		}
		body = body[2+n+1:]
		size, n := binary.Uvarint(body)
		if n <= 0 || size > uint64(len(body)-n) {
			return nil, fmt.Errorf("%w: a data segment is cut off", errWasm)
		}
		segments = append(segments, segment{address, body[n : n+int(size)]})
		body = body[n+int(size):]
	}
	if len(body) > 0 {
		return nil, fmt.Errorf("%w: more than its data segments", errWasm)
	}
	return segments, nil
}

// join puts neighbours with few zeros between them into one.
func join(segments []segment) ([]segment, error) {
	sort.Slice(segments, func(i, j int) bool { return segments[i].address < segments[j].address })
	var joined []segment
	for _, next := range segments {
		if len(joined) == 0 {
			joined = append(joined, segment{next.address, bytes.Clone(next.content)})
			continue
		}
		last := &joined[len(joined)-1]
		gap := next.address - last.address - int64(len(last.content))
		switch {
		case gap < 0:
			// Which of two wins depends on their order, which sorting lost.
			return nil, fmt.Errorf("%w: data segments overlap", errWasm)
		case gap < zeroRun:
			last.content = append(last.content, make([]byte, gap)...)
			last.content = append(last.content, next.content...)
		default:
			joined = append(joined, segment{next.address, bytes.Clone(next.content)})
		}
	}
	return joined, nil
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

// signed reads a signed LEB128 number and says how many bytes it took, 0 when
// it does not end.
func signed(text []byte) (value int64, n int) {
	for shift := 0; n < len(text) && shift < 63; shift += 7 {
		b := text[n]
		n++
		value |= int64(b&0x7f) << shift
		if b&0x80 == 0 {
			if b&0x40 != 0 {
				value |= -1 << (shift + 7)
			}
			return value, n
		}
	}
	return 0, 0
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
