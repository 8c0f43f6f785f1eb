// Package godebug replaces the standard library's internal/godebug in the program, by an
// overlay: a frame has no GODEBUG, so every setting has its default. The standard one is
// 15 kB of the download, for watching and bisecting settings.
package godebug

// Setting is one setting of GODEBUG.
type Setting struct{}

// New returns the setting with a name.
func New(string) *Setting { return &Setting{} }

// Value is empty for the default.
func (s *Setting) Value() string { return "" }

// IncNonDefault counts uses of a value that is not the default: there are no such values here.
func (s *Setting) IncNonDefault() {}
