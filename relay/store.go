package relay

import (
	"cmp"
	"context"
	"time"
)

// State is the state of a round.
type State string

// A round is Open until it ends once, in a state from Answered to Orphaned. An Orphaned round can be opened again.
const (
	// Open means that the round has no answer yet.
	Open State = "open"
	// Answered means that the person has decided: accept, decline or cancel.
	Answered State = "answered"
	// Rejected means that no device could show the round.
	Rejected State = "rejected"
	// Withdrawn means that the client has taken the round back.
	Withdrawn State = "withdrawn"
	// Expired means that the deadline came before an answer.
	Expired State = "expired"
	// Orphaned means that the client disappeared before an answer. A client that asks with the same key opens the round
	// again.
	Orphaned State = "orphaned"
	// Acknowledged means that the client has fetched the answer, and the store has deleted it.
	Acknowledged State = "acknowledged"

	// Conflict means that another round, with another fingerprint, has the id. The call changes nothing.
	Conflict State = "conflict"
	// Full means that a limit of open rounds is reached; the result names it. The call changes nothing.
	Full State = "full"
	// Unknown means that the store does not have the round.
	Unknown State = "unknown"
)

// Verdict is the reply of a [Store] about a round.
type Verdict struct {
	// State is the state after the call.
	State State
	// ByCaller is true if this caller, or its own retry, caused the state.
	ByCaller bool
	// Result is the answer or the reason of a rejection as JSON text, or the limit of Full.
	Result string
	// Deadline is the deadline with which the round was first asked; zero is never.
	Deadline time.Time
	// Asker is the asker of the round; empty without an asker, and in a Conflict.
	Asker string
}

// RoundRef names a round of a session. The id alone is not enough, because a new round may get the id of a forgotten one.
type RoundRef struct {
	// ID is unique in the session.
	ID string `json:"id"`
	// Fingerprint is a digest of the round.
	Fingerprint string `json:"fp"`
}

// Limits bound a session: its open rounds, the bytes of UTF-8 in their bodies and calls, and the new bytes in a minute,
// all at once or one after the other. A zero is the default.
type Limits struct {
	// Open, Bytes and NewBytes are for the whole session: 100 rounds, 4 MiB, and 4 MiB a minute.
	Open, Bytes, NewBytes int
	// ServerOpen, ServerBytes and ServerNewBytes are for each [Server.ID] of an asker: 20 rounds, 1 MiB, and 1 MiB a minute.
	ServerOpen, ServerBytes, ServerNewBytes int
	// AskerOpen, AskerBytes and AskerNewBytes are for each [ElicitOptions.Asker] with all of its servers. The defaults are
	// the limits of the whole session.
	AskerOpen, AskerBytes, AskerNewBytes int
	// AskerDevices bounds the devices in one process that see only one asker's rounds: 32. Each holder of a question's
	// tokens has a quarter of it.
	AskerDevices int
}

func (l Limits) orDefault() Limits {
	l.Open, l.Bytes, l.NewBytes = cmp.Or(l.Open, 100), cmp.Or(l.Bytes, 4<<20), cmp.Or(l.NewBytes, 4<<20)
	l.ServerOpen, l.ServerBytes, l.ServerNewBytes = cmp.Or(l.ServerOpen, 20), cmp.Or(l.ServerBytes, 1<<20), cmp.Or(l.ServerNewBytes, 1<<20)
	l.AskerOpen, l.AskerBytes = cmp.Or(l.AskerOpen, l.Open), cmp.Or(l.AskerBytes, l.Bytes)
	l.AskerNewBytes = cmp.Or(l.AskerNewBytes, l.NewBytes)
	l.AskerDevices = cmp.Or(l.AskerDevices, maxDevices)
	return l
}

func (l Limits) smallest() int {
	return min(l.Open, l.Bytes, l.NewBytes, l.ServerOpen, l.ServerBytes, l.ServerNewBytes,
		l.AskerOpen, l.AskerBytes, l.AskerNewBytes, l.AskerDevices)
}

// AskRecord is a round for [Store.Ask].
type AskRecord struct {
	RoundRef
	// Body is the round as JSON text.
	Body string
	// Call is text that only the relay reads, or empty. The store keeps it until the answer is acknowledged or the round
	// ends without one. If several clients join a round, the first call counts.
	Call string
	// Server is the host's own name of the server.
	Server string
	// Asker is one of several askers that share the session, or empty.
	Asker string
	// Pages are the elicitationIds of the round's pages. They are kept until the round is forgotten or ends without an answer.
	Pages []string
	// Deadline is when the round expires; zero is never.
	Deadline time.Time
	// Lease is how long the round stays open without a sign of its client. It does not shorten an earlier lease.
	Lease time.Duration
	// Keep is how long the ended round is remembered, whoever ends it. It does not shorten an earlier client's Keep.
	Keep time.Duration
	// Limits have no zeros.
	Limits Limits
}

// EndRecord is an end for [Store.End].
type EndRecord struct {
	RoundRef
	// How is the state in which the round ends.
	How State
	// Result is the answer, or the reason of a rejection, as JSON text.
	Result string
	// By names the attempt, so that the store recognizes a retry.
	By string
	// Keep is how long the end is remembered, unless the client asked for longer.
	Keep time.Duration
}

// Field names a member of a [RoundRecord], as Redis does.
type Field string

// The fields of a [RoundRecord].
const (
	FieldFingerprint Field = "fp"
	FieldBody        Field = "body"
	FieldDraft       Field = "draft"
	FieldDeadline    Field = "deadline"
	FieldLease       Field = "lease"
	FieldCall        Field = "call"
	FieldServer      Field = "server"
	FieldAsker       Field = "asker"
	FieldPages       Field = "pages"
)

// RoundRecord is a round in a [Store]; empty if the store has forgotten the round.
type RoundRecord struct {
	// Fingerprint is that of the round's [RoundRef].
	Fingerprint string
	// Body is the round as JSON text; empty after the end.
	Body string
	// Draft is the person's unfinished answer.
	Draft string
	// Deadline is when the round expires; zero is never.
	Deadline time.Time
	// Lease is when the round becomes an orphan without a sign of its client.
	Lease time.Time
	// Call, Server, Asker and Pages are those of the [AskRecord].
	Call          string
	Server, Asker string
	Pages         []string
}

// OpenRecord is an open round in a [Snapshot].
type OpenRecord struct {
	RoundRef
	// Asked is the version of the session that opened the round.
	Asked int64
	// Deadline and Lease are those of the [RoundRecord].
	Deadline, Lease time.Time
	// Asker is that of the [AskRecord].
	Asker string
}

// EndedRound is a round that has ended.
type EndedRound struct {
	// ID is that of the round's [RoundRef].
	ID string `json:"id"`
	// How is the state in which it ended.
	How State `json:"how"`
	// Asker is that of the [AskRecord]. Devices do not get it.
	Asker string `json:"-"`
}

// FinishedPage is a page that a server has finished.
type FinishedPage struct {
	// Server is the host's own name of the server.
	Server string `json:"server"`
	// ElicitationID is the server's name of the page.
	ElicitationID string `json:"elicitationId"`
	// Asker is the asker of the page, if it is known. Devices do not get it.
	Asker string `json:"-"`
}

// News is an ended round or a finished page.
type News struct {
	// Version is the version of the session with the news.
	Version int64
	// Gone is the ended round; its ID is empty for a page.
	Gone EndedRound
	// Page is the finished page.
	Page FinishedPage
}

// Snapshot holds the changes of a session since a version.
type Snapshot struct {
	// Version changes with the session, but not with drafts and leases.
	Version int64
	// Count counts all open rounds.
	Count int
	// Open are the open rounds that were asked since the version, in that order.
	Open []OpenRecord
	// News are the news since the version, oldest first. The oldest may be forgotten.
	News []News
}

// Store holds the rounds of all sessions. All processes of a session need the same store. Each change is atomic, uses the
// store's clock, and has the same effect when it is repeated. Notifications may be lost, so a watcher reads the state.
type Store interface {
	// Ask opens a round or joins it. The verdict is Open, with ByCaller if the round was not open before; an earlier end;
	// Full; or Conflict, also for the round of another asker.
	Ask(ctx context.Context, session string, ask AskRecord) (Verdict, error)
	// End ends a round. The verdict is the end, which may be an earlier one; Unknown; Conflict; or Open if it is too early
	// for Expired, Orphaned or Acknowledged. Acknowledged deletes the answer of an Answered round and nothing else. For a
	// day, if the answer was to be kept that long, the store knows that there was an answer.
	End(ctx context.Context, session string, end EndRecord) (Verdict, error)
	// Peek returns the state of a round. As the sign of life of its client, it extends the lease and the time for which the
	// round is remembered at least to these.
	Peek(ctx context.Context, session string, ref RoundRef, lease, keep time.Duration) (Verdict, error)
	// Draft stores the person's unfinished answer to an open round.
	Draft(ctx context.Context, session string, ref RoundRef, draft string) (Verdict, error)
	// Page stores a finished page and returns the new version, or 0 past a rate. A server may finish 60 pages at once and one
	// a second. An asker may do so for all of its servers. A session may finish 240 at once and four a second.
	Page(ctx context.Context, session string, page FinishedPage, keep time.Duration) (int64, error)
	// Read returns the changes of a session since a version, or all for 0. Its cost does not grow with the rounds that
	// were open before.
	Read(ctx context.Context, session string, since int64) (Snapshot, error)
	// Records returns at least the given fields of rounds.
	Records(ctx context.Context, session string, ids []string, fields ...Field) ([]RoundRecord, error)
	// Watch calls changed once when it listens and then after each change of the session, until stop is called. The argument
	// is the id of the changed round, "page" for a page, or "" for any of them. The function must not block.
	Watch(ctx context.Context, session string, changed func(id string)) (stop func(), err error)
}
