// Package regexp stands for that of the standard library in go-app's router. The
// program has one component for every path, and package regexp takes 50 kB of the
// download.
package regexp

// Regexp is the expression .*, which matches everything.
type Regexp struct{}

// MustCompile panics at any other expression.
func MustCompile(expression string) *Regexp {
	if expression != ".*" {
		panic("go-app is linked without package regexp, and routes .* only")
	}
	return &Regexp{}
}

// MatchString reports that a text matches.
func (*Regexp) MatchString(string) bool { return true }
