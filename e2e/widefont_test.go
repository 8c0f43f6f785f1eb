package e2e

import (
	"bytes"
	"encoding/binary"
	"testing"
	"unicode/utf16"
)

// wideFont is a TrueType font in which every character of ASCII is a square as wide as the
// line is high, so that text in it is far wider than in any other font.
func wideFont(t testing.TB, family string) []byte {
	t.Helper()
	const glyphs, em = 2, 1000
	w := func(values ...any) []byte {
		var out bytes.Buffer
		for _, value := range values {
			if text, ok := value.(string); ok {
				value = []byte(text)
			}
			must(t, binary.Write(&out, binary.BigEndian, value))
		}
		return out.Bytes()
	}
	type table struct {
		tag  string
		data []byte
	}
	// One contour of four corners.
	square := w(int16(1), int16(50), int16(0), int16(950), int16(800), uint16(3), uint16(0),
		[]byte{1, 1, 1, 1}, []int16{50, 0, 900, 0}, []int16{0, 800, 0, -800})
	if len(square)%2 == 1 {
		square = append(square, 0)
	}
	// Format 4: one segment for ASCII, all of it the square, and the segment that ends the table.
	const first, last = 0x20, 0x7e
	ids := make([]uint16, last-first+1)
	for i := range ids {
		ids[i] = 1
	}
	segments := w(uint16(4), uint16(4), uint16(1), uint16(0), []uint16{last, 0xffff}, uint16(0), []uint16{first, 0xffff},
		[]int16{0, 1}, []uint16{4, 0}, ids)
	cmap := w(uint16(0), uint16(1), uint16(3), uint16(1), uint32(12), uint16(4), uint16(6+len(segments)), uint16(0), segments)
	var names, texts bytes.Buffer
	records := []string{1: family, 2: "Regular", 3: family + " 1", 4: family, 5: "Version 1.0", 6: "Wide"}
	for id, text := range records[1:] {
		encoded := w(utf16.Encode([]rune(text)))
		names.Write(w(uint16(3), uint16(1), uint16(0x409), uint16(id+1), uint16(len(encoded)), uint16(texts.Len())))
		texts.Write(encoded)
	}
	count := len(records) - 1
	tables := []table{
		{"OS/2", w(uint16(4), int16(em), uint16(400), uint16(5), uint16(0), make([]int16, 10), int16(0), make([]byte, 10), make([]uint32, 4),
			"test", uint16(0x40), uint16(first), uint16(last), int16(800), int16(-200), int16(0), uint16(800), uint16(200), make([]uint32, 2),
			int16(500), int16(800), uint16(0), uint16(first), uint16(0))},
		{"cmap", cmap},
		{"glyf", square},
		{"head", w(uint32(0x10000), uint32(0x10000), uint32(0), uint32(0x5f0f3cf5), uint16(3), uint16(em), int64(0), int64(0),
			int16(50), int16(0), int16(950), int16(800), uint16(0), uint16(8), int16(2), int16(1), int16(0))},
		{"hhea", w(uint32(0x10000), int16(800), int16(-200), int16(0), uint16(em), int16(50), int16(50), int16(950), int16(1), int16(0), int16(0),
			make([]int16, 4), int16(0), uint16(glyphs))},
		{"hmtx", w(uint16(em), int16(0), uint16(em), int16(50))},
		{"loca", w(uint32(0), uint32(0), uint32(len(square)))},
		{"maxp", w(uint32(0x10000), uint16(glyphs), uint16(4), uint16(1), uint16(0), uint16(0), uint16(1), make([]uint16, 8))},
		{"name", w(uint16(0), uint16(count), uint16(6+12*count), names.Bytes(), texts.Bytes())},
		{"post", w(uint32(0x30000), uint32(0), int16(-100), int16(50), uint32(1), make([]uint32, 4))},
	}
	n := len(tables)
	head := w(uint32(0x10000), uint16(n), uint16(128), uint16(3), uint16(n*16-128))
	var body bytes.Buffer
	for _, t := range tables {
		padded := append([]byte{}, t.data...)
		for len(padded)%4 != 0 {
			padded = append(padded, 0)
		}
		var sum uint32
		for at := 0; at < len(padded); at += 4 {
			sum += binary.BigEndian.Uint32(padded[at:])
		}
		head = append(head, w(t.tag, sum, uint32(12+16*n+body.Len()), uint32(len(t.data)))...)
		body.Write(padded)
	}
	return append(head, body.Bytes()...)
}
