package wasmfile

import (
	"errors"
	"testing"
)

func TestOnlyAProgramOfFunctionsGetsAStart(t *testing.T) {
	types, imports := Section{typeSection, []byte{1, 0x60, 0, 0}}, Section{ImportSection, []byte{1, 1, 'm', 1, 'f', 0, 0}}
	functions, code := Section{functionSection, []byte{1, 0}}, Section{CodeSection, []byte{1, 2, 0, OpEnd}}
	after, err := AddStart(WriteSections([]Section{types, imports, functions, code}), []byte{0, OpEnd})
	if err != nil {
		t.Fatal(err)
	}
	want := WriteSections([]Section{
		{typeSection, []byte{2, 0x60, 0, 0, 0x60, 0, 0}},
		imports,
		{functionSection, []byte{2, 0, 1}},
		{startSection, []byte{2}},
		{CodeSection, []byte{2, 2, 0, OpEnd, 2, 0, OpEnd}},
	})
	if string(after) != string(want) {
		t.Errorf("%x, want %x", after, want)
	}
	for name, sections := range map[string][]Section{
		"nothing":               nil,
		"no code":               {types, functions},
		"a start already":       {types, functions, {startSection, []byte{0}}, code},
		"an imported memory":    {types, {ImportSection, []byte{1, 1, 'm', 1, 'f', 2, 0, 0}}, functions, code},
		"imports that are less": {types, {ImportSection, []byte{2, 1, 'm', 1, 'f', 0, 0}}, functions, code},
	} {
		if _, err := AddStart(WriteSections(sections), []byte{0, OpEnd}); !errors.Is(err, ErrLayout) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
