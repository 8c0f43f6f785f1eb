package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"
)

// wasmOf is a wasm file of the given sections.
func wasmOf(sections ...[]byte) []byte {
	return append([]byte(wasmHeader), bytes.Join(sections, nil)...)
}

func sectionOf(id byte, body []byte) []byte {
	return append(binary.AppendUvarint([]byte{id}, uint64(len(body))), body...)
}

// memory is what a program's data section makes of empty memory.
func memory(t *testing.T, wasm []byte, size int) (content []byte, segments int) {
	t.Helper()
	rest := bytes.TrimPrefix(wasm, []byte(wasmHeader))
	content = make([]byte, size)
	for len(rest) > 0 {
		length, n := binary.Uvarint(rest[1:])
		body := rest[1+n : 1+n+int(length)]
		if rest[0] == dataSection {
			list, err := readSegments(body)
			if err != nil {
				t.Fatal(err)
			}
			segments = len(list)
			for _, s := range list {
				copy(content[s.address:], s.content)
			}
		}
		rest = rest[1+n+int(length):]
	}
	return content, segments
}

func TestJoinedSegmentsMakeTheSameMemory(t *testing.T) {
	before := wasmOf(
		sectionOf(1, []byte("types")),
		sectionOf(dataSection, writeSegments([]segment{
			{address: 4096, content: []byte("abc")},
			{address: 4096 + 3 + 255, content: []byte("near")},
			{address: 10000, content: []byte("far")},
			{address: 9000, content: []byte("out of order")},
			{address: 10003, content: []byte("touching")},
		})),
		sectionOf(0, []byte("\x04name")),
	)
	after, err := joinSegments(before, true, unedited)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := memory(t, before, 1<<14)
	got, segments := memory(t, after, 1<<14)
	if !bytes.Equal(got, want) {
		t.Error("the memory differs")
	}
	if segments != 3 {
		t.Errorf("%d segments, want 3", segments)
	}
	if !bytes.Contains(after, sectionOf(1, []byte("types"))) || !bytes.HasSuffix(after, sectionOf(0, []byte("\x04name"))) {
		t.Error("another section was touched")
	}
	if after, err = joinSegments(before, false, unedited); err != nil || bytes.Contains(after, []byte("name")) {
		t.Errorf("the names of functions are there (%v)", err)
	}
}

func TestUnexpectedProgramsAreErrors(t *testing.T) {
	data := func(body ...byte) []byte { return wasmOf(sectionOf(dataSection, body)) }
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
		{"overlapping", wasmOf(sectionOf(dataSection, writeSegments([]segment{{address: 0, content: []byte("abc")}, {address: 2, content: []byte("d")}})))},
		{"counted segments", wasmOf(sectionOf(dataCountSection, []byte{0}))},
	} {
		if _, err := joinSegments(c.wasm, false, unedited); !errors.Is(err, errLayout) {
			t.Errorf("%s: error %v", c.name, err)
		}
	}
}

func TestAddressesRoundTrip(t *testing.T) {
	for _, address := range []int64{0, 1, 63, 64, 65, 127, 128, 8191, 8192, maxMemory, 1<<31 - 1} {
		r := reader(appendAddress(nil, address))
		if got := r.address(); got != address || len(r) > 0 {
			t.Errorf("%d came back as %d, %d bytes left", address, got, len(r))
		}
	}
}

// unedited leaves the memory as it is.
func unedited([]byte) error { return nil }
