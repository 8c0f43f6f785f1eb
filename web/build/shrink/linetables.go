package shrink

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
)

// The runtime finds out what a place in the code is from tables: which line of
// which file, how deep its stack is, where pointers lie on it. They are a fifth
// of the download, and most of what they say is never asked: the linker writes
// them for every place that has a number, while a stack leads back to calls
// only. Here the rest is left out, so that equal tables become one. What the
// runtime prints and collects stays the same.
//
// The layout is that of Go 1.26: type _func in runtime/runtime2.go, moduledata
// and pcHeader in runtime/symtab.go.

// headerStart begins the header of the tables: its magic number, two zeros, and
// the sizes of an instruction and a pointer.
var headerStart = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// Words of the header, counted from its magic number.
const (
	headerFunctions  = 1 // how many
	headerNames      = 4 // offsets from the header from here on
	headerPlaces     = 7 // the tables by place
	headerFunctabs   = 8 // what is known of each function
	headerWords      = 9
	moduleNames      = 1 // words of moduledata, which starts with the header's address
	modulePlaces     = 10
	moduleFunctabs   = 13
	moduleInlineData = 40
	moduleWords      = 41
)

// Parts of what is known of a function.
const (
	funcNumber      = 0
	funcDeferReturn = 12
	funcStackDepth  = 16 // offsets of tables by place
	funcFile        = 20
	funcLine        = 24
	funcPlaceTables = 28 // how many further ones
	funcFlag        = 41
	funcDataCount   = 43
	funcSize        = 44 // the further tables follow, and then the offsets of data

	flagAssembly = 1 << 2
)

// The further tables by place, in their order.
const (
	unsafePoints  = iota // where a signal may interrupt the program; wasm has no signals
	pointerMaps          // which map of pointers holds
	inlined              // which inlined call a place is in
	liveArguments        // which arguments a stack trace prints
	knownTables
)

// inlineTree is the number of the data about inlined calls: records with
// the place of the call in the middle.
const inlineTree, inlineSize, inlineParent = 3, 16, 8

// lineTables are the tables in the program's memory.
type lineTables struct {
	memory   []byte
	places   []byte // the tables by place
	functabs int    // address of what is known of functions
	count    int    // how many functions there are
	inline   int    // address that data about inlined calls is counted from
	calls    map[uint32][]int
}

// function is what is known of a function: where, and how many further tables
// and data there are.
type function struct{ at, tables, data int }

func (f function) tableAt(i int) int { return f.at + funcSize + 4*i }
func (f function) dataAt(i int) int  { return f.tableAt(f.tables) + 4*i }

// use is a place in memory that holds the offset of a table by place.
type use struct {
	at, kind int
	runs     []run
}

// compactLineTables writes the tables anew, in place. calls are the places
// after calls, by function.
func compactLineTables(memory []byte, calls map[uint32][]int) error {
	t, err := findLineTables(memory)
	if err != nil {
		return err
	}
	t.calls = calls
	var uses []use
	for i := range t.count {
		more, err := t.function(i)
		if err != nil {
			return fmt.Errorf("function %d: %w", i, err)
		}
		uses = append(uses, more...)
	}
	// Tables of a kind look like each other, and compress best together.
	sort.SliceStable(uses, func(i, j int) bool { return uses[i].kind < uses[j].kind })
	packed := []byte{0} // offset zero means that there is no table
	offsets := map[string]int{}
	for _, u := range uses {
		table := appendRuns(nil, u.runs)
		offset, had := offsets[string(table)]
		if !had {
			offset = len(packed)
			offsets[string(table)] = offset
			packed = append(packed, table...)
		}
		t.set(u.at, offset)
	}
	if len(packed) > len(t.places) {
		return fmt.Errorf("%w: the tables have grown", errWasm)
	}
	clear(t.places[copy(t.places, packed):])
	return nil
}

// findLineTables finds the header by its first bytes, and the module by its
// pointers to what the header names.
func findLineTables(memory []byte) (*lineTables, error) {
	header := bytes.Index(memory, headerStart)
	if header < 0 || header%8 != 0 || bytes.Contains(memory[header+1:], headerStart) {
		return nil, fmt.Errorf("%w: not one header of line tables", errWasm)
	}
	word := func(base, i int) int {
		at := base + 8*i
		if at < 0 || at > len(memory)-8 {
			return -1
		}
		return int(binary.LittleEndian.Uint64(memory[at:]))
	}
	names, places, functabs := header+word(header, headerNames), header+word(header, headerPlaces), header+word(header, headerFunctabs)
	count := word(header, headerFunctions)
	if places < header+8*headerWords || functabs < places || functabs > len(memory) || count < 0 || count > (len(memory)-functabs)/8 {
		return nil, fmt.Errorf("%w: header of line tables", errWasm)
	}
	for module := 0; module <= len(memory)-8*moduleWords; module += 8 {
		if word(module, 0) == header && word(module, moduleNames) == names &&
			word(module, modulePlaces) == places && word(module, moduleFunctabs) == functabs {
			inline := word(module, moduleInlineData)
			return &lineTables{memory: memory, places: memory[places:functabs], functabs: functabs, count: count, inline: inline}, nil
		}
	}
	return nil, fmt.Errorf("%w: no module with line tables", errWasm)
}

// function reads the tables of a function and leaves out of them what is
// never asked.
func (t *lineTables) function(i int) ([]use, error) {
	f := function{at: t.functabs + t.get(t.functabs+8*i+4)}
	if f.at > len(t.memory)-funcSize {
		return nil, fmt.Errorf("%w: record of a function", errWasm)
	}
	f.tables, f.data = t.get(f.at+funcPlaceTables), int(t.memory[f.at+funcDataCount])
	if f.tables > knownTables || f.dataAt(f.data) > len(t.memory) {
		return nil, fmt.Errorf("%w: %d tables by place", errWasm, f.tables)
	}
	if f.tables > unsafePoints {
		t.set(f.tableAt(unsafePoints), 0)
	}
	uses, err := t.uses(f)
	if err != nil {
		return nil, err
	}
	asked, err := t.asked(f, uses)
	if err != nil {
		return nil, err
	}
	for j, u := range uses {
		// Assembly keeps its own records of where it is; and how deep the
		// stack is may be asked of any place.
		if t.memory[f.at+funcFlag]&flagAssembly == 0 && u.kind != funcStackDepth {
			u.runs = keepAsked(u.runs, asked)
		}
		uses[j].runs = roundEnd(u.runs)
	}
	return uses, nil
}

// uses reads the tables of a function. The further ones have their number
// after those that every function has.
func (t *lineTables) uses(f function) ([]use, error) {
	all := []use{{at: f.at + funcStackDepth, kind: funcStackDepth}, {at: f.at + funcFile, kind: funcFile}, {at: f.at + funcLine, kind: funcLine}}
	for i := range f.tables {
		all = append(all, use{at: f.tableAt(i), kind: funcSize + i})
	}
	var uses []use
	for _, u := range all {
		offset := t.get(u.at)
		if offset == 0 {
			continue
		}
		ok := false
		if offset < len(t.places) {
			u.runs, ok = readRuns(t.places[offset:])
		}
		if !ok {
			return nil, fmt.Errorf("%w: a table by place", errWasm)
		}
		uses = append(uses, u)
	}
	return uses, nil
}

// asked are the places of a function that the runtime asks about, in order:
// its start, its calls, and the calls in its source that were inlined.
func (t *lineTables) asked(f function, uses []use) ([]int, error) {
	places := []int{0, t.get(f.at + funcDeferReturn)}
	for _, place := range t.calls[uint32(t.get(f.at+funcNumber))] {
		// The runtime looks at the call and not at what follows it.
		places = append(places, max(place-1, 0))
	}
	for _, u := range uses {
		if u.kind != funcSize+inlined {
			continue
		}
		if f.data <= inlineTree {
			return nil, fmt.Errorf("%w: inlined calls without data", errWasm)
		}
		tree := t.inline + t.get(f.dataAt(inlineTree))
		for _, r := range u.runs {
			if r.value < 0 {
				continue
			}
			at := tree + inlineSize*int(r.value) + inlineParent
			if at < 0 || at > len(t.memory)-4 {
				return nil, fmt.Errorf("%w: an inlined call", errWasm)
			}
			places = append(places, t.get(at))
		}
	}
	slices.Sort(places)
	return places, nil
}

func (t *lineTables) get(at int) int {
	return int(binary.LittleEndian.Uint32(t.memory[at:]))
}

func (t *lineTables) set(at, value int) {
	binary.LittleEndian.PutUint32(t.memory[at:], uint32(value))
}
