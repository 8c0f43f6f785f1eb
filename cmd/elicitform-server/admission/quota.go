// Package admission rejects questions, streams and waiting requests that do not fit into the server.
package admission

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/elicitform/elicitform/cmd/elicitform-server/keys"
	"github.com/elicitform/elicitform/relay"
)

const (
	// recheckAfter is far longer than storing a question takes: a lookup must not release it before.
	recheckAfter       = time.Minute
	maxLookups         = 200
	answersPerQuestion = 10
)

const (
	limitOfAll   = "too-many-questions"
	limitOfAsker = "too-many-questions-of-asker"
)

// Limits bound the open questions of all sessions together.
type Limits struct {
	// Questions bounds open questions, and ten times as many answers. Bytes bounds the size of all of them.
	Questions, Bytes int
}

func (l Limits) share(s keys.Share) Limits { return Limits{s.Of(l.Questions), s.Of(l.Bytes)} }

func (l Limits) fits(questions, bytes, size int, ends relay.EndedCounts) bool {
	return questions < l.Questions && ends.Answers < answersPerQuestion*l.Questions && bytes+ends.Bytes+size <= l.Bytes
}

// Quota counts a question before the store has it, so that simultaneous requests cannot exceed a limit. It misses ends,
// for example when a process dies, so a full quota looks up its oldest questions.
type Quota struct {
	store     relay.Store
	counts    counts
	onEnd     func(keys.Question)
	hasShares bool
}

type counts interface {
	// reserve counts a question once. If the question does not fit, exceeded is the limit.
	reserve(ctx context.Context, asker string, q keys.Question, size int) (isNew bool, exceeded string, err error)
	// release ignores questions that are not counted.
	release(ctx context.Context, asker string, questions ...keys.Question) error
	// due postpones the next lookup of the questions that it returns: the asker's, or those of all if limitOfAll is
	// exceeded.
	due(ctx context.Context, asker, exceeded string) ([]counted, error)
}

type counted struct {
	asker string
	keys.Question
}

// NewQuota limits the memory of this process or, with a client of Redis, each asker's share over all processes.
func NewQuota(store relay.Store, client redis.UniversalClient, prefix string, limits Limits, share keys.Share) *Quota {
	q := &Quota{store: store, hasShares: share < 100}
	if client != nil {
		q.counts = &redisCounts{client, prefix, limits.share(share)}
		return q
	}
	counts := &memoryCounts{all: limits, each: limits.share(share), askers: map[string]*askerCount{}}
	counts.store, _ = store.(relay.EndCounter)
	q.counts = counts
	return q
}

// Guard rejects questions that do not fit. onEnd must not block for long, and gets ends that only a lookup has found.
func (q *Quota) Guard(next relay.Store, onEnd func(keys.Question)) relay.Store {
	q.onEnd = onEnd
	return &guardedStore{next, q}
}

// isOff is true in Redis without shares, because Redis has a limit of its own.
func (q *Quota) isOff(asker string) bool {
	_, inRedis := q.counts.(*redisCounts)
	return inRedis && (!q.hasShares || asker == "")
}

func (q *Quota) reserve(ctx context.Context, asker string, question keys.Question, size int) (isNew bool, exceeded string, err error) {
	if q.isOff(asker) {
		return false, "", nil
	}
	isNew, exceeded, err = q.counts.reserve(ctx, asker, question, size)
	if err != nil || exceeded == "" {
		return isNew, exceeded, err
	}
	if found, err := q.releaseEnded(ctx, asker, exceeded); err != nil || !found {
		return false, exceeded, err
	}
	return q.counts.reserve(ctx, asker, question, size)
}

func (q *Quota) release(ctx context.Context, asker string, question keys.Question) error {
	if q.isOff(asker) {
		return nil
	}
	return q.counts.release(ctx, asker, question)
}

func (q *Quota) releaseEnded(ctx context.Context, asker, exceeded string) (found bool, err error) {
	due, err := q.counts.due(ctx, asker, exceeded)
	if err != nil {
		return false, err
	}
	ended := map[string][]keys.Question{}
	for _, one := range due {
		switch isOpen, err := q.isOpen(ctx, one.Question); {
		case err != nil:
			return false, err
		case isOpen:
			continue
		}
		ended[one.asker] = append(ended[one.asker], one.Question)
		if q.onEnd != nil {
			q.onEnd(one.Question)
		}
	}
	for asker, questions := range ended {
		err = errors.Join(err, q.counts.release(ctx, asker, questions...))
	}
	return len(ended) > 0, err
}

// isOpen ends a question whose deadline or lease has passed, in case no process looks at its session.
func (q *Quota) isOpen(ctx context.Context, question keys.Question) (bool, error) {
	records, err := q.store.Records(ctx, question.Session, []string{question.ID}, relay.FieldBody, relay.FieldDeadline, relay.FieldLease)
	if err != nil {
		return false, err
	}
	how := dueEnd(records[0], time.Now())
	if how == relay.Open {
		return records[0].Body != "", nil
	}
	v, err := q.store.End(ctx, question.Session, relay.EndRecord{RoundRef: question.RoundRef, How: how})
	return err == nil && v.State == relay.Open, err
}

func dueEnd(r relay.RoundRecord, now time.Time) relay.State {
	hasPassed := func(end time.Time) bool { return !end.IsZero() && !now.Before(end) }
	switch {
	case r.Body == "":
		return relay.Open
	case hasPassed(r.Deadline):
		return relay.Expired
	case hasPassed(r.Lease):
		return relay.Orphaned
	}
	return relay.Open
}

type guardedStore struct {
	relay.Store
	quota *Quota
}

func (s *guardedStore) Ask(ctx context.Context, session string, ask relay.AskRecord) (relay.Verdict, error) {
	question := keys.Question{Session: session, RoundRef: ask.RoundRef}
	isNew, exceeded, err := s.quota.reserve(ctx, ask.Asker, question, len(ask.Body)+len(ask.Call))
	if err != nil {
		return relay.Verdict{}, err
	}
	if exceeded != "" {
		// A question that the store has needs no room: the asker joins it, or fetches its answer.
		v, err := s.quota.store.Peek(ctx, session, ask.RoundRef, 0, 0)
		if err != nil || v.State == relay.Unknown || v.State == relay.Conflict || v.State == relay.Orphaned {
			return relay.Verdict{State: relay.Full, Result: exceeded, Deadline: ask.Deadline}, err
		}
	}
	v, err := s.Store.Ask(ctx, session, ask)
	if isNew && err == nil && v.State != relay.Open {
		_ = s.quota.release(ctx, ask.Asker, question)
	}
	return v, err
}

var endStates = []relay.State{relay.Answered, relay.Rejected, relay.Withdrawn, relay.Expired, relay.Orphaned}

func (s *guardedStore) End(ctx context.Context, session string, end relay.EndRecord) (relay.Verdict, error) {
	v, err := s.Store.End(ctx, session, end)
	if err == nil && v.ByCaller && slices.Contains(endStates, v.State) {
		_ = s.quota.release(ctx, v.Asker, keys.Question{Session: session, RoundRef: end.RoundRef})
	}
	return v, err
}
