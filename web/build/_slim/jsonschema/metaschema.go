package jsonschema

import (
	"strings"
	"sync"
)

//slim:drops init: compiles the metaschemas of five drafts, which is a third of the time until the program is ready
//slim:renames (*dialect).getSchema compiledSchema

// getSchema compiles the metaschema of a draft when it is first needed: where a
// reference leads to a place that no keyword leads to.
func (d *dialect) getSchema(assertVocabs bool, vocabularies map[string]*Vocabulary) *Schema {
	d.draft.compileMetaschema()
	return d.compiledSchema(assertVocabs, vocabularies)
}

// compiling guards what compileMetaschema writes.
var compiling sync.Mutex

// compileMetaschema compiles the metaschema of a draft and those of its
// vocabularies, once.
func (d *Draft) compileMetaschema() {
	compiling.Lock()
	defer compiling.Unlock()
	if d.sch != nil {
		return
	}
	c := NewCompiler()
	c.AssertFormat()
	for name := range d.allVocabs {
		d.allVocabs[name] = c.MustCompile(strings.TrimSuffix(d.url, "schema") + "meta/" + name)
	}
	d.sch = c.MustCompile(d.url)
}
