package main

import (
	"fmt"
	"strings"
)

// patch applies a patch, in the form that git writes, to the files in a folder.
// The lines that it changes must be there exactly once.
func (t tree) patch(dir, patch string) error {
	for _, file := range strings.Split(patch, "\n+++ b/")[1:] {
		name, hunks, _ := strings.Cut(file, "\n")
		hunks, _, _ = strings.Cut(hunks, "\ndiff ")
		content := string(t[dir+name])
		for _, hunk := range strings.Split("\n"+hunks, "\n@@ ")[1:] {
			_, hunk, _ = strings.Cut(hunk, "\n")
			before, after := "", ""
			for line := range strings.Lines(strings.TrimSuffix(hunk, "\n") + "\n") {
				if line[0] != '+' {
					before += line[1:]
				}
				if line[0] != '-' {
					after += line[1:]
				}
			}
			if n := strings.Count(content, before); n != 1 {
				return fmt.Errorf("%s has %d times what is to be changed: %q", name, n, before)
			}
			content = strings.Replace(content, before, after, 1)
		}
		t[dir+name] = []byte(content)
	}
	return nil
}
