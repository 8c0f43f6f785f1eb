package functab

import (
	"bytes"
	"encoding/binary"

	"github.com/elicitform/elicitform/web/build/wasmfile"
)

// The index has an entry for each part of the addresses that a function has: the number of
// the function that begins there or before, and sixteen small numbers, which are zero
// where the part belongs to one function. In a program for the browser all functions
// have as many addresses.
const entrySize, entriesOfFunction = 20, 16

// TakeIndex takes the index by which the runtime finds a function by its address out of
// the memory, and returns the code of a function that writes it: a fifth of the memory is
// the numbers of all functions, each sixteen times. It reports false, and takes nothing,
// where anything else is in it.
func (t *Tables) TakeIndex() (code []byte, taken bool) {
	index := t.memory[t.Index.From:t.Index.To]
	want := make([]byte, len(index)+entrySize)
	for at := 0; at < len(index); at += entrySize {
		binary.LittleEndian.PutUint32(want[at:], uint32(at/entrySize/entriesOfFunction))
	}
	// The last entry may be shorter than the others, but has its number.
	if rest := len(index) % entrySize; len(index) == 0 || rest > 0 && rest < 4 || !bytes.Equal(want[:len(index)], index) {
		return nil, false
	}
	clear(index)
	const (
		i32                                = 0x7f
		loop, empty, end, brIf             = 0x03, 0x40, wasmfile.OpEnd, 0x0d
		localGet, localSet, localTee       = 0x20, 0x21, 0x22
		store, lessUnsigned                = 0x36, 0x49
		add, subtract, divideUnsigned byte = 0x6a, 0x6b, 0x6e
	)
	code = []byte{1, 1, i32} // one local variable: where the next entry is
	constant := func(n int64) {
		code = wasmfile.AppendSigned(append(code, wasmfile.OpI32Const), n)
	}
	constant(t.Index.From)
	code = append(code, localSet, 0, loop, empty)
	// The number of the entry's function at its place,
	code = append(code, localGet, 0, localGet, 0)
	constant(t.Index.From)
	code = append(code, subtract)
	constant(entrySize * entriesOfFunction)
	code = append(code, divideUnsigned, store, 0, 0)
	// and on to the next entry, until the end.
	code = append(code, localGet, 0)
	constant(entrySize)
	code = append(code, add, localTee, 0)
	constant(t.Index.To)
	return append(code, lessUnsigned, brIf, 0, end, end), true
}
