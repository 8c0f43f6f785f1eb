// Command screenreader records what a screen reader says. Orca, the one of most Linux
// desktops, runs without a screen and without sound: every text that it would speak is
// written down instead. A person goes journeys through the form, with real keys, in Firefox
// and in Chromium. The folder transcripts has for each journey and browser the sentences
// that a person needs: each session must say them at the same acts, in the same order, and
// may say more. UPDATE=1 writes there what several sessions all said.
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
	"path/filepath"
	"strings"
)

func main() {
	update := flag.Bool("update", false, "write the transcripts instead of comparing with them")
	only := flag.String("only", "", "runs only the journeys and browsers whose file name contains this")
	flag.Parse()
	work := compare
	if *update {
		work = write
	}
	if err := all(*only, work); err != nil {
		fmt.Fprintln(os.Stderr, "screenreader:", err)
		os.Exit(1)
	}
}

const transcripts = "e2e/screenreader/transcripts"

// sessions is how many sessions a new transcript is made of: it has what all of them said.
const sessions = 3

// all works one after the other: a screen reader that waits for the processor leaves things out.
func all(only string, work func(journey, browser) (same bool, err error)) error {
	var different []string
	for _, j := range journeys {
		for _, b := range browsers {
			name := fileName(j.name, b.name)
			if !strings.Contains(name, only) {
				continue
			}
			fmt.Println(name)
			same, err := work(j, b)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if !same {
				different = append(different, name)
			}
		}
	}
	if len(different) > 0 {
		return fmt.Errorf("the transcripts in %s have more than was said: %s", transcripts, strings.Join(different, ", "))
	}
	return nil
}

// compare reports whether one session of a journey says everything in its transcript.
func compare(j journey, b browser) (same bool, err error) {
	text, err := os.ReadFile(file(j, b))
	if err != nil {
		return false, err
	}
	heard, err := record(j, b)
	if err != nil {
		return false, err
	}
	if left := missing(parse(string(text)), heard); left != "" {
		fmt.Print(left)
		return false, nil
	}
	fmt.Println("  everything was said")
	return true, nil
}

// write makes the transcript of a journey from several sessions.
func write(j journey, b browser) (bool, error) {
	var all []step
	for i := range sessions {
		heard, err := record(j, b)
		if err != nil {
			return false, err
		}
		if i == 0 {
			all = acts(heard)
		} else {
			all = common(all, heard)
		}
	}
	return true, os.WriteFile(file(j, b), []byte(format(all)), 0o644)
}

func file(j journey, b browser) string { return filepath.Join(transcripts, fileName(j.name, b.name)) }

func fileName(journey, browser string) string { return journey + "." + browser + ".txt" }
