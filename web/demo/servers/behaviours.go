package servers

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/web/demo/visits"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// behaviour is what a tool does when it is called. For a server that asks in rounds it
// runs from its beginning in each round: all that happens before the last question
// happens again.
type behaviour func(*call) (*mcp.CallToolResult, error)

// behaviours has the tools that do something else than to ask one question after the other.
var behaviours = map[string]behaviour{
	"book_for_three":   askTogether,
	"set_up_workspace": askTogether,
	"flash_offer":      takeBack,
	"hold_seat":        holdSeat,
	"import_bookings":  importBookings,
	"store_key":        storeKey,
}

// askInTurn asks one question after the other, until everything is answered or the
// person stops.
func askInTurn(c *call) (*mcp.CallToolResult, error) {
	var lines []string
	answers := map[string]any{}
	for _, r := range c.tool.Requests {
		r.Message = fill(r.Message, answers)
		results, err := c.ask(r)
		if err != nil {
			return nil, err
		}
		line, more, err := c.line(r, results[0])
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
		if !more {
			break
		}
		maps.Copy(answers, results[0].Content)
	}
	return told(lines...), nil
}

// fill puts earlier answers where a message has their names in braces.
func fill(message string, answers map[string]any) string {
	var pairs []string
	for name, value := range answers {
		if text, ok := value.(string); ok {
			pairs = append(pairs, "{"+name+"}", text)
		}
	}
	// At once: an answer may hold the name of another one in braces.
	return strings.NewReplacer(pairs...).Replace(message)
}

// askTogether asks everything at the same time: as one round, or as calls that run side by
// side would.
func askTogether(c *call) (*mcp.CallToolResult, error) {
	results, err := c.ask(c.tool.Requests...)
	if err != nil {
		return nil, err
	}
	var lines []string
	for i, r := range c.tool.Requests {
		line, _, err := c.line(r, results[i])
		if err != nil {
			return nil, err
		}
		lines = append(lines, r.Key+": "+line)
	}
	return told(lines...), nil
}

// holdSeat asks once. How long it may take is the business of the client, which
// gives a call up after a time that it chooses.
func holdSeat(c *call) (*mcp.CallToolResult, error) {
	result, err := askInTurn(c)
	if err != nil {
		return failed("Nobody took the seat, and I let it go. The request failed: %v", err), nil
	}
	return result, nil
}

// takeBack withdraws its request when it was not answered in time.
func takeBack(c *call) (*mcp.CallToolResult, error) {
	whole := c.ctx
	limited, cancel := context.WithTimeout(whole, c.patience.Offer)
	defer cancel()
	c.ctx = limited
	result, err := askInTurn(c)
	if whole.Err() == nil && limited.Err() != nil {
		return told(fmt.Sprintf("The offer is gone. I took my request back after %v.", c.patience.Offer)), nil
	}
	return result, err
}

// storeKey asks for what no server may ask for, to show how the form warns.
func storeKey(c *call) (*mcp.CallToolResult, error) {
	r := c.tool.Requests[0]
	results, err := c.ask(r)
	if err != nil {
		return nil, err
	}
	line, accepted, err := c.line(r, results[0])
	if !accepted {
		return told(line), err
	}
	key, _ := results[0].Content["api_key"].(string)
	return told(fmt.Sprintf("I received a key of %d characters and threw it away.", len([]rune(key))),
		"A server must not ask for secrets in a form. It sends you to a page of its own instead."), nil
}

// account is what a session may see at one site.
type account struct {
	session *mcp.ServerSession
	site    string
}

// importBookings fails with the pages that have to be visited first, until they
// were. Then the accounts are signed out again.
func importBookings(c *call) (*mcp.CallToolResult, error) {
	session := c.req.Session
	if c.can().URL == nil {
		return failed("I need you to open two pages, and your client does not support \"url\" elicitation."), nil
	}
	c.lock.Lock()
	defer c.lock.Unlock()
	forget := func(ended func(*mcp.ServerSession) bool) {
		maps.DeleteFunc(c.visited, func(of account, _ *visits.Visit) bool { return ended(of.session) })
	}
	var needed []*mcp.ElicitParams
	var imported []string
	for _, r := range c.tool.Requests {
		decision := visits.Open
		if visit := c.visited[account{session, r.Page.Site}]; visit != nil {
			decision, _ = visit.Decision()
		}
		switch decision {
		case visits.Agreed:
			imported = append(imported, r.Page.Site)
			continue
		case visits.Refused:
			forget(func(s *mcp.ServerSession) bool { return s == session })
			return failed("You refused access at %s. Nothing was imported.", r.Page.Site), nil
		}
		params, err := c.params(r)
		if err != nil {
			return nil, err
		}
		needed = append(needed, params)
		visit := c.pages.Find(c.state.Pages[r.Key].Visit)
		c.visited[account{session, r.Page.Site}] = visit
		go follow(session, visit, params.ElicitationID)
	}
	if len(needed) > 0 {
		open := slices.Collect(c.server.Sessions())
		forget(func(s *mcp.ServerSession) bool { return !slices.Contains(open, s) })
		return nil, rpcError{mcp.URLElicitationRequiredError(needed)}
	}
	forget(func(s *mcp.ServerSession) bool { return s == session })
	return told("I imported 2 flights and 1 stay from "+strings.Join(imported, " and ")+".", "Your accounts are signed out again."), nil
}

// follow tells the client when a page is finished, long after the call that
// named it has failed.
func follow(session *mcp.ServerSession, visit *visits.Visit, elicitationID string) {
	<-visit.Done()
	if decision, _ := visit.Decision(); decision != visits.Expired {
		_ = session.NotifyElicitationComplete(context.Background(), &mcp.ElicitationCompleteParams{ElicitationID: elicitationID})
	}
}
