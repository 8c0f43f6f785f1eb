package jsonschema

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// mediaTypes is empty: what is in a text is not looked at, and encoding/json would have
// to be linked for it.
var mediaTypes = map[string]*MediaType{}

// Load loads no file: there are none in a browser.
func (FileLoader) Load(string) (any, error) { return nil, errors.New("there are no files") }

// UnmarshalJSON reads the metaschemas, and no text of anybody else. They are
// well-formed and hold no numbers but whole ones, and no escapes but those of a
// single character, so that this takes 60 lines instead of encoding/json.
func UnmarshalJSON(r io.Reader) (value any, err error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	defer func() {
		if recover() != nil {
			err = errors.New("not JSON as the metaschemas are")
		}
	}()
	d := document{rest: string(text)}
	value = d.value()
	if d.next(); d.rest != "" {
		return nil, errors.New("invalid character after top-level value")
	}
	return value, nil
}

// document is what is left to read of a JSON text. It panics at the end of one that is
// cut off.
type document struct{ rest string }

// next returns the first character of the next token; 0 at the end.
func (d *document) next() byte {
	if d.rest = strings.TrimLeft(d.rest, " \t\r\n"); d.rest == "" {
		return 0
	}
	return d.rest[0]
}

// takes steps over the next token if it is the given text.
func (d *document) takes(token string) (found bool) {
	d.next()
	d.rest, found = strings.CutPrefix(d.rest, token)
	return found
}

func (d *document) value() any {
	switch {
	case d.takes("{"):
		members := map[string]any{}
		for !d.takes("}") {
			name := d.text()
			if !d.takes(":") {
				panic("no colon")
			}
			members[name] = d.value()
			d.takes(",")
		}
		return members
	case d.takes("["):
		items := []any{}
		for !d.takes("]") {
			items = append(items, d.value())
			d.takes(",")
		}
		return items
	case d.takes("true"):
		return true
	case d.takes("false"):
		return false
	case d.takes("null"):
		return nil
	case d.next() == '"':
		return d.text()
	}
	digits := d.rest[:len(d.rest)-len(strings.TrimLeft(d.rest, "-0123456789"))]
	if digits == "" {
		panic("no value")
	}
	d.rest = d.rest[len(digits):]
	return json.Number(digits)
}

func (d *document) text() string {
	if !d.takes(`"`) {
		panic("no text")
	}
	var text strings.Builder
	for d.rest[0] != '"' {
		if d.rest[0] == '\\' {
			if d.rest = d.rest[1:]; strings.IndexByte(`"\/`, d.rest[0]) < 0 {
				panic("an escape")
			}
		}
		text.WriteByte(d.rest[0])
		d.rest = d.rest[1:]
	}
	d.rest = d.rest[1:]
	return text.String()
}
