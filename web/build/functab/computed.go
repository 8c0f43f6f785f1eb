package functab

import (
	"bytes"
	"encoding/binary"
	"slices"
)

const (
	// The index has an entry for each part of the addresses that a function has: the number
	// of the function that begins there or before, and sixteen small numbers, which are zero
	// where the part belongs to one function. In a program for the browser all functions
	// have as many addresses.
	indexEntry, indexEntriesOfFunction = 20, 16
	// An entry in the list of functions has the function's number, and where its record is.
	listEntry = 8
	// alignment is that of a record.
	alignment = 8
)

// TakeComputed takes out of the memory what can be computed from the rest of it, and
// returns the code of a function that does so: the index, the list of functions, their
// numbers in their records; and of the place of a function's name only how far it is from
// the one before stays. That is a fifth of the file. It reports false, and takes nothing,
// where something else would be computed.
func (t *Tables) TakeComputed() (code []byte, taken bool) {
	less := slices.Clone(t.memory)
	clear(less[t.Index.From:t.Index.To])
	name := uint32(0)
	for i, f := range t.Functions {
		clear(less[t.list+listEntry*int64(i):][:listEntry])
		clear(less[f.record:][:nameAt])
		next := uint32(t.half(f.record + nameAt))
		binary.LittleEndian.PutUint32(less[f.record+nameAt:], next-name)
		name = next
	}
	again := *t
	again.memory = slices.Clone(less)
	if len(t.Functions) == 0 || !again.compute(len(t.Functions)) || !bytes.Equal(again.memory, t.memory) {
		return nil, false
	}
	copy(t.memory, less)
	return t.computing(), true
}

// compute does what the code does that TakeComputed returns. It reports false where a
// record would be outside of the tables.
func (t *Tables) compute(count int) bool {
	for at := t.Index.From; at+4 <= t.Index.To; at += indexEntry {
		t.putHalf(at, uint32((at-t.Index.From)/indexEntry/indexEntriesOfFunction))
	}
	record, name := t.first, uint32(0)
	for i := range int64(count) {
		if record+listAt > t.All.To {
			return false
		}
		entry := t.list + listEntry*i
		t.putHalf(entry, uint32(firstFunction+i))
		t.putHalf(entry+4, uint32(record-t.list))
		t.putHalf(record, uint32(firstFunction+i))
		name += uint32(t.half(record + nameAt))
		t.putHalf(record+nameAt, name)
		size := listAt + 4*(t.half(record+moreLinesAt)+int64(t.memory[record+moreDataAt]))
		record += (size + alignment - 1) &^ (alignment - 1)
	}
	return true
}

// computing returns the code of compute.
func (t *Tables) computing() []byte {
	const at, entry, record, number, name = 0, 0, 1, 2, 3
	c := newFunction(4)
	c.constant(t.Index.From).set(at)
	c.loop(func() {
		c.get(at).get(at).constant(t.Index.From).op(subtract).constant(indexEntry * indexEntriesOfFunction).op(divide).store(0)
		c.get(at).constant(indexEntry).op(add).tee(at)
		c.constant(t.Index.To - 3).op(less)
	})
	c.constant(t.list).set(entry)
	c.constant(t.first).set(record)
	c.loop(func() {
		for _, place := range []struct{ of, offset byte }{{entry, 0}, {record, 0}} {
			c.get(place.of).get(number).constant(firstFunction).op(add).store(place.offset)
		}
		c.get(entry).get(record).constant(t.list).op(subtract).store(4)
		c.get(record).get(record).load(nameAt).get(name).op(add).tee(name).store(nameAt)
		c.get(record).load(moreLinesAt).get(record).loadByte(moreDataAt).op(add).constant(4).op(multiply)
		c.constant(listAt + alignment - 1).op(add).constant(-alignment).op(and)
		c.get(record).op(add).set(record)
		c.get(entry).constant(listEntry).op(add).set(entry)
		c.get(number).constant(1).op(add).tee(number)
		c.constant(int64(len(t.Functions))).op(less)
	})
	return c.end()
}
