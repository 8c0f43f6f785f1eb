package weight

import (
	"bytes"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"github.com/elicitform/elicitform/web/build/segments"
	"github.com/elicitform/elicitform/web/build/wasmfile"
	"github.com/elicitform/elicitform/web/build/wasmtest"
)

func compress(t *testing.T, content []byte) []byte {
	t.Helper()
	var small bytes.Buffer
	w := brotli.NewWriterLevel(&small, 5)
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return small.Bytes()
}

func TestPartsAreTheWhole(t *testing.T) {
	wasm, err := segments.Join(wasmtest.Link(t, "-s -w"))
	if err != nil {
		t.Fatal(err)
	}
	small := compress(t, wasm)
	report, err := Weigh(wasm, small)
	if err != nil {
		t.Fatal(err)
	}
	size, compressed, named := 0, 0.0, map[string]Package{}
	for _, p := range report.Packages {
		size += p.Code + p.Tables
		compressed += p.Compressed
		named[p.Name] = p
		if p.Code == 0 || p.Compressed < 0 || p.Functions == 0 {
			t.Errorf("package %+v", p)
		}
	}
	inPackages := size
	for _, p := range report.Others {
		size += p.Bytes
		compressed += p.Compressed
	}
	if size != len(wasm) || math.Abs(compressed-float64(len(small))) > 1 {
		t.Errorf("the parts have %d bytes, %.0f compressed, the whole %d and %d", size, compressed, len(wasm), len(small))
	}
	if inPackages < len(wasm)/3 {
		t.Errorf("only %d of %d bytes belong to a package", inPackages, len(wasm))
	}
	if report.Packages[0].Name != "runtime" || named["runtime"].Functions < 500 {
		t.Errorf("the heaviest package is %+v", report.Packages[0])
	}
	// The program itself has main, two functions beside it, and one for each of two
	// types; each table[n] = … of heavy is code.
	if main := named["main"]; main.Functions != 5 || main.Code < 10_000 || main.Tables < 200 || main.Compressed < 500 {
		t.Errorf("package main is %+v", main)
	}
}

// TestFunctionsHaveTheNamesOfTheLinker compares the names from the tables of the
// runtime with those that the linker writes into a file with its symbols.
func TestFunctionsHaveTheNamesOfTheLinker(t *testing.T) {
	wasm := wasmtest.Link(t, "")
	p, err := readProgram(wasm)
	if err != nil {
		t.Fatal(err)
	}
	names := linkerNames(t, wasm)
	if len(names) < len(p.functions) || len(p.functions) < 1000 {
		t.Fatalf("%d names for %d functions", len(names), len(p.functions))
	}
	names = names[len(names)-len(p.functions):] // Before them are those that the page provides.
	odd := regexp.MustCompile(`[^\w.]`)
	for i, f := range p.functions {
		if got := odd.ReplaceAllString(f.name, "_"); got != names[i] {
			t.Fatalf("function %d is %s, the linker has %s", i, got, names[i])
		}
	}
}

// linkerNames reads the names of functions from the section for them.
func linkerNames(t *testing.T, wasm []byte) (names []string) {
	t.Helper()
	parts, err := wasmfile.ReadSections(wasm)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range parts {
		r := wasmfile.Reader{Rest: s.Body}
		if s.ID != 0 || string(r.Bytes(r.Unsigned())) != "name" {
			continue
		}
		for len(r.Rest) > 0 {
			kind, part := r.Byte(), wasmfile.Reader{}
			part.Rest = r.Bytes(r.Unsigned())
			if kind != 1 {
				continue
			}
			for range part.Unsigned() {
				part.Unsigned()
				names = append(names, string(part.Bytes(part.Unsigned())))
			}
		}
	}
	return names
}

func TestSpreadFindsWhatIsDear(t *testing.T) {
	// Noise in the middle of what compresses to nothing.
	noise := make([]byte, 5000)
	for i, seed := 0, uint32(1); i < len(noise); i++ {
		seed = seed*1664525 + 1013904223
		noise[i] = byte(seed >> 24)
	}
	plain := bytes.Repeat([]byte("the same again, "), 2000)
	content := bytes.Join([][]byte{plain, noise, plain}, nil)
	small := compress(t, content)
	c, err := spread(small, len(content))
	if err != nil {
		t.Fatal(err)
	}
	sum := func(from, to int) (total float64) {
		for _, cost := range c.of[from:to] {
			total += cost
		}
		return total
	}
	all, inNoise := sum(0, len(content)), sum(len(plain), len(plain)+len(noise))
	if math.Abs(all+c.codes-float64(len(small))) > 0.5 {
		t.Errorf("%.1f and %.1f for codes of %d bytes", all, c.codes, len(small))
	}
	if inNoise < 4900 || all-inNoise > 300 {
		t.Errorf("the noise costs %.0f of %.0f bytes", inNoise, all)
	}
	for name, broken := range map[string][]byte{"cut off": small[:len(small)/2], "nothing": nil, "no brotli": noise} {
		if _, err := spread(broken, len(content)); err == nil {
			t.Errorf("%s is decompressed", name)
		}
	}
	if _, err := spread(small, len(content)-1); err == nil {
		t.Error("a wrong length is accepted")
	}
}

func TestPackageOf(t *testing.T) {
	for name, want := range map[string]string{
		"main.main":                             "main",
		"runtime.gcDrain.func1":                 "runtime",
		"encoding/json.(*Decoder).Decode":       "encoding/json",
		"slices.SortFunc[go.shape.struct {}]":   "slices",
		"github.com/a/b.(*T).github.com/c/d.fn": "github.com/a/b",
		"gopkg.in/yaml%2ev3.Marshal":            "gopkg.in/yaml.v3",
		"type:.eq.github.com/a/b.T":             "(equality of types)",
		"memeqbody":                             "runtime",
	} {
		if got := packageOf(name); got != want {
			t.Errorf("%s is of %s, want %s", name, got, want)
		}
	}
}

// TestOtherLayoutsAreRefused: a release of Go that lays its tables out in another way
// must not be weighed wrongly.
func TestOtherLayoutsAreRefused(t *testing.T) {
	const magic = "\xf1\xff\xff\xff\x00\x00\x01\x08"
	wasm := wasmtest.Link(t, "-s -w")
	if _, err := readProgram(bytes.Replace(wasm, []byte(magic), []byte(strings.Replace(magic, "\xf1", "\xf2", 1)), 1)); err == nil {
		t.Error("tables with another magic number are read")
	}
	if _, err := readProgram([]byte(wasmfile.Header)); err == nil {
		t.Error("a file without functions is read")
	}
}
