package main

import (
	"fmt"
	"io"
	"path"
	"strings"
	"text/tabwriter"

	"github.com/elicitform/elicitform/web/build/weight"
)

// light is the size, in bytes as brotli, below which packages share a line.
const light = 2000

// printPackages prints what the packages of the program cost, and says how that was
// found out.
func printPackages(out io.Writer, site tree) error {
	for _, name := range site.names() {
		if !strings.HasPrefix(name, "frame/") || path.Ext(name) != ".wasm" {
			continue
		}
		report, err := weight.Weigh(site[name], site[name+".br"])
		if err != nil {
			return fmt.Errorf("weigh the packages of the program: %w", err)
		}
		printReport(out, name, report)
	}
	return nil
}

func printReport(out io.Writer, name string, report weight.Report) {
	fmt.Fprintf(out, "%s by package. Every byte of the compressed file counts for the function or table that it decodes to;\n"+
		"code that is there twice costs where it is first. Tables are what the runtime knows about functions: names, lines, stacks.\n", name)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "functions\tcode\ttables\tbrotli\t package\t")
	bytes, compressed := 0, 0.0
	var rest weight.Package
	others := 0
	for _, p := range report.Packages {
		bytes += p.Code + p.Tables
		compressed += p.Compressed
		if p.Compressed < light {
			others++
			rest.Functions += p.Functions
			rest.Code += p.Code
			rest.Tables += p.Tables
			rest.Compressed += p.Compressed
			continue
		}
		fmt.Fprintf(table, "%d\t%d\t%d\t%.0f\t %s\t\n", p.Functions, p.Code, p.Tables, p.Compressed, p.Name)
	}
	fmt.Fprintf(table, "%d\t%d\t%d\t%.0f\t (%d more below %d)\t\n", rest.Functions, rest.Code, rest.Tables, rest.Compressed, others, light)
	table.Flush()

	fmt.Fprintln(out, "what belongs to no package:")
	table = tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "bytes\tbrotli\t part\t")
	for _, p := range report.Others {
		bytes += p.Bytes
		compressed += p.Compressed
		fmt.Fprintf(table, "%d\t%.0f\t %s\t\n", p.Bytes, p.Compressed, p.Name)
	}
	fmt.Fprintf(table, "%d\t%.0f\t all together; the files have %d and %d\t\n", bytes, compressed, report.File, report.Compressed)
	table.Flush()
	fmt.Fprintln(out)
}
