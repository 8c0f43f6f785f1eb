package main

import (
	"fmt"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	zones, names := split([]string{
		"com", "co.uk", "jp", "*.kobe.jp", "!city.kobe.jp", "ide.kyoto.jp", "s3.eu-west-1.amazonaws.com", "s3.eu-west-2.amazonaws.com", "*.ck", "!www.ck",
	})
	if want := "ck*(!www)\ncom(amazonaws(@))\njp(kobe*(!city),kyoto)\n"; zones.String() != want {
		t.Errorf("zones %q, want %q", zones, want)
	}
	if got, want := strings.Join(names, " "), "co.uk ide.kyoto.jp s3.@.amazonaws.com"; got != want {
		t.Errorf("names %q, want %q", got, want)
	}
}

func TestSolve_HoldsAllNamesAndNoneOfTheOthers(t *testing.T) {
	var names, others []string
	for i := range 500 {
		names = append(names, fmt.Sprintf("in%d.example", i))
		others = append(others, fmt.Sprintf("out%d.example", i))
	}
	seed, table := solve(names, others)
	for _, name := range names {
		if !holdsAny(table, []string{name}, seed) {
			t.Errorf("%s is missing", name)
		}
	}
	if holdsAny(table, others, seed) {
		t.Error("another name is in")
	}
	if len(table) > len(names)+slack+63 {
		t.Errorf("%d bytes for %d names", len(table), len(names))
	}
}

func TestSample_TakesEveryWildcardAndException(t *testing.T) {
	got := sample([]string{"a", "b", "*.c", "!d.c", "e", "f", "g", "h", "i", "j", "k"})
	if strings.Join(got, " ") != "a *.c !d.c k" {
		t.Errorf("got %q", got)
	}
}
