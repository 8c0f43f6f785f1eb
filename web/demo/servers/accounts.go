package servers

import (
	"iter"
	"sync"

	"github.com/elicitform/elicitform/web/demo/visits"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// accounts knows what people decided on the pages of the sites, for each
// session. Its zero value is empty and ready.
type accounts struct {
	lock      sync.Mutex
	decisions map[*mcp.ServerSession]map[string]visits.Decision
}

func (a *accounts) decision(session *mcp.ServerSession, site string) visits.Decision {
	a.lock.Lock()
	defer a.lock.Unlock()
	return a.decisions[session][site]
}

// decide keeps a decision, and drops those of sessions that are over.
func (a *accounts) decide(session *mcp.ServerSession, site string, decision visits.Decision, open iter.Seq[*mcp.ServerSession]) {
	a.lock.Lock()
	defer a.lock.Unlock()
	kept := map[*mcp.ServerSession]map[string]visits.Decision{}
	for s := range open {
		if known := a.decisions[s]; known != nil {
			kept[s] = known
		} else if s == session {
			kept[s] = map[string]visits.Decision{}
		}
	}
	if kept[session] != nil {
		kept[session][site] = decision
	}
	a.decisions = kept
}

func (a *accounts) forget(session *mcp.ServerSession) {
	a.lock.Lock()
	defer a.lock.Unlock()
	delete(a.decisions, session)
}
