package main

import (
	_ "embed"
	"fmt"
)

//go:embed accessibility.txt
var accessibility string

// sections says how many rows each letter of the accessibility checklist has.
var sections = []struct {
	letter string
	rows   int
}{{"G", 22}, {"F", 12}, {"T", 20}, {"E", 12}, {"R", 11}, {"C", 5}, {"U", 8}, {"W", 4}, {"D", 4}}

// checklist returns the rows of the accessibility checklist. It fails unless
// all are there, in order, each with a text.
func checklist() ([]row, error) {
	list := readRows(accessibility)
	at := 0
	for _, section := range sections {
		for i := range section.rows {
			want := fmt.Sprintf("%s%d", section.letter, i+1)
			if at >= len(list) || list[at].id != want || list[at].behaviour == "" {
				return nil, fmt.Errorf("accessibility.txt: row %s is missing, out of place or without a text", want)
			}
			at++
		}
	}
	if at != len(list) {
		return nil, fmt.Errorf("accessibility.txt: %s is no row", list[at].id)
	}
	return list, nil
}
