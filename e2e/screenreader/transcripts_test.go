package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// transcript is the recorded transcript of a journey in a browser.
func transcript(t *testing.T, journey, browser string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("transcripts", fileName(journey, browser)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestTranscripts_N42 covers N42 as far as that takes no screen reader: each journey has
// a transcript of each browser, and the sentences that a person needs most are in it. That
// the transcripts are what is said today shows "make test-screen-reader".
func TestTranscripts_N42(t *testing.T) {
	needed := map[string][]string{
		"form": {
			"booking.example is asking for information. Please give the details of your table booking.",
			"form booking.example is asking for information",
			"As on the booking. Between 2 and 40 characters.",
			"Check your answers heading level 1",
			"Answers sent heading level 1",
		},
		"errors": {
			"There is a problem.",
			"“Name” must be between 2 and 40 characters. Answer “Email”. Choose an answer for “Meal”",
			"Error: “Name” must be between 2 and 40 characters. As on the booking. Between 2 and 40 characters.",
			"invalid entry.",
			"You declined this request heading level 1",
		},
		"round": {
			"booking.example is asking for confirmation heading level 1",
			"Request 2 of 2. Book the journey now?",
		},
		"page":          {"booking.example wants to open a web page. Sign in to the airline.", "Finish there, then come back here."},
		"right-to-left": {"من سيأتي؟", "هناك مشكلة"},
	}
	known := map[string]bool{}
	for _, j := range journeys {
		for _, b := range browsers {
			known[fileName(j.name, b.name)] = true
			heard := transcript(t, j.name, b.name)
			for _, sentence := range needed[j.name] {
				if !strings.Contains(heard, sentence) {
					t.Errorf("in the journey %s with %s, nobody says %q", j.name, b.name, sentence)
				}
			}
		}
		if len(needed[j.name]) == 0 {
			t.Errorf("nothing is needed of the journey %s", j.name)
		}
	}
	files, err := os.ReadDir("transcripts")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !known[file.Name()] {
			t.Errorf("%s is of no journey", file.Name())
		}
	}
}

func TestMasked_HidesWhatDiffersBetweenRuns(t *testing.T) {
	for text, want := range map[string]string{
		"booking.example · 2:30 PM":         "booking.example · {time}",
		"booking.example · 14:30":           "booking.example · {time}",
		"Open localhost:43121 in a new tab": "Open localhost:{port} in a new tab",
		"There is a problem panel.":         "There is a problem.",
		"leaving main content.":             "",
		"Check heading level 1 clickable.":  "Check heading level 1.",
		"Untitled page tab.":                "Airline page tab.",
		"Request 2 of 2":                    "Request 2 of 2",
	} {
		if got := masked(text); got != want {
			t.Errorf("%q is masked as %q, want %q", text, got, want)
		}
	}
}

func TestDifference_ListsLinesWithWhatWasDone(t *testing.T) {
	before := format([]step{{"Tab", []string{"Name entry."}}, {"Enter", []string{"Check."}}})
	after := format([]step{{"Tab", []string{"Name entry."}}, {"Enter", nil}})
	if got, want := difference(before, after), "    Enter\n  -     Check.\n  +     (silence)\n"; got != want {
		t.Errorf("the difference is\n%s\nwant\n%s", got, want)
	}
	if got := difference(after, after); got != "" {
		t.Errorf("a transcript differs from itself:\n%s", got)
	}
}
