// Package filepath replaces the standard library's path/filepath in the program, by an overlay:
// the standard one imports package os, for files.
package filepath

import (
	"errors"
	"path"
)

// Base returns the last element of a path.
func Base(name string) string { return path.Base(name) }

// ToSlash returns the path.
func ToSlash(name string) string { return name }

// FromSlash returns the path.
func FromSlash(name string) string { return name }

// Abs fails: only a process has a working directory.
func Abs(string) (string, error) { return "", errors.New("there are no files") }
