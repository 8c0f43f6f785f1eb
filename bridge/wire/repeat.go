package wire

import (
	"strconv"
	"strings"
)

// Asked returns what a request asks, as it came: its method and its params,
// without what the host adds to them. Sent again, a request asks the same, while
// its place in the queue or the draft that goes along may have changed.
func Asked(text string) string {
	if len(text) > MaxMessage {
		// It is refused unread, and so is its repetition.
		return text[:MaxMessage]
	}
	outer, _ := members(text)
	asked := find(outer, "method")
	params, whole := members(find(outer, "params"))
	if !whole {
		return asked + find(outer, "params")
	}
	var b strings.Builder
	b.WriteString(asked)
	for _, p := range params {
		if p.name == "_meta" {
			p.raw = theirs(p.raw)
		}
		if p.raw != "" {
			b.WriteString("," + strconv.Quote(p.name) + ":" + p.raw)
		}
	}
	return b.String()
}

// theirs is what is left of _meta without our members; empty when nothing is.
func theirs(meta string) string {
	all, whole := members(meta)
	if !whole {
		return meta
	}
	var b strings.Builder
	for _, p := range all {
		if !strings.HasPrefix(p.name, ours) {
			b.WriteString(strconv.Quote(p.name) + ":" + p.raw + ",")
		}
	}
	return b.String()
}
