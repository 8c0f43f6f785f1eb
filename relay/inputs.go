package relay

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// send makes a call again after the person has answered its inputRequests, or opened the pages of its error -32042.
func (m *middleware) send(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, request mcp.Request) (mcp.Result, error) {
		client, ok := request.GetSession().(*mcp.ClientSession)
		if !ok {
			return next(ctx, method, request)
		}
		if method == "tools/call" || method == "prompts/get" || method == "resources/read" {
			defer m.addCall(ctx, client)()
		}
		var rounds inputRounds
		for {
			result, failure := next(ctx, method, request)
			inputs := readInputs(result, failure)
			if !onlyElicitations(inputs.requests) || !rounds.accept(inputs) {
				return result, failure
			}
			session, err := m.sessions(ctx, client)
			if err != nil {
				return nil, err
			}
			results, err := m.ask(ctx, session, inputs)
			if err != nil {
				return nil, err
			}
			if inputs.areDemanded {
				// The call can only succeed when the person has opened every page.
				if !allAccepted(results) {
					return result, failure
				}
				continue
			}
			params := withResponses(request.GetParams(), results, inputs.state)
			if params == nil {
				return result, failure
			}
			request = &mcp.ClientRequest[mcp.Params]{Session: client, Params: params}
		}
	}
}

type inputs struct {
	requests    mcp.InputRequestMap
	state       string
	areDemanded bool
}

func readInputs(result mcp.Result, failure error) inputs {
	if failure != nil {
		return inputs{requests: demandedPages(failure), areDemanded: true}
	}
	switch result := result.(type) {
	case *mcp.CallToolResult:
		return inputs{requests: result.InputRequests, state: result.RequestState}
	case *mcp.GetPromptResult:
		return inputs{requests: result.InputRequests, state: result.RequestState}
	case *mcp.ReadResourceResult:
		return inputs{requests: result.InputRequests, state: result.RequestState}
	}
	return inputs{}
}

const maxPages = 26

func demandedPages(failure error) mcp.InputRequestMap {
	var wire *jsonrpc.Error
	if !errors.As(failure, &wire) || wire.Code != mcp.CodeURLElicitationRequired {
		return nil
	}
	var data struct {
		Elicitations []*mcp.ElicitParams `json:"elicitations"`
	}
	if json.Unmarshal(wire.Data, &data) != nil || len(data.Elicitations) > maxPages {
		return nil
	}
	pages := mcp.InputRequestMap{}
	for n, page := range data.Elicitations {
		if page == nil || page.URL == "" || page.Mode != "url" {
			return nil
		}
		pages[string(rune('a'+n))] = page
	}
	return pages
}

type inputRounds struct {
	results int
	pages   map[string]bool
}

// accept reports false past a limit, and for the same pages: a server that demands them again would do so for ever.
func (r *inputRounds) accept(in inputs) bool {
	if !in.areDemanded {
		r.results++
		return r.results <= maxInputRounds
	}
	addresses := pageAddresses(in.requests)
	if r.pages[addresses] || len(r.pages) == maxPageRounds {
		return false
	}
	if r.pages == nil {
		r.pages = map[string]bool{}
	}
	r.pages[addresses] = true
	return true
}

// pageAddresses drops the ids: servers make a new one each time, and often put it into the address.
func pageAddresses(requests mcp.InputRequestMap) string {
	var list []string
	for _, request := range requests {
		if page, ok := request.(*mcp.ElicitParams); ok && page.ElicitationID != "" {
			list = append(list, strings.ReplaceAll(page.URL, page.ElicitationID, ""))
		} else if ok {
			list = append(list, page.URL)
		}
	}
	slices.Sort(list)
	return strings.Join(list, "\n")
}

// onlyElicitations reports whether a person can answer all requests. The caller answers any other.
func onlyElicitations(requests mcp.InputRequestMap) bool {
	for _, request := range requests {
		if _, ok := request.(*mcp.ElicitParams); !ok {
			return false
		}
	}
	return len(requests) > 0
}

func allAccepted(results map[string]*mcp.ElicitResult) bool {
	for _, result := range results {
		if result.Action != "accept" {
			return false
		}
	}
	return true
}

func (m *middleware) ask(ctx context.Context, session string, in inputs) (map[string]*mcp.ElicitResult, error) {
	var requests []elicitation
	var keys [][2]string
	for _, name := range slices.Sorted(maps.Keys(in.requests)) {
		params, _ := in.requests[name].(*mcp.ElicitParams)
		requests = append(requests, elicitation{Key: name, Params: string(encodeParams(params))})
		if m.options.Key != nil && params != nil {
			if key := m.options.Key(params); key != "" {
				keys = append(keys, [2]string{name, key})
			}
		}
	}
	o := ElicitOptions{Session: session, Server: m.options.Server, WaitForPages: in.areDemanded}
	if len(keys) == len(requests) {
		o.Key = string(encodeJSON(keys))
	}
	return m.relay.ask(ctx, requests, o)
}

func withResponses(params mcp.Params, results map[string]*mcp.ElicitResult, state string) mcp.Params {
	responses := mcp.InputResponseMap{}
	for name, result := range results {
		responses[name] = result
	}
	switch params := params.(type) {
	case *mcp.CallToolParams:
		next := *params
		next.InputResponses, next.RequestState = responses, state
		return &next
	case *mcp.GetPromptParams:
		next := *params
		next.InputResponses, next.RequestState = responses, state
		return &next
	case *mcp.ReadResourceParams:
		next := *params
		next.InputResponses, next.RequestState = responses, state
		return &next
	}
	return nil
}
