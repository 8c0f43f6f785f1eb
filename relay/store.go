package relay

import (
	"context"
	"time"
)

// State says how a question stands.
type State string

// The states. A question is open until it ends, once, in one of the others.
const (
	// Open waits for somebody to answer.
	Open State = "open"
	// Answered has an answer: accept, decline or cancel, as a person decided.
	Answered State = "answered"
	// Refused could not be shown, whatever device it came to.
	Refused State = "refused"
	// Withdrawn was taken back by its asker.
	Withdrawn State = "withdrawn"
	// Expired had no answer before its deadline.
	Expired State = "expired"
	// Orphaned had no answer, and nobody waits for one: the asker is gone. When it
	// comes back and asks with the same key, the question is open again.
	Orphaned State = "orphaned"

	// Conflict says that under this id there is another question, with another fingerprint.
	// Nothing has changed.
	Conflict State = "conflict"
	// Full says that too much is open; the result is which limit is reached. Nothing has changed.
	Full State = "full"
	// Unknown says that there is no such question.
	Unknown State = "unknown"
)

// Verdict is what a [Store] says of a question.
type Verdict struct {
	// State is how the question stands now.
	State State
	// Mine says that the call, or the same one before, has brought it into that state.
	Mine bool
	// Result is the answer, or why the question was refused: JSON text. With Full it is the limit.
	Result string
	// Deadline is the one that the question was asked with; zero is none.
	Deadline time.Time
}

// Ref names a question of a session: when a question is forgotten, another one may be asked
// under its id.
type Ref struct {
	// ID names the question in its session.
	ID string
	// Fingerprint is the same for the same question only.
	Fingerprint string
}

// Limits are how much may be open in a session: questions, and bytes of UTF-8 of their text as
// it is kept. A zero is the default.
type Limits struct {
	// Open and Bytes are for all servers together: 100 questions and 4 MiB.
	Open, Bytes int
	// ServerOpen and ServerBytes are for each [Server.ID]: 20 questions and 1 MiB.
	ServerOpen, ServerBytes int
}

// Limits that are reached, as the results of [Full] and the reasons of an [Error].
const (
	limitOpen        = "too-many-requests"
	limitBytes       = "too-many-bytes"
	limitServerOpen  = "too-many-requests-of-server"
	limitServerBytes = "too-many-bytes-of-server"
)

// Ask is a question for a [Store].
type Ask struct {
	Ref
	// Body is what is shown, as JSON text.
	Body string
	// Server is the host's own name of who asks.
	Server string
	// Deadline is when the answer is worth nothing any more; zero is never.
	Deadline time.Time
	// Lease is how long the question stays open without a sign of its asker.
	Lease time.Duration
	// Keep is how long it is remembered when it has ended.
	Keep time.Duration
	// Limits are how much may be open with it; none is zero.
	Limits Limits
}

// End is how a question is to end.
type End struct {
	Ref
	// How is the state that ends it.
	How State
	// Result is the answer, or why it was refused: JSON text.
	Result string
	// By names this attempt, so that repeating it is no second one.
	By string
	// Keep is how long it is remembered.
	Keep time.Duration
}

// OpenQuestion is a question that somebody can answer.
type OpenQuestion struct {
	Ref
	// Asked is the version that the session got by this question.
	Asked int64
	// Deadline is when the answer is worth nothing any more; zero is never.
	Deadline time.Time
	// Lease is when nobody waits for it any more, if the asker gives no sign until then.
	Lease time.Time
}

// Content is what is shown of an open question.
type Content struct {
	// Fingerprint is the one of the question.
	Fingerprint string
	// Body is the question as JSON text; empty when nobody can answer it any more.
	Body string
	// Draft is what somebody has begun to answer.
	Draft string
}

// GoneQuestion is a question that has ended.
type GoneQuestion struct {
	// ID names the question in its session.
	ID string
	// How is the state in which it ended.
	How State
}

// FinishedPage is a page that a server has called finished.
type FinishedPage struct {
	// Server is the host's own name of the server.
	Server string
	// ElicitationID is the server's name of the page.
	ElicitationID string
}

// News is one of two: a question has ended, or a page is finished.
type News struct {
	// Version is the one that the session got by it.
	Version int64
	// Gone is the question; its ID is empty for a page.
	Gone GoneQuestion
	// Page is the page.
	Page FinishedPage
}

// Snapshot is what has changed in a session since a version.
type Snapshot struct {
	// Version is another one after each change, drafts and leases excepted.
	Version int64
	// Count is how many questions are open.
	Count int
	// Open are those of them that were asked since, in the order in which they were asked.
	Open []OpenQuestion
	// News is what has happened since, oldest first, as far as that is still known.
	News []News
}

// Store keeps the questions of all sessions. Every process that serves a session needs
// the same one. Each change is atomic and has the same effect when it is repeated;
// the clock is the store's. The state of a question is what counts: those who watch are
// only told that something may have changed, and may miss it.
type Store interface {
	// Ask asks a question or joins it again. The verdict is Open, how it has ended
	// already, Conflict or Full.
	Ask(ctx context.Context, session string, ask Ask) (Verdict, error)
	// End ends a question. The verdict is how it has ended, which may be another way, or
	// Unknown, Conflict, or Open where it is too early for Expired or Orphaned.
	End(ctx context.Context, session string, end End) (Verdict, error)
	// Peek says how a question stands, and is the sign that its asker is there.
	Peek(ctx context.Context, session string, ref Ref, lease, keep time.Duration) (Verdict, error)
	// Draft keeps what somebody has begun to answer, while the question is open.
	Draft(ctx context.Context, session string, ref Ref, draft string) (Verdict, error)
	// Page notes that a page is finished, and returns the new version; 0 where the server, or
	// all in the session, have said so too often: 60 times at once and once a second, and 240
	// times at once and four times a second for all.
	Page(ctx context.Context, session string, page FinishedPage, keep time.Duration) (int64, error)
	// Read tells what has changed in a session since a version; since 0, all that it has. What
	// it costs does not grow with the questions that were open before.
	Read(ctx context.Context, session string, since int64) (Snapshot, error)
	// Leases says until when questions stay open without a sign of their askers; zero for
	// one that is forgotten.
	Leases(ctx context.Context, session string, ids []string) ([]time.Time, error)
	// Content is what is shown of one question.
	Content(ctx context.Context, session, id string) (Content, error)
	// Unfinished is the draft of one question.
	Unfinished(ctx context.Context, session, id string) (string, error)
	// Watch calls ring, which never blocks, once when it listens and then after each
	// change of a session, until stop is called. It gets the id of the question that has
	// changed, "page" for a page, or nothing where it may be any.
	Watch(ctx context.Context, session string, ring func(id string)) (stop func(), err error)
}
