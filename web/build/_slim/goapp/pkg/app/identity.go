package app

import (
	"reflect"
	"strconv"
)

//slim:replaces event.go EventScope
//slim:replaces html_gen.go (*htmlElem).Aria (*htmlElemSelfClosing).Aria

// EventScope is made for most handlers at each drawing, so it formats numbers and
// words, of whatever type, without fmt.
func EventScope(v ...any) EventOption {
	scope := make([]byte, 0, 32)
	for _, part := range v {
		before := len(scope)
		scope = append(scope, '/')
		switch value := reflect.ValueOf(part); {
		case value.CanInt():
			scope = strconv.AppendInt(scope, value.Int(), 10)
		case value.Kind() == reflect.String:
			scope = append(scope, value.String()...)
		default:
			scope = append(scope, toString(part)...)
		}
		if len(scope) == before+1 {
			scope = scope[:before] // Empty parts do not count.
		}
	}
	return EventOption{name: "scope", value: string(scope)}
}

// Aria formats without fmt what is text.
func (e *htmlElem) Aria(k string, v any) HTMLElem {
	e.setAttr("aria-"+k, ariaValue(v))
	return e
}

// Aria formats without fmt what is text.
func (e *htmlElemSelfClosing) Aria(k string, v any) HTMLElemSelfClosing {
	e.setAttr("aria-"+k, ariaValue(v))
	return e
}

func ariaValue(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	return FormatString("%v", v)
}
