package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
)

// Instructions of functions, beside those of code.
const (
	opBlock, opIf, opBranch, opTable, opCall, opCallIndirect          = 0x02, 0x04, 0x0c, 0x0e, 0x10, 0x11
	opGlobalGet, opGlobalSet, opLastStore, opMemorySize, opMemoryGrow = 0x23, 0x24, 0x3e, 0x3f, 0x40
	opI64Const, opF32Const, opF64Const, opLastPlain                   = 0x42, 0x43, 0x44, 0xc4
	opMore, memoryCopy, memoryFill                                    = 0xfc, 10, 11
	// nextBlock is the variable that says which block is the next, in functions that Go has compiled.
	nextBlock = 0
)

// instruction is an instruction with the bytes that it has in the file. A number follows it, or several, of which this is the first.
type instruction struct {
	op     byte
	number uint64
	bytes  []byte
	// targets are the blocks of a table of branches.
	targets []uint64
}

// is reports whether it is an instruction with that number.
func (i instruction) is(op byte, number uint64) bool { return i.op == op && i.number == number }

// readInstruction reads an instruction.
func readInstruction(r *reader) instruction {
	before := *r
	i := instruction{op: r.bytes(1)[0]}
	switch {
	case i.op == opBlock || i.op == opLoop || i.op == opIf || i.op == opMemorySize || i.op == opMemoryGrow:
		i.number = uint64(r.bytes(1)[0])
	case i.op == opBranch || i.op == opBranchIf || i.op == opCall || i.op >= opGet && i.op <= opGlobalSet || i.op == opI32Const:
		i.number = r.number()
	case i.op == opI64Const:
		for r.bytes(1)[0]&0x80 != 0 {
		}
	case i.op == opTable:
		for range r.number() + 1 {
			i.targets = append(i.targets, r.number())
		}
	case i.op == opCallIndirect || i.op >= opLoad && i.op <= opLastStore:
		i.number = r.number()
		r.number()
	case i.op == opF32Const:
		r.bytes(4)
	case i.op == opF64Const:
		r.bytes(8)
	case i.op == opMore:
		i.number = r.number()
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

// nesting is how many blocks an instruction opens.
func (i instruction) nesting() int {
	switch i.op {
	case opBlock, opLoop, opIf:
		return 1
	case opEnd:
		return -1
	}
	return 0
}

// jumpDirectly returns the body of a function with shorter jumps.
//
// Go compiles a function to nested blocks in a loop. A jump sets the variable nextBlock and goes to the beginning of the loop, where a
// table of branches leads to the end of one of the blocks. A jump forward can go there at once: that is the end of a block which
// it is in. Three of four jumps are such.
func jumpDirectly(body []byte) []byte {
	r := reader(body)
	for range r.number() {
		r.number()
		r.bytes(1)
	}
	direct := bytes.Clone(body[:len(body)-len(r)])
	var rest []instruction
	for len(r) > 0 {
		rest = append(rest, readInstruction(&r))
	}
	table := slices.IndexFunc(rest, func(i instruction) bool { return i.op == opTable })
	if table < 1 || !rest[table-1].is(opGet, nextBlock) {
		return body // It is written in assembly.
	}
	for i := table + 1; i < len(rest); i++ {
		if rest[i].is(opGet, nextBlock) && !(rest[i-1].op == opI32Const && rest[i-2].is(opSet, nextBlock)) {
			panic("something else than its table reads the next block of a function")
		}
	}
	// depth is the number of blocks that are open, loop is that of the loop, and inner that of the innermost one at the table. Of
	// those that were open there, so many are still open.
	depth, loop, inner, open := 0, 0, 0, 0
	targets := rest[table].targets
	for i := 0; len(rest) > 0; i++ {
		jump, op, nested := rest, byte(opBranch), 0
		if len(rest) > 4 && rest[0].is(opIf, noValue) && rest[4].op == opEnd {
			jump, op, nested = rest[1:], opBranchIf, 1
		}
		if i > table && len(jump) > 2 && jump[0].op == opI32Const && jump[1].is(opSet, nextBlock) &&
			jump[2].is(opBranch, uint64(depth+nested-loop)) {
			target := inner - int(targets[min(int(jump[0].number), len(targets)-1)])
			if target <= open {
				direct = binary.AppendUvarint(append(direct, op), uint64(depth-target))
				rest = jump[3+nested:]
				continue
			}
		}
		depth += rest[0].nesting()
		if open = min(open, depth); i <= table {
			inner, open = depth, depth
		}
		if rest[0].op == opLoop && i < table {
			loop = depth
		}
		direct = append(direct, rest[0].bytes...)
		rest = rest[1:]
	}
	return direct
}

// withDirectJumps returns the code section with shorter jumps in all functions.
func withDirectJumps(section []byte) []byte {
	r := reader(section)
	count := r.number()
	direct := binary.AppendUvarint(nil, count)
	for range count {
		direct = appendSized(direct, jumpDirectly(r.bytes(r.number())))
	}
	return direct
}
