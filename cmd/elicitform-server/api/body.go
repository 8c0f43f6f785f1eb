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

	"github.com/elicitform/elicitform/relay"
)

const (
	// mostBody is how many bytes a body has: requests of 256 KiB, a call of 64, and what is around them.
	mostBody = 384 << 10
	// mostID is how many bytes the id of a server or of a page has, and mostText a name, a title or a key.
	mostID, mostText = 256, 1024
	// mostWait is how many seconds a request waits for an answer at most.
	mostWait = 60
	// longest is how long a question is open at most.
	longest = 30 * 24 * time.Hour
)

// members are those of an object that were not read yet, and the first problem with one of them.
type members struct {
	left    map[string]jsontext.Value
	problem error
}

// readBody reads the JSON object of a request: in UTF-8 without halves of surrogate pairs, and without two members of
// one name, because what reads the text later may take the other one. Where nothing is sent and optional is true, the
// object is empty.
func readBody(w http.ResponseWriter, r *request, optional bool) *members {
	content, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBody))
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return &members{problem: problem("too-large")}
	}
	if err != nil {
		return &members{problem: problem("not-json")}
	}
	if len(content) == 0 && optional {
		return &members{}
	}
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset, named := parameters["charset"]
	encoded := len(r.Header.Values("Content-Encoding")) > 0
	if err != nil || kind != "application/json" || named && !strings.EqualFold(charset, "utf-8") || encoded {
		return &members{problem: problem("not-json-type")}
	}
	return readObject(content)
}

// readObject reads the members of an object. There are none where it is none.
func readObject(text []byte) *members {
	m := &members{}
	switch err := json.Unmarshal(text, &m.left); {
	case errors.Is(err, jsontext.ErrDuplicateName):
		return &members{problem: problem("duplicate-name")}
	case errors.As(err, new(*jsontext.SyntacticError)), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &members{problem: problem("not-json")}
	case err != nil, m.left == nil:
		// A text that is null has no members.
		return &members{problem: problem("not-an-object")}
	}
	return m
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

// inner gives read the members of an object that is a member itself. The first problem with them is kept.
func (m *members) inner(value jsontext.Value, read func(*members)) {
	object := readObject(value)
	read(object)
	if err := object.end(); err != nil && m.problem == nil {
		m.problem = err
	}
}

// text returns a text of least to most bytes; empty where there is none.
func (m *members) text(name string, least, most int) string {
	if value := m.take(name, `"`); value != nil {
		return m.textOf(name, value, least, most)
	}
	return ""
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
	if value := m.take(name, "0"); value != nil {
		return m.numberOf(name, value, least, most)
	}
	return 0
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

// waitOf reads the only parameter that an address of a question has: for how long the request waits.
func waitOf(r *request) (time.Duration, error) {
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

// order is the body of POST /v1/questions, as it was read.
type order struct {
	session          string
	params, requests jsontext.Value
	options          relay.ElicitOptions
	parked           bool
	callback         string
	wait             time.Duration
}

// readOrder reads what is to be asked.
func readOrder(w http.ResponseWriter, r *request) (o order, err error) {
	m := readBody(w, r, false)
	o.session = m.text("session", 1, mostText)
	o.params, o.requests = m.take("params", "{"), m.take("requests", "{")
	o.options = relay.ElicitOptions{
		Server: m.server(), Key: m.text("key", 1, mostText), Deadline: m.deadline(),
		Review: m.text("review", 1, 10), WaitForPages: m.flag("waitForPages"),
	}
	o.options.Call = m.call()
	o.parked, o.callback, o.wait = m.flag("parked"), m.text("callback", 1, 2048), seconds(m.number("wait", 0, mostWait))
	if err := m.end(); err != nil {
		return order{}, err
	}
	switch review := o.options.Review; {
	case o.session == "":
		return order{}, about("missing", "session")
	case relay.CheckSession(o.session) != nil:
		return order{}, about("not-a-session", "session")
	case o.options.Server.ID == "":
		return order{}, about("missing", "server")
	case (o.params == nil) == (o.requests == nil):
		return order{}, problem("one-of-two")
	case review != "" && review != "short" && review != "always":
		return order{}, about("out-of-range", "review")
	case o.callback != "" && !o.parked:
		return order{}, about("callback-not-parked", "callback")
	case o.options.Call != nil && o.options.Call.Method == "":
		return order{}, about("missing", "call")
	}
	return o, nil
}

// server reads who asks: an id, or an object with it.
func (m *members) server() (server relay.Server) {
	switch value := m.take("server", `"{`); value.Kind() {
	case '"':
		server.ID = m.textOf("server", value, 1, mostID)
	case '{':
		m.inner(value, func(object *members) {
			server.ID, server.Name, server.Title = object.text("id", 1, mostID), object.text("name", 0, mostText), object.text("title", 0, mostText)
		})
	}
	return server
}

// call reads the call that the server has answered with the requests, and its requestState.
func (m *members) call() *relay.Call {
	value, state := m.take("call", "{"), m.take("requestState", `"`)
	if value == nil && state == nil {
		return nil
	}
	call := &relay.Call{}
	if state != nil {
		text := m.textOf("requestState", state, 0, mostBody)
		call.RequestState = &text
	}
	if value != nil {
		m.inner(value, func(object *members) {
			call.Method, call.Params = object.text("method", 1, mostID), []byte(object.take("params", "{"))
		})
	}
	return call
}

// deadline reads until when the answer is wanted: a time, or seconds from now. None is zero.
func (m *members) deadline() time.Time {
	value := m.take("deadline", `"0`)
	if value == nil {
		return time.Time{}
	}
	if value.Kind() == '0' {
		return time.Now().Add(seconds(m.numberOf("deadline", value, 0.001, longest.Seconds())))
	}
	end, err := time.Parse(time.RFC3339, m.textOf("deadline", value, 1, 64))
	switch {
	case err != nil:
		m.fail("wrong-type", "deadline")
	case time.Until(end) > longest:
		m.fail("out-of-range", "deadline")
	}
	return end
}
