package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

const (
	// frameBudget is the largest size, in bytes as brotli, that the files of the
	// frame may have together. A small change of the program can make it 5,000 bytes
	// larger or smaller, because brotli then divides the file in another way.
	frameBudget = 1_220_000
	// hostBudget is the same for the host script alone: forms.js of the npm package.
	hostBudget = 9_000
)

// checkSizes prints a table of the site's files, and compares what a page loads with its budgets: all
// files that the frame loads together, with the largest catalogue, for it loads one language, and the
// host script. What is compressed fast says nothing about a budget, and is not compared.
func checkSizes(out io.Writer, site tree, quick bool) error {
	frame, catalogue := 0, 0
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "raw\tgzip\tbrotli\t file\t")
	for _, name := range site.names() {
		if compressedForm(name) {
			continue
		}
		raw := len(site[name])
		brotli := sizeOr(site, name+".br", raw)
		fmt.Fprintf(table, "%d\t%d\t%d\t %s\t\n", raw, sizeOr(site, name+".gz", raw), brotli, name)
		switch {
		case strings.HasPrefix(name, "frame/words."):
			catalogue = max(catalogue, brotli)
		case strings.HasPrefix(name, "frame/"):
			frame += brotli
		}
	}
	table.Flush()
	host := sizeOr(site, "elicitform.js.br", len(site["elicitform.js"]))
	text := fmt.Sprintf("brotli: the frame has %d bytes of %d, the host script %d of %d", frame+catalogue, frameBudget, host, hostBudget)
	if quick {
		text += "; compressed fast, they are larger than in a build without -quick"
	}
	fmt.Fprintln(out, text)
	if !quick && (frame+catalogue > frameBudget || host > hostBudget) {
		return fmt.Errorf("over the budget: %s", text)
	}
	return nil
}

// sizeOr returns the size of a file, or otherwise when there is no such file.
func sizeOr(site tree, name string, otherwise int) int {
	if content, ok := site[name]; ok {
		return len(content)
	}
	return otherwise
}
