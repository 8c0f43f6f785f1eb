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

	// Conflict says that the key was used for another question. Nothing has changed.
	Conflict State = "conflict"
	// Full says that too many questions of the session are open. Nothing has changed.
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
	// Result is the answer, or why the question was refused: JSON text.
	Result string
	// Deadline is the one that the question was asked with; zero is none.
	Deadline time.Time
}

// Ask is a question for a [Store].
type Ask struct {
	// ID names the question in its session.
	ID string
	// Fingerprint is the same for the same question.
	Fingerprint string
	// Body is what is shown, as JSON text.
	Body string
	// Deadline is when the answer is worth nothing any more; zero is never.
	Deadline time.Time
	// Lease is how long the question stays open without a sign of its asker.
	Lease time.Duration
	// Keep is how long it is remembered when it has ended.
	Keep time.Duration
	// Most is how many questions of a session may be open.
	Most int
}

// End is how a question is to end.
type End struct {
	// ID names the question in its session.
	ID string
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
	// ID names the question in its session.
	ID string
	// Body is what is shown; empty when nothing but the id is left of the question.
	Body string
	// Draft is what somebody has begun to answer.
	Draft string
	// Deadline is when the answer is worth nothing any more; zero is never.
	Deadline time.Time
	// Lease is when nobody waits for it any more, if the asker gives no sign until then.
	Lease time.Time
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

// Snapshot is what a session has now.
type Snapshot struct {
	// Version is another one after each change, drafts excepted.
	Version int64
	// Open are the open questions in the order in which they were asked.
	Open []OpenQuestion
	// Gone are the questions that have ended lately, oldest first.
	Gone []GoneQuestion
	// Pages are the pages that are finished lately, oldest first.
	Pages []FinishedPage
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
	// Unknown, or Open where it is too early for Expired or Orphaned.
	End(ctx context.Context, session string, end End) (Verdict, error)
	// Peek says how a question stands, and is the sign that its asker is there.
	Peek(ctx context.Context, session, id string, lease, keep time.Duration) (Verdict, error)
	// Draft keeps what somebody has begun to answer, while the question is open.
	Draft(ctx context.Context, session, id, draft string) (Verdict, error)
	// Page notes that a page is finished, and returns the new version.
	Page(ctx context.Context, session string, page FinishedPage, keep time.Duration) (int64, error)
	// Read tells what a session has, and what has gone since a version.
	Read(ctx context.Context, session string, since int64) (Snapshot, error)
	// Watch calls ring, which never blocks, once when it listens and then after each
	// change of a session, until stop is called.
	Watch(ctx context.Context, session string, ring func()) (stop func(), err error)
}
