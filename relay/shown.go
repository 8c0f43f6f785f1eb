package relay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// mostContent is how many bytes of the questions of a session are kept for the next device, and
	// keepContent for how long when none has come.
	mostContent = 4 << 20
	keepContent = 10 * time.Second
)

// contents are what the questions of a session say, written once for all devices.
type contents struct {
	relay   *Relay
	session string
	// begun counts the looks at the session.
	begun *atomic.Int64

	mu    sync.Mutex
	kept  map[string]*content
	bytes int
}

// content is what one question says.
type content struct {
	asked int64

	mu   sync.Mutex
	read bool
	// text is the question as JSON without its last brace; nil where nobody can read it.
	text []byte
	// draft is the member with the draft, which was read after the look with this number.
	draft []byte
	look  int64

	// size is what is counted of it, and used when it was told last, by contents.
	size int
	used time.Time
}

// of is what a question says, as pieces of JSON, with a draft that is not older than a look. There are
// none where nobody can answer the question any more.
func (c *contents) of(ctx context.Context, q OpenQuestion, look int64) ([][]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	c.mu.Lock()
	one := c.kept[q.ID]
	if one == nil || one.asked != q.Asked {
		c.drop(q.ID)
		one = &content{asked: q.Asked}
		c.kept[q.ID] = one
	}
	one.used = time.Now()
	c.mu.Unlock()

	one.mu.Lock()
	defer one.mu.Unlock()
	switch now := c.begun.Load(); {
	case !one.read:
		stored, err := c.relay.store.Content(ctx, c.session, q.ID)
		if err != nil {
			return nil, err
		}
		one.read, one.text, one.draft, one.look = true, shownText(q, stored), draftMember(stored.Draft), now
	case one.look < look && one.text != nil:
		draft, err := c.relay.store.Unfinished(ctx, c.session, q.ID)
		if err != nil {
			return nil, err
		}
		if member := draftMember(draft); !bytes.Equal(member, one.draft) {
			one.draft = member
		}
		one.look = now
	}
	if one.text == nil {
		return nil, nil
	}
	c.count(q.ID, one, len(one.text)+len(one.draft))
	return [][]byte{one.text, one.draft, []byte("}")}, nil
}

// count notes how large one is, and makes room for it.
func (c *contents) count(id string, one *content, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept[id] != one {
		return
	}
	c.bytes += size - one.size
	one.size = size
	for other := range c.kept {
		if c.bytes <= mostContent {
			break
		}
		c.drop(other)
	}
}

func (c *contents) drop(id string) {
	if one := c.kept[id]; one != nil {
		c.bytes -= one.size
		delete(c.kept, id)
	}
}

// only drops what is not open any more, and what no device has needed lately.
func (c *contents) only(open []OpenQuestion) {
	asked := make(map[string]int64, len(open))
	for _, q := range open {
		asked[q.ID] = q.Asked
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, one := range c.kept {
		if asked[id] != one.asked || time.Since(one.used) > keepContent {
			c.drop(id)
		}
	}
}

// shownText is a question as a page gets it, without its draft and its last brace. It is nil where the question cannot be
// read.
func shownText(q OpenQuestion, stored Content) []byte {
	one := shown{ID: q.ID, Fingerprint: stored.Fingerprint}
	if json.Unmarshal([]byte(stored.Body), &one.body) != nil {
		return nil
	}
	if !q.Deadline.IsZero() {
		one.Deadline = q.Deadline.UnixMilli()
	}
	return bytes.TrimSuffix(text(one), []byte("}"))
}

func draftMember(draft string) []byte {
	if draft == "" {
		return nil
	}
	return append([]byte(`,"draft":`), text(draft)...)
}

// mostBatch is how many bytes of questions make a message. A page shows the first ones while the
// next are on their way.
const mostBatch = 256 * 1024

// each reads what questions say and hands it on in batches, as JSON with commas, until send says false. The
// last batch may be empty.
func (c *contents) each(ctx context.Context, questions []OpenQuestion, look int64, send func(batch [][]byte, last bool) bool) error {
	var batch [][]byte
	size := 0
	for _, q := range questions {
		if size >= mostBatch {
			if !send(batch, false) {
				return errLine
			}
			batch, size = nil, 0
		}
		if ctx.Err() != nil {
			return errLine
		}
		pieces, err := c.of(ctx, q, look)
		if err != nil {
			return err
		}
		if len(batch) > 0 && len(pieces) > 0 {
			batch = append(batch, []byte(","))
		}
		for _, piece := range pieces {
			batch, size = append(batch, piece), size+len(piece)
		}
	}
	if !send(batch, true) {
		return errLine
	}
	return nil
}

// errLine says that nobody takes what is sent.
var errLine = errors.New("relay: the line is over")
