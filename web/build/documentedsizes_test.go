package main

import (
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestSizesInTheDocuments: the table of docs/imports.md has the sizes of the package's files.
func TestSizesInTheDocuments(t *testing.T) {
	c := newConsumer(t)
	b, _ := projectAndManifest(t)
	rows := regexp.MustCompile("(?m)^\\| `([a-z-]+\\.js)` \\|.*\\| (\\d+\\.\\d) kB \\|").FindAllStringSubmatch(document(t, b, "imports.md"), -1)
	for _, row := range rows {
		compareSize(t, "imports.md", row[1], row[2], packedSize(t, b, []byte(c.read("node_modules/elicitform/"+row[1])))/1e3, 0.1)
	}
	if len(rows) < 4 {
		t.Errorf("docs/imports.md has the sizes of %d files", len(rows))
	}
}

// TestFilesOfAPageAreDocumented: two pages name each file that a page without a bundler loads, also by the scripts that it imports.
func TestFilesOfAPageAreDocumented(t *testing.T) {
	c := newConsumer(t)
	b, _ := projectAndManifest(t)
	beside := regexp.MustCompile(`["'` + "`" + `]\./([\w-]+\.js)["'` + "`" + `]`)
	files := []string{"index.js", "element.js"}
	for i := 0; i < len(files); i++ {
		for _, match := range beside.FindAllStringSubmatch(c.read("node_modules/elicitform/"+files[i]), -1) {
			if !slices.Contains(files, match[1]) {
				files = append(files, match[1])
			}
		}
	}
	for _, file := range files {
		for _, name := range []string{"imports.md", "csp.md"} {
			if !strings.Contains(document(t, b, name), file+"`") {
				t.Errorf("docs/%s does not name %s", name, file)
			}
		}
	}
	if len(files) < 8 {
		t.Errorf("only these files were found: %q", files)
	}
}

// TestSizeOfTheProgramInTheDocuments: what two pages say of the download is true of the program as it is published.
func TestSizeOfTheProgramInTheDocuments(t *testing.T) {
	b := slimBuilder(t)
	b.wasm = "./wasm"
	file := filepath.Join(t.TempDir(), "program.wasm")
	if err := b.buildWasm(t.Context(), &progress{}, file); err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, sentence := range map[string]string{
		"learn/serving.md":          `the program has (\d\.\d) MB, and (\d\.\d\d) MB as brotli`,
		"understand/performance.md": `unpacks it to (\d\.\d) MB`,
	} {
		written := regexp.MustCompile(sentence).FindStringSubmatch(document(t, b, name))
		if written == nil {
			t.Errorf("docs/%s does not say %q", name, sentence)
			continue
		}
		compareSize(t, name, "the program", written[1], float64(len(program))/1e6, 0.1)
		if len(written) > 2 {
			compareSize(t, name, "the program as brotli", written[2], packedSize(t, b, program)/1e6, 0.01)
		}
	}
}

func document(t *testing.T, b *builder, name string) string {
	t.Helper()
	text, err := os.ReadFile(b.path("docs", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// packedSize is the size as brotli at the best level. The program takes half a minute, so the build's cache keeps the result.
func packedSize(t *testing.T, b *builder, content []byte) float64 {
	t.Helper()
	packed, err := b.compressOnce(content, "q11.br", func(w io.Writer) io.WriteCloser { return brotliWriter(w, best) })
	if err != nil {
		t.Fatal("brotli fails", err)
	}
	return float64(len(packed))
}

func compareSize(t *testing.T, name, what, written string, size, tolerance float64) {
	t.Helper()
	number, err := strconv.ParseFloat(written, 64)
	if err != nil || math.Abs(number-size) > tolerance {
		t.Errorf("docs/%s says that %s has %s, and it has %.3f", name, what, written, size)
	}
}
