// Package storetest runs the cases that every store of the relay must pass. The cases are a file of relay/testdata, and the
// TypeScript stores run the same file. It knows no store: each one hands itself over.
package storetest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/elicitform/elicitform/relay"
)

// step is one call, which is the member that is there, and what it gives.
type step struct {
	Ask   *call           `json:"ask"`
	End   *call           `json:"end"`
	Peek  *call           `json:"peek"`
	Draft *call           `json:"draft"`
	Page  *call           `json:"page"`
	Read  *call           `json:"read"`
	News  *call           `json:"news"`
	Left  *call           `json:"left"`
	Calls *call           `json:"calls"`
	Whose *call           `json:"whose"`
	Is    json.RawMessage `json:"is"`
	// Times a page is finished, and of these notices From to To are taken.
	Times, From, To int
}

// call has the arguments of all calls.
type call struct {
	Session, ID, FP, Body, Call, How, Result, By, Text, ElicitationID, Asker string
	Pages                                                                    []string
	Server                                                                   *string
	Deadline, Since                                                          int64
	Lease                                                                    *int64
	Limits                                                                   relay.Limits
	IDs                                                                      []string
}

const keep = 10 * time.Minute

// Run runs all cases of the file relay/testdata/store.json, each with the empty store that newStore returns. The clock of the
// store has to stand still during a case, because limits count by the minute: synctest.Test as run does that for a store in memory.
func Run(t *testing.T, file string, run func(t *testing.T, test func(t *testing.T)), newStore func(t *testing.T) relay.Store) {
	content, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	var cases struct {
		Cases []struct {
			Name  string
			Steps []step
		}
	}
	if err := json.Unmarshal(content, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases.Cases) == 0 {
		t.Fatal("there are no cases")
	}
	for _, c := range cases.Cases {
		t.Run(c.Name, func(t *testing.T) {
			run(t, func(t *testing.T) {
				store := &counted{newStore(t), map[string]int64{}}
				for i, s := range c.Steps {
					if s.Times > 0 {
						s.many(t, i+1, store)
						continue
					}
					got, err := s.run(t.Context(), store)
					if err != nil {
						t.Fatalf("step %d: %v", i+1, err)
					}
					var is, want any
					if text, err := json.Marshal(got); err != nil || json.Unmarshal(text, &is) != nil || json.Unmarshal(s.Is, &want) != nil {
						t.Fatalf("step %d cannot be compared: %v", i+1, err)
					}
					if !reflect.DeepEqual(is, want) {
						t.Fatalf("step %d gives %v, want %s", i+1, is, s.Is)
					}
				}
			})
		})
	}
}

// counted is a store whose versions begin with 1, and not with the time.
type counted struct {
	relay.Store
	begins map[string]int64
}

func (c *counted) relative(session string, version int64) int64 {
	if version == 0 {
		return 0
	}
	if c.begins[session] == 0 {
		c.begins[session] = version - 1
	}
	return version - c.begins[session]
}

func (c *counted) learn(ctx context.Context, session string) error {
	s, err := c.Store.Read(ctx, session, 0)
	c.relative(session, s.Version)
	return err
}

func (c *counted) Page(ctx context.Context, session string, page relay.FinishedPage, keep time.Duration) (int64, error) {
	version, err := c.Store.Page(ctx, session, page, keep)
	return c.relative(session, version), err
}

func (c *counted) Read(ctx context.Context, session string, since int64) (relay.Snapshot, error) {
	if since > 0 {
		since += c.begins[session]
	}
	s, err := c.Store.Read(ctx, session, since)
	s.Version = c.relative(session, s.Version)
	for i := range s.Open {
		s.Open[i].Asked = c.relative(session, s.Open[i].Asked)
	}
	return s, err
}

// many counts how many notices are taken.
func (s step) many(t *testing.T, number int, store *counted) {
	t.Helper()
	taken := 0
	for range s.Times {
		version, err := s.run(t.Context(), store)
		if err != nil {
			t.Fatalf("step %d: %v", number, err)
		}
		if version != int64(0) {
			taken++
		}
	}
	if taken < s.From || taken > s.To {
		t.Fatalf("step %d: %d of %d are taken, want %d to %d", number, taken, s.Times, s.From, s.To)
	}
}

func (s step) run(ctx context.Context, store *counted) (any, error) {
	switch {
	case s.Ask != nil:
		c := s.Ask
		v, err := store.Ask(ctx, c.session(), relay.Ask{
			Ref: c.ref(), Body: cmp.Or(c.Body, "{}"), Call: c.Call, Server: c.server(), Asker: c.Asker, Pages: c.Pages,
			Deadline: moment(c.Deadline), Lease: c.lease(), Keep: keep, Limits: c.limits(),
		})
		return verdict(v, ""), errors.Join(err, store.learn(ctx, c.session()))
	case s.End != nil:
		c := s.End
		v, err := store.End(ctx, c.session(), relay.End{Ref: c.ref(), How: relay.State(c.How), Result: c.Result, By: c.By, Keep: keep})
		return verdict(v, "other"), errors.Join(err, store.learn(ctx, c.session()))
	case s.Peek != nil:
		v, err := store.Peek(ctx, s.Peek.session(), s.Peek.ref(), s.Peek.lease(), keep)
		return verdict(v, ""), err
	case s.Draft != nil:
		v, err := store.Draft(ctx, s.Draft.session(), s.Draft.ref(), s.Draft.Text)
		return verdict(v, ""), err
	case s.Page != nil:
		c := s.Page
		return store.Page(ctx, c.session(), relay.FinishedPage{Server: c.server(), ElicitationID: c.ElicitationID, Asker: c.Asker}, keep)
	case s.News != nil:
		return news(ctx, store, s.News)
	case s.Left != nil:
		records, err := store.Records(ctx, s.Left.session(), s.Left.IDs, relay.FieldLease)
		left := []any{}
		for _, record := range records {
			left = append(left, !record.Lease.IsZero() && time.Until(record.Lease) > 0)
		}
		return left, err
	case s.Calls != nil:
		records, err := store.Records(ctx, s.Calls.session(), s.Calls.IDs, relay.FieldCall)
		calls := []string{}
		for _, record := range records {
			calls = append(calls, record.Call)
		}
		return calls, err
	case s.Whose != nil:
		return whose(ctx, store, s.Whose)
	default:
		return whole(ctx, store, s.Read)
	}
}

func (c *call) session() string { return cmp.Or(c.Session, "s") }

func (c *call) server() string {
	if c.Server == nil {
		return "a"
	}
	return *c.Server
}

func (c *call) ref() relay.Ref { return relay.Ref{ID: c.ID, Fingerprint: cmp.Or(c.FP, "f")} }

func (c *call) limits() relay.Limits {
	l := c.Limits
	return relay.Limits{
		Open: cmp.Or(l.Open, 100), Bytes: cmp.Or(l.Bytes, 1e6), NewBytes: cmp.Or(l.NewBytes, 1e6),
		ServerOpen: cmp.Or(l.ServerOpen, 100), ServerBytes: cmp.Or(l.ServerBytes, 1e6), ServerNewBytes: cmp.Or(l.ServerNewBytes, 1e6),
		AskerOpen: cmp.Or(l.AskerOpen, 100), AskerBytes: cmp.Or(l.AskerBytes, 1e6), AskerNewBytes: cmp.Or(l.AskerNewBytes, 1e6),
	}
}

func (c *call) lease() time.Duration {
	if c.Lease == nil {
		return time.Hour // None of a case is over before the case is, also where the clock of the store stands still.
	}
	return time.Duration(*c.Lease) * time.Millisecond
}

// verdict writes a verdict as the file does, with what it says when it is not mine.
func verdict(v relay.Verdict, other string) []any {
	whose := other
	if v.Mine {
		whose = "mine"
	}
	return []any{v.State, whose, v.Result, millis(v.Deadline)}
}

// whole is all that a session has, with what has gone since a version.
func whole(ctx context.Context, store relay.Store, c *call) (any, error) {
	all, err := store.Read(ctx, c.session(), 0)
	if err != nil {
		return nil, err
	}
	open := []any{}
	for _, q := range all.Open {
		records, err := store.Records(ctx, c.session(), []string{q.ID}, relay.FieldFingerprint, relay.FieldBody, relay.FieldDraft)
		if err != nil {
			return nil, err
		}
		r := records[0]
		open = append(open, map[string]any{"id": q.ID, "fp": r.Fingerprint, "body": r.Body, "deadline": millis(q.Deadline), "draft": r.Draft})
	}
	since, err := store.Read(ctx, c.session(), c.Since)
	gone, pages := happened(since)
	return map[string]any{"v": all.Version, "open": open, "gone": gone, "pages": pages}, err
}

// whose is who has asked what a session has: the rounds with these ids, with their pages, and all of whose news there are.
func whose(ctx context.Context, store relay.Store, c *call) (any, error) {
	records, err := store.Records(ctx, c.session(), c.IDs, relay.FieldServer, relay.FieldAsker, relay.FieldPages)
	rounds, news := []any{}, []any{}
	for _, r := range records {
		rounds = append(rounds, []any{r.Server, r.Asker, append([]string{}, r.Pages...)})
	}
	s, err2 := store.Read(ctx, c.session(), 0)
	for _, q := range s.Open {
		news = append(news, []any{q.ID, q.Asker})
	}
	for _, n := range s.News {
		news = append(news, []any{n.Gone.ID + n.Page.ElicitationID, n.Gone.Asker + n.Page.Asker})
	}
	return map[string]any{"rounds": rounds, "news": news}, errors.Join(err, err2)
}

// news is what has changed since a version, without what has not.
func news(ctx context.Context, store relay.Store, c *call) (any, error) {
	s, err := store.Read(ctx, c.session(), c.Since)
	open := []any{}
	for _, q := range s.Open {
		open = append(open, []any{q.ID, q.Asked})
	}
	gone, pages := happened(s)
	return map[string]any{"v": s.Version, "count": s.Count, "open": open, "gone": gone, "pages": pages}, err
}

func happened(s relay.Snapshot) (gone []relay.EndedRound, pages []relay.FinishedPage) {
	gone, pages = []relay.EndedRound{}, []relay.FinishedPage{}
	for _, n := range s.News {
		if n.Gone.ID != "" {
			gone = append(gone, n.Gone)
		} else {
			pages = append(pages, n.Page)
		}
	}
	return gone, pages
}

func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
