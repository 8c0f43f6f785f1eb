package main

import (
	"encoding/binary"
	"slices"
)

const (
	typeSection, importSection, functionSection, startSection, codeSection = 1, 2, 3, 8, 10
	opLoop, opBranchIf, opGet, opSet, opTee, opLoad, opStore               = 0x03, 0x0d, 0x20, 0x21, 0x22, 0x28, 0x36
	opSelect, opStoreLong                                                  = 0x1b, 0x37
	opLess, opAdd, opAnd, opShiftLeft, opShiftRight                        = 0x49, 0x6a, 0x71, 0x74, 0x76
	noValue, i32, aligned                                                  = 0x40, 0x7f, 2
	// The variables of the function begin as 0.
	variables = 7
)

type code []byte

func (c *code) add(bytes ...byte) { *c = append(*c, bytes...) }

func (c *code) number(n int) { *c = appendAddress(append(*c, opI32Const), n) }

func (c *code) set(variable byte, n int) {
	c.number(n)
	c.add(opSet, variable)
}

func (c *code) step(variable byte, n int) {
	c.add(opGet, variable)
	c.number(n)
	c.add(opAdd, opSet, variable)
}

func (c *code) sum(variable, address, offset byte) {
	c.add(opGet, address, opGet, variable, opGet, address, opLoad, aligned, offset, opAdd, opTee, variable, opStore, aligned, offset)
}

func (c *code) repeat(variable byte, step, end int, body func()) {
	c.add(opLoop, noValue)
	body()
	c.add(opGet, variable)
	c.number(step)
	c.add(opAdd, opTee, variable)
	c.number(end)
	c.add(opLess, opBranchIf, 0, opEnd)
}

// withStart adds a start function to a program: it runs when the module becomes an instance.
func withStart(sections []section, start code) []section {
	add := func(id byte, item []byte) uint64 {
		s := sectionOf(sections, id)
		list := reader(s.body)
		count := list.number()
		s.body = slices.Concat(binary.AppendUvarint(nil, count+1), list, item)
		return count
	}
	imports := reader(sectionOf(sections, importSection).body)
	imported := imports.number()
	for range imported {
		for range 2 {
			imports.bytes(imports.number())
		}
		if imports.bytes(1)[0] != 0 {
			panic("it imports more than functions")
		}
		imports.number()
	}
	kind := add(typeSection, []byte{0x60, 0, 0})
	number := imported + add(functionSection, binary.AppendUvarint(nil, kind))
	add(codeSection, appendSized(nil, slices.Concat([]byte{1, variables, i32}, start, []byte{opEnd})))
	at := slices.IndexFunc(sections, func(s section) bool { return s.id > startSection })
	return slices.Insert(sections, at, section{startSection, binary.AppendUvarint(nil, number)})
}
