package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"path"
	"strings"
)

// replacement is a line of comment in a file of the folder slim:
//
//	//slim:replaces FILE NAME...
//	//slim:drops FILE NAME...: REASON
//
// FILE is a file of the pinned module in the same package, and each NAME is one of
// its declarations, written as declarations names them. They are cut out of the
// copy. What is replaced is declared in the file with the comment, and documented
// there; what is dropped is declared nowhere any more.
type replacement struct {
	by     string // the file with the comment
	file   string
	names  []string
	reason string // empty for what is replaced: the documentation gives it
}

// replacements reads the comments of a file of the folder slim.
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
		own[d.name] = strings.TrimSpace(d.doc.Text())
	}
	var all []replacement
	for _, group := range parsed.Comments {
		for _, comment := range group.List {
			line, found := strings.CutPrefix(comment.Text, "//slim:")
			if !found {
				continue
			}
			line, reason, hasReason := strings.Cut(line, ": ")
			words := strings.Fields(line)
			if len(words) < 3 {
				return fail("a verb, a file and names are missing in %q", comment.Text)
			}
			r := replacement{by: name, file: path.Join(path.Dir(name), words[1]), names: words[2:], reason: strings.TrimSpace(reason)}
			for _, n := range r.names {
				doc, isOwn := own[n]
				switch {
				case words[0] == "replaces" && !isOwn:
					return fail("%s is to be replaced, and is not declared here", n)
				case words[0] == "replaces" && doc == "":
					return fail("%s replaces something, and has no comment that says why", n)
				case words[0] == "drops" && isOwn:
					return fail("%s is to be dropped, and is declared here", n)
				}
			}
			switch {
			case words[0] != "replaces" && words[0] != "drops":
				return fail("%q is neither replaces nor drops", words[0])
			case words[0] == "replaces" && hasReason:
				return fail("the reason of %q belongs into the comments of what takes their place", line)
			case words[0] == "drops" && r.reason == "":
				return fail("%q has no reason", line)
			}
			all = append(all, r)
		}
	}
	if len(all) == 0 && len(own) == 0 {
		return fail("nothing is replaced, dropped or added")
	}
	return all, nil
}

// replace adds files of the folder slim to a copy, and cuts out of it what they
// replace and drop.
func (t tree) replace(files tree) error {
	cut := map[string][]string{}
	for _, name := range files.names() {
		if t[name] != nil {
			return fmt.Errorf("the module has a file %s already", name)
		}
		all, err := replacements(name, files[name])
		if err != nil {
			return err
		}
		for _, r := range all {
			cut[r.file] = append(cut[r.file], r.names...)
		}
	}
	for name, names := range cut {
		if t[name] == nil {
			return fmt.Errorf("the copy has no file %s, of which %q are to be replaced or dropped", name, names)
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
