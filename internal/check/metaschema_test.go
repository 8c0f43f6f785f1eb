package check

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/elicitform/elicitform/internal/check/test/checktest"
	"github.com/elicitform/elicitform/internal/schema"
)

// spoil gives each property and each definition of a document a rule that no
// metaschema allows.
func spoil(document map[string]any) (properties []string) {
	for _, in := range []string{"properties", "$defs"} {
		schemas, _ := document[in].(map[string]any)
		for name, member := range schemas {
			if node, isObject := member.(map[string]any); isObject {
				node["maxLength"] = "long"
				if in == "properties" {
					properties = append(properties, name)
				}
			}
		}
	}
	return properties
}

// metaschemaApplied reports whether compiling a place of a document has checked it
// against its metaschema, which refuses what was spoiled. The compiler itself takes no
// notice of that.
func metaschemaApplied(c *jsonschema.Compiler, place string) bool {
	_, err := c.Compile(place)
	var refused *jsonschema.SchemaValidationError
	return errors.As(err, &refused)
}

// isSlim reports whether the tests are linked with the slim copy of jsonschema, as the
// program is.
func isSlim() bool {
	f := runtime.FuncForPC(reflect.ValueOf(jsonschema.NewCompiler).Pointer())
	file, _ := f.FileLine(f.Entry())
	return strings.Contains(filepath.ToSlash(file), "/slim/jsonschema/")
}

// TestCompile_N5_TheMetaschemaIsNotApplied: reading a schema has found out what of it
// is well-formed, and its metaschema takes more time than everything else together.
func TestCompile_N5_TheMetaschemaIsNotApplied(t *testing.T) {
	if !isSlim() {
		t.Skip("the jsonschema that is published applies it to $defs of draft-07; make unit uses the slim copy")
	}
	var forms []schema.Form
	files, err := filepath.Glob(filepath.Join(corpus, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if form, ok := corpusForm(t, file); ok {
			forms = append(forms, form)
		}
	}
	r := rand.New(rand.NewPCG(20, 12))
	for range 200 {
		random, err := checktest.Generate(r, english)
		if err != nil {
			t.Fatal(err)
		}
		forms = append(forms, random.Form)
	}
	places, contrasts := 0, 0
	for _, form := range forms {
		ps := newPatterns(form)
		v := newValidator(form, ps)
		document, _ := form.Schema.Any().(map[string]any)
		removeMalformed(document, v.draft2020)
		names := spoil(document)
		for _, name := range names {
			places++
			if metaschemaApplied(newCompiler(document, ps), location("properties", name)) {
				t.Errorf("%s: the metaschema is applied for %q", form.Schema.JSON(), name)
			}
		}
		// Under another name it is applied, and this test would see it.
		c := jsonschema.NewCompiler()
		c.UseRegexpEngine(ps.engine)
		if err := c.AddResource("https://test.invalid/s", document); err != nil {
			t.Fatal(err)
		}
		if len(names) > 0 && metaschemaApplied(c, "https://test.invalid/s") {
			contrasts++
		}
	}
	if places < 500 || contrasts < 250 {
		t.Errorf("%d places are compiled, and %d forms are checked against their metaschema under another name", places, contrasts)
	}
}
