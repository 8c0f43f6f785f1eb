package schema

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/safetext"
)

var update = flag.Bool("update", false, "rewrite the files that tests generate")

// corpusRejections are the requests that cannot become a form.
var corpusRejections = map[string]request.Reason{
	"074-go-invalid-root-string.json": request.NotAFormSchema,
	"126-hostile-dialects.json":       request.UnknownDialect,
	"132-hostile-unknown-mode.json":   request.UnknownMode,
}

func corpusRequest(t testing.TB, file string) (request.Request, error) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	value, err := request.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return request.Decode(value.Get("params"))
}

func corpusFiles(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("../../e2e/testdata/corpus/*.json")
	if err != nil || len(files) < 100 {
		t.Fatalf("corpus: %d files, %v", len(files), err)
	}
	return files
}

// TestCorpus_EveryRequestReads reads every form request and
// compares each field with testdata/corpus.golden.
// Rows: P1, P23, N19.
func TestCorpus_EveryRequestReads(t *testing.T) {
	var golden strings.Builder
	for _, file := range corpusFiles(t) {
		name := filepath.Base(file)
		req, err := corpusRequest(t, file)
		if err == nil && req.Mode == request.ModeURL {
			continue
		}
		var form Form
		if err == nil {
			form, err = Read(req, NewBudget())
		}
		if err != nil {
			var rejected *request.Error
			if !errors.As(err, &rejected) {
				t.Errorf("%s: error of type %T", name, err)
			} else if want := corpusRejections[name]; rejected.Reason != want && want != "" {
				t.Errorf("%s: rejected as %s, want %s", name, rejected.Reason, want)
			} else if want == "" && !strings.Contains(name, "url") {
				t.Errorf("%s: rejected as %s", name, rejected.Reason)
			}
			fmt.Fprintf(&golden, "%s rejected %v\n", name, err)
			continue
		}
		var got, want []string
		for i, field := range form.Fields {
			got = append(got, field.Name)
			if field.Index != i {
				t.Errorf("%s: field %d has index %d", name, i, field.Index)
			}
		}
		for _, member := range req.Schema.Get("properties").Members {
			want = append(want, member.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: fields %q, properties %q", name, got, want)
		}
		golden.WriteString(summary(name, form))
	}
	compareGolden(t, "testdata/corpus.golden", golden.String())
}

func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got == string(want) {
		return
	}
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(want), "\n")
	for i := range max(len(gotLines), len(wantLines)) {
		a, b := at(gotLines, i), at(wantLines, i)
		if a != b {
			t.Fatalf("%s differs at line %d (run with -update and review):\n got %s\nwant %s", file, i+1, a, b)
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(end)"
}

func kindName(kind Kind) string { return cmp.Or(string(kind), "text") }

// summary writes one line a field, without absent properties.
func summary(file string, form Form) string {
	var b strings.Builder
	head := file
	if form.Conditional {
		head += " conditional"
	}
	if form.Title != "" {
		head += fmt.Sprintf(" title=%q", short(string(form.Title)))
	}
	if len(form.Missing) > 0 {
		head += fmt.Sprintf(" missing=%q", form.Missing)
	}
	if form.Blocked() {
		head += " blocked"
	}
	fmt.Fprintf(&b, "%s %d fields\n", head, len(form.Fields))
	for _, f := range form.Fields {
		// Package safetext tests labels made from the name.
		label := "(name)"
		if f.Title != safetext.Label(f.Name) {
			label = fmt.Sprintf("%q", short(string(f.Title)))
		}
		fmt.Fprintf(&b, "%s %q %s label=%s", file, f.Name, kindName(f.Kind), label)
		for _, flag := range []struct {
			name string
			set  bool
		}{{"required", f.Required}, {"multiline", f.Multiline}, {"secret", f.Secret}, {"unique", f.UniqueItems}} {
			if flag.set {
				b.WriteString(" " + flag.name)
			}
		}
		for _, n := range f.Remarks {
			b.WriteString(" remark=" + string(n))
		}
		if f.Unsupported != "" {
			b.WriteString(" obstacle=" + string(f.Unsupported))
		}
		if f.Default.Exists() {
			b.WriteString(" default=" + short(f.Default.JSON()))
		}
		if f.Const.Exists() {
			b.WriteString(" const=" + short(f.Const.JSON()))
		}
		if len(f.Options) > 0 {
			fmt.Fprintf(&b, " options=%d", len(f.Options))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func short(text string) string {
	if runes := []rune(text); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return text
}

// FuzzRead reads any JSON: it must not panic or run away.
func FuzzRead(f *testing.F) {
	for _, file := range corpusFiles(f) {
		if req, err := corpusRequest(f, file); err == nil && req.Schema.Exists() {
			f.Add(req.Schema.JSON())
		}
	}
	f.Add(`{"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}]}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		value, err := request.Parse([]byte(text))
		if err != nil {
			return
		}
		for _, schema := range []request.Value{
			value,
			{Type: request.Object, Members: []request.Member{{Name: "properties", Value: value}}},
		} {
			form, err := Read(request.Request{Schema: schema}, NewBudget())
			var rejected *request.Error
			if err != nil && !errors.As(err, &rejected) {
				t.Fatalf("error of type %T", err)
			}
			for i, field := range form.Fields {
				if field.Index != i || field.Unsupported == "" && (field.Kind == Choice || field.Kind == Choices) && len(field.Options) == 0 {
					t.Fatalf("field %d: %+v", i, field)
				}
			}
		}
	})
}
