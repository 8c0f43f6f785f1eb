package servers

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/elicitform/elicitform/web/demo/visits"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// studio is a workshop for software that speaks revision 2026-07-28: it asks by
// answering a call with what it needs, and the client calls again with the
// answers.
type studio struct {
	pages    *visits.Book
	patience Patience
	sealer   sealer
}

func newStudioServer(pages *visits.Book, patience Patience) *mcp.Server {
	server := newServer("elicitform-demo-studio", "Project studio", revision2026July)
	s := &studio{pages: pages, patience: patience, sealer: newSealer()}
	addTools(server, tools("studio"), s.askInRounds, map[string]behaviour{
		"set_up_workspace": s.setUpWorkspace,
		"store_key":        s.storeKey,
	})
	return server
}

// progress is how far the rounds of a call have come.
type progress struct {
	Round int      `json:"round"`
	Lines []string `json:"lines"`
	// Answers are the texts that later questions repeat.
	Answers map[string]string `json:"answers"`
}

// askInRounds asks one question a round, until everything is answered or the
// person stops.
func (s *studio) askInRounds(_ context.Context, req *mcp.CallToolRequest, t *tool) (*mcp.CallToolResult, error) {
	if req.Params.RequestState == "" {
		return s.askNext(req, t, progress{})
	}
	var so progress
	if err := s.sealer.open(t.name, req.Params.RequestState, &so); err != nil {
		return nil, err
	}
	question := t.Requests[so.Round]
	result, err := formAnswer(req, question)
	if err != nil {
		return failed("%v", err), nil
	}
	line, more, err := outcome(question.Schema, result)
	if err != nil {
		return nil, err
	}
	so.Lines = append(so.Lines, line)
	so.Round++
	if !more || so.Round == len(t.Requests) {
		return told(so.Lines...), nil
	}
	so.remember(result.Content)
	return s.askNext(req, t, so)
}

func (s *studio) askNext(req *mcp.CallToolRequest, t *tool, so progress) (*mcp.CallToolResult, error) {
	question := t.Requests[so.Round]
	question.Message = so.fill(question.Message)
	return s.round(req, t, so, mcp.InputRequestMap{question.Key: question.form()})
}

// round asks for input, if the client can ask a person for it.
func (s *studio) round(req *mcp.CallToolRequest, t *tool, state any, requests mcp.InputRequestMap) (*mcp.CallToolResult, error) {
	needed := &mcp.ElicitationCapabilities{}
	for _, asked := range requests {
		if asked.(*mcp.ElicitParams).Mode == "url" {
			needed.URL = &mcp.URLElicitationCapabilities{}
		} else {
			needed.Form = &mcp.FormElicitationCapabilities{}
		}
	}
	if err := require(req, needed); err != nil {
		return nil, err
	}
	sealed, err := s.sealer.seal(t.name, state)
	if err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{InputRequests: requests, RequestState: sealed}, nil
}

// require is the error for a client that lacks what a tool needs.
func require(req *mcp.CallToolRequest, needed *mcp.ElicitationCapabilities) error {
	var has mcp.ElicitationCapabilities
	if declared := req.ClientCapabilities(); declared != nil && declared.Elicitation != nil {
		has = *declared.Elicitation
		if has.URL == nil {
			// An empty object means forms.
			has.Form = &mcp.FormElicitationCapabilities{}
		}
	}
	if (needed.Form == nil || has.Form != nil) && (needed.URL == nil || has.URL != nil) {
		return nil
	}
	data, err := json.Marshal(mcp.MissingRequiredClientCapabilityData{
		RequiredCapabilities: &mcp.ClientCapabilities{Elicitation: needed},
	})
	if err != nil {
		return err
	}
	return &jsonrpc.Error{
		Code:    mcp.CodeMissingRequiredClientCapabilities,
		Message: "this tool asks the person, and the client did not declare that it can",
		Data:    data,
	}
}

func (so *progress) remember(content map[string]any) {
	if so.Answers == nil {
		so.Answers = map[string]string{}
	}
	for name, value := range content {
		if text, ok := value.(string); ok {
			so.Answers[name] = text
		}
	}
}

// fill puts earlier answers where a message has their names in braces.
func (so *progress) fill(message string) string {
	var pairs []string
	for name, text := range so.Answers {
		pairs = append(pairs, "{"+name+"}", text)
	}
	// At once: an answer may hold the name of another one in braces.
	return strings.NewReplacer(pairs...).Replace(message)
}

// storeKey asks for what no server may ask for, to show how the form warns.
func (s *studio) storeKey(ctx context.Context, req *mcp.CallToolRequest, t *tool) (*mcp.CallToolResult, error) {
	result, err := s.askInRounds(ctx, req, t)
	if err != nil || result.IsError || req.Params.RequestState == "" {
		return result, err
	}
	answer, err := inputResponse(req, t.Requests[0].Key)
	if err != nil || answer.Action != "accept" {
		return result, err
	}
	key, _ := answer.Content["api_key"].(string)
	return told(fmt.Sprintf("I received a key of %d characters and threw it away.", len([]rune(key))),
		"A server must not ask for secrets in a form. It sends you to a page of its own instead."), nil
}
