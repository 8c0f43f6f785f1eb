package relay

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Server is who asks.
type Server struct {
	// ID is the host's own name for the server. People trust it, so the server must have no
	// say in it.
	ID string `json:"id"`
	// Name is what the server calls itself (serverInfo.name); shown as its own claim.
	Name string `json:"name,omitempty"`
	// Title is what the server calls itself (serverInfo.title); shown as its own claim.
	Title string `json:"title,omitempty"`
}

// Question is one elicitation request, for [Relay.Elicit].
type Question struct {
	// Session is where the answer is to come from.
	Session string
	// Key is your own name for the question, unique in its session. Who asks again with the
	// same key, after a restart for instance, joins the question that is open, or gets the
	// answer that was given meanwhile. The same key for another question is an error.
	Key string
	// Server is who asks.
	Server Server
	// Params are those of elicitation/create, best as the server wrote them: the
	// properties are shown in the order of the text.
	Params json.RawMessage
	// Deadline is when the answer is worth nothing any more. The default is the deadline
	// of the context, if it has one.
	Deadline time.Time
	// Review is "short" for a form of one question that is sent from where it is answered;
	// the default is "always".
	Review string
}

// Round is several elicitation requests that are answered together, for [Relay.ElicitAll].
type Round struct {
	// Session, Key, Server, Deadline and Review are as in [Question].
	Session, Key string
	Server       Server
	Deadline     time.Time
	Review       string
	// Requests are the inputRequests of a result as JSON text, in the order in which they
	// are to be shown. Those of other methods are left out.
	Requests json.RawMessage
	// Hold waits until every page of the round is finished.
	Hold bool
}

// body is a question as it is kept and as a browser gets it. What the server wrote is
// text, so that its order stays.
type body struct {
	Kind     string `json:"kind"`
	Server   Server `json:"server"`
	Params   string `json:"params,omitempty"`
	Requests string `json:"requests,omitempty"`
	Hold     bool   `json:"hold,omitempty"`
	Review   string `json:"review,omitempty"`
}

// mostID is how many bytes of UTF-8 an id may have that the host has given, or a server.
const mostID = 256

// mostText is how many bytes of UTF-8 params or requests may have.
const mostText = 256 * 1024

// body checks a single request, as far as that is needed to keep it. All else the form
// finds out and tells the person.
func (q Question) body() ([]byte, error) {
	if err := object(q.Params); err != nil {
		return nil, err
	}
	if err := checkPage(q.Params); err != nil {
		return nil, err
	}
	return written(body{Kind: "one", Server: q.Server, Params: string(q.Params), Review: q.Review})
}

// body is nil when there is no elicitation among the requests.
func (q Round) body() ([]byte, error) {
	if err := object(q.Requests); err != nil {
		return nil, err
	}
	all, err := members(q.Requests)
	if err != nil {
		return nil, err
	}
	var requests bytes.Buffer
	for _, m := range all {
		fields := map[string]json.RawMessage{}
		var method string
		if json.Unmarshal(m.value, &fields) != nil || json.Unmarshal(fields["method"], &method) != nil || method != "elicitation/create" {
			// What is asked of others, such as a sampling request, is nobody's business here.
			continue
		}
		requests.WriteByte("{,"[min(requests.Len(), 1)])
		requests.Write(text(m.name))
		requests.WriteString(`:{"method":"elicitation/create"`)
		if params, ok := fields["params"]; ok {
			if err := checkPage(params); err != nil {
				err.Key = m.name
				return nil, err
			}
			requests.WriteString(`,"params":`)
			requests.Write(params)
		}
		requests.WriteByte('}')
	}
	if requests.Len() == 0 {
		return nil, nil
	}
	requests.WriteByte('}')
	return written(body{Kind: "round", Server: q.Server, Requests: requests.String(), Hold: q.Hold, Review: q.Review})
}

type member struct {
	name  string
	value json.RawMessage
}

// members lists those of an object in the order of its text.
func members(object []byte) ([]member, error) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if _, err := decoder.Token(); err != nil {
		return nil, newError(invalidRequest, "not-json")
	}
	var list []member
	seen := map[string]bool{}
	for decoder.More() {
		name, err := decoder.Token()
		m := member{}
		m.name, _ = name.(string)
		if err != nil || decoder.Decode(&m.value) != nil {
			return nil, newError(invalidRequest, "not-json")
		}
		if seen[m.name] {
			return nil, newError(invalidRequest, "duplicate-name")
		}
		seen[m.name] = true
		list = append(list, m)
	}
	return list, nil
}

func object(text []byte) error {
	switch trimmed := bytes.TrimLeft(text, " \t\r\n"); {
	case len(text) > mostText:
		return newError(invalidRequest, "too-large")
	case !json.Valid(text):
		return newError(invalidRequest, "not-json")
	case trimmed[0] != '{':
		return newError(invalidRequest, "not-an-object")
	}
	return nil
}

// checkPage refuses params with an id of a page that no notice may have.
func checkPage(params json.RawMessage) *Error {
	if id, _ := value(membersOf(params)["elicitationId"]).(string); len(id) > mostID {
		return newError(invalidRequest, "elicitation-id-too-long")
	}
	return nil
}

func written(b body) ([]byte, error) {
	switch {
	case b.Server.ID == "":
		return nil, newError("internal", "no-server-id")
	case len(b.Server.ID) > mostID:
		return nil, newError("internal", "server-id-too-long")
	}
	return text(b), nil
}

// text writes JSON as JavaScript does: no character of what a server wrote is escaped
// without need. What is written here can be written.
func text(value any) []byte {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value)
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))
}

// result reads an answer that a store has kept.
func result(answer string) (*mcp.ElicitResult, error) {
	r := &mcp.ElicitResult{}
	if err := json.Unmarshal([]byte(answer), r); err != nil {
		return nil, newError("internal", "malformed-result")
	}
	return r, nil
}
