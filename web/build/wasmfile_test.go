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
	after, err := joinSegments(before, true)
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
	if after, err = joinSegments(before, false); err != nil || bytes.Contains(after, []byte("name")) {
		t.Errorf("the names of functions are there (%v)", err)
	}
}

func TestUnexpectedProgramsAreRefused(t *testing.T) {
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
		if _, err := joinSegments(c.wasm, false); !errors.Is(err, errLayout) {
			t.Errorf("%s: error %v", c.name, err)
		}
	}
}

func TestSignedNumbersRoundTrip(t *testing.T) {
	for _, value := range []int64{0, 1, 63, 64, -1, -64, -65, 127, 128, 8191, 8192, 1<<31 - 1, -1 << 31, 1<<63 - 1, -1 << 63} {
		text := appendSigned(nil, value)
		r := reader{rest: text}
		if got := r.signed(); got != value || r.failed || len(r.rest) > 0 {
			t.Errorf("%d came back as %d, %d of %d bytes left", value, got, len(r.rest), len(text))
		}
	}
}

func TestReaderFailsAtTheEnd(t *testing.T) {
	for name, read := range map[string]func(*reader){
		"byte":     func(r *reader) { r.byte() },
		"bytes":    func(r *reader) { r.bytes(1) },
		"signed":   func(r *reader) { r.signed() },
		"unsigned": func(r *reader) { r.unsigned() },
	} {
		r := reader{}
		if read(&r); !r.failed {
			t.Errorf("%s read beyond the end", name)
		}
	}
}

// TestCodeIsCountedByPackage reads a program of two imports and three functions.
func TestCodeIsCountedByPackage(t *testing.T) {
	body := func(parts ...string) []byte {
		all := binary.AppendUvarint(nil, uint64(len(parts)))
		for _, part := range parts {
			all = append(binary.AppendUvarint(all, uint64(len(part))), part...)
		}
		return all
	}
	names := []byte("\x04name\x01\x00\x04")
	for i, name := range []string{"imported", "memeqbody", "example.com/a.(*T).M", "example.com/a.F[int]"} {
		names = append(binary.AppendUvarint(append(names, byte(i+1)), uint64(len(name))), name...)
	}
	code, err := codeOf(wasmOf(sectionOf(importSection, []byte{2}), sectionOf(codeSection, body("rt", "one", "two")), sectionOf(0, names)))
	if err != nil || len(code) != 2 || string(code["runtime"]) != "rt" || string(code["example.com/a"]) != "onetwo" {
		t.Errorf("%q, %v", code, err)
	}
	if _, err := codeOf(wasmOf(sectionOf(codeSection, []byte{9}))); !errors.Is(err, errLayout) {
		t.Errorf("code that is cut off: %v", err)
	}
}
