package segments

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"

	"github.com/elicitform/elicitform/web/build/wasmfile"
)

// wasmOf is a wasm file of the given sections.
func wasmOf(sections ...[]byte) []byte {
	return append([]byte(wasmfile.Header), bytes.Join(sections, nil)...)
}

func sectionOf(id byte, body []byte) []byte {
	return append(binary.AppendUvarint([]byte{id}, uint64(len(body))), body...)
}

// memory is what a program's data section makes of empty memory.
func memory(t *testing.T, wasm []byte, size int) (content []byte, segments int) {
	t.Helper()
	rest := bytes.TrimPrefix(wasm, []byte(wasmfile.Header))
	content = make([]byte, size)
	for len(rest) > 0 {
		length, n := binary.Uvarint(rest[1:])
		body := rest[1+n : 1+n+int(length)]
		if rest[0] == wasmfile.DataSection {
			list, err := wasmfile.ReadSegments(body)
			if err != nil {
				t.Fatal(err)
			}
			segments = len(list)
			for _, s := range list {
				copy(content[s.Address:], s.Content)
			}
		}
		rest = rest[1+n+int(length):]
	}
	return content, segments
}

func TestJoinedSegmentsMakeTheSameMemory(t *testing.T) {
	before := wasmOf(
		sectionOf(1, []byte("types")),
		sectionOf(wasmfile.DataSection, wasmfile.WriteSegments([]wasmfile.Segment{
			{Address: 4096, Content: []byte("abc")},
			{Address: 4096 + 3 + 255, Content: []byte("near")},
			{Address: 10000, Content: []byte("far")},
			{Address: 9000, Content: []byte("out of order")},
			{Address: 10003, Content: []byte("touching")},
		})),
		sectionOf(0, []byte("\x04name")),
	)
	after, err := Join(before)
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
}

func TestUnexpectedProgramsAreRefused(t *testing.T) {
	data := func(body ...byte) []byte { return wasmOf(sectionOf(wasmfile.DataSection, body)) }
	for _, c := range []struct {
		name string
		wasm []byte
	}{
		{"empty", nil},
		{"no header", []byte("#!/bin/sh and more")},
		{"section cut off", append(wasmOf(), 11, 5, 1)},
		{"no count", data()},
		{"passive segment", data(1, 1, 0)},
		{"computed address", data(1, 0, 0x23, 0, wasmfile.OpEnd, 0)},
		{"address without end", data(1, 0, wasmfile.OpI32Const, 0x80)},
		{"negative address", data(1, 0, wasmfile.OpI32Const, 0x7f, wasmfile.OpEnd, 0)},
		{"content cut off", data(1, 0, wasmfile.OpI32Const, 0, wasmfile.OpEnd, 9, 'a')},
		{"more than its segments", data(0, 1)},
		{"overlapping", wasmOf(sectionOf(wasmfile.DataSection, wasmfile.WriteSegments([]wasmfile.Segment{{Address: 0, Content: []byte("abc")}, {Address: 2, Content: []byte("d")}})))},
		{"counted segments", wasmOf(sectionOf(wasmfile.DataCountSection, []byte{0}))},
	} {
		if _, err := Join(c.wasm); !errors.Is(err, wasmfile.ErrLayout) {
			t.Errorf("%s: error %v", c.name, err)
		}
	}
}
