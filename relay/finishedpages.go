package relay

import (
	"context"
	"maps"
	"slices"
)

// Complete tells the devices that a page is finished, as notifications/elicitation/complete of a server does, so that
// the person need not say so. While the store is away, it tries again until a lease is over.
func (r *Relay) Complete(ctx context.Context, session string, server Server, elicitationID string) error {
	return r.complete(ctx, session, FinishedPage{Server: server.ID, ElicitationID: elicitationID})
}

// CompleteOwn is [Relay.Complete] for a page of one asker. The error has the reason "not-own-page" if no round of the
// asker leads to the page. It has the same reason if a round of another asker leads to a page with the same names,
// because the devices could not tell the two pages apart.
func (r *Relay) CompleteOwn(ctx context.Context, session, asker string, server Server, elicitationID string) error {
	page := FinishedPage{Server: server.ID, ElicitationID: elicitationID, Asker: asker}
	askers, err := r.findAskers(ctx, session, page)
	switch {
	case err != nil:
		return err
	case len(askers) != 1 || !askers[asker]:
		return newError(codeInvalidRequest, reasonNotOwnPage)
	}
	return r.complete(ctx, session, page)
}

// CompleteAny is [Relay.Complete] for a page of any asker. It also tells the devices that see only one asker's rounds.
func (r *Relay) CompleteAny(ctx context.Context, session string, server Server, elicitationID string) error {
	page := FinishedPage{Server: server.ID, ElicitationID: elicitationID}
	askers, err := r.findAskers(ctx, session, page)
	if err != nil {
		return err
	}
	if len(askers) == 0 {
		return r.complete(ctx, session, page)
	}
	for _, page.Asker = range slices.Sorted(maps.Keys(askers)) {
		if err := r.complete(ctx, session, page); err != nil {
			return err
		}
	}
	return nil
}

// findAskers includes rounds that were answered lately: the person may still be on a page of them.
func (r *Relay) findAskers(ctx context.Context, session string, page FinishedPage) (map[string]bool, error) {
	if err := CheckSession(session); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	s, err := r.options.Store.Read(ctx, session, 0)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, round := range s.Open {
		ids = append(ids, round.ID)
	}
	for _, n := range s.News {
		if n.Gone.How == Answered {
			ids = append(ids, n.Gone.ID)
		}
	}
	records, err := r.options.Store.Records(ctx, session, ids, FieldServer, FieldAsker, FieldPages)
	if err != nil {
		return nil, err
	}
	askers := map[string]bool{}
	for _, record := range records {
		if record.Server == page.Server && slices.Contains(record.Pages, page.ElicitationID) {
			askers[record.Asker] = true
		}
	}
	return askers, nil
}

func (r *Relay) complete(ctx context.Context, session string, page FinishedPage) error {
	if err := CheckSession(session); err != nil {
		return err
	}
	switch {
	case len(page.Server) > maxID:
		return newError(codeInternal, reasonServerIDTooLong)
	case len(page.ElicitationID) > maxID:
		return newError(codeInvalidRequest, reasonElicitationIDTooLong)
	}
	// A server that finishes pages without end must not pile up calls while the store is away.
	sender := [3]string{session, page.Asker, page.Server}
	if r.countNotices(sender, 1) > maxNotices {
		r.countNotices(sender, -1)
		return newError(codeInternal, reasonTooManyNotices)
	}
	defer r.countNotices(sender, -1)
	return r.retryForLease(ctx, func(ctx context.Context) (isAccepted bool, err error) {
		version, err := r.options.Store.Page(ctx, session, page, r.options.Keep)
		return version != 0, err
	})
}

func (r *Relay) countNotices(sender [3]string, change int) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := r.notices[sender] + change
	if r.notices[sender] = n; n == 0 {
		delete(r.notices, sender)
	}
	return n
}
