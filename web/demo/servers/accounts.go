package servers

import (
	"iter"
	"maps"
	"slices"
	"sync"

	"github.com/elicitform/elicitform/web/demo/visits"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// accounts knows what people decided on the pages of the sites, for each
// session. Its zero value is empty and ready.
type accounts struct {
	lock      sync.Mutex
	decisions map[account]visits.Decision
}

type account struct {
	session *mcp.ServerSession
	site    string
}

func (a *accounts) decision(session *mcp.ServerSession, site string) visits.Decision {
	a.lock.Lock()
	defer a.lock.Unlock()
	return a.decisions[account{session, site}]
}

// decide keeps a decision, and drops those of sessions that are over.
func (a *accounts) decide(session *mcp.ServerSession, site string, decision visits.Decision, open iter.Seq[*mcp.ServerSession]) {
	a.lock.Lock()
	defer a.lock.Unlock()
	if a.decisions == nil {
		a.decisions = map[account]visits.Decision{}
	}
	a.decisions[account{session, site}] = decision
	sessions := slices.Collect(open)
	maps.DeleteFunc(a.decisions, func(of account, _ visits.Decision) bool { return !slices.Contains(sessions, of.session) })
}

func (a *accounts) forget(session *mcp.ServerSession) {
	a.lock.Lock()
	defer a.lock.Unlock()
	maps.DeleteFunc(a.decisions, func(of account, _ visits.Decision) bool { return of.session == session })
}
