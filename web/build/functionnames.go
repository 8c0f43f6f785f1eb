package main

import (
	"encoding/binary"
	"slices"
	"strings"
)

// In place of its name, a function in a trace has a number, such as program.able: its place in the list of names, with the
// letters a to p as digits. Functions of package runtime are an exception: there the runtime compares the beginning of the name.
const (
	programName, runtimeName = "program.", "runtime."
	nameDigits               = 4
	nameLength               = 16 // Zeros end a name.
	// Marks in the record of a function. A greater number is the offset of a name that stays.
	programMark, runtimeMark = 0, 1
)

// The runtime looks for these names: the first stands between a function and its deferred calls in a trace, and the others have
// arguments that the garbage collector finds in a special way.
var neededNames = []string{"runtime.gopanic", "reflect.makeFuncStub", "reflect.methodValueCall"}

func (t *functionTables) name(f function) string {
	return strings.TrimSuffix(string(t.names.table(half(f.record, nameAt))), "\x00")
}

// functionNames returns the name of each function on a line, for the command "npx elicitform trace".
func functionNames(memory []byte) []byte {
	t := readTables(memory)
	var lines []byte
	for _, f := range t.functions {
		lines = append(append(lines, t.name(f)...), '\n')
	}
	return lines
}

// markNames puts marks into the records, and clears all names but the needed ones. It returns how many bytes those have.
func (t *functionTables) markNames() int {
	needed := make([]byte, nameLength) // Offset 0 means that a function has no name.
	for _, f := range t.functions {
		name, mark := t.name(f), programMark
		switch {
		case slices.Contains(neededNames, name):
			mark = len(needed)
			needed = append(append(needed, name...), 0)
		case strings.HasPrefix(name, runtimeName):
			mark = runtimeMark
		}
		putHalf(f.record, nameAt, mark)
	}
	if len(t.functions) > 1<<(4*nameDigits) || len(needed)+len(t.functions)*nameLength > len(t.names.memory) {
		panic("too many functions for short names")
	}
	clear(t.names.memory)
	copy(t.names.memory, needed)
	return len(needed)
}

// name adds code that writes the short name of a function: memory is the address of all names, and the variables hold the
// function's number, the offset of the name and the address of the record.
func (c *code) name(memory int, number, offset, record byte) {
	mark := func() { c.add(opGet, record, opLoad, aligned, nameAt) }
	c.add(opGet, offset)
	c.text(runtimeName)
	c.text(programName)
	mark()
	c.add(opSelect)
	c.store(opStoreLong, memory)
	c.add(opGet, offset)
	c.number('a' * 0x01010101)
	for digit := range nameDigits {
		c.add(opGet, number)
		c.number(4 * digit)
		c.add(opShiftRight)
		c.number(15)
		c.add(opAnd)
		c.number(8 * (nameDigits - 1 - digit))
		c.add(opShiftLeft, opAdd)
	}
	c.store(opStore, memory+len(programName))
	c.add(opGet, record, opGet, offset)
	mark()
	mark()
	c.number(runtimeMark + 1)
	c.add(opLess, opSelect, opStore, aligned, nameAt)
}

// text adds the number that has these eight letters in memory.
func (c *code) text(letters string) {
	*c = appendAddress(append(*c, opI64Const), int(binary.LittleEndian.Uint64([]byte(letters))))
}

func (c *code) store(op byte, offset int) {
	*c = binary.AppendUvarint(append(*c, op, aligned), uint64(offset))
}
