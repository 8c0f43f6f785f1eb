// Command screenreader records what a screen reader says. Orca, the one of most Linux
// desktops, runs without a screen and without sound: every text that it would speak is
// written down instead. A person's journeys through the form, with real keys, in Firefox
// and in Chromium, give one transcript each. They are compared with those in the folder
// transcripts, or written there.
//
// It is no test of "go test", because a journey takes as long as a person needs for it:
//
//	make test-screen-reader
//	UPDATE=1 ONLY=errors make test-screen-reader
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	site := flag.String("site", "build/site", "the folder of the built site")
	folder := flag.String("transcripts", "e2e/screenreader/transcripts", "the folder of the transcripts")
	update := flag.Bool("update", false, "write the transcripts instead of comparing with them")
	only := flag.String("only", "", "runs only the journeys and browsers whose file name contains this")
	keep := flag.String("keep", "", "a folder in which everything is kept that the sessions have written")
	flag.Parse()
	r := recorder{site: *site, folder: *folder, update: *update, keep: *keep}
	if err := r.all(*only); err != nil {
		fmt.Fprintln(os.Stderr, "screenreader:", err)
		os.Exit(1)
	}
}

// recorder records journeys.
type recorder struct {
	site, folder, keep string
	update             bool
}

// all records every journey in every browser, one after the other: a screen reader that
// has to wait for the processor leaves things out.
func (r recorder) all(only string) error {
	var different []string
	for _, j := range journeys {
		for _, b := range browsers {
			name := fileName(j.name, b.name)
			if !strings.Contains(name, only) {
				continue
			}
			fmt.Println(name)
			heard, err := r.record(j, b)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			same, err := r.settle(name, heard)
			if err != nil {
				return err
			}
			if !same {
				different = append(different, name)
			}
		}
	}
	if len(different) > 0 {
		return fmt.Errorf("another transcript than the one in %s: %s", r.folder, strings.Join(different, ", "))
	}
	return nil
}

// fileName is the name of the transcript of a journey in a browser.
func fileName(journey, browser string) string { return journey + "." + browser + ".txt" }
