// Package debug replaces the standard library's runtime/debug in the program, by an overlay:
// the standard one imports package os, for the files of crash reports.
package debug

// SetGCPercent sets by how many per cent the heap grows until it is collected, and returns the previous
// setting.
func SetGCPercent(percent int) int { return int(setGCPercent(int32(percent))) }

func setGCPercent(in int32) (out int32)
