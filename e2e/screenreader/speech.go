package main

import (
	"bytes"
	"encoding/json"
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

// The speech has ended when nothing more has come for a while. A person waits like that
// as well; the longer time is for what a page does some time after a key.
const (
	silence     = 1500 * time.Millisecond
	mostSilence = 30 * time.Second
)

// quiet waits until nothing is spoken any more.
func (d *desk) quiet() {
	before, since := -1, time.Now()
	until(mostSilence, func() bool {
		said, _ := d.said()
		if len(said) != before {
			before, since = len(said), time.Now()
		}
		return time.Since(since) > silence
	})
}
