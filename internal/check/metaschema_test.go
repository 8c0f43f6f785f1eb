package check

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/check/checktest"
)

// dialects are those that requests may name, as far as their metaschemas have patterns,
// which show when a metaschema is compiled. The default is among them.
var dialects = []string{"https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2019-09/schema"}

// coldMetaschemas prints how many patterns of each metaschema are compiled when the
// first document is checked against it: none where that has been done before.
func coldMetaschemas(t *testing.T) {
	for _, dialect := range dialects {
		patterns := 0
		c := jsonschema.NewCompiler()
		c.UseRegexpEngine(func(string) (jsonschema.Regexp, error) {
			patterns++
			return matcher{}, nil
		})
		if err := c.AddResource("https://test.invalid/s", map[string]any{"$schema": dialect}); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Compile("https://test.invalid/s"); err != nil {
			t.Fatal(err)
		}
		fmt.Printf("cold %s: %t\n", dialect, patterns > 0)
	}
}

// TestValidator_N5_MetaschemasAreNeverApplied checks thousands of answers in a process
// of its own, and then looks whether a metaschema has been compiled there, as it would
// have been for the first schema that is checked against it.
func TestValidator_N5_MetaschemasAreNeverApplied(t *testing.T) {
	const phase = "ELICITFORM_METASCHEMAS"
	switch os.Getenv(phase) {
	case "checked":
		checkMany(t)
		fallthrough
	case "started":
		coldMetaschemas(t)
		return
	}
	if runtime.GOOS == "js" {
		t.Skip("a browser starts no processes")
	}
	run := func(when string) string {
		cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), phase+"="+when)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	cold := strings.Count(run("started"), ": true\n")
	if cold == 0 {
		t.Skip("jsonschema as it is published compiles its metaschemas while it starts")
	}
	if cold != len(dialects) {
		t.Fatalf("%d of %d metaschemas are compiled late", cold, len(dialects))
	}
	if out := run("checked"); strings.Count(out, ": true\n") != len(dialects) {
		t.Errorf("a schema of a request was checked against its metaschema:\n%s", out)
	}
}

// checkMany compiles all that the validator can need, for the corpus and for random
// forms, and checks answers with it.
func checkMany(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 12))
	compiled := 0
	check := func(c *Checker, drafts []answer.Draft) {
		for i, f := range c.form.Fields {
			c.Prepare(i)
			if f.Unsupported == "" {
				c.validator.fields[i]()
			}
		}
		c.validator.together()
		c.All(drafts, english)
		compiled += c.validator.compiled
	}
	files, err := filepath.Glob(filepath.Join(corpus, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if form, ok := corpusForm(t, file); ok {
			var drafts []answer.Draft
			for _, f := range form.Fields {
				drafts = append(drafts, checktest.Draft(r, f, english))
			}
			check(New(form), drafts)
		}
	}
	for range 500 {
		random, err := checktest.Generate(r, english)
		if err != nil {
			t.Fatal(err)
		}
		check(New(random.Form), random.Drafts)
	}
	if compiled < 1000 {
		t.Errorf("only %d schemas were compiled", compiled)
	}
}
