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
	hostBudget = 9_100
)

// printSizes prints a table of the site's files, and the size of all files that the
// frame loads together, which it returns. It loads the words of one language: those of the
// largest catalogue are counted.
func printSizes(out io.Writer, site tree, quick bool) (total int) {
	catalogue := 0
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
			total += brotli
		}
	}
	total += catalogue
	table.Flush()
	fmt.Fprintf(out, "the frame loads %s as brotli%s\n", megabytes(total), besideBudget(total, frameBudget, megabytes, quick))
	return total
}

// printHostSize prints the size of the host script and returns it.
func printHostSize(out io.Writer, site tree, quick bool) int {
	const name = "elicitform.js"
	size := sizeOr(site, name+".br", len(site[name]))
	fmt.Fprintf(out, "the host script has %s as brotli%s\n", inBytes(size), besideBudget(size, hostBudget, inBytes, quick))
	return size
}

// besideBudget compares a size with its budget. What is compressed fast says nothing about
// the budget, and is not compared.
func besideBudget(size, budget int, write func(int) string, quick bool) string {
	switch {
	case quick:
		return ", compressed fast: it is smaller in a build without -quick"
	case size > budget:
		return fmt.Sprintf("; the budget is %s, OVER the budget by %d bytes", write(budget), size-budget)
	}
	return "; the budget is " + write(budget)
}

// sizeOr returns the size of a file, or otherwise when there is no such file.
func sizeOr(site tree, name string, otherwise int) int {
	if content, ok := site[name]; ok {
		return len(content)
	}
	return otherwise
}

func inBytes(size int) string { return fmt.Sprintf("%d bytes", size) }

// megabytes writes a size in millions of bytes.
func megabytes(bytes int) string {
	return fmt.Sprintf("%.3f MB", float64(bytes)/1e6)
}
