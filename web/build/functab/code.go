package functab

import "github.com/elicitform/elicitform/web/build/wasmfile"

// Instructions on numbers of 32 bits.
const (
	less     = 0x49 // without sign
	add      = 0x6a
	subtract = 0x6b
	multiply = 0x6c
	divide   = 0x6e // without sign
	and      = 0x71
)

// function is the code of a function, to which instructions are appended.
type function struct{ code []byte }

// newFunction begins a function with so many variables, which are numbers of 32 bits.
func newFunction(variables byte) *function {
	const number = 0x7f
	return &function{[]byte{1, variables, number}}
}

func (f *function) op(instruction ...byte) *function {
	f.code = append(f.code, instruction...)
	return f
}

func (f *function) constant(n int64) *function {
	f.code = wasmfile.AppendSigned(append(f.code, wasmfile.OpI32Const), n)
	return f
}

func (f *function) get(variable byte) *function { return f.op(0x20, variable) }
func (f *function) set(variable byte) *function { return f.op(0x21, variable) }
func (f *function) tee(variable byte) *function { return f.op(0x22, variable) }

// load and store read and write a number at an offset that is less than 128.
func (f *function) load(offset byte) *function     { return f.op(0x28, 0, offset) }
func (f *function) loadByte(offset byte) *function { return f.op(0x2d, 0, offset) }
func (f *function) store(offset byte) *function    { return f.op(0x36, 0, offset) }

// loop repeats what body appends for as long as a number is left that is not zero.
func (f *function) loop(body func()) {
	const loop, withoutResult, branchIf = 0x03, 0x40, 0x0d
	f.op(loop, withoutResult)
	body()
	f.op(branchIf, 0, wasmfile.OpEnd)
}

// end returns the code.
func (f *function) end() []byte { return append(f.code, wasmfile.OpEnd) }
