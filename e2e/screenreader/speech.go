package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"time"
)

// utterance is one text that the screen reader has spoken.
type utterance struct{ kind, text string }

// said is everything that was spoken so far.
func (d *desk) said() ([]utterance, error) {
	text, err := os.ReadFile(d.spoken)
	if err != nil {
		return nil, err
	}
	var all []utterance
	for line := range bytes.Lines(text) {
		if line[len(line)-1] != '\n' {
			break // It is still being written.
		}
		var pair [2]string
		if err := json.Unmarshal(line, &pair); err != nil {
			return nil, err
		}
		all = append(all, utterance{pair[0], pair[1]})
	}
	return all, nil
}

// The speech has ended when nothing more has come for a while in which no program had
// anything to do. The longest that a page waits by itself is the second after which it
// says how many characters are left.
const (
	silence     = 1500 * time.Millisecond
	mostSilence = 2 * time.Minute
	look        = 50 * time.Millisecond
)

// quiet waits until nothing is spoken any more.
func (d *desk) quiet() error {
	before, idle := -1, time.Duration(0)
	if !until(mostSilence, func() bool {
		said, _ := d.said()
		switch {
		case len(said) != before:
			before, idle = len(said), 0
		case !d.busy():
			idle += look
		}
		return idle > silence
	}) {
		return errors.New("the speech does not end, or a program is always busy")
	}
	return nil
}
