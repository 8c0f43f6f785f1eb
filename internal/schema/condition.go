package schema

import (
	"slices"

	"github.com/elicitform/elicitform/internal/request"
)

// maxConditions bounds the conditions of a form, and the tests of each, because an edit looks at all of them. The final validator knows
// the others.
const maxConditions = 50

// Condition makes fields required, by `if` with `then` or `else` at the root or in an entry of its allOf.
type Condition struct {
	tests           []test
	then, otherwise []int
}

// test is the condition of `if` on a property: its values, and whether it must be there.
type test struct {
	field  int
	values []request.Value
	needed bool
}

// readConditions reads the conditions that only compare answers with values. The others are checked when the person goes on.
func (f *Form) readConditions(top request.Value) {
	var positions map[string]int
	for _, entry := range append([]request.Value{top}, top.Get("allOf").Items...) {
		if !entry.Get("if").Exists() || len(f.Conditions) == maxConditions {
			continue
		}
		if positions == nil {
			positions = f.byName()
		}
		tests, ok := readTests(entry.Get("if"), positions)
		then := positionsIn(entry.Get("then").Get("required"), positions)
		otherwise := positionsIn(entry.Get("else").Get("required"), positions)
		if ok && len(then)+len(otherwise) > 0 {
			f.Conditions = append(f.Conditions, Condition{tests, then, otherwise})
		}
	}
}

func readTests(schema request.Value, positions map[string]int) (tests []test, ok bool) {
	for _, member := range schema.Members {
		switch {
		case member.Name == "properties":
			for _, property := range member.Value.Members {
				at, isField := positions[property.Name]
				values, isList := listOfValues(property.Value)
				if !isField || !isList || len(tests) == maxConditions {
					return nil, false
				}
				tests = append(tests, test{field: at, values: values})
			}
		case member.Name == "required":
			for _, at := range positionsIn(member.Value, positions) {
				tests = append(tests, test{field: at, needed: true})
			}
		case member.Name != "type" && !isAnnotation(member.Name):
			return nil, false
		}
	}
	return tests, len(tests) > 0 && len(tests) <= maxConditions
}

// listOfValues returns the values of a schema with `const` or `enum` and no other rule.
func listOfValues(schema request.Value) (values []request.Value, ok bool) {
	for _, member := range schema.Members {
		switch {
		case member.Name == "const":
			values = append(values, member.Value)
		case member.Name == "enum":
			values = append(values, member.Value.Items...)
		case member.Name != "type" && !isAnnotation(member.Name):
			return nil, false
		}
	}
	return values, len(values) > 0 && len(values) <= maxConditions
}

func positionsIn(names request.Value, positions map[string]int) (fields []int) {
	for _, name := range names.Items[:min(len(names.Items), maxConditions)] {
		if at, isField := positions[name.Text]; isField && name.Type == request.String {
			fields = append(fields, at)
		}
	}
	return fields
}

// RequiredBy reports of each field whether a condition makes it required, by the answers. The answer of a field without one is missing.
func (f *Form) RequiredBy(answerOf func(field int) request.Value) []bool {
	required := make([]bool, len(f.Fields))
	for _, condition := range f.Conditions {
		fields := condition.then
		if !condition.holds(answerOf) {
			fields = condition.otherwise
		}
		for _, field := range fields {
			required[field] = true
		}
	}
	return required
}

func (c *Condition) holds(answerOf func(field int) request.Value) bool {
	for _, test := range c.tests {
		value := answerOf(test.field)
		if !value.Exists() && test.needed || value.Exists() && len(test.values) > 0 && !slices.ContainsFunc(test.values, value.Equal) {
			return false
		}
	}
	return true
}
