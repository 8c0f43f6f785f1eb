package relay

import (
	"cmp"
	"context"
	"time"
)

// State is the state of a round, or why a call changes nothing.
type State string

// A round is Open until it ends once, in a state from Answered to Orphaned. An Orphaned round can be opened again.
const (
	// Open means that the round waits for an answer.
	Open State = "open"
	// Answered means that the person has decided: accept, decline or cancel.
	Answered State = "answered"
	// Rejected means that no device could show the round.
	Rejected State = "rejected"
	// Withdrawn means that the client has taken the round back.
	Withdrawn State = "withdrawn"
	// Expired means that the deadline came before an answer.
	Expired State = "expired"
	// Orphaned means that the client disappeared before an answer. A client with the same key opens the round again.
	Orphaned State = "orphaned"
	// Acknowledged means that the client has fetched the answer, and the store has deleted it.
	Acknowledged State = "acknowledged"

	// Conflict means that another round, with another fingerprint, has the id.
	Conflict State = "conflict"
	// Full means that a limit is reached, which the result names.
	Full State = "full"
	// Unknown means that the store does not know the round.
	Unknown State = "unknown"
)

// Verdict is the reply of a [Store] about a round.
type Verdict struct {
	// State is the state of the round after the call, or why the call changed nothing.
	State State
	// ByCaller is true if this call opened the round, or if this call or an earlier one with the same By ended it.
	ByCaller bool
	// Result is the answer or the reason of a rejection as JSON text, or the limit of Full.
	Result string
	// Deadline is that of the call that opened the round; zero is never.
	Deadline time.Time
	// Asker is the asker of the round; empty without an asker, and in a Conflict.
	Asker string
}

// RoundRef names a round of a session. The id alone is not enough, because a new round may get the id of a forgotten one.
type RoundRef struct {
	// ID names the round in its session, with 8 to 64 letters, digits, "_" and "-".
	ID string `json:"id"`
	// Fingerprint differs between rounds that had the same id.
	Fingerprint string `json:"fp"`
}

// Limits bound the open rounds of a session, the bytes of their bodies and calls, and the rate of new bytes of bodies: so many
// at once and then in each minute. A zero is the default.
type Limits struct {
	// Open, Bytes and NewBytes are for the whole session: 100 rounds, 4 MiB and 4 MiB.
	Open, Bytes, NewBytes int
	// ServerOpen, ServerBytes and ServerNewBytes are for each [Server.ID] of an asker: 20 rounds, 1 MiB and 1 MiB.
	ServerOpen, ServerBytes, ServerNewBytes int
	// AskerOpen, AskerBytes and AskerNewBytes are for each [ElicitOptions.Asker]. They default to those of the session.
	AskerOpen, AskerBytes, AskerNewBytes int
	// AskerDevices bounds the devices of one asker in a process: 32. Each holder of a question's tokens has a quarter of it.
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
	// Call is kept until the answer is acknowledged or the round ends without one. Of several clients, the first call counts.
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
	// Keep is how long the end is remembered, at most ten minutes without an answer. It does not shorten an earlier Keep.
	Keep time.Duration
	// Limits are complete: the store has no defaults.
	Limits Limits
}

// EndRecord is an end for [Store.End].
type EndRecord struct {
	RoundRef
	// How is the state that ends the round, from Answered to Acknowledged.
	How State
	// Result is the answer, or the reason of a rejection, as JSON text.
	Result string
	// By names the attempt, so that the store recognizes a retry.
	By string
	// Keep is as in [AskRecord], and does not shorten it.
	Keep time.Duration
}

// Field names a member of a [RoundRecord], as Redis does.
type Field string

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
	// Fingerprint is as in [RoundRef].
	Fingerprint string
	// Body is the round as JSON text; empty after the end.
	Body string
	// Draft is the last draft of a device, as JSON text; empty without one.
	Draft string
	// Deadline is when the round expires; zero is never.
	Deadline time.Time
	// Lease is when the round becomes an orphan without a sign of its client.
	Lease time.Time
	// Call is as in [AskRecord]; empty once the store has deleted it.
	Call string
	// Server and Asker are as in [AskRecord].
	Server, Asker string
	// Pages are as in [AskRecord]; empty once the store has deleted them.
	Pages []string
}

// OpenRecord is an open round in a [Snapshot].
type OpenRecord struct {
	RoundRef
	// Asked is the version of the session that opened the round.
	Asked int64
	// Deadline and Lease are as in [RoundRecord].
	Deadline, Lease time.Time
	// Asker is as in [AskRecord].
	Asker string
}

// EndedRound is a round that has ended.
type EndedRound struct {
	// ID names the round in its session.
	ID string `json:"id"`
	// How is the state in which the round ended.
	How State `json:"how"`
	// Asker is not sent to devices.
	Asker string `json:"-"`
}

// FinishedPage is a page that a server has finished.
type FinishedPage struct {
	// Server is the host's own name of the server.
	Server string `json:"server"`
	// ElicitationID is the server's name of the page.
	ElicitationID string `json:"elicitationId"`
	// Asker is empty if it is not known. Devices do not get it.
	Asker string `json:"-"`
}

// News is an ended round or a finished page.
type News struct {
	// Version is the version of the session that the news made.
	Version int64
	// Gone is a round that has ended; its ID is empty for a page.
	Gone EndedRound
	// Page is a finished page; empty for a round.
	Page FinishedPage
}

// Snapshot holds the changes of a session since a version.
type Snapshot struct {
	// Version grows when a round opens or ends, or a page is finished.
	Version int64
	// Count is the number of open rounds.
	Count int
	// Open are the open rounds that were asked since the version, in that order.
	Open []OpenRecord
	// News are the news since the version, oldest first. The oldest may be forgotten.
	News []News
}

// Store holds the rounds of all sessions, for all processes. Each change is atomic, uses the store's clock, and has the same
// effect when it is repeated. Notifications may be lost, so a watcher reads the state.
type Store interface {
	// Ask opens a round, with ByCaller, or joins it. Otherwise the verdict is an earlier end, Full or Conflict.
	Ask(ctx context.Context, session string, ask AskRecord) (Verdict, error)
	// End ends a round. The verdict is the end, perhaps an earlier one, or Open if it is too early for Expired, Orphaned or
	// Acknowledged. Acknowledged deletes only the answer; the store knows for at most a day that there was one.
	End(ctx context.Context, session string, end EndRecord) (Verdict, error)
	// Peek returns the state of a round. It extends the lease and keep of the round at least to these.
	Peek(ctx context.Context, session string, ref RoundRef, lease, keep time.Duration) (Verdict, error)
	// Draft replaces the draft of an open round.
	Draft(ctx context.Context, session string, ref RoundRef, draft string) (Verdict, error)
	// Page stores a finished page and returns the new version, or 0 past a rate: 60 at once and one a second for a server or
	// an asker, 240 at once and four a second for a session.
	Page(ctx context.Context, session string, page FinishedPage, keep time.Duration) (int64, error)
	// Read returns the changes since a version, or all for 0, at a cost that does not grow with the rounds open before.
	Read(ctx context.Context, session string, since int64) (Snapshot, error)
	// Records returns at least the given fields of rounds.
	Records(ctx context.Context, session string, ids []string, fields ...Field) ([]RoundRecord, error)
	// Watch calls changed once when it listens and then after each change, until stop is called. The id is that of the changed
	// round, "page" for a page, or "" for any of them. The function must not block.
	Watch(ctx context.Context, session string, changed func(id string)) (stop func(), err error)
}
