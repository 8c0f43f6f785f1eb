package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"
)

// wasmOf returns a wasm file with these sections.
func wasmOf(sections ...[]byte) []byte {
	return append([]byte(wasmHeader), bytes.Join(sections, nil)...)
}

func sectionWith(id byte, body []byte) []byte {
	return append(binary.AppendUvarint([]byte{id}, uint64(len(body))), body...)
}

// segmentsOf returns a data section with a content at each of these addresses.
func segmentsOf(contents ...any) []byte {
	body := binary.AppendUvarint(nil, uint64(len(contents)/2))
	for i := 0; i < len(contents); i += 2 {
		body = append(appendAddress(append(body, 0, opI32Const), contents[i].(int)), opEnd)
		body = appendSized(body, []byte(contents[i+1].(string)))
	}
	return sectionWith(dataSection, body)
}

func TestJoinedSegmentsMakeTheSameMemory(t *testing.T) {
	types, names := sectionWith(1, []byte("types")), sectionWith(0, []byte("\x04name"))
	before := segmentsOf(4096, "abc", 4096+3+255, "near", 9003, "out of order", 9000, "far")
	after, err := joinSegments(wasmOf(types, before, names), true, func(memory []byte) code {
		if want := "far" + "out of order"; string(memory[9000:]) != want {
			t.Errorf("the memory ends with %q", memory[9000:])
		}
		memory[9000] = 'F'
		return nil
	})
	want := wasmOf(types, segmentsOf(4096, "abc"+string(make([]byte, 255))+"near", 9000, "Farout of order"), names)
	if err != nil || !bytes.Equal(after, want) {
		t.Errorf("joined to %q (%v), want %q", after, err, want)
	}
	if after, err = joinSegments(wasmOf(types, before, names), false, func([]byte) code { return nil }); err != nil || bytes.Contains(after, []byte("name")) {
		t.Errorf("the names of functions are there (%v)", err)
	}
}

func TestUnexpectedProgramsAreErrors(t *testing.T) {
	data := func(body ...byte) []byte { return wasmOf(sectionWith(dataSection, body)) }
	for _, c := range []struct {
		name string
		wasm []byte
	}{
		{"empty", nil},
		{"no header", []byte("#!/bin/sh and more")},
		{"section cut off", append(wasmOf(), 11, 5, 1)},
		{"no count", data()},
		{"passive segment", data(1, 1, 0)},
		{"computed address", data(1, 0, 0x23, 0, opEnd, 0)},
		{"address without end", data(1, 0, opI32Const, 0x80)},
		{"negative address", data(1, 0, opI32Const, 0x7f, opEnd, 0)},
		{"content cut off", data(1, 0, opI32Const, 0, opEnd, 9, 'a')},
		{"more than its segments", data(0, 1)},
		{"far away", wasmOf(segmentsOf(maxMemory+1, "abc"))},
		{"no data", wasmOf(sectionWith(1, []byte("types")))},
		{"another instruction", wasmOf(sectionWith(codeSection, []byte{1, 3, 0, 0xfd, opEnd}))},
		{"another use of a variable", wasmOf(sectionWith(codeSection, []byte{1, 8, 0, opGet, 0, opTable, 0, 0, opGet, 0}))},
		{"counted segments", wasmOf(sectionWith(dataCountSection, []byte{0}))},
	} {
		if _, err := joinSegments(c.wasm, false, func([]byte) code { return nil }); !errors.Is(err, errLayout) {
			t.Errorf("%s: error %v", c.name, err)
		}
	}
}

func TestAddressesRoundTrip(t *testing.T) {
	for _, address := range []int{0, 1, 63, 64, 65, 127, 128, 8191, 8192, maxMemory, 1<<31 - 1} {
		r := reader(appendAddress(nil, address))
		if got := r.address(); got != address || len(r) > 0 {
			t.Errorf("%d came back as %d, %d bytes left", address, got, len(r))
		}
	}
}
