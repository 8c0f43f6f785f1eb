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
	// maxBodyBytes leaves room for requests of 256 KiB, a call of 64 KiB, and the members around them.
	maxBodyBytes = 384 << 10
	// maxIDBytes bounds the ids of servers and pages; maxTextBytes bounds names, titles and keys.
	maxIDBytes, maxTextBytes = 256, 1024
	maxWaitSeconds           = 60
	maxOpen                  = 30 * 24 * time.Hour
)

type members struct {
	unread  map[string]jsontext.Value
	problem error
}

// readBody rejects members of the same name: later readers of the text may use the other one.
func readBody(w http.ResponseWriter, r *request, isOptional bool) *members {
	content, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBodyBytes))
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return &members{problem: problem("too-large")}
	}
	if err != nil {
		return &members{problem: problem("not-json")}
	}
	if len(content) == 0 && isOptional {
		return &members{}
	}
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset, hasCharset := parameters["charset"]
	isEncoded := len(r.Header.Values("Content-Encoding")) > 0
	if err != nil || kind != "application/json" || hasCharset && !strings.EqualFold(charset, "utf-8") || isEncoded {
		return &members{problem: problem("not-json-type")}
	}
	return readObject(content)
}

func readObject(text []byte) *members {
	m := &members{}
	switch err := json.Unmarshal(text, &m.unread); {
	case errors.Is(err, jsontext.ErrDuplicateName):
		return &members{problem: problem("duplicate-name")}
	case errors.As(err, new(*jsontext.SyntacticError)), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return &members{problem: problem("not-json")}
	case err != nil, m.unread == nil:
		// JSON null gives a nil map.
		return &members{problem: problem("not-an-object")}
	}
	return m
}

func (m *members) fail(reason, name string) {
	if m.problem == nil {
		m.problem = memberProblem(reason, name)
	}
}

func (m *members) end() error {
	if names := slices.Sorted(maps.Keys(m.unread)); len(names) > 0 {
		// A misspelled name comes first, because other problems follow from it.
		name := names[0]
		if len(name) > 64 {
			name = strings.ToValidUTF8(name[:64], "")
		}
		return memberProblem("unknown-member", name)
	}
	return m.problem
}

// take returns a member, or nil if it is missing or of another kind. Kinds are the first letters: '"', '{', '0', 't'.
func (m *members) take(name, kinds string) jsontext.Value {
	value, found := m.unread[name]
	delete(m.unread, name)
	if !found {
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

func (m *members) inner(value jsontext.Value, read func(*members)) {
	object := readObject(value)
	read(object)
	if err := object.end(); err != nil && m.problem == nil {
		m.problem = err
	}
}

func (m *members) text(name string, minBytes, maxBytes int) string {
	if value := m.take(name, `"`); value != nil {
		return m.textOf(name, value, minBytes, maxBytes)
	}
	return ""
}

func (m *members) textOf(name string, value jsontext.Value, minBytes, maxBytes int) string {
	var text string
	if json.Unmarshal(value, &text) != nil {
		m.fail("wrong-type", name)
	}
	if len(text) < minBytes || len(text) > maxBytes {
		m.fail("out-of-range", name)
	}
	return text
}

func (m *members) flag(name string) bool { return string(m.take(name, "t")) == "true" }

func (m *members) number(name string, min, max float64) float64 {
	if value := m.take(name, "0"); value != nil {
		return m.numberOf(name, value, min, max)
	}
	return 0
}

func (m *members) numberOf(name string, value jsontext.Value, min, max float64) float64 {
	n, err := strconv.ParseFloat(string(value), 64)
	if err != nil || math.IsNaN(n) || n < min || n > max {
		m.fail("out-of-range", name)
		return 0
	}
	return n
}

func toDuration(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }

func readWait(r *request) (time.Duration, error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return 0, problem("unknown-parameter")
	}
	values := query["wait"]
	if delete(query, "wait"); len(query) > 0 {
		return 0, problem("unknown-parameter")
	}
	if len(values) == 0 {
		return 0, nil
	}
	n, err := strconv.ParseUint(values[0], 10, 16)
	switch {
	case errors.Is(err, strconv.ErrRange), err == nil && n > maxWaitSeconds:
		return 0, memberProblem("out-of-range", "wait")
	case err != nil, len(values) > 1:
		return 0, memberProblem("wrong-type", "wait")
	}
	return time.Duration(n) * time.Second, nil
}

type order struct {
	session string
	// One of these three is there.
	params, requests, approval jsontext.Value
	options                    relay.ElicitOptions
	isParked                   bool
	callback                   string
	wait                       time.Duration
}

func readOrder(w http.ResponseWriter, r *request) (o order, err error) {
	m := readBody(w, r, false)
	o.session = m.text("session", 1, maxTextBytes)
	o.params, o.requests, o.approval = m.take("params", "{"), m.take("requests", "{"), m.take("approval", "{")
	o.options = relay.ElicitOptions{
		Server: m.server(), Key: m.text("key", 1, maxTextBytes), Deadline: m.deadline(),
		Review: m.text("review", 1, 10), WaitForPages: m.flag("waitForPages"),
	}
	o.options.Call = m.call()
	o.isParked, o.callback, o.wait = m.flag("parked"), m.text("callback", 1, 2048), toDuration(m.number("wait", 0, maxWaitSeconds))
	if err := m.end(); err != nil {
		return order{}, err
	}
	kinds := slices.DeleteFunc([]jsontext.Value{o.params, o.requests, o.approval}, func(v jsontext.Value) bool { return v == nil })
	switch review := o.options.Review; {
	case o.session == "":
		return order{}, memberProblem("missing", "session")
	case relay.CheckSession(o.session) != nil:
		return order{}, memberProblem("not-a-session", "session")
	case o.options.Server.ID == "":
		return order{}, memberProblem("missing", "server")
	case len(kinds) != 1:
		return order{}, problem("one-of-three")
	case review != "" && review != "short" && review != "always":
		return order{}, memberProblem("out-of-range", "review")
	case o.callback != "" && !o.isParked:
		return order{}, memberProblem("callback-not-parked", "callback")
	case o.options.Call != nil && o.options.Call.Method == "":
		return order{}, memberProblem("missing", "call")
	}
	return o, nil
}

func (m *members) server() (server relay.Server) {
	switch value := m.take("server", `"{`); value.Kind() {
	case '"':
		server.ID = m.textOf("server", value, 1, maxIDBytes)
	case '{':
		m.inner(value, func(object *members) {
			server.ID = object.text("id", 1, maxIDBytes)
			server.Name, server.Title = object.text("name", 0, maxTextBytes), object.text("title", 0, maxTextBytes)
		})
	}
	return server
}

func (m *members) call() *relay.Call {
	value, state := m.take("call", "{"), m.take("requestState", `"`)
	if value == nil && state == nil {
		return nil
	}
	call := &relay.Call{}
	if state != nil {
		text := m.textOf("requestState", state, 0, maxBodyBytes)
		call.RequestState = &text
	}
	if value != nil {
		m.inner(value, func(object *members) {
			call.Method, call.Params = object.text("method", 1, maxIDBytes), []byte(object.take("params", "{"))
		})
	}
	return call
}

func (m *members) deadline() time.Time {
	value := m.take("deadline", `"0`)
	if value == nil {
		return time.Time{}
	}
	if value.Kind() == '0' {
		return time.Now().Add(toDuration(m.numberOf("deadline", value, 0.001, maxOpen.Seconds())))
	}
	end, err := time.Parse(time.RFC3339, m.textOf("deadline", value, 1, 64))
	switch {
	case err != nil:
		m.fail("wrong-type", "deadline")
	case time.Until(end) > maxOpen:
		m.fail("out-of-range", "deadline")
	}
	return end
}
