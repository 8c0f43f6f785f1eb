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
	frameBudget = 1_400_000
	// hostBudget is the same for the host script alone. The aim is 9,000: the owner
	// of requests, which the frame uses too, takes what is above it.
	hostBudget = 9_400
)

// printSizes prints a table of the site's files, and the size of all files that the
// frame loads together, which it returns.
func printSizes(out io.Writer, site tree, quick bool) (total int) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "raw\tgzip\tbrotli\t file\t")
	for _, name := range site.names() {
		if compressedForm(name) {
			continue
		}
		raw := len(site[name])
		brotli := sizeOr(site, name+".br", raw)
		fmt.Fprintf(table, "%d\t%d\t%d\t %s\t\n", raw, sizeOr(site, name+".gz", raw), brotli, name)
		if strings.HasPrefix(name, "frame/") {
			total += brotli
		}
	}
	table.Flush()
	note := ""
	switch {
	case quick:
		note = " (compressed fast: the real size is smaller)"
	case total > frameBudget:
		note = fmt.Sprintf(", OVER the budget by %d bytes", total-frameBudget)
	}
	fmt.Fprintf(out, "the frame loads %s as brotli; the budget is %s%s\n", megabytes(total), megabytes(frameBudget), note)
	return total
}

// printHostSize prints the size of the host script and returns it.
func printHostSize(out io.Writer, site tree, quick bool) int {
	const name = "elicitform.js"
	size := sizeOr(site, name+".br", len(site[name]))
	note := ""
	if size > hostBudget && !quick {
		note = fmt.Sprintf(", OVER the budget by %d bytes", size-hostBudget)
	}
	fmt.Fprintf(out, "the host script has %d bytes as brotli; the budget is %d%s\n", size, hostBudget, note)
	return size
}

// sizeOr returns the size of a file, or otherwise when there is no such file.
func sizeOr(site tree, name string, otherwise int) int {
	if content, ok := site[name]; ok {
		return len(content)
	}
	return otherwise
}

// megabytes writes a size in millions of bytes.
func megabytes(bytes int) string {
	return fmt.Sprintf("%.3f MB", float64(bytes)/1e6)
}
