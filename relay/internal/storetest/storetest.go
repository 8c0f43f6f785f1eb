// Package storetest runs the cases that every store of the relay must pass. The
// TypeScript stores run the same file.
package storetest

import (
	"cmp"
	"context"
	"encoding/json"
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
	Is    json.RawMessage `json:"is"`
	// Times a page is finished, and of these notices From to To are taken.
	Times, From, To int
}

// call has the arguments of all calls.
type call struct {
	Session, ID, FP, Body, How, Result, By, Text, ElicitationID string
	Server                                                      *string
	Deadline, Since                                             int64
	Lease                                                       *int64
	Limits                                                      relay.Limits
}

const keep = 10 * time.Minute

// Run runs all cases; stores makes an empty one for each. The file is
// relay/testdata/store.json.
func Run(t *testing.T, file string, stores func(t *testing.T) relay.Store) {
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
			store := stores(t)
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
	}
}

// many counts how many notices are taken.
func (s step) many(t *testing.T, number int, store relay.Store) {
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

func (s step) run(ctx context.Context, store relay.Store) (any, error) {
	switch {
	case s.Ask != nil:
		c := s.Ask
		v, err := store.Ask(ctx, c.session(), relay.Ask{
			Ref: c.ref(), Body: cmp.Or(c.Body, "{}"), Server: c.server(), Deadline: moment(c.Deadline),
			Lease: c.lease(), Keep: keep, Limits: c.limits(),
		})
		return verdict(v, ""), err
	case s.End != nil:
		c := s.End
		v, err := store.End(ctx, c.session(), relay.End{Ref: c.ref(), How: relay.State(c.How), Result: c.Result, By: c.By, Keep: keep})
		return verdict(v, "other"), err
	case s.Peek != nil:
		v, err := store.Peek(ctx, s.Peek.session(), s.Peek.ref(), s.Peek.lease(), keep)
		return verdict(v, ""), err
	case s.Draft != nil:
		v, err := store.Draft(ctx, s.Draft.session(), s.Draft.ref(), s.Draft.Text)
		return verdict(v, ""), err
	case s.Page != nil:
		c := s.Page
		return store.Page(ctx, c.session(), relay.FinishedPage{Server: c.server(), ElicitationID: c.ElicitationID}, keep)
	default:
		snapshot, err := store.Read(ctx, s.Read.session(), s.Read.Since)
		return members(snapshot), err
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
		Open: cmp.Or(l.Open, 100), Bytes: cmp.Or(l.Bytes, 1e6), ServerOpen: cmp.Or(l.ServerOpen, 100), ServerBytes: cmp.Or(l.ServerBytes, 1e6),
	}
}

func (c *call) lease() time.Duration {
	if c.Lease == nil {
		return time.Minute
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

func members(s relay.Snapshot) any {
	open, gone, pages := []any{}, []any{}, []any{}
	for _, q := range s.Open {
		open = append(open, map[string]any{"id": q.ID, "fp": q.Fingerprint, "body": q.Body, "deadline": millis(q.Deadline), "draft": q.Draft})
	}
	for _, g := range s.Gone {
		gone = append(gone, map[string]any{"id": g.ID, "how": g.How})
	}
	for _, p := range s.Pages {
		pages = append(pages, map[string]any{"server": p.Server, "elicitationId": p.ElicitationID})
	}
	return map[string]any{"v": s.Version, "open": open, "gone": gone, "pages": pages}
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
