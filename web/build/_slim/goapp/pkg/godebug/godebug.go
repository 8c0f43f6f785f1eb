// Package godebug replaces internal/godebug in the program, by an overlay. The standard one is
// 15 kB of the download, for settings that a frame cannot change.
package godebug

// Setting is one setting of GODEBUG.
type Setting struct{}

// New returns the setting with a name.
func New(string) *Setting { return &Setting{} }

// Value is empty for the default.
func (s *Setting) Value() string { return "" }

// IncNonDefault does nothing: every value is the default.
func (s *Setting) IncNonDefault() {}
