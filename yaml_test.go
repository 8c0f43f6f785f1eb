package elicitform_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// readYAML reads the part of YAML that the files for the forge are written in:
// mappings, lists, texts in one line or after "|", and lists of texts in brackets.
// Anything else is an error, so that nothing is read in another way than the forge
// reads it. Every value that is no mapping and no list is a text.
func readYAML(text string) (any, error) {
	r := &yamlReader{}
	for line := range strings.Lines(text) {
		r.lines = append(r.lines, strings.TrimSuffix(line, "\n"))
	}
	indent, more := r.next()
	if !more {
		return nil, fmt.Errorf("nothing in it")
	}
	value, err := r.block(indent)
	if err != nil {
		return nil, fmt.Errorf("line %d: %w", r.at+1, err)
	}
	if _, more := r.next(); more {
		return nil, fmt.Errorf("line %d: indented in another way than what it belongs to", r.at+1)
	}
	return value, nil
}

type yamlReader struct {
	lines []string
	at    int // of the line that is read next
}

var (
	yamlKey     = regexp.MustCompile(`^([\w.-]+):(?:\s+(.*))?$`)
	yamlComment = regexp.MustCompile(`(^|\s)#.*$`)
)

// next goes to the next line that says something, and returns how far it is indented.
func (r *yamlReader) next() (indent int, more bool) {
	for ; r.at < len(r.lines); r.at++ {
		if text := strings.TrimLeft(r.lines[r.at], " "); text != "" && text[0] != '#' {
			return len(r.lines[r.at]) - len(text), true
		}
	}
	return 0, false
}

func (r *yamlReader) block(indent int) (any, error) {
	if strings.HasPrefix(r.lines[r.at][indent:], "- ") {
		return r.list(indent)
	}
	return r.mapping(indent)
}

func (r *yamlReader) list(indent int) (any, error) {
	var list []any
	for {
		have, more := r.next()
		if !more || have != indent || !strings.HasPrefix(r.lines[r.at][indent:], "- ") {
			return list, nil
		}
		text := r.lines[r.at][indent+2:]
		var item any
		var err error
		if yamlKey.MatchString(text) {
			// The dash stands where the indentation of the mapping would be.
			r.lines[r.at] = strings.Repeat(" ", indent+2) + text
			item, err = r.mapping(indent + 2)
		} else {
			item, err = yamlScalar(text)
			r.at++
		}
		if err != nil {
			return nil, err
		}
		list = append(list, item)
	}
}

func (r *yamlReader) mapping(indent int) (any, error) {
	mapping := map[string]any{}
	for {
		have, more := r.next()
		if !more || have < indent {
			return mapping, nil
		}
		m := yamlKey.FindStringSubmatch(r.lines[r.at][indent:])
		if have > indent || m == nil {
			return nil, fmt.Errorf("%q is no line of a mapping", r.lines[r.at])
		}
		if _, twice := mapping[m[1]]; twice {
			return nil, fmt.Errorf("%s is there twice", m[1])
		}
		value, err := r.value(indent, m[2])
		if err != nil {
			return nil, err
		}
		mapping[m[1]] = value
	}
}

// value reads what a key stands for: the rest of its line, or the lines below it.
func (r *yamlReader) value(indent int, rest string) (any, error) {
	if rest == "|" {
		r.at++
		return r.literal(indent), nil
	}
	if yamlComment.ReplaceAllString(rest, "") != "" {
		value, err := yamlScalar(rest)
		if err == nil {
			r.at++
		}
		return value, err
	}
	r.at++
	if below, more := r.next(); more && below > indent {
		return r.block(below)
	}
	return "", nil
}

// literal reads the lines after "|", which are indented further than its key.
func (r *yamlReader) literal(indent int) string {
	var text strings.Builder
	inner := 0
	for ; r.at < len(r.lines); r.at++ {
		line := r.lines[r.at]
		trimmed := strings.TrimLeft(line, " ")
		have := len(line) - len(trimmed)
		if trimmed != "" && have <= indent {
			break
		}
		if inner == 0 {
			inner = have
		}
		text.WriteString(line[min(inner, len(line)):] + "\n")
	}
	return text.String()
}

func yamlScalar(text string) (any, error) {
	if strings.HasPrefix(text, `"`) {
		value, err := strconv.QuotedPrefix(text)
		if err == nil && yamlComment.ReplaceAllString(text[len(value):], "") != "" {
			err = fmt.Errorf("%q stands after a text", text[len(value):])
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		return strconv.Unquote(value)
	}
	text = strings.TrimSpace(yamlComment.ReplaceAllString(text, ""))
	if inner, list := strings.CutPrefix(text, "["); list {
		inner, closed := strings.CutSuffix(inner, "]")
		if !closed {
			return nil, fmt.Errorf("%q is no list", text)
		}
		var items []any
		for part := range strings.SplitSeq(inner, ",") {
			item, err := yamlScalar(strings.TrimSpace(part))
			if err != nil {
				return nil, err
			}
			items = append(items, item)
		}
		return items, nil
	}
	if text == "" || strings.ContainsAny(text[:1], "'&*!|>%@`{}[],?\t") || strings.Contains(text, ": ") || strings.HasSuffix(text, ":") {
		return nil, fmt.Errorf("put %q into double quotes", text)
	}
	return text, nil
}

func TestYAMLIsRead(t *testing.T) {
	got, err := readYAML("# first\na: b # why\nc:\n  - d: \"e # f\"\n    g: |\n      h: i\n\n        j\n    k: [l, \"m\"]\n  - n\no:\n  p:\nq: r#s\n")
	want := "map[a:b c:[map[d:e # f g:h: i\n\n  j\n k:[l m]] n] o:map[p:] q:r#s]"
	if text := fmt.Sprint(got); err != nil || text != want {
		t.Errorf("read %q, %v\nwant %q", text, err, want)
	}
	for name, text := range map[string]string{
		"empty": "# only this\n", "twice": "a: b\na: c\n", "deeper": "a: b\n  c: d\n", "less deep": "a:\n    b: c\n  d: e\n", "tab": "a:\n\tb: c\n",
		"colon": "a: b: c\n", "open text": "a: \"b\n", "after a text": "a: \"b\" c\n", "anchor": "a: &b c\n", "flow": "a: {b: c}\n", "folded": "a: >\n  b\n",
		"open list": "a: [b\n", "single quotes": "a: 'b'\n", "no key": "a\n", "list in a mapping": "a: b\n- c\n",
	} {
		if value, err := readYAML(text); err == nil {
			t.Errorf("%s: read as %v", name, value)
		}
	}
}
