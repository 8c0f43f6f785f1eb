// Package godebug takes the place of the standard library's internal/godebug in the program,
// which is linked with an overlay of it: nobody can set GODEBUG in a frame, so that every
// setting has its default. The other one takes 8 kB of the download to watch and to bisect
// them.
package godebug

// Setting is one setting of GODEBUG.
type Setting struct{ name string }

// New returns the setting with a name.
func New(name string) *Setting { return &Setting{name: name} }

// Name returns the name of the setting.
func (s *Setting) Name() string { return s.name }

// String returns the setting as GODEBUG has it.
func (s *Setting) String() string { return s.name + "=" }

// Value is empty for the default.
func (s *Setting) Value() string { return "" }

// Undocumented reports whether the setting is not to be counted.
func (s *Setting) Undocumented() bool { return false }

// IncNonDefault counts uses of what is no default, of which there are none.
func (s *Setting) IncNonDefault() {}
