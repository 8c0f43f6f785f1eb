package relay

import (
	"cmp"
	"context"
	"time"
)

// State says how a round stands.
type State string

// The states. A round is open until it ends, once, in one of the others.
const (
	// Open waits for the person's answer.
	Open State = "open"
	// Answered has an answer: accept, decline or cancel, as the person decided.
	Answered State = "answered"
	// Rejected: the round is rejected. It could not be shown, whatever device it came to.
	Rejected State = "rejected"
	// Withdrawn was taken back by its client.
	Withdrawn State = "withdrawn"
	// Expired had no answer before its deadline.
	Expired State = "expired"
	// Orphaned had no answer, and its client is gone. When the client comes back and asks with
	// the same key, the round is open again.
	Orphaned State = "orphaned"
	// Acknowledged was answered; the client has taken the answer, and the store has deleted it.
	Acknowledged State = "acknowledged"

	// Conflict says that under this id there is another round, with another fingerprint.
	// Nothing has changed.
	Conflict State = "conflict"
	// Full says that too much is open; the result is which limit is reached. Nothing has changed.
	Full State = "full"
	// Unknown says that there is no such round.
	Unknown State = "unknown"
)

// Verdict is what a [Store] says of a round.
type Verdict struct {
	// State is how the round stands now.
	State State
	// Mine says that the call, or the same one before, has brought it into that state.
	Mine bool
	// Result is the answer, or why the round was rejected: JSON text. With Full it is the limit.
	Result string
	// Deadline is the one that the round was first asked with; zero is none.
	Deadline time.Time
	// Asker is who has asked the round; empty where nobody is named, or another round has the id.
	Asker string
}

// Ref names a round of a session: when a round is forgotten, another one may be asked under
// its id.
type Ref struct {
	// ID names the round in its session.
	ID string `json:"id"`
	// Fingerprint is the same for the same round only.
	Fingerprint string `json:"fp"`
}

// Limits are how much may be open in a session: rounds, and bytes of UTF-8 of their text and their
// calls as they are kept; and how many new bytes may be asked in a minute, all of them at once or one
// after the other. A zero is the default.
type Limits struct {
	// Open, Bytes and NewBytes are for all servers together: 100 rounds, 4 MiB, and 4 MiB a minute.
	Open, Bytes, NewBytes int
	// ServerOpen, ServerBytes and ServerNewBytes are for each [Server.ID] of an asker: 20 rounds, 1 MiB, and 1 MiB a minute.
	ServerOpen, ServerBytes, ServerNewBytes int
	// AskerOpen, AskerBytes and AskerNewBytes are for each [ElicitOptions.Asker] that is named, under whatever names of servers
	// it asks: as much as for all together.
	AskerOpen, AskerBytes, AskerNewBytes int
	// AskerDevices is how many devices of a session one process serves that see only what one asker has asked: all of 32. One
	// holder of a question's tokens has a quarter of them.
	AskerDevices int
}

// orDefault fills in the limits that are zero.
func (l Limits) orDefault() Limits {
	l.Open, l.Bytes, l.NewBytes = cmp.Or(l.Open, 100), cmp.Or(l.Bytes, 4<<20), cmp.Or(l.NewBytes, 4<<20)
	l.ServerOpen, l.ServerBytes, l.ServerNewBytes = cmp.Or(l.ServerOpen, 20), cmp.Or(l.ServerBytes, 1<<20), cmp.Or(l.ServerNewBytes, 1<<20)
	l.AskerOpen, l.AskerBytes = cmp.Or(l.AskerOpen, l.Open), cmp.Or(l.AskerBytes, l.Bytes)
	l.AskerNewBytes = cmp.Or(l.AskerNewBytes, l.NewBytes)
	l.AskerDevices = cmp.Or(l.AskerDevices, mostDevices)
	return l
}

// least is the smallest of the limits.
func (l Limits) least() int {
	return min(l.Open, l.Bytes, l.NewBytes, l.ServerOpen, l.ServerBytes, l.ServerNewBytes,
		l.AskerOpen, l.AskerBytes, l.AskerNewBytes, l.AskerDevices)
}

// Ask is a round for a [Store].
type Ask struct {
	Ref
	// Body is what is shown, as JSON text.
	Body string
	// Call is kept with it until the answer is acknowledged, or the round ends otherwise; of clients that join,
	// the first one that has a call counts. It is text that only the relay reads; empty for none.
	Call string
	// Server is the host's own name of the server.
	Server string
	// Asker is who asks, of several who share the session; empty for nobody in particular.
	Asker string
	// Pages are the server's names of the pages that the round leads to. They are kept until the round is forgotten, unless it
	// ends without an answer.
	Pages []string
	// Deadline is when the answer is worth nothing any more; zero is never.
	Deadline time.Time
	// Lease is how long the round stays open without a sign of its client. It does not shorten
	// the lease that the round has.
	Lease time.Duration
	// Keep is how long it is remembered when it has ended, also where another process ends it,
	// unless a client has asked for longer.
	Keep time.Duration
	// Limits are how much may be open with it; none is zero.
	Limits Limits
}

// End is how a round is to end.
type End struct {
	Ref
	// How is the state that ends it.
	How State
	// Result is the answer, or why it was rejected: JSON text.
	Result string
	// By names this attempt, so that repeating it is no second one.
	By string
	// Keep is how long it is remembered, unless its client has asked for longer.
	Keep time.Duration
}

// Field names a member of a [Record].
type Field string

// The members of a [Record], by the names that they have in Redis.
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

// Record is what a [Store] has of a round; empty where it has forgotten the round.
type Record struct {
	// Fingerprint is the one of the round.
	Fingerprint string
	// Body is the round as JSON text; empty when it is not open any more.
	Body string
	// Draft is what the person has begun to answer.
	Draft string
	// Deadline is when the answer is worth nothing any more; zero is never.
	Deadline time.Time
	// Lease is when the round is an orphan, if the client gives no sign until then.
	Lease time.Time
	// Call is the one that the round was asked with, while it is kept.
	Call string
	// Server and Asker are those of its [Ask].
	Server, Asker string
	// Pages are those of its [Ask], while they are kept.
	Pages []string
}

// OpenRound is a round that the person can answer.
type OpenRound struct {
	Ref
	// Asked is the version that the session got by this round.
	Asked int64
	// Deadline and Lease are those of its [Record].
	Deadline, Lease time.Time
	// Asker is that of its [Record].
	Asker string
}

// EndedRound is a round that has ended.
type EndedRound struct {
	// ID names the round in its session.
	ID string `json:"id"`
	// How is the state in which it ended.
	How State `json:"how"`
	// Asker is who has asked it. No device is told.
	Asker string `json:"-"`
}

// FinishedPage is a page that a server has called finished.
type FinishedPage struct {
	// Server is the host's own name of the server.
	Server string `json:"server"`
	// ElicitationID is the server's name of the page.
	ElicitationID string `json:"elicitationId"`
	// Asker is whose page it is; empty where that is not said. No device is told.
	Asker string `json:"-"`
}

// News is one of two: a round has ended, or a page is finished.
type News struct {
	// Version is the one that the session got by it.
	Version int64
	// Gone is the round; its ID is empty for a page.
	Gone EndedRound
	// Page is the page.
	Page FinishedPage
}

// Snapshot is what has changed in a session since a version.
type Snapshot struct {
	// Version is another one after each change, drafts and leases excepted.
	Version int64
	// Count is how many rounds are open.
	Count int
	// Open are those of them that were asked since, in the order in which they were asked.
	Open []OpenRound
	// News is what has happened since, oldest first, as far as that is still known.
	News []News
}

// Store keeps the rounds of all sessions. Every process that serves a session needs
// the same one. Each change is atomic and has the same effect when it is repeated;
// the clock is the store's. The state of a round is what counts: watchers are
// only told that something may have changed, and may miss it.
type Store interface {
	// Ask asks a round or joins it again. The verdict is Open, and mine where the round was not
	// open before; how it has ended already; Conflict, which the round of another asker is too; or Full.
	Ask(ctx context.Context, session string, ask Ask) (Verdict, error)
	// End ends a round. The verdict is how it has ended, which may be another way, or
	// Unknown, Conflict, or Open where it is too early for Expired, Orphaned or
	// Acknowledged. Acknowledged deletes the answer of a round that was Answered, and nothing else;
	// for a day, if the answer was to be kept for so long, the store knows that there was one.
	End(ctx context.Context, session string, end End) (Verdict, error)
	// Peek says how a round stands, and is the sign that its client is there: the lease and the time
	// for which the round is remembered become at least these.
	Peek(ctx context.Context, session string, ref Ref, lease, keep time.Duration) (Verdict, error)
	// Draft keeps what the person has begun to answer, while the round is open.
	Draft(ctx context.Context, session string, ref Ref, draft string) (Verdict, error)
	// Page notes that a page is finished, and returns the new version; 0 where the server, or
	// all in the session, have said so too often: 60 times at once and once a second, and 240
	// times at once and four times a second for all. An asker has as much as a server, for all of its servers.
	Page(ctx context.Context, session string, page FinishedPage, keep time.Duration) (int64, error)
	// Read tells what has changed in a session since a version; since 0, all that it has. What
	// it costs does not grow with the rounds that were open before.
	Read(ctx context.Context, session string, since int64) (Snapshot, error)
	// Records reads some fields of rounds.
	Records(ctx context.Context, session string, ids []string, fields ...Field) ([]Record, error)
	// Watch calls changed, which never blocks, once when it listens and then after each
	// change of a session, until stop is called. It gets the id of the round that has
	// changed, "page" for a page, or nothing where it may be any.
	Watch(ctx context.Context, session string, changed func(id string)) (stop func(), err error)
}
