package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
)

const (
	opBlock, opIf, opBranch, opTable, opCall, opCallIndirect          = 0x02, 0x04, 0x0c, 0x0e, 0x10, 0x11
	opGlobalGet, opGlobalSet, opLastStore, opMemorySize, opMemoryGrow = 0x23, 0x24, 0x3e, 0x3f, 0x40
	opExtend, opI64Add, opWrap, opLastLoad                            = 0xad, 0x7c, 0xa7, 0x35
	opI64Const, opF32Const, opF64Const, opLastPlain                   = 0x42, 0x43, 0x44, 0xc4
	opMore, memoryCopy, memoryFill                                    = 0xfc, 10, 11
	// nextBlock and stackPointer are variables in functions of Go's compiler.
	nextBlock    = 0
	stackPointer = 1
)

type instruction struct {
	op      byte
	number  int
	bytes   []byte
	offset  int
	targets []int
}

func (i instruction) is(op byte, number int) bool { return i.op == op && i.number == number }

func readInstruction(r *reader) instruction {
	before := *r
	i := instruction{op: r.bytes(1)[0]}
	switch {
	case i.op == opBlock || i.op == opLoop || i.op == opIf || i.op == opMemorySize || i.op == opMemoryGrow:
		i.number = int(r.bytes(1)[0])
	case i.op == opBranch || i.op == opBranchIf || i.op == opCall || i.op >= opGet && i.op <= opGlobalSet:
		i.number = int(r.number())
	case i.op == opI32Const || i.op == opI64Const:
		i.number = r.signed()
	case i.op == opTable:
		for range r.number() + 1 {
			i.targets = append(i.targets, int(r.number()))
		}
	case i.op == opCallIndirect || i.op >= opLoad && i.op <= opLastStore:
		i.number, i.offset = int(r.number()), int(r.number())
	case i.op == opF32Const:
		r.bytes(4)
	case i.op == opF64Const:
		r.bytes(8)
	case i.op == opMore:
		i.number = int(r.number())
		switch {
		case i.number == memoryCopy:
			r.bytes(2)
		case i.number == memoryFill:
			r.bytes(1)
		case i.number > memoryFill:
			panic(fmt.Sprintf("the instruction %#x %d", opMore, i.number))
		}
	case i.op > opLastPlain:
		panic(fmt.Sprintf("the instruction %#x", i.op))
	}
	i.bytes = before[:len(before)-len(*r)]
	return i
}

func (i instruction) nesting() int {
	switch i.op {
	case opBlock, opLoop, opIf:
		return 1
	case opEnd:
		return -1
	}
	return 0
}

func (i instruction) isPlain() bool {
	return i.op == opGet || i.op == opGlobalGet || i.op >= opI32Const && i.op <= opF64Const
}

func (i instruction) isLoad() bool { return i.op >= opLoad && i.op <= opLastLoad }

func (i instruction) isStore() bool { return i.op > opLastLoad && i.op <= opLastStore }

// shortAddresses shortens addresses on the stack: Go computes them with 64 bits. With 32 bits that takes fewer instructions, and
// none if the instruction that reads or writes there adds the offset itself.
func shortAddresses(list []instruction) []instruction {
	var short []instruction
	for len(list) > 0 {
		short = append(short, list[0])
		if len(list) < 8 || !list[0].is(opGet, stackPointer) || list[1].op != opExtend || list[2].op != opI64Const || list[3].op != opI64Add ||
			list[4].op != opWrap || list[2].number < 0 || list[2].number > maxMemory {
			list = list[1:]
			continue
		}
		offset := list[2].number
		list = list[5:]
		// A plain or loaded value does not use the memory at the address. Other values may.
		at := -1
		switch {
		case list[0].isLoad():
			at = 0
		case list[0].isPlain() && list[1].isStore():
			at = 1
		case list[0].isPlain() && list[1].isLoad() && list[2].isStore():
			at = 2
		}
		if at < 0 {
			var c code
			c.number(offset)
			short = append(short, instruction{op: opI32Const, bytes: c}, instruction{op: opAdd, bytes: []byte{opAdd}})
			continue
		}
		access := list[at]
		access.offset += offset
		access.bytes = binary.AppendUvarint([]byte{access.op, byte(access.number)}, uint64(access.offset))
		short = append(append(short, list[:at]...), access)
		list = list[at+1:]
	}
	return short
}

// Go compiles a function to nested blocks in a loop. A jump sets the variable nextBlock and goes to the beginning of the loop, where a
// table of branches leads to the end of a block. Three of four jumps go forward, out of their block: directJumps makes them branch
// there at once.
func directJumps(list []instruction, table int) []instruction {
	for i := table + 1; i < len(list); i++ {
		if list[i].is(opGet, nextBlock) && !(list[i-1].op == opI32Const && list[i-2].is(opSet, nextBlock)) {
			panic("an instruction other than its table reads the next block of a function")
		}
	}
	depth, loop := 0, 0
	for _, i := range list[:table] {
		if depth += i.nesting(); i.op == opLoop {
			loop = depth
		}
	}
	// open counts the open blocks around the table, and inner is the depth at the table.
	inner, open := depth, depth
	targets := list[table].targets
	direct := slices.Clone(list[:table+1])
	for list = list[table+1:]; len(list) > 0; {
		jump, op, nested := list, byte(opBranch), 0
		if len(list) > 4 && list[0].is(opIf, noValue) && list[4].op == opEnd {
			jump, op, nested = list[1:], opBranchIf, 1
		}
		if len(jump) > 2 && jump[0].op == opI32Const && jump[1].is(opSet, nextBlock) && jump[2].is(opBranch, depth+nested-loop) {
			target := inner - targets[min(jump[0].number, len(targets)-1)]
			if target <= open {
				bytes := binary.AppendUvarint([]byte{op}, uint64(depth-target))
				direct = append(direct, instruction{op: op, bytes: bytes})
				list = jump[3:][nested:]
				continue
			}
		}
		depth += list[0].nesting()
		open = min(open, depth)
		direct = append(direct, list[0])
		list = list[1:]
	}
	return direct
}

func shorterBody(body []byte) []byte {
	r := reader(body)
	for range r.number() {
		r.number()
		r.bytes(1)
	}
	shorter := bytes.Clone(body[:len(body)-len(r)])
	var list []instruction
	for len(r) > 0 {
		list = append(list, readInstruction(&r))
	}
	table := slices.IndexFunc(list, func(i instruction) bool { return i.op == opTable })
	if table < 1 || !list[table-1].is(opGet, nextBlock) {
		return body // It is written in assembly.
	}
	for _, i := range shortAddresses(directJumps(list, table)) {
		shorter = append(shorter, i.bytes...)
	}
	return shorter
}

func withShorterBodies(section []byte) []byte {
	r := reader(section)
	count := r.number()
	shorter := binary.AppendUvarint(nil, count)
	for range count {
		shorter = appendSized(shorter, shorterBody(r.bytes(r.number())))
	}
	return shorter
}
