// Package narrow lets a request for a relay see one question of its session and nothing else. Who lets a person in by a link
// to a question narrows the request, and the relay keeps to it. A request from the network cannot narrow or widen itself.
package narrow

import "context"

// Question is what a narrowed request is about.
type Question struct {
	// ID and Fingerprint name its round.
	ID, Fingerprint string
	// LeadsTo reports whether the question leads to a page of a server, of whose end the request may hear.
	LeadsTo func(server, elicitationID string) bool
}

type key struct{}

// To narrows the requests of a context to a question.
func To(ctx context.Context, q Question) context.Context { return context.WithValue(ctx, key{}, &q) }

// Of returns the question that a context is narrowed to; nil where it is not.
func Of(ctx context.Context) *Question {
	q, _ := ctx.Value(key{}).(*Question)
	return q
}

// Has reports whether a request that is narrowed to the question may see a round; nil is one that is not narrowed.
func (q *Question) Has(id, fingerprint string) bool {
	return q == nil || q.ID == id && q.Fingerprint == fingerprint
}
