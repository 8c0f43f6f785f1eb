package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
)

const (
	// frameBudget bounds the sum of the frame's files, in bytes as brotli. A small change
	// of the program can make it 5,000 bytes larger or smaller, because brotli then
	// divides the file differently.
	frameBudget = 1_001_000
	// hostBudget bounds the host script, forms.js of the npm package.
	hostBudget = 9_000
	// filesBudget bounds the files that "npx elicitform copy" puts into a repository.
	filesBudget = 8
)

// checkSizes prints a table of the site's files, and compares the frame and the host script with their budgets. The frame
// loads the catalogue of one language, so only the largest part of the words counts, and never loads integrity.json.
func checkSizes(out io.Writer, site tree) error {
	frame := largestPart(string(site["frame/index.html"]))
	files := 0
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "raw\tgzip\tbrotli\t file\t")
	for _, name := range site.names() {
		if strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") {
			continue
		}
		raw := len(site[name])
		if strings.HasPrefix(name, "frame/") {
			files++
		}
		brotli := sizeOr(site, name+".br", raw)
		fmt.Fprintf(table, "%d\t%d\t%d\t %s\t\n", raw, sizeOr(site, name+".gz", raw), brotli, name)
		switch {
		case name == "frame/"+integrityFile, strings.HasPrefix(name, "frame/words."):
		case strings.HasPrefix(name, "frame/"):
			frame += brotli
		}
	}
	table.Flush()
	host := sizeOr(site, "elicitform.js.br", len(site["elicitform.js"]))
	text := fmt.Sprintf("brotli: the frame has %d bytes of %d, the host script %d of %d", frame, frameBudget, host, hostBudget)
	text += fmt.Sprintf("; %d files of %d", files, filesBudget)
	fmt.Fprintln(out, text)
	if frame > frameBudget || host > hostBudget || files > filesBudget {
		return fmt.Errorf("over the budget: %s", text)
	}
	return nil
}

var wordsPart = regexp.MustCompile(`#[\w-]+:(\d+)-(\d+)`)

// largestPart returns the number of bytes of the largest part of the words that the document names.
func largestPart(document string) (largest int) {
	for _, part := range wordsPart.FindAllStringSubmatch(document, -1) {
		first, _ := strconv.Atoi(part[1])
		last, _ := strconv.Atoi(part[2])
		largest = max(largest, last-first+1)
	}
	return largest
}

// TestBudgetsAreDocumented: the first page of the documents has both budgets.
func TestBudgetsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/index.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{fmt.Sprintf("at most %.1f kB", hostBudget/1000.0), fmt.Sprintf("at most %.2f MB", frameBudget/1e6)} {
		if !strings.Contains(string(text), want) {
			t.Errorf("docs/index.md does not say %q", want)
		}
	}
}

// sizeOr returns the size of a file, or a default when there is no such file.
func sizeOr(site tree, name string, otherwise int) int {
	if content, ok := site[name]; ok {
		return len(content)
	}
	return otherwise
}

// TestSizesOfTheSite: the site of "make size" is within the budgets.
func TestSizesOfTheSite(t *testing.T) {
	built := os.Getenv("ELICITFORM_BUILT")
	if built == "" {
		t.Skip("ELICITFORM_BUILT names no site that is built with the full compression")
	}
	site, err := filesIn(built, all)
	if err != nil {
		t.Fatal(err)
	}
	if err := checkSizes(os.Stdout, site); err != nil {
		t.Error(err)
	}
}

// The frame loads the words of one language, so one catalogue counts.
func TestFrameAndHostScriptHaveBudgets(t *testing.T) {
	for _, test := range []struct {
		name                     string
		program, catalogue, host int
		over                     bool
	}{
		{name: "within", program: frameBudget - 10, catalogue: 10, host: hostBudget},
		{name: "words of one language too many", program: frameBudget - 10, catalogue: 11, host: hostBudget, over: true},
		{name: "a host script too large", program: 1, catalogue: 1, host: hostBudget + 1, over: true},
	} {
		site := tree{
			"frame/app.wasm": make([]byte, 3*frameBudget), "frame/app.wasm.br": make([]byte, test.program),
			"frame/integrity.json": make([]byte, 99),
			"frame/words.1.bin":    make([]byte, frameBudget),
			"frame/index.html":     fmt.Appendf(nil, "words.1.bin#de:0-1 words.1.bin#fr:2-%d", test.catalogue+1),
			"frame/index.html.br":  {},
			"elicitform.js":        make([]byte, test.host), "index.html": make([]byte, 4321),
		}
		var out strings.Builder
		err := checkSizes(&out, site)
		if (err != nil) != test.over || !strings.Contains(out.String(), "4321             index.html") {
			t.Errorf("%s: %v\n%s", test.name, err, out.String())
		}
	}
}
