package shrink

import "fmt"

// A PC of the wasm port of Go is the function's number, counted in the
// table of functions, times 2^16, and a number of a place in its body. A call
// leaves the place after it on the stack as an i64.const of the caller, so the
// code tells every place that a stack can lead back to.

// placeBits is how far the number of the function is shifted in a PC.
const placeBits = 16

// Opcodes with immediates; all others below 0xfc have none.
const (
	opBlock, opLoop, opIf              = 0x02, 0x03, 0x04
	opBr, opBrIf, opBrTable            = 0x0c, 0x0d, 0x0e
	opCall, opCallIndirect             = 0x10, 0x11
	opFirstVariable, opLastVariable    = 0x20, 0x26
	opFirstMemory, opLastMemory        = 0x28, 0x3e
	opMemorySize, opMemoryGrow         = 0x3f, 0x40
	opI64Const, opF32Const, opF64Const = 0x42, 0x43, 0x44
	opLastPlain                        = 0xc4
	opPrefix                           = 0xfc
)

// returnAddresses maps the numbers of functions to the places in them that
// follow a call, which are the constants in the code that look like one: a
// few too many do no harm.
func returnAddresses(code []byte) (map[uint32][]int, error) {
	places := map[uint32][]int{}
	r := reader{rest: code}
	for range r.unsigned() {
		body := reader{rest: r.bytes(r.unsigned())}
		if r.failed {
			break
		}
		for range body.unsigned() {
			body.unsigned() // how many locals
			body.byte()     // of which type
			if body.failed {
				break
			}
		}
		for len(body.rest) > 0 {
			value, constant := body.instruction()
			function := value >> placeBits
			if constant && function > 0 && function < 1<<31 {
				places[uint32(function)] = append(places[uint32(function)], int(value&(1<<placeBits-1)))
			}
		}
		if body.failed {
			r.fail()
			break
		}
	}
	if r.failed || len(r.rest) > 0 {
		return nil, fmt.Errorf("%w: instructions", errWasm)
	}
	return places, nil
}

// instruction reads one instruction and says whether it is an i64.const.
func (r *reader) instruction() (value int64, constant bool) {
	switch op := r.byte(); {
	case op == opI64Const:
		return r.signed(), true
	case op == opI32Const:
		r.signed()
	case op == opBlock, op == opLoop, op == opIf:
		r.signed()
	case op == opBr, op == opBrIf, op == opCall, op >= opFirstVariable && op <= opLastVariable, op == opMemorySize, op == opMemoryGrow:
		r.unsigned()
	case op >= opFirstMemory && op <= opLastMemory, op == opCallIndirect:
		r.unsigned()
		r.unsigned()
	case op == opBrTable:
		for range r.unsigned() {
			r.unsigned()
			if r.failed {
				return 0, false
			}
		}
		r.unsigned()
	case op == opF32Const:
		r.bytes(4)
	case op == opF64Const:
		r.bytes(8)
	case op == opPrefix:
		r.prefixed()
	case op > opLastPlain:
		r.fail()
	}
	return 0, false
}

// prefixed reads the rest of an instruction of two bytes: the saturating
// conversions, and copying and filling of memory.
func (r *reader) prefixed() {
	const lastConversion, memoryCopy, memoryFill = 7, 10, 11
	switch op := r.unsigned(); {
	case op <= lastConversion:
	case op == memoryCopy:
		r.unsigned()
		r.unsigned()
	case op == memoryFill:
		r.unsigned()
	default:
		r.fail()
	}
}
