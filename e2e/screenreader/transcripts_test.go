package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// transcript reads the recorded transcript of a journey in a browser.
func transcript(t *testing.T, journey, browser string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("transcripts", fileName(journey, browser)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestTranscripts covers the part of N42 that needs no screen reader: each journey has
// a transcript of each browser, with the sentences that a person needs. "make
// test-screen-reader" compares the transcripts with the speech of today.
// Rows: N42.
func TestTranscripts(t *testing.T) {
	needed := map[string][]string{
		"form": {
			"booking.example asks. “Please give the details of your table booking.”",
			"form booking.example asks",
			"As on the booking. At least 2 characters.",
			"Check your answers heading level 1",
			"Answers sent heading level 1",
		},
		"errors": {
			"There is a problem.",
			"“Name”: Enter 2 to 40 characters. “Email”: Enter an email address, like name@example.com. “Meal”: Choose an answer",
			"Error: Enter 2 to 40 characters. As on the booking. At least 2 characters.",
			"invalid entry.",
			"You declined this request heading level 1",
		},
		"round": {
			"booking.example is asking for confirmation heading level 1",
			"Request 2 of 2. “Book the journey now?”",
		},
		"page": {"booking.example wants to open a web page. “Sign in to the airline.”", "Finish there, then come back here."},
		"question": {
			"Parser Which parser should stay?.",
			"Which parser should stay? entry.",
			"Other: neither",
		},
		"approval": {
			"booking.example wants to run Save comment. “The reporter is waiting.”",
			"Not all of it was in view. Read the rest, then press again.",
			"You allowed this heading level 1",
		},
		"right-to-left": {"من سيأتي؟", "يجب إدخال عدد بين 1 و12"},
	}
	known := map[string]bool{}
	for _, j := range journeys {
		for _, b := range browsers {
			known[fileName(j.name, b.name)] = true
			recorded := transcript(t, j.name, b.name)
			for _, sentence := range needed[j.name] {
				if !strings.Contains(recorded, sentence) {
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

func TestMissing_WantsEachSentenceAndAllowsMore(t *testing.T) {
	transcript := "Tab\n    Name entry.\n    Required.\nEnter\n    Check.\n"
	for name, c := range map[string]struct{ session, want string }{
		"the same":          {transcript, ""},
		"more is said":      {"Tab\n    form\n    Name entry.\n    clickable\n    Required.\nEnter\n    leaving form.\n    Check.\n    Check.\n", ""},
		"a Tab more":        {"Tab\n    Name entry.\nTab\n    Required.\nEnter\n    Check.\n", ""},
		"not said":          {"Tab\n    Name entry.\nEnter\n    Check.\n", "    Tab\n  -     Required.\n        Name entry.\n"},
		"in another order":  {"Tab\n    Required.\n    Name entry.\nEnter\n    Check.\n", "    Tab\n  -     Required.\n        Required.\n        Name entry.\n"},
		"said too late":     {"Tab\n    Name entry.\nEnter\n    Required.\n    Check.\n", "    Tab\n  -     Required.\n        Name entry.\n"},
		"another way":       {"Tab\n    Name entry.\n    Required.\nDown\n    Check.\n", "    Enter\n  -     (this act is missing)\n"},
		"ended before that": {"Tab\n    Name entry.\n    Required.\n", "    Enter\n  -     (this act is missing)\n"},
	} {
		if got := missing(parse(transcript), parse(c.session)); got != c.want {
			t.Errorf("%s: missing\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

func TestCommon_KeepsWhatEachSessionSays(t *testing.T) {
	a := parse("Tab\n    form\n    Name entry.\nTab\n    Required.\nEnter\n    leaving form.\n    Check.\n")
	b := parse("Tab\n    Name entry.\n    Name entry.\n    Required.\nEnter\n    Check.\n    clickable\n")
	if got, want := format(common(a, b)), "Tab\n    Name entry.\n    Required.\nEnter\n    Check.\n"; got != want {
		t.Errorf("in common is\n%s\nwant\n%s", got, want)
	}
	silence := parse("Tab\n    (silence)\nEnter\n    Check.\n")
	if got, want := format(common(a, silence)), "Tab\n    (silence)\nEnter\n    Check.\n"; got != want {
		t.Errorf("in common with a silence is\n%s\nwant\n%s", got, want)
	}
}
