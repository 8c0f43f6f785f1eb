package servers

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// toolFiles hold the tools of one server each: what they are called and what they ask.
//
//go:embed tools/*.json
var toolFiles embed.FS

// tool is what a file says about a tool.
type tool struct {
	Name, Title, Description string
	Requests                 []request
	// Together says that all requests are one round; otherwise each is a round of its own.
	Together bool
	// Told is what the tool says when the pages of its requests have been visited; until then the
	// call fails.
	Told string
	// Withdrawn says that the request is taken back when it is not answered in time.
	Withdrawn bool
	// Limited says that the chat is to give the call up after a time.
	Limited bool
	// Failed is what the tool says before the error of a request that fails.
	Failed string
	// Result is the answer of a tool that asks nothing.
	Result *mcp.CallToolResult
}

// request is one elicitation. The schema stays the text that it is in the
// file: a Go map would lose the order of the properties.
type request struct {
	// Key names the request in its round.
	Key     string
	Message string
	Schema  json.RawMessage `json:"requestedSchema"`
	// Page is where the person is sent instead of to a form.
	Page *page
	// Told is what the tool says of an accepted form, under "accept", and of each decision on
	// the page; {choice} stands for what was chosen there.
	Told map[string]string
}

// tools reads the tools of a server. The files are part of the program, so that
// a broken one is a mistake of ours and found by the first test.
func tools(server string) (all []*tool) {
	content, err := toolFiles.ReadFile("tools/" + server + ".json")
	if err == nil {
		err = json.Unmarshal(content, &all)
	}
	if err != nil {
		panic(err)
	}
	return all
}

// timeoutMeta is where a tool says how long the demo chat is to wait for it: the
// protocol leaves that to the client.
const timeoutMeta = "elicitform-demo/timeoutSeconds"

// offer adds a tool to the server. No tool takes arguments: what a tool needs it
// asks the person for, which is the point of the demo.
func (d *desk) offer(t *tool) {
	const noArguments = `{"type":"object","properties":{}}`
	definition := &mcp.Tool{Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: json.RawMessage(noArguments)}
	if t.Limited {
		definition.Meta = mcp.Meta{timeoutMeta: d.patience.Seat.Seconds()}
	}
	d.server.AddTool(definition, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return d.call(ctx, req, t)
	})
}

// rounds are the requests of the tool that are asked at the same time.
func (t *tool) rounds() [][]request {
	size := 1
	if t.Together {
		size = len(t.Requests)
	}
	return slices.Collect(slices.Chunk(slices.Clone(t.Requests), size))
}

// check is the error for an answer that the request cannot have got. The client has checked
// the answer; a server checks it again, which the SDK does for sessions alone.
func (r request) check(answer *mcp.ElicitResult) error {
	if answer == nil || !slices.Contains([]string{"accept", "decline", "cancel"}, answer.Action) {
		return fmt.Errorf("there is no answer to %q", r.Key)
	}
	if answer.Action != "accept" || r.Page != nil {
		return nil
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(r.Schema, &schema); err != nil {
		return err
	}
	rules, err := schema.Resolve(nil)
	if err != nil {
		return err
	}
	if answer.Content == nil {
		answer.Content = map[string]any{}
	}
	if err := rules.Validate(answer.Content); err != nil {
		return fmt.Errorf("the answer to %q does not fit its form: %w", r.Key, err)
	}
	return nil
}

// fill puts texts where a message has their names in braces, and their lengths where the
// name has a # before it.
func fill(message string, values map[string]any) string {
	var pairs []string
	for name, value := range values {
		if text, ok := value.(string); ok {
			pairs = append(pairs, "{"+name+"}", text, "{#"+name+"}", fmt.Sprint(len([]rune(text))))
		}
	}
	// At once: an answer may hold the name of another one in braces.
	return strings.NewReplacer(pairs...).Replace(message)
}

// received writes answers as JSON, without the escapes that are meant for JSON inside HTML.
func received(content map[string]any) string {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(content) // what came as JSON can be written as JSON
	return strings.TrimSuffix(text.String(), "\n")
}
