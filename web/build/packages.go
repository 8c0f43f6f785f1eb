package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/andybalholm/brotli"
)

// light is the size, in bytes as brotli, below which packages share a line.
const light = 2000

// printPackages prints what the code of each package of the program costs, compressed
// alone. A package also costs data, such as its texts, types and tables of lines.
func (b *builder) printPackages(out io.Writer) error {
	linked, err := os.ReadFile(b.linkedFile(b.wasmFile()))
	if err != nil {
		return err
	}
	code, err := codeOf(linked)
	if err != nil {
		return err
	}
	sizes, rest, others := map[string]int{}, 0, 0
	for name, functions := range code {
		var small bytes.Buffer
		w := brotli.NewWriterLevel(&small, fast)
		_, _ = w.Write(functions) // A buffer takes everything.
		_ = w.Close()
		if sizes[name] = small.Len(); sizes[name] < light {
			rest, others = rest+sizes[name], others+1
			delete(sizes, name)
		}
	}
	fmt.Fprintln(out, "The code of the program by package, each compressed alone:")
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "code\tbrotli\t package\t")
	for _, name := range slices.SortedFunc(maps.Keys(sizes), func(a, b string) int { return cmp.Compare(sizes[b], sizes[a]) }) {
		fmt.Fprintf(table, "%d\t%d\t %s\t\n", len(code[name]), sizes[name], name)
	}
	fmt.Fprintf(table, "\t%d\t (%d more below %d)\t\n", rest, others, light)
	return table.Flush()
}

// codeOf is the code of a linked program by package.
func codeOf(linked []byte) (map[string][]byte, error) {
	sections, err := readSections(linked)
	if err != nil {
		return nil, err
	}
	var functions [][]byte
	code := map[string][]byte{}
	for _, s := range sections {
		r := reader{rest: s.body}
		switch {
		case s.id == importSection:
			// All imports of a Go program are functions, and have the first numbers.
			functions = make([][]byte, r.unsigned())
		case s.id == codeSection:
			for range r.unsigned() {
				functions = append(functions, r.bytes(r.unsigned()))
			}
		case s.names():
			r.bytes(6) // The name of the section, and the number of the part about functions.
			r.unsigned()
			for range r.unsigned() {
				number, name := r.unsigned(), packageOf(string(r.bytes(r.unsigned())))
				if number < uint64(len(functions)) {
					code[name] = append(code[name], functions[number]...)
				}
			}
		}
		if r.failed {
			return nil, fmt.Errorf("%w: section %d", errLayout, s.id)
		}
	}
	return code, nil
}

// packageOf is the package of a function. The functions without one are those of the
// runtime's assembly.
func packageOf(name string) string {
	name, _, _ = strings.Cut(name, "[") // the types of a generic function
	name, _, _ = strings.Cut(name, "(") // the receiver
	slash := strings.LastIndexByte(name, '/')
	dot := strings.IndexByte(name[slash+1:], '.')
	if dot < 0 {
		return "runtime"
	}
	return strings.ReplaceAll(name[:slash+1+dot], "%2e", ".")
}
