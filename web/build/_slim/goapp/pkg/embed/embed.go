// Package embed replaces the standard library's in the program, by an overlay: the standard one
// imports io/fs, which makes its errors while the program starts.
package embed

// FS is the type that the compiler fills in. The program reads no embedded file.
type FS struct{ files *[]string }
