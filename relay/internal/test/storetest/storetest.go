// Package storetest tests a store of the relay with the cases of relay/testdata. The TypeScript stores pass the same cases.
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

// step is one call, in the member that is not nil, and its result.
type step struct {
	Ask    *call           `json:"ask"`
	End    *call           `json:"end"`
	Peek   *call           `json:"peek"`
	Draft  *call           `json:"draft"`
	Page   *call           `json:"page"`
	Read   *call           `json:"read"`
	News   *call           `json:"news"`
	Leases *call           `json:"left"`
	Calls  *call           `json:"calls"`
	Askers *call           `json:"whose"`
	Is     json.RawMessage `json:"is"`
	// With Times, a page is finished so often, and From to To of the calls succeed.
	Times, From, To int
}

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

// Run runs all cases of the file relay/testdata/store.json, each with the empty store that newStore returns. Limits count
// by the minute, so the clock of the store must stand still during a case. For a store in memory, pass synctest.Test as run.
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
				store := &relativeStore{newStore(t), map[string]int64{}}
				for i, s := range c.Steps {
					s.check(t, i+1, store)
				}
			})
		})
	}
}

type relativeStore struct {
	relay.Store
	firstVersions map[string]int64
}

func (r *relativeStore) relative(session string, version int64) int64 {
	if version == 0 {
		return 0
	}
	if r.firstVersions[session] == 0 {
		r.firstVersions[session] = version - 1
	}
	return version - r.firstVersions[session]
}

func (r *relativeStore) readVersion(ctx context.Context, session string) error {
	s, err := r.Store.Read(ctx, session, 0)
	r.relative(session, s.Version)
	return err
}

func (r *relativeStore) Page(ctx context.Context, session string, page relay.FinishedPage, keep time.Duration) (int64, error) {
	version, err := r.Store.Page(ctx, session, page, keep)
	return r.relative(session, version), err
}

func (r *relativeStore) Read(ctx context.Context, session string, since int64) (relay.Snapshot, error) {
	if since > 0 {
		since += r.firstVersions[session]
	}
	s, err := r.Store.Read(ctx, session, since)
	s.Version = r.relative(session, s.Version)
	for i := range s.Open {
		s.Open[i].Asked = r.relative(session, s.Open[i].Asked)
	}
	return s, err
}

func (s step) check(t *testing.T, number int, store *relativeStore) {
	t.Helper()
	if s.Times > 0 {
		s.checkRate(t, number, store)
		return
	}
	result, err := s.run(t.Context(), store)
	if err != nil {
		t.Fatalf("step %d: %v", number, err)
	}
	var got, want any
	if text, err := json.Marshal(result); err != nil || json.Unmarshal(text, &got) != nil || json.Unmarshal(s.Is, &want) != nil {
		t.Fatalf("step %d cannot be compared: %v", number, err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("step %d gives %v, want %s", number, got, s.Is)
	}
}

func (s step) checkRate(t *testing.T, number int, store *relativeStore) {
	t.Helper()
	accepted := 0
	for range s.Times {
		version, err := s.run(t.Context(), store)
		if err != nil {
			t.Fatalf("step %d: %v", number, err)
		}
		if version != int64(0) {
			accepted++
		}
	}
	if accepted < s.From || accepted > s.To {
		t.Fatalf("step %d: %d of %d are accepted, want %d to %d", number, accepted, s.Times, s.From, s.To)
	}
}

func (s step) run(ctx context.Context, store *relativeStore) (any, error) {
	switch {
	case s.Ask != nil:
		c := s.Ask
		v, err := store.Ask(ctx, c.session(), relay.AskRecord{
			RoundRef: c.ref(), Body: cmp.Or(c.Body, "{}"), Call: c.Call, Server: c.server(), Asker: c.Asker, Pages: c.Pages,
			Deadline: moment(c.Deadline), Lease: c.lease(), Keep: keep, Limits: c.limits(),
		})
		return verdict(v, ""), errors.Join(err, store.readVersion(ctx, c.session()))
	case s.End != nil:
		c := s.End
		v, err := store.End(ctx, c.session(), relay.EndRecord{RoundRef: c.ref(), How: relay.State(c.How), Result: c.Result, By: c.By, Keep: keep})
		return verdict(v, "other"), errors.Join(err, store.readVersion(ctx, c.session()))
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
		return readNews(ctx, store, s.News)
	case s.Leases != nil:
		records, err := store.Records(ctx, s.Leases.session(), s.Leases.IDs, relay.FieldLease)
		haveTime := []any{}
		for _, record := range records {
			haveTime = append(haveTime, !record.Lease.IsZero() && time.Until(record.Lease) > 0)
		}
		return haveTime, err
	case s.Calls != nil:
		records, err := store.Records(ctx, s.Calls.session(), s.Calls.IDs, relay.FieldCall)
		calls := []string{}
		for _, record := range records {
			calls = append(calls, record.Call)
		}
		return calls, err
	case s.Askers != nil:
		return readAskers(ctx, store, s.Askers)
	default:
		return readSession(ctx, store, s.Read)
	}
}

func (c *call) session() string { return cmp.Or(c.Session, "s") }

func (c *call) server() string {
	if c.Server == nil {
		return "a"
	}
	return *c.Server
}

func (c *call) ref() relay.RoundRef { return relay.RoundRef{ID: c.ID, Fingerprint: cmp.Or(c.FP, "f")} }

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
		return time.Hour // Longer than a case takes, even with a clock that stands still.
	}
	return time.Duration(*c.Lease) * time.Millisecond
}

func verdict(v relay.Verdict, other string) []any {
	by := other
	if v.ByCaller {
		by = "mine"
	}
	return []any{v.State, by, v.Result, millis(v.Deadline)}
}

func readSession(ctx context.Context, store relay.Store, c *call) (any, error) {
	all, err := store.Read(ctx, c.session(), 0)
	if err != nil {
		return nil, err
	}
	open := []any{}
	for _, round := range all.Open {
		records, err := store.Records(ctx, c.session(), []string{round.ID}, relay.FieldFingerprint, relay.FieldBody, relay.FieldDraft)
		if err != nil {
			return nil, err
		}
		r := records[0]
		open = append(open, map[string]any{"id": round.ID, "fp": r.Fingerprint, "body": r.Body, "deadline": millis(round.Deadline), "draft": r.Draft})
	}
	since, err := store.Read(ctx, c.session(), c.Since)
	ends, pages := splitNews(since)
	return map[string]any{"v": all.Version, "open": open, "gone": ends, "pages": pages}, err
}

func readAskers(ctx context.Context, store relay.Store, c *call) (any, error) {
	records, err := store.Records(ctx, c.session(), c.IDs, relay.FieldServer, relay.FieldAsker, relay.FieldPages)
	rounds, news := []any{}, []any{}
	for _, r := range records {
		rounds = append(rounds, []any{r.Server, r.Asker, append([]string{}, r.Pages...)})
	}
	s, err2 := store.Read(ctx, c.session(), 0)
	for _, round := range s.Open {
		news = append(news, []any{round.ID, round.Asker})
	}
	for _, n := range s.News {
		news = append(news, []any{n.Gone.ID + n.Page.ElicitationID, n.Gone.Asker + n.Page.Asker})
	}
	return map[string]any{"rounds": rounds, "news": news}, errors.Join(err, err2)
}

func readNews(ctx context.Context, store relay.Store, c *call) (any, error) {
	s, err := store.Read(ctx, c.session(), c.Since)
	open := []any{}
	for _, round := range s.Open {
		open = append(open, []any{round.ID, round.Asked})
	}
	ends, pages := splitNews(s)
	return map[string]any{"v": s.Version, "count": s.Count, "open": open, "gone": ends, "pages": pages}, err
}

func splitNews(s relay.Snapshot) (ends []relay.EndedRound, pages []relay.FinishedPage) {
	ends, pages = []relay.EndedRound{}, []relay.FinishedPage{}
	for _, n := range s.News {
		if n.Gone.ID != "" {
			ends = append(ends, n.Gone)
		} else {
			pages = append(pages, n.Page)
		}
	}
	return ends, pages
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
