package relay

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"sync"
	"time"
)

// keepContent is how long what a round says is kept for the next device.
const keepContent = 10 * time.Second

// contents are what the rounds of a session say, written once for all devices. The limits of a
// session bound them.
type contents struct {
	store   Store
	session string

	mu   sync.Mutex
	kept map[string]*content
}

// content is what one round says.
type content struct {
	asked int64
	// used is when it was told last. Its lock is that of contents.
	used time.Time

	mu sync.Mutex
	// text is the round as JSON without its last brace; nil before it was read, and empty where
	// it cannot be read or is over.
	text []byte
}

// of is what a round says, as pieces of JSON, with its draft of now. There are none where the round is over.
func (c *contents) of(ctx context.Context, r OpenRound) ([][]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	c.mu.Lock()
	one := c.kept[r.ID]
	if one == nil || one.asked != r.Asked {
		one = &content{asked: r.Asked}
		c.kept[r.ID] = one
	}
	one.used = time.Now()
	c.mu.Unlock()

	one.mu.Lock()
	defer one.mu.Unlock()
	fields := []Field{FieldDraft, FieldFingerprint, FieldBody}
	if one.text != nil {
		fields = fields[:1]
	}
	stored, err := c.store.Records(ctx, c.session, []string{r.ID}, fields...)
	if err != nil {
		return nil, err
	}
	if one.text == nil {
		one.text = openText(r, stored[0])
	}
	switch draft := stored[0].Draft; {
	case len(one.text) == 0:
		return nil, nil
	case draft != "":
		return [][]byte{one.text, []byte(`,"draft":`), text(draft), []byte("}")}, nil
	}
	return [][]byte{one.text, []byte("}")}, nil
}

// only drops what is not open any more, and what no device has needed lately.
func (c *contents) only(open []OpenRound) {
	asked := make(map[string]int64, len(open))
	for _, r := range open {
		asked[r.ID] = r.Asked
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	maps.DeleteFunc(c.kept, func(id string, one *content) bool {
		return asked[id] != one.asked || time.Since(one.used) > keepContent
	})
}

// openText is a round as a page gets it, without its draft and its last brace. It is empty where the round
// cannot be read or is over.
func openText(r OpenRound, stored Record) []byte {
	one := struct {
		round
		Ref
		// Deadline is in milliseconds since 1970.
		Deadline int64 `json:"deadline,omitempty"`
	}{Ref: Ref{r.ID, stored.Fingerprint}}
	if json.Unmarshal([]byte(stored.Body), &one.round) != nil {
		return []byte{}
	}
	if !r.Deadline.IsZero() {
		one.Deadline = r.Deadline.UnixMilli()
	}
	return bytes.TrimSuffix(text(one), []byte("}"))
}

// mostBatch is how many bytes of rounds make a message. A page shows the first ones while the
// next are on their way.
const mostBatch = 256 * 1024

// each reads what rounds say and hands it on in batches, as JSON with commas, until send says false. The
// last batch may be empty.
func (c *contents) each(ctx context.Context, rounds []OpenRound, send func(batch [][]byte, last bool) bool) error {
	var batch [][]byte
	size := 0
	for _, r := range rounds {
		if size >= mostBatch {
			if !send(batch, false) {
				return errLine
			}
			batch, size = nil, 0
		}
		if ctx.Err() != nil {
			return errLine
		}
		pieces, err := c.of(ctx, r)
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

// errLine says that the device does not take what is sent.
var errLine = errors.New("relay: the line is over")
