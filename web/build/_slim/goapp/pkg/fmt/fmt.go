// Package fmt replaces the standard library's in the program, by an overlay: the standard one
// is 27 kB of the download, mostly for structs, maps, floats in all notations and reading.
//
// It has the verbs %v, %s, %q, %d, %c, %x, %X, %T, %p and %w, a width, and the flag 0. Other
// flags change nothing. A struct, a map or a function is written as its type.
package fmt

import (
	"io"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Stringer is a value that writes itself.
type Stringer interface{ String() string }

// Sprintf formats by a format.
func Sprintf(format string, args ...any) string { return string(Appendf(nil, format, args...)) }

// Sprint writes values one behind the other, without the blanks of the standard library.
func Sprint(args ...any) string {
	var b strings.Builder
	for _, arg := range args {
		b.WriteString(text(arg, 'v'))
	}
	return b.String()
}

// Errorf returns an error with a text, which wraps the argument of %w.
func Errorf(format string, args ...any) error {
	e := &wrapError{text: Sprintf(format, args...)}
	for _, arg := range args {
		if err, is := arg.(error); is && e.err == nil && strings.Contains(format, "%w") {
			e.err = err
		}
	}
	return e
}

type wrapError struct {
	text string
	err  error
}

func (e *wrapError) Error() string { return e.text }
func (e *wrapError) Unwrap() error { return e.err }

// Fprintf writes the result of [Sprintf].
func Fprintf(w io.Writer, format string, args ...any) (int, error) {
	return io.WriteString(w, Sprintf(format, args...))
}

// Printf writes to the console.
func Printf(format string, args ...any) (int, error) {
	text := Sprintf(format, args...)
	print(text)
	return len(text), nil
}

// Appendf appends the result of [Sprintf].
func Appendf(b []byte, format string, args ...any) []byte {
	for {
		before, rest, found := strings.Cut(format, "%")
		b = append(b, before...)
		if !found {
			return b
		}
		spec := rest[:len(rest)-len(strings.TrimLeft(rest, "+-# 0123456789"))]
		if format = rest[len(spec):]; format == "" {
			return append(b, "%!(NOVERB)"...)
		}
		verb := format[0]
		format = format[1:]
		switch {
		case verb == '%':
			b = append(b, '%')
		case len(args) == 0:
			b = append(b, "%!"+string(rune(verb))+"(MISSING)"...)
		default:
			value := text(args[0], verb)
			width, _ := strconv.Atoi(strings.TrimLeft(spec, "+-# 0"))
			filler := " "
			if strings.HasPrefix(spec, "0") {
				filler = "0"
			}
			b = append(b, strings.Repeat(filler, max(0, width-utf8.RuneCountInString(value)))+value...)
			args = args[1:]
		}
	}
}

func text(arg any, verb byte) string {
	if arg == nil {
		return "<nil>"
	}
	v := reflect.ValueOf(arg)
	switch verb {
	case 'T':
		return v.Type().String()
	case 'p':
		return "0x" + strconv.FormatUint(uint64(v.Pointer()), 16)
	}
	own, hasOwn := "", strings.IndexByte("vsqw", verb) >= 0
	switch arg := arg.(type) {
	case error:
		own = arg.Error()
	case Stringer:
		own = arg.String()
	case []byte:
		own, hasOwn = string(arg), hasOwn && verb != 'v'
	default:
		own, hasOwn = v.String(), hasOwn && v.Kind() == reflect.String
	}
	switch {
	case hasOwn && verb == 'q':
		return strconv.Quote(own)
	case hasOwn:
		return own
	}
	switch v.Kind() {
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return integer(v.Int(), verb)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return integer(int64(v.Uint()), verb)
	case reflect.Float32, reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'g', -1, v.Type().Bits())
	case reflect.Slice, reflect.Array:
		items := make([]string, v.Len())
		for i := range items {
			items[i] = text(v.Index(i).Interface(), verb)
		}
		return "[" + strings.Join(items, " ") + "]"
	}
	return v.Type().String()
}

func integer(n int64, verb byte) string {
	switch verb {
	case 'c':
		return string(rune(n))
	case 'q':
		return strconv.QuoteRune(rune(n))
	case 'x':
		return strconv.FormatInt(n, 16)
	case 'X':
		return strings.ToUpper(strconv.FormatInt(n, 16))
	}
	return strconv.FormatInt(n, 10)
}
