// Command screenreader records the speech of a screen reader. Orca, which most Linux
// desktops use, runs without a screen and without sound, and writes every text that it would
// speak to a file. Scripted journeys go through the form with real keys, in Firefox and in
// Chromium. The folder transcripts holds, for each journey and browser, the sentences that a
// person needs: each session must say them at the same acts, in the same order, and
// may say more. UPDATE=1 rewrites a transcript from the sentences that several sessions share.
//
// "go test" does not run it, because a journey takes as long as a person needs:
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

// sessions is the number of sessions for a new transcript, which gets the sentences that all of them say.
const sessions = 3

// all runs the journeys one after the other, because Orca drops sentences while it waits for the processor.
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
		return fmt.Errorf("the transcripts in %s have sentences that were not spoken: %s", transcripts, strings.Join(different, ", "))
	}
	return nil
}

// compare reports whether one session of a journey says everything in its transcript.
func compare(j journey, b browser) (same bool, err error) {
	text, err := os.ReadFile(file(j, b))
	if err != nil {
		return false, err
	}
	session, err := record(j, b)
	if err != nil {
		return false, err
	}
	if report := missing(parse(string(text)), session); report != "" {
		fmt.Print(report)
		return false, nil
	}
	fmt.Println("  every sentence was spoken")
	return true, nil
}

// write makes the transcript of a journey from several sessions.
func write(j journey, b browser) (bool, error) {
	var all []step
	for i := range sessions {
		session, err := record(j, b)
		if err != nil {
			return false, err
		}
		if i == 0 {
			all = acts(session)
		} else {
			all = common(all, session)
		}
	}
	return true, os.WriteFile(file(j, b), []byte(format(all)), 0o644)
}

func file(j journey, b browser) string { return filepath.Join(transcripts, fileName(j.name, b.name)) }

func fileName(journey, browser string) string { return journey + "." + browser + ".txt" }
