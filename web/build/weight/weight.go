// Package weight says what the packages of a program cost that is linked for the
// browser, in the file and in the compressed file.
//
// It reads the program itself and needs no symbol table: the names of the functions
// are in the tables that the runtime prints a panic with. To a package belong the code
// of its functions and what these tables say about them. What the linker puts together
// out of all packages without names (types, texts, tables of constants, variables)
// cannot be told apart any more, and stands below them.
//
// What a piece costs in the compressed file is not estimated. The file is
// decompressed, byte by byte, and each of its bytes counts for what it decodes to: see
// [spread]. What is there twice costs where it is first.
package weight

import (
	"cmp"
	"slices"

	"github.com/elicitform/elicitform/web/build/wasmfile"
)

// Report is the weight of a program. All parts of it together are the whole.
type Report struct {
	Packages []Package // the heaviest first
	Others   []Part    // what belongs to no package
	// File and Compressed are the lengths of the files.
	File, Compressed int
}

// Package is the weight of one package.
type Package struct {
	Name      string
	Functions int
	Code      int // bytes of its functions
	Tables    int // bytes of what the runtime knows about them
	// Compressed is what both take of the compressed file.
	Compressed float64
}

// Part is a piece of the program that belongs to no package.
type Part struct {
	Name       string
	Bytes      int
	Compressed float64
}

// The parts that belong to no package.
const (
	sections   = "types of functions, imports, table of functions"
	readOnly   = "types, texts and constants of all packages"
	sharedLine = "file names and other tables of all functions"
	addresses  = "the runtime's index of functions by address"
	variables  = "variables with an initial value"
	codes      = "codes of the compression"
)

// Weigh weighs a program and its compressed file.
func Weigh(wasm, compressed []byte) (Report, error) {
	costs, err := spread(compressed, len(wasm))
	if err != nil {
		return Report{}, err
	}
	p, err := readProgram(wasm)
	if err != nil {
		return Report{}, err
	}
	report := Report{File: len(wasm), Compressed: len(compressed)}
	packages := map[string]*Package{}
	in := func(name string) *Package {
		if packages[name] == nil {
			packages[name] = &Package{Name: name}
		}
		return packages[name]
	}
	for _, f := range p.functions {
		of := in(packageOf(f.name))
		of.Functions++
	}
	others := map[string]*Part{}
	for i, owner := range p.owners() {
		switch {
		case owner.part != "":
			if others[owner.part] == nil {
				others[owner.part] = &Part{Name: owner.part}
			}
			others[owner.part].Bytes++
			others[owner.part].Compressed += costs.of[i]
		case owner.table:
			in(owner.pkg).Tables++
			in(owner.pkg).Compressed += costs.of[i]
		default:
			in(owner.pkg).Code++
			in(owner.pkg).Compressed += costs.of[i]
		}
	}
	for _, of := range packages {
		report.Packages = append(report.Packages, *of)
	}
	slices.SortFunc(report.Packages, func(a, b Package) int {
		return cmp.Or(cmp.Compare(b.Compressed, a.Compressed), cmp.Compare(a.Name, b.Name))
	})
	for _, name := range []string{readOnly, variables, addresses, sharedLine, sections} {
		if part := others[name]; part != nil {
			report.Others = append(report.Others, *part)
		}
	}
	report.Others = append(report.Others, Part{Name: codes, Compressed: costs.codes})
	return report, nil
}

// owner is whom a byte of the file belongs to: a part, or the code or the tables of a
// package.
type owner struct {
	part, pkg string
	table     bool
}

// owners returns the owner of each byte of the file.
func (p *program) owners() []owner {
	all := make([]owner, len(p.file))
	for i := range all {
		all[i].part = sections
	}
	fill := func(piece []byte, by owner) {
		at := p.offset(piece)
		for i := range piece {
			all[at+i] = by
		}
	}
	for _, s := range p.segments {
		fill(s.Content, owner{part: variables})
	}
	p.eachPiece(p.constants, func(piece []byte) { fill(piece, owner{part: readOnly}) })
	p.eachPiece(p.tables, func(piece []byte) { fill(piece, owner{part: sharedLine}) })
	p.eachPiece(p.index, func(piece []byte) { fill(piece, owner{part: addresses}) })
	for _, f := range p.functions {
		name := packageOf(f.name)
		fill(f.code, owner{pkg: name})
		for _, table := range f.tables {
			p.eachPiece(table, func(piece []byte) {
				at := p.offset(piece)
				for i := range piece {
					// Functions share tables: they belong to the first one.
					if all[at+i].part == sharedLine {
						all[at+i] = owner{pkg: name, table: true}
					}
				}
			})
		}
	}
	return all
}

// offset is where a piece of the file is in it.
func (p *program) offset(piece []byte) int { return cap(p.file) - cap(piece) }

// eachPiece calls do with the pieces of the file that a range of the memory is made
// of.
func (p *program) eachPiece(r span, do func(piece []byte)) {
	at, _ := slices.BinarySearchFunc(p.segments, r.from, func(s wasmfile.Segment, from int64) int {
		return cmp.Compare(s.Address+int64(len(s.Content)), from+1)
	})
	for ; at < len(p.segments) && p.segments[at].Address < r.to; at++ {
		s := p.segments[at]
		from, to := max(r.from-s.Address, 0), min(r.to-s.Address, int64(len(s.Content)))
		if from < to {
			do(s.Content[from:to])
		}
	}
}
