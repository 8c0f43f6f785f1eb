package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
)

// busy reports whether a thread of the desktop's programs runs, or would if there were a
// processor or a disk for it. On a machine with other work a program takes longer, and
// waits for its turn meanwhile: that it says nothing then does not mean that it has
// nothing to say.
func (d *desk) busy() bool {
	groups := map[int]bool{}
	for _, program := range d.running {
		groups[program.ID()] = true
	}
	processes, _ := filepath.Glob("/proc/[0-9]*")
	for _, process := range processes {
		if _, group := read(process); !groups[group] {
			continue
		}
		threads, _ := filepath.Glob(process + "/task/*")
		for _, thread := range threads {
			if state, _ := read(thread); state == 'R' || state == 'D' {
				return true
			}
		}
	}
	return false
}

// read reads the state and the process group of a process or a thread: the first and the
// third word after its name, which stands in parentheses. One that has ended has none.
func read(folder string) (state byte, group int) {
	text, _ := os.ReadFile(folder + "/stat")
	words := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(words) < 3 {
		return 0, 0
	}
	group, _ = strconv.Atoi(string(words[2]))
	return words[0][0], group
}
