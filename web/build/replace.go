package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"path"
	"strings"
)

// replacement is a line of comment in a file of the folder _slim:
//
//	//slim:replaces FILE NAME...
//	//slim:wraps FILE NAME INNER
//	//slim:drops FILE NAME...: REASON
//
// FILE is a file of the pinned module in the same package, and each NAME is one of
// its declarations, written as declarations names them. They are cut out of the
// copy. What is replaced is declared in the file with the comment, and documented
// there; what is dropped is declared nowhere any more. What is wrapped is replaced
// too, but stays in the copy with INNER as its name, so that it can be called by
// what takes its place.
type replacement struct {
	file   string
	names  []string
	inner  string // the new name of what is wrapped, without a receiver
	reason string // empty for what is replaced: the documentation gives it
}

// replacements reads the comments of a file of the folder _slim.
func replacements(name string, content []byte) ([]replacement, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), name, content, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	fail := func(format string, args ...any) ([]replacement, error) {
		return nil, fmt.Errorf("%s: "+format, append([]any{name}, args...)...)
	}
	own := map[string]string{} // the documentation of what the file declares
	for _, d := range declarations(parsed) {
		for _, n := range d.names {
			own[n] = strings.TrimSpace(d.doc.Text())
		}
	}
	var all []replacement
	for _, group := range parsed.Comments {
		for _, comment := range group.List {
			line, found := strings.CutPrefix(comment.Text, "//slim:")
			if !found {
				continue
			}
			line, reason, _ := strings.Cut(line, ": ")
			words := strings.Fields(line)
			if len(words) < 3 {
				return fail("a verb, a file and names are missing in %q", comment.Text)
			}
			r := replacement{file: path.Join(path.Dir(name), words[1]), names: words[2:], reason: strings.TrimSpace(reason)}
			switch verb := words[0]; {
			case verb == "wraps" && len(words) != 4:
				return fail("%q needs one name and the name inside", line)
			case verb == "wraps":
				r.names, r.inner = words[2:3], words[3]
			case verb != "replaces" && verb != "drops":
				return fail("the verb of %q is none", line)
			}
			dropped := words[0] == "drops"
			switch {
			case !dropped && r.reason != "":
				return fail("the reason of %q belongs into the comments of what takes their place", line)
			case dropped && r.reason == "":
				return fail("%q has no reason", line)
			}
			for _, n := range r.names {
				doc, isOwn := own[n]
				switch {
				case dropped && isOwn:
					return fail("%s is to be dropped, and is declared here", n)
				case !dropped && !isOwn:
					return fail("%s is to be replaced, and is not declared here", n)
				case !dropped && doc == "":
					return fail("%s replaces something, and has no comment that says why", n)
				}
			}
			all = append(all, r)
		}
	}
	if len(all) == 0 && len(own) == 0 {
		return fail("nothing is replaced, dropped or added")
	}
	return all, nil
}

// cuts are the names of the declarations of a file that are cut out of it, and
// the new names of those that stay there with another one.
type cuts map[string]string

// replace adds files of the folder _slim to a copy, and cuts out of it what they
// replace and drop.
func (t tree) replace(files tree) error {
	cut := map[string]cuts{}
	for _, name := range files.names() {
		if t[name] != nil {
			return fmt.Errorf("the module has a file %s already", name)
		}
		all, err := replacements(name, files[name])
		if err != nil {
			return err
		}
		for _, r := range all {
			if cut[r.file] == nil {
				cut[r.file] = cuts{}
			}
			for _, n := range r.names {
				if _, twice := cut[r.file][n]; twice {
					return fmt.Errorf("%s of %s is replaced or dropped twice", n, r.file)
				}
				cut[r.file][n] = r.inner
			}
		}
	}
	for name, names := range cut {
		if t[name] == nil {
			return fmt.Errorf("the copy has no file %s, of which something is to be replaced or dropped", name)
		}
		content, err := without(name, t[name], names)
		if err != nil {
			return err
		}
		t[name] = content
	}
	for name, content := range files {
		t[name] = content
	}
	return nil
}
