// Package godebug takes the place of the standard library's internal/godebug in the program,
// which is linked with an overlay of it: nobody can set GODEBUG in a frame, so that every
// setting has its default. The standard one takes 8 kB of the download to watch and to bisect
// settings.
package godebug

// Setting is one setting of GODEBUG.
type Setting struct{}

// New returns the setting with a name.
func New(string) *Setting { return &Setting{} }

// Value is empty for the default.
func (s *Setting) Value() string { return "" }

// IncNonDefault counts uses of a value that is not the default. There are none.
func (s *Setting) IncNonDefault() {}
