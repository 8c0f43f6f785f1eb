package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// moved is how far a ratio may be from that of another run of the same program. What
// moves further is named.
const moved = 0.15

// compare says which ratios of two runs differ by more than that.
func compare(former, now *results) string {
	compared, list := 0, []string(nil)
	for k := range now.Samples {
		is, ok1 := now.Samples.ratio(k)
		was, ok2 := former.Samples.ratio(k)
		if !ok1 || !ok2 || was.Median == 0 {
			continue
		}
		compared++
		if change := is.Median/was.Median - 1; math.Abs(change) > moved {
			list = append(list, fmt.Sprintf("  %+4.0f %%  %s %s ours/%s: %.2f, was %.2f\n", change*100, k.Measure, k.Form, k.Rival, is.Median, was.Median))
		}
	}
	if compared == 0 {
		return "  nothing was measured in both\n"
	}
	slices.Sort(list)
	return fmt.Sprintf("  %d ratios, in %d and %d rounds; %d moved more than %.0f %%\n", compared, former.About.Rounds, now.About.Rounds, len(list), moved*100) +
		strings.Join(list, "")
}

// compareFiles compares the results in two files.
func compareFiles(files []string) error {
	if len(files) != 2 {
		return errors.New("name two files of results")
	}
	former, err := readResults(files[0])
	if err != nil {
		return err
	}
	now, err := readResults(files[1])
	if err != nil {
		return err
	}
	fmt.Print(compare(former, now))
	return nil
}
