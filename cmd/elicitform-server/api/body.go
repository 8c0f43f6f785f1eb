package api

import (
	"errors"
	"io"
	"maps"
	"math"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// mostBody is how many bytes a body has: requests of 256 KiB, a call of 64, and what is around them.
const mostBody = 384 << 10

// members are those of an object that were not read yet, and the first problem with one of them.
type members struct {
	left    map[string]jsontext.Value
	problem error
}

// readBody reads the JSON object of a request: in UTF-8 without halves of surrogate pairs, and without two members of
// one name, because what reads the text later may take the other one. Where nothing is sent and optional is true, the
// object is empty.
func readBody(w http.ResponseWriter, r *Request, optional bool) (*members, error) {
	content, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return nil, problem("too-large")
	}
	if err != nil {
		return nil, problem("not-json")
	}
	if len(content) == 0 && optional {
		return &members{}, nil
	}
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset, named := parameters["charset"]
	encoded := len(r.Header.Values("Content-Encoding")) > 0
	if err != nil || kind != "application/json" || named && !strings.EqualFold(charset, "utf-8") || encoded {
		return nil, problem("not-json-type")
	}
	m := &members{}
	m.readObject(content)
	return m, m.problem
}

// readObject reads the members of an object.
func (m *members) readObject(text []byte) {
	switch err := json.Unmarshal(text, &m.left); {
	case errors.Is(err, jsontext.ErrDuplicateName):
		m.problem = problem("duplicate-name")
	case errors.As(err, new(*jsontext.SyntacticError)), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		m.problem = problem("not-json")
	case err != nil, m.left == nil:
		// A text that is null has no members.
		m.problem = problem("not-an-object")
	}
}

// fail keeps the first problem.
func (m *members) fail(reason, name string) {
	if m.problem == nil {
		m.problem = about(reason, name)
	}
}

// end returns the first problem. A member that nobody has read is one too.
func (m *members) end() error {
	if left := slices.Sorted(maps.Keys(m.left)); len(left) > 0 {
		// A name that is only spelled wrong is worth more than what follows from it. It is what the asker wrote, in a length
		// that can be read.
		name := left[0]
		if len(name) > 64 {
			name = strings.ToValidUTF8(name[:64], "")
		}
		return about("unknown-member", name)
	}
	return m.problem
}

// take returns a member of one of some kinds; nil where it is not there, or of another one. Kinds are the first letters of
// values: '"', '{', '0' for a number, 't' for true and false.
func (m *members) take(name, kinds string) jsontext.Value {
	value, there := m.left[name]
	delete(m.left, name)
	if !there {
		return nil
	}
	kind := byte(value.Kind())
	if kind == 'f' {
		kind = 't'
	}
	if strings.IndexByte(kinds, kind) < 0 {
		m.fail("wrong-type", name)
		return nil
	}
	return value
}

// text returns a text of least to most bytes; empty where there is none.
func (m *members) text(name string, least, most int) string {
	value := m.take(name, `"`)
	if value == nil {
		return ""
	}
	return m.textOf(name, value, least, most)
}

func (m *members) textOf(name string, value jsontext.Value, least, most int) string {
	var text string
	if json.Unmarshal(value, &text) != nil {
		m.fail("wrong-type", name)
	}
	if len(text) < least || len(text) > most {
		m.fail("out-of-range", name)
	}
	return text
}

// flag returns whether a member is true.
func (m *members) flag(name string) bool { return string(m.take(name, "t")) == "true" }

// number returns a number of least to most; 0 where there is none.
func (m *members) number(name string, least, most float64) float64 {
	value := m.take(name, "0")
	if value == nil {
		return 0
	}
	return m.numberOf(name, value, least, most)
}

func (m *members) numberOf(name string, value jsontext.Value, least, most float64) float64 {
	n, err := strconv.ParseFloat(string(value), 64)
	if err != nil || math.IsNaN(n) || n < least || n > most {
		m.fail("out-of-range", name)
		return 0
	}
	return n
}

// seconds is a time in seconds.
func seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }

// mostWait is how long a request waits for an answer at most.
const mostWait = 60

// waitOf reads the only parameter that an address of a question has: for how long the request waits.
func waitOf(r *Request) (time.Duration, error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return 0, problem("unknown-parameter")
	}
	given := query["wait"]
	if delete(query, "wait"); len(query) > 0 {
		return 0, problem("unknown-parameter")
	}
	if len(given) == 0 {
		return 0, nil
	}
	n, err := strconv.ParseUint(given[0], 10, 16)
	switch {
	case errors.Is(err, strconv.ErrRange), err == nil && n > mostWait:
		return 0, about("out-of-range", "wait")
	case err != nil, len(given) > 1:
		return 0, about("wrong-type", "wait")
	}
	return time.Duration(n) * time.Second, nil
}
