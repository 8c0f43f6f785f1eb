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

// toolFiles has the tools of each server.
//
//go:embed tools/*.json
var toolFiles embed.FS

type tool struct {
	Name, Title, Description string
	Requests                 []request
	// Together makes all requests one round; otherwise each is a round of its own.
	Together bool
	// Reply is the result once the person has visited all pages; until then the call fails. A tool without requests
	// returns it at once.
	Reply string
	// Withdrawn lets the request end if it is not answered in time.
	Withdrawn bool
	// Limited lets the chat cancel the call after some time.
	Limited bool
	// Failed is the text before the error of a failed request.
	Failed string
	// Arguments is the schema of the arguments of a tool that acts outside the chat. Its Reply names them in braces.
	Arguments json.RawMessage
	// Result is the answer of a tool without requests.
	Result *mcp.CallToolResult
}

// The schema of a request is text: a Go map would lose the order of the properties.
type request struct {
	// Key names the request in its round.
	Key     string
	Message string
	Schema  json.RawMessage `json:"requestedSchema"`
	Page    *page
	// Replies has the text for an accepted form, under "accept", and for each decision on the
	// page, with {choice}.
	Replies map[string]string
	// Secret answers are not repeated in the result.
	Secret bool
}

// tools panics at a broken file, which is a part of the program.
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

// timeoutMeta is not of the protocol: the demo chat waits so long for a tool.
const timeoutMeta = "elicitform-demo/timeoutSeconds"

func (d *desk) offer(t *tool) {
	const noArguments = `{"type":"object","properties":{}}`
	definition := &mcp.Tool{Name: t.Name, Title: t.Title, Description: t.Description, InputSchema: json.RawMessage(noArguments)}
	if t.Arguments != nil {
		outside := true
		definition.InputSchema, definition.Annotations = t.Arguments, &mcp.ToolAnnotations{OpenWorldHint: &outside}
	}
	if t.Limited {
		definition.Meta = mcp.Meta{timeoutMeta: d.patience.Seat.Seconds()}
	}
	d.server.AddTool(definition, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return d.call(ctx, req, t)
	})
}

func (t *tool) rounds() [][]request {
	size := 1
	if t.Together {
		size = len(t.Requests)
	}
	return slices.Collect(slices.Chunk(slices.Clone(t.Requests), size))
}

// check repeats the client's check: the SDK does so only for sessions.
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

// fill replaces names in braces in a message: {name} by a value, and {#name} by its length as a text.
func fill(message string, values map[string]any) string {
	var pairs []string
	for name, value := range values {
		text := fmt.Sprint(value)
		pairs = append(pairs, "{"+name+"}", text, "{#"+name+"}", fmt.Sprint(len([]rune(text))))
	}
	// One replacer for all names: an answer may contain another name in braces.
	return strings.NewReplacer(pairs...).Replace(message)
}

// answersText writes answers as JSON, without the escapes for JSON inside HTML.
func answersText(content map[string]any) string {
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(content) // decoded JSON can be encoded
	return strings.TrimSuffix(text.String(), "\n")
}
