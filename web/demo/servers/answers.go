package servers

import (
	"encoding/json"
	"fmt"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// inputResponse is the answer to one request of a round.
func inputResponse(req *mcp.CallToolRequest, key string) (*mcp.ElicitResult, error) {
	result, ok := req.Params.InputResponses[key].(*mcp.ElicitResult)
	if !ok {
		return nil, fmt.Errorf("there is no answer to %q", key)
	}
	return result, nil
}

// formAnswer is the answer to a form of a round. The client has checked it; a
// server checks it again.
func formAnswer(req *mcp.CallToolRequest, question request) (*mcp.ElicitResult, error) {
	result, err := inputResponse(req, question.Key)
	if err != nil || result.Action != "accept" {
		return result, err
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(question.Schema, &schema); err != nil {
		return nil, err
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return nil, err
	}
	content := result.Content
	if content == nil {
		content = map[string]any{}
	}
	if err := resolved.Validate(content); err != nil {
		return nil, fmt.Errorf("the answer to %q does not fit its form: %w", question.Key, err)
	}
	return result, nil
}
