package servers

import (
	"context"

	"github.com/elicitform/elicitform/web/demo/visits"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// workspace is what the round about a workspace has to remember.
type workspace struct {
	// Visit is the page that the person was sent to.
	Visit string `json:"visit"`
}

// setUpWorkspace asks for everything in one round: forms, and a page to visit
// between them. It waits for the page with the second call; nothing tells the
// client in this revision when a page is finished.
func (s *studio) setUpWorkspace(ctx context.Context, req *mcp.CallToolRequest, t *tool) (*mcp.CallToolResult, error) {
	if req.Params.RequestState == "" {
		return s.askAtOnce(ctx, req, t)
	}
	var so workspace
	if err := s.sealer.open(t.name, req.Params.RequestState, &so); err != nil {
		return nil, err
	}
	var lines []string
	for _, question := range t.Requests {
		line, err := s.workspaceLine(ctx, req, question, so)
		if err != nil {
			return failed("%v", err), nil
		}
		lines = append(lines, question.Key+": "+line)
	}
	return told(lines...), nil
}

func (s *studio) askAtOnce(ctx context.Context, req *mcp.CallToolRequest, t *tool) (*mcp.CallToolResult, error) {
	// Before a page is opened that nobody would be sent to.
	if err := require(req, &mcp.ElicitationCapabilities{Form: &mcp.FormElicitationCapabilities{}, URL: &mcp.URLElicitationCapabilities{}}); err != nil {
		return nil, err
	}
	requests := mcp.InputRequestMap{}
	var so workspace
	for _, question := range t.Requests {
		if question.Page == nil {
			requests[question.Key] = question.form()
			continue
		}
		visit, err := s.pages.Open(*question.Page)
		if err != nil {
			return failed("The page could not be opened: %v", err), nil
		}
		so.Visit = visit.ID
		requests[question.Key] = &mcp.ElicitParams{Mode: "url", Message: question.Message, URL: origin(ctx) + visit.Path()}
	}
	return s.round(req, t, so, requests)
}

// workspaceLine says what became of one request of the round.
func (s *studio) workspaceLine(ctx context.Context, req *mcp.CallToolRequest, question request, so workspace) (string, error) {
	if question.Page == nil {
		result, err := formAnswer(req, question)
		if err != nil {
			return "", err
		}
		line, _, err := outcome(question.Schema, result)
		return line, err
	}
	result, err := inputResponse(req, question.Key)
	if err != nil {
		return "", err
	}
	if result.Action != "accept" {
		line, _, err := outcome(nil, result)
		return line, err
	}
	visit := s.pages.Find(so.Visit)
	if visit == nil {
		return "The page is not open any more.", nil
	}
	if err := await(ctx, visit, s.patience.Visit); err != nil {
		return "", err
	}
	switch decision, choice := visit.Decision(); decision {
	case visits.Agreed:
		return "You finished the page and chose " + choice + ".", nil
	case visits.Refused:
		return "You refused on the page.", nil
	default:
		return "You did not finish the page in time.", nil
	}
}
