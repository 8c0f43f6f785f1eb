package fmt

import (
	"encoding/json"
	"errors"
	std "fmt"
	"testing"
)

type name string

// TestSprintf_IsThatOfTheStandardLibrary: the results are equal for all that the program and its
// modules write.
func TestSprintf_IsThatOfTheStandardLibrary(t *testing.T) {
	for _, c := range []struct {
		format string
		args   []any
	}{
		{"plain, 100%%", nil},
		{"%s %q %v", []any{"a", "b\"\n", "c"}},
		{"%s/%s %q", []any{name("a"), name("b/c"), name("d")}},
		{"%d %v %02d %04d %5d|%02d", []any{1, -2, 3, 2026, 42, 7}},
		{"%04d-%02d-%02d", []any{1, 12, 31}},
		{"%c%02d U+%04X %x %q", []any{'+', 7, 'é', 255, 'x'}},
		{"%v %v %v %v", []any{true, 1.5, nil, uint8(7)}},
		{"%v %s %q", []any{errors.New("no"), errors.New("no"), errors.New("no")}},
		{"%v %q %s", []any{[]string{"a", "b"}, []string{"a", "b"}, []byte("text")}},
		{"%v %s", []any{json.Number("1.50"), json.Number("2")}},
		{"%T %T %T", []any{1, name("a"), errors.New("a")}},
		{"%d", nil},
	} {
		if got, want := Sprintf(c.format, c.args...), std.Sprintf(c.format, c.args...); got != want {
			t.Errorf("%q is %q, want %q", c.format, got, want)
		}
		for _, arg := range c.args {
			if got, want := Sprint(arg), std.Sprint(arg); got != want {
				t.Errorf("%q is %q, want %q", arg, got, want)
			}
		}
	}
	handler := func() {}
	if got, want := Sprintf("%p %p", handler, t), std.Sprintf("%p %p", handler, t); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestErrorf_Wraps(t *testing.T) {
	cause := errors.New("cause")
	if err := Errorf("%q: %w", "name", cause); err.Error() != `"name": cause` || !errors.Is(err, cause) {
		t.Errorf("%v", err)
	}
	if err := Errorf("%v", cause); errors.Is(err, cause) {
		t.Errorf("%v wraps", err)
	}
}
