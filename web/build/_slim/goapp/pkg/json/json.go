// Package json stands for encoding/json in go-app, which writes the tags of errors with
// it. encoding/json takes 40 kB of the download.
package json

import "fmt"

// Marshal writes an error as Go does, and nothing else: it is called for the text of
// go-app's own errors, which the program prints.
func Marshal(v any) ([]byte, error) {
	return fmt.Appendf(nil, "%+v", v), nil
}

// MarshalIndent does what [Marshal] does.
func MarshalIndent(v any, _, _ string) ([]byte, error) { return Marshal(v) }
