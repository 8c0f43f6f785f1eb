package servers

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/elicitform/elicitform/web/demo/visits"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// timeoutMeta is where a tool says how long the demo chat is to wait for it: the
// protocol leaves that to the client.
const timeoutMeta = "elicitform-demo/timeoutSeconds"

// travelDesk is a travel agency that speaks revision 2025-11-25: forms, pages to
// open, and calls that fail until pages were visited.
type travelDesk struct {
	server   *mcp.Server
	pages    *visits.Book
	patience Patience
	accounts accounts
}

func newTravelServer(pages *visits.Book, patience Patience) *mcp.Server {
	server := newServer("elicitform-demo-travel", "Travel desk", revision2025November, revision2025June)
	desk := &travelDesk{server: server, pages: pages, patience: patience}
	all := tools("travel")
	for _, t := range all {
		if t.name == "hold_seat" {
			t.meta = mcp.Meta{timeoutMeta: patience.Seat.Seconds()}
		}
	}
	addTools(server, all, askInTurn, map[string]behaviour{
		"book_for_three":   askTogether,
		"connect_calendar": desk.connectCalendar,
		"flash_offer":      desk.offer,
		"hold_seat":        holdSeat,
		"import_bookings":  desk.importBookings,
		"trip_report":      tripReport,
	})
	return server
}

// askTogether asks everything at the same time, as calls that run side by side
// would.
func askTogether(ctx context.Context, req *mcp.CallToolRequest, t *tool) (*mcp.CallToolResult, error) {
	lines := make([]string, len(t.Requests))
	errs := make([]error, len(t.Requests))
	var all sync.WaitGroup
	for i, question := range t.Requests {
		all.Go(func() {
			result, err := elicit(ctx, req, question.form())
			if err != nil {
				errs[i] = err
				return
			}
			line, _, err := outcome(question.Schema, result)
			lines[i], errs[i] = question.Key+": "+line, err
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return failed("The request failed: %v", err), nil
	}
	return told(lines...), nil
}

// holdSeat asks once. How long it may take is the business of the client, which
// gives a call up after a time that it chooses.
func holdSeat(ctx context.Context, req *mcp.CallToolRequest, t *tool) (*mcp.CallToolResult, error) {
	result, err := askInTurn(ctx, req, t)
	if err == nil && result.IsError {
		text := result.Content[0].(*mcp.TextContent)
		text.Text = "Nobody took the seat, and I let it go. " + text.Text
	}
	return result, err
}

// offer takes its request back when nobody has answered in time.
func (d *travelDesk) offer(ctx context.Context, req *mcp.CallToolRequest, t *tool) (*mcp.CallToolResult, error) {
	limited, cancel := context.WithTimeout(ctx, d.patience.Offer)
	defer cancel()
	result, err := askInTurn(limited, req, t)
	if ctx.Err() == nil && limited.Err() != nil {
		return told(fmt.Sprintf("The offer is gone. I took my request back after %v.", d.patience.Offer)), nil
	}
	return result, err
}

// connectCalendar sends the person to a page and waits until it is finished.
func (d *travelDesk) connectCalendar(ctx context.Context, req *mcp.CallToolRequest, t *tool) (*mcp.CallToolResult, error) {
	visit, asked, err := d.invite(ctx, t.Requests[0])
	if err != nil {
		return failed("The page could not be opened: %v", err), nil
	}
	result, err := elicit(ctx, req, asked)
	if err != nil {
		return failed("The request failed: %v", err), nil
	}
	if result.Action != "accept" {
		line, _, err := outcome(nil, result)
		return told(line), err
	}
	if err := await(ctx, visit, d.patience.Visit); err != nil {
		return failed("The calendar is not connected: %v", err), nil
	}
	decision, calendar := visit.Decision()
	if decision != visits.Open {
		// The context of the call puts the notice before the answer.
		_ = req.Session.NotifyElicitationComplete(ctx, &mcp.ElicitationCompleteParams{ElicitationID: asked.ElicitationID})
	}
	switch decision {
	case visits.Agreed:
		return told("Your calendar is connected: " + calendar + "."), nil
	case visits.Refused:
		return told("You refused access on the page. Nothing is connected."), nil
	default:
		return failed("You did not finish the page in time. Nothing is connected."), nil
	}
}

// importBookings fails with the pages that have to be visited first, until they
// were.
func (d *travelDesk) importBookings(ctx context.Context, req *mcp.CallToolRequest, t *tool) (*mcp.CallToolResult, error) {
	session := req.Session
	if can := req.ClientCapabilities(); can == nil || can.Elicitation == nil || can.Elicitation.URL == nil {
		return failed("I need you to open two pages, and your client does not support \"url\" elicitation."), nil
	}
	var needed []*mcp.ElicitParams
	var imported []string
	for _, account := range t.Requests {
		switch d.accounts.decision(session, account.Page.Site) {
		case visits.Agreed:
			imported = append(imported, account.Page.Site)
			continue
		case visits.Refused:
			// Asked again with the next call.
			d.accounts.forget(session)
			return failed("You refused access at %s. Nothing was imported.", account.Page.Site), nil
		}
		visit, asked, err := d.invite(ctx, account)
		if err != nil {
			return failed("The page could not be opened: %v", err), nil
		}
		needed = append(needed, asked)
		go d.follow(session, visit, asked.ElicitationID)
	}
	if len(needed) > 0 {
		return nil, mcp.URLElicitationRequiredError(needed)
	}
	d.accounts.forget(session)
	return told("I imported 2 flights and 1 stay from "+strings.Join(imported, " and ")+".", "Your accounts are signed out again."), nil
}

// follow tells the client when a page is finished, long after the call that
// named it has failed.
func (d *travelDesk) follow(session *mcp.ServerSession, visit *visits.Visit, elicitationID string) {
	<-visit.Done()
	decision, _ := visit.Decision()
	if decision == visits.Expired {
		return
	}
	d.accounts.decide(session, visit.Page.Site, decision, d.server.Sessions())
	_ = session.NotifyElicitationComplete(context.Background(), &mcp.ElicitationCompleteParams{ElicitationID: elicitationID})
}

// invite opens a page and says how to ask somebody to visit it.
func (d *travelDesk) invite(ctx context.Context, r request) (*visits.Visit, *mcp.ElicitParams, error) {
	visit, err := d.pages.Open(*r.Page)
	if err != nil {
		return nil, nil, err
	}
	return visit, &mcp.ElicitParams{
		Mode:    "url",
		Message: r.Message,
		URL:     origin(ctx) + visit.Path(),
		// Not the id in the address, which is the key to the page.
		ElicitationID: rand.Text(),
	}, nil
}
