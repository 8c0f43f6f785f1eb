package check

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	failed "github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/elicitform/elicitform/internal/check/pattern"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/schema"
)

// resource names requestedSchema for the validator. Nothing is loaded from
// there; relative references lead to places under it and fail. The validator
// checks every document against its metaschema but those of json-schema.org,
// and takes most of its time for that: [sound] has done it already.
const resource = "https://json-schema.org/elicitform/requested-schema"

// validator is the validator, compiled in pieces: a schema for each field that its
// own rules do not decide, and one for the answers together. A form is on
// screen before any of it is needed.
type validator struct {
	form     schema.Form
	patterns *patterns
	fields   []fieldValidator
	// alike are the schemas that several fields share, by their [likeness].
	alike map[any]*jsonschema.Schema
	// broken says of them whether rules were left out.
	broken map[any]bool
	// room is how many parts of schemas may still be looked at outside of the
	// document, where what fields share is there once for each of them.
	room int
	mu   sync.Mutex
	// document is the whole of requestedSchema, for fields that cannot be
	// taken out of it.
	document func() *jsonschema.Compiler
	root     func() *jsonschema.Schema
	// plain says that there are no rules between answers.
	plain func() bool
	// latest says that the schema is of the dialect 2020-12.
	latest bool
}

// maxRoom is more than a request can spell out itself.
const maxRoom = 50_000

// fieldValidator is the schema of a field, nil where there is nothing to validate.
type fieldValidator struct {
	once   sync.Once
	schema *jsonschema.Schema
}

var errLoad = errors.New("references are never fetched")

// nowhere is a loader that fetches nothing.
type nowhere struct{}

func (nowhere) Load(string) (any, error) { return nil, errLoad }

func newValidator(form schema.Form, ps *patterns) *validator {
	g := &validator{form: form, patterns: ps, fields: make([]fieldValidator, len(form.Fields)), alike: map[any]*jsonschema.Schema{}, broken: map[any]bool{}, room: maxRoom}
	dialect := form.Schema.Get("$schema")
	g.latest = !dialect.Exists() || strings.Contains(dialect.Text, "/2020-12/")
	g.document = sync.OnceValue(func() *jsonschema.Compiler {
		whole := form.Schema.Any()
		sound(whole, g.latest)
		return newCompiler(whole, ps)
	})
	g.root = sync.OnceValue(g.compileRoot)
	g.plain = sync.OnceValue(func() bool { return form.Schema.Kind != elicit.Object || plainRoot(form.Schema) })
	return g
}

// newCompiler returns a compiler that knows a document.
func newCompiler(document any, ps *patterns) *jsonschema.Compiler {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.UseLoader(nowhere{})
	c.UseRegexpEngine(ps.engine)
	registerFormats(c)
	_ = c.AddResource(resource, document) // It is the first of that name.
	return c
}

// compile compiles a place of a document.
func compile(c *jsonschema.Compiler, place string) (s *jsonschema.Schema, err error) {
	defer func() {
		if r := recover(); r != nil {
			s, err = nil, fmt.Errorf("compile schema: %v", r)
		}
	}()
	return c.Compile(place)
}

// field returns the schema of a field.
func (g *validator) field(i int) *jsonschema.Schema {
	f := &g.fields[i]
	f.once.Do(func() { f.schema = g.compileField(g.form.Fields[i]) })
	return f.schema
}

func (g *validator) compileField(f schema.Field) *jsonschema.Schema {
	if g.form.Schema.Kind != elicit.Object {
		return nil
	}
	if !f.SchemaEquivalent {
		if s := g.compileInPlace(f); s != nil {
			return s
		}
	}
	// References are written out in the field's own schema: also one that
	// only fails because the definition it needs is broken elsewhere.
	return g.compileAlone(f)
}

// compileInPlace compiles a field where it stands in the document; nil where
// that fails.
func (g *validator) compileInPlace(f schema.Field) *jsonschema.Schema {
	path, _, _ := propertiesPath(g.form.Schema)
	if path == nil {
		return nil
	}
	s, _ := compile(g.document(), location(append(path, f.Name)...))
	return s
}

// compileAlone compiles a field's own schema, once for all that are alike.
func (g *validator) compileAlone(f schema.Field) *jsonschema.Schema {
	rules := ruled(f.Schema)
	if len(rules.Members) == 0 {
		return nil
	}
	key := likeness(f.Schema, rules)
	g.mu.Lock()
	defer g.mu.Unlock()
	if known, found := g.alike[key]; found {
		return known
	}
	var s *jsonschema.Schema
	if g.affords(rules) {
		s = g.compileOutside(rules)
	}
	if s == nil {
		s = g.compileInPlace(f)
	}
	g.alike[key] = s
	return s
}

// affords takes the room for a schema, if there is so much left.
func (g *validator) affords(rules elicit.Value) bool {
	parts := size(rules, g.room)
	if parts > g.room {
		return false
	}
	g.room -= parts
	return true
}

// compileOutside compiles rules outside of their document; nil where that
// fails: references that are not written out, such as those in one of several
// alternatives, lead nowhere from there, and definitions that are written out
// twice may have names of their own.
func (g *validator) compileOutside(rules elicit.Value) *jsonschema.Schema {
	node := rules.Any().(map[string]any)
	if dialect := g.form.Schema.Get("$schema"); dialect.Exists() {
		node["$schema"] = dialect.Text
	}
	sound(node, g.latest)
	if refers(node, func(string) bool { return true }) {
		return nil
	}
	s, _ := compile(newCompiler(node, g.patterns), resource)
	return s
}

// unruly reports whether rules of a field were left out.
func (g *validator) unruly(f schema.Field) bool {
	rules := ruled(f.Schema)
	if len(rules.Members) == 0 {
		return false
	}
	key := likeness(f.Schema, rules)
	g.mu.Lock()
	defer g.mu.Unlock()
	known, found := g.broken[key]
	if !found {
		known = g.affords(rules) && !sound(rules.Any(), g.latest)
		g.broken[key] = known
	}
	return known
}

// ruled is a schema without what decides nothing, such as texts: fields that
// differ only there have the same.
func ruled(s elicit.Value) elicit.Value {
	rules := elicit.Value{Kind: s.Kind}
	for _, member := range s.Members {
		switch name := member.Name; {
		case !keywords[name], name == "$schema", name == "$id", name == "id",
			name == "format" && !isAsserted(member.Value.Text),
			name == "pattern" && len(member.Value.Text) > pattern.MaxSource:
		default:
			rules.Members = append(rules.Members, member)
		}
	}
	return rules
}

// likeness is the same for fields whose rules are the same, as far as that is
// quickly told: they share a definition, or their rules are short.
func likeness(s, rules elicit.Value) any {
	const short = 20
	if size(rules, short) > short {
		return &s.Members[0]
	}
	return rules.JSON()
}

// size counts the parts of a value, up to a limit and one. Long texts count as
// many.
func size(v elicit.Value, limit int) int {
	n := 1 + len(v.Text)/100
	for _, item := range v.Items {
		if n > limit {
			break
		}
		n += size(item, limit-n)
	}
	for _, member := range v.Members {
		if n > limit {
			break
		}
		n += size(member.Value, limit-n)
	}
	return n
}

// omitProperties makes the schemas of properties in a document accept anything.
func omitProperties(document any, form schema.Form, which func(schema.Field) bool) {
	path, _, _ := propertiesPath(form.Schema)
	for _, name := range path {
		node, _ := document.(map[string]any)
		document = node[name]
	}
	if properties, found := document.(map[string]any); found && path != nil {
		for _, field := range form.Fields {
			if _, found := properties[field.Name]; found && which(field) {
				properties[field.Name] = true
			}
		}
	}
}

// validate runs the validator and turns a panic into a refusal.
func validate(s *jsonschema.Schema, value any) (failure *jsonschema.ValidationError, refused bool) {
	if s == nil {
		return nil, false
	}
	defer func() {
		if recover() != nil {
			failure, refused = nil, true
		}
	}()
	err := s.Validate(value)
	if err == nil {
		return nil, false
	}
	errors.As(err, &failure)
	return failure, true
}

// property judges one answer by its property's schema.
func (g *validator) property(field int, value elicit.Value) *Problem {
	failure, refused := validate(g.field(field), value.Any())
	if !refused {
		return nil
	}
	return &Problem{Field: field, Code: codeOf(failure)}
}

// codeOf names what failed, where all failures are of one kind.
func codeOf(failure *jsonschema.ValidationError) Code {
	code := Code("")
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		for _, cause := range e.Causes {
			walk(cause)
		}
		if len(e.Causes) > 0 {
			return
		}
		found := SchemaRefused
		switch e.ErrorKind.(type) {
		case *failed.Format:
			found = BadFormat
		case *failed.Pattern:
			found = BadPattern
		}
		if code != "" && code != found {
			found = SchemaRefused
		}
		code = found
	}
	if failure == nil {
		return SchemaRefused
	}
	walk(failure)
	return code
}

// whole judges the content. It is called when every field is fine, so what
// fails here are rules between answers, which are pinned to a field only
// where they name one.
func (g *validator) whole(content elicit.Value) []Problem {
	form := g.form
	failure, refused := validate(g.root(), content.Any())
	if !refused {
		return nil
	}
	together := []Problem{{Field: -1, Code: TogetherRefused}}
	if failure == nil {
		return together
	}
	b := blame{byName: make(map[string]schema.Field, len(form.Fields)), found: map[int]Problem{}}
	for _, field := range form.Fields {
		b.byName[field.Name] = field
	}
	if !b.walk(failure) || len(b.found) == 0 {
		return together
	}
	var problems []Problem
	for i := range form.Fields {
		if p, found := b.found[i]; found {
			problems = append(problems, p)
		}
	}
	return problems
}

// blame pins failures to fields.
type blame struct {
	byName map[string]schema.Field
	found  map[int]Problem
}

// walk reports whether everything that failed names a field. Below anyOf,
// oneOf and not it does not look: there is more than one way out of those.
func (b *blame) walk(e *jsonschema.ValidationError) bool {
	if len(e.InstanceLocation) > 0 {
		field, known := b.byName[e.InstanceLocation[0]]
		if known && field.Unsupported == "" {
			b.add(Problem{Field: field.Index, Code: codeOf(e)})
		}
		return known && field.Unsupported == ""
	}
	switch k := e.ErrorKind.(type) {
	case *failed.Schema, *failed.Group, *failed.AllOf, *failed.Reference:
		ok := len(e.Causes) > 0
		for _, cause := range e.Causes {
			ok = b.walk(cause) && ok
		}
		return ok
	case *failed.Required:
		return b.missing(k.Missing)
	case *failed.DependentRequired:
		return b.missing(k.Missing)
	case *failed.Dependency:
		return b.missing(k.Missing)
	}
	return false
}

func (b *blame) missing(names []string) bool {
	for _, name := range names {
		field, known := b.byName[name]
		if !known || field.Unsupported != "" {
			return false
		}
		b.add(*missing(field))
	}
	return true
}

func (b *blame) add(p Problem) {
	if _, found := b.found[p.Field]; !found {
		b.found[p.Field] = p
	}
}
