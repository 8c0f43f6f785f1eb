package main

import (
	"bytes"
	"cmp"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// slimBuilder is a builder that has just made the slim copies.
func slimBuilder(t *testing.T) *builder {
	t.Helper()
	root, err := projectRoot()
	if err != nil {
		t.Fatal(err)
	}
	b := &builder{root: root, log: io.Discard}
	if err := b.slim(); err != nil {
		t.Fatal(err)
	}
	return b
}

// filesOf reads the sources of a module from the folder that it is in.
func (m slimModule) filesOf(t *testing.T, dir string) tree {
	t.Helper()
	names, err := m.sources(dir)
	if err != nil {
		t.Fatal(err)
	}
	files := tree{}
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = content
	}
	return files
}

// texts maps the declarations of a Go file to their text. No file has none.
func texts(t *testing.T, name string, content []byte) map[string]string {
	t.Helper()
	if content == nil {
		return nil
	}
	positions := token.NewFileSet()
	parsed, err := parser.ParseFile(positions, name, content, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, d := range declarations(parsed) {
		start, end := d.span()
		for _, n := range d.names {
			found[n] = string(content[positions.Position(start).Offset:positions.Position(end).Offset])
		}
	}
	return found
}

// record is what the folder _slim and slimmodules.go say about the copy of a
// module. All names of files are relative to the module.
type record struct {
	declarations map[string]string // "FILE NAME" → why it is dropped or replaced
	wrapped      map[string]string // "FILE NAME" → the name that it has in the copy
	added        map[string]bool   // files
}

func (m slimModule) record(t *testing.T, changes tree) record {
	t.Helper()
	r := record{map[string]string{}, map[string]string{}, map[string]bool{}}
	for name, text := range changes {
		name = strings.TrimPrefix(name, m.folder+"/")
		r.added[name] = true
		all, err := replacements(name, text)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range all {
			for _, n := range one.names {
				r.declarations[one.file+" "+n] = cmp.Or(one.reason, "replaced by "+name)
				if one.inner != "" {
					r.wrapped[one.file+" "+n] = one.inner
				}
			}
		}
	}
	return r
}

// unwrapped gives a declaration of the copy back the name that it has in the
// pinned file.
func unwrapped(t *testing.T, file string, content []byte, name, inner string) []byte {
	t.Helper()
	outer := name[strings.LastIndex(name, ".")+1:]
	name = strings.TrimSuffix(name, outer) + inner
	text, found := texts(t, file, content)[name]
	if !found {
		t.Fatalf("%s is to be wrapped, and the copy of %s has no %s", outer, file, name)
	}
	return bytes.Replace(content, []byte(text), []byte(strings.Replace(text, inner+"(", outer+"(", 1)), 1)
}

// differences lists the declarations that a file has in one version or the other
// only, or with another text.
func differences(t *testing.T, name string, pinned, slim []byte) []string {
	t.Helper()
	before, after := texts(t, name, pinned), texts(t, name, slim)
	var differ []string
	for _, n := range slices.Sorted(maps.Keys(before)) {
		if before[n] != after[n] {
			differ = append(differ, n)
		}
	}
	for _, n := range slices.Sorted(maps.Keys(after)) {
		if _, was := before[n]; !was {
			differ = append(differ, n)
		}
	}
	return differ
}

// TestSlimCopyDiffersOnlyAsRecorded compares the copies that the program is linked
// with, as they are on the disk, with the versions that go.mod names, declaration
// by declaration. With -v it prints every difference.
func TestSlimCopyDiffersOnlyAsRecorded(t *testing.T) {
	b := slimBuilder(t)
	for _, m := range slimModules {
		t.Run(m.folder, func(t *testing.T) {
			source, err := b.moduleDir(m.path, m.version)
			if err != nil {
				t.Fatal(err)
			}
			changes, err := b.slimFolder(m.folder)
			if err != nil {
				t.Fatal(err)
			}
			m.compare(t, m.record(t, changes), m.filesOf(t, source), m.filesOf(t, b.path("build", "slim", m.folder)))
		})
	}
}

func (m slimModule) compare(t *testing.T, rec record, pinned, slim tree) {
	t.Helper()
	used := map[string]bool{}
	all := maps.Clone(pinned)
	maps.Copy(all, slim)
	for _, name := range all.names() {
		before, wasThere := pinned[name]
		after, isThere := slim[name]
		for imported, folder := range m.standIns {
			with := bytes.Replace(after, []byte(strconv.Quote(m.path+"/"+folder)), []byte(strconv.Quote(imported)), 1)
			if !bytes.Equal(after, with) {
				t.Logf("imports  %s %s: a stand-in for it", name, imported)
				after, used[imported] = with, true
			}
		}
		if bytes.Equal(before, after) && wasThere && isThere {
			continue
		}
		if !isThere {
			used[name] = true
			if m.leftOut[name] == "" {
				t.Errorf("%s is left out, and no reason is recorded", name)
			}
			t.Logf("left out %s: %s", name, m.leftOut[name])
			continue
		}
		for _, n := range slices.Sorted(maps.Keys(rec.wrapped)) {
			if n, is := strings.CutPrefix(n, name+" "); is {
				after = unwrapped(t, name, after, n, rec.wrapped[name+" "+n])
				used[name+" "+n] = true
				t.Logf("wrapped  %s %s: %s", name, n, rec.declarations[name+" "+n])
			}
		}
		if wasThere && !linesOf(after, before) {
			t.Errorf("%s has lines that the pinned file does not have in this order", name)
		}
		for _, n := range differences(t, name, before, after) {
			what, reason, key := "changed", "", name
			switch cut := rec.declarations[name+" "+n]; {
			case cut != "":
				what, reason, key = "cut out", cut, name+" "+n
				if _, stays := texts(t, name, after)[n]; stays {
					t.Errorf("%s of %s is recorded as cut out, and is there", n, name)
				}
			case rec.added[name]:
				what, reason = "added", "in a file of ours"
			}
			used[key] = true
			if reason == "" {
				t.Errorf("%s of %s is %s, and no reason is recorded", n, name, what)
			}
			t.Logf("%-8s %s %s: %s", what, name, n, reason)
		}
	}
	for _, key := range slices.Concat(slices.Collect(maps.Keys(m.leftOut)),
		slices.Collect(maps.Keys(rec.declarations)), slices.Collect(maps.Keys(m.standIns))) {
		if !used[key] {
			t.Errorf("%s is recorded as different, but is the same or is not there", key)
		}
	}
}

// linesOf reports whether all lines of some are in the other text, in this order.
func linesOf(some, other []byte) bool {
	rest := slices.Collect(bytes.Lines(other))
	for line := range bytes.Lines(some) {
		at := slices.IndexFunc(rest, func(l []byte) bool { return bytes.Equal(l, line) })
		if at < 0 {
			return false
		}
		rest = rest[at+1:]
	}
	return true
}

// TestProgramLinksNoServerAndNoCryptography checks the reasons for the slim copy
// on everything that the program is made of.
func TestProgramLinksNoServerAndNoCryptography(t *testing.T) {
	b := slimBuilder(t)
	cmd := b.command("go", "list", "-deps", "-modfile="+b.path(programModFile), "./wasm")
	cmd.Env, cmd.Stdout = wasmEnv(), nil
	list, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.Lines(string(list)) {
		name = strings.TrimSpace(name)
		if name == "net/http" || name == "net" || name == "database/sql/driver" || name == "regexp" || strings.HasPrefix(name, "crypto/") {
			t.Errorf("the program links %s", name)
		}
	}
	if !strings.Contains(string(list), goApp.path+"/pkg/app\n") {
		t.Errorf("the list does not hold go-app:\n%s", list)
	}
}

func globbed(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return names
}
