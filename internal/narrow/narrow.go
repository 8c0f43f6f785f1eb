// Package narrow lets a request for a relay see one question of its session and nothing else. What serves the link to a
// question narrows the request, and the relay keeps to it. A request from the network cannot narrow or widen itself.
package narrow

import (
	"context"
	"slices"
)

// Question is what a narrowed request is about. A request that is not narrowed has none: its methods allow everything of nil.
type Question struct {
	// ID and Fingerprint name its round.
	ID, Fingerprint string
	// Server is the host's own name of the server that asks, and Pages are its names of the pages that the question leads to:
	// the request may hear of their end.
	Server string
	Pages  []string
}

type key struct{}

// To narrows the requests of a context to a question.
func To(ctx context.Context, q Question) context.Context { return context.WithValue(ctx, key{}, &q) }

// Of returns the question that a context is narrowed to; nil where it is not.
func Of(ctx context.Context) *Question {
	q, _ := ctx.Value(key{}).(*Question)
	return q
}

// Has reports whether the request may see a round.
func (q *Question) Has(id, fingerprint string) bool {
	return q == nil || q.ID == id && q.Fingerprint == fingerprint
}

// Ends reports whether the request may hear of the end of a round, of which only the id is known then.
func (q *Question) Ends(id string) bool { return q == nil || q.ID == id }

// LeadsTo reports whether the request may hear that a page of a server is finished.
func (q *Question) LeadsTo(server, elicitationID string) bool {
	return q == nil || q.Server == server && slices.Contains(q.Pages, elicitationID)
}
