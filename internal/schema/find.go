package schema

import (
	"slices"
	"strconv"

	"github.com/elicitform/elicitform/internal/elicit"
)

// valueKey is equal for values that JSON Schema holds equal: 1 and 1.0 are. It
// shares the text of the value, which may be long.
type valueKey struct {
	kind elicit.Kind
	text string
}

// keyOf returns the key of a value. Objects and arrays, which are no options,
// are all alike.
func keyOf(value elicit.Value) valueKey {
	key := valueKey{kind: value.Kind}
	switch value.Kind {
	case elicit.String:
		key.text = value.Text
	case elicit.Bool:
		key.text = strconv.FormatBool(value.Truth)
	case elicit.Number:
		key.text = value.Text
		if d, ok := elicit.ParseDecimal(value.Text); ok {
			key.text = d.Key()
		}
	}
	return key
}

// Find returns the position of the option with a value; -1 when there is none.
func (f Field) Find(value elicit.Value) int {
	if value.Lossy {
		return -1
	}
	if f.positions != nil {
		if i, found := f.positions[keyOf(value)]; found {
			return i
		}
		return -1
	}
	return slices.IndexFunc(f.Options, func(o Option) bool { return o.Value.Equal(value) })
}

// positionsOf makes options quick to find.
func positionsOf(options []Option) map[valueKey]int {
	positions := make(map[valueKey]int, len(options))
	for i, option := range options {
		positions[keyOf(option.Value)] = i
	}
	return positions
}
