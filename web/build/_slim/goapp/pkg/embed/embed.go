// Package embed takes the place of the standard library's in the program, which is linked with an
// overlay of it: that one brings io/fs along, which makes its errors while the program starts.
package embed

// FS is what the compiler fills in. The program reads none.
type FS struct{ files *[]string }
