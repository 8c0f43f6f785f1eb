// Code generated from bridge/message/protocol.json by "go generate ./bridge/message". DO NOT EDIT.

package relay

// The method of MCP.
const (
	methodCreate = "elicitation/create" // asks the person
)

// What an error becomes.
const (
	codeInvalidRequest  = "invalid-request"
	codeUnsupportedMode = "unsupported-mode"
	codeExpired         = "expired"
	codeDisposed        = "disposed"
	codeInternal        = "internal"
)

// Why a request is rejected.
const (
	reasonNotJSON       = "not-json"
	reasonNotAnObject   = "not-an-object"
	reasonTooLarge      = "too-large"
	reasonDuplicateName = "duplicate-name"
)

// What an error of a client becomes, beside the codes of the frame.
const (
	codeWithdrawn = "withdrawn"
)

// Why a relay returns an error.
const (
	reasonKeyInUse             = "key-in-use" // by another round
	reasonTooManyNotices       = "too-many-notices"
	reasonNotOwnPage           = "not-own-page"            // of this asker, or also of another asker
	reasonServerIDTooLong      = "server-id-too-long"      // of the host
	reasonElicitationIDTooLong = "elicitation-id-too-long" // of a server
	reasonNoServerID           = "no-server-id"            // of the host
	reasonMalformedResult      = "malformed-result"        // sent by a device
	reasonNothingToAsk         = "nothing-to-ask"
	reasonAcknowledged         = "acknowledged"       // the answer is deleted
	reasonOrphaned             = "orphaned"           // the client disappeared
	reasonUnknownRound         = "unknown-round"      // never asked, or forgotten
	reasonMalformedCall        = "malformed-call"     // without a method, or with params that are not an object
	reasonCallWithoutRound     = "call-without-round" // only inputRequests have a call
	reasonNoCall               = "no-call"
	reasonCallUnreadable       = "call-unreadable"    // sealed with another secret, or by a newer version
	reasonMalformedApproval    = "malformed-approval" // without a tool's name, or with a member, scope or kind that is unknown
)

// The limit that keeps a round from being asked.
const (
	limitOpen           = "too-many-requests"
	limitBytes          = "too-many-bytes"
	limitNewBytes       = "too-many-new-bytes"
	limitServerOpen     = "too-many-requests-of-server"
	limitServerBytes    = "too-many-bytes-of-server"
	limitServerNewBytes = "too-many-new-bytes-of-server"
	limitAskerOpen      = "too-many-requests-of-asker"
	limitAskerBytes     = "too-many-bytes-of-asker"
	limitAskerNewBytes  = "too-many-new-bytes-of-asker"
	limitAnswers        = "too-many-answers"
)

// How often a server may answer one call by asking the person.
const (
	maxInputRounds = 10 // results of one call that ask for input; the next such result goes to the caller
	maxPageRounds  = 5  // errors of one call that demand pages; the next such error goes to the caller
)

// The limits of both halves of the relay.
const (
	minSecret   = 16     // bytes of a secret: a shorter one can be guessed
	maxSession  = 1024   // bytes of UTF-8 in the name of a session
	maxID       = 256    // bytes of UTF-8 in an id, of a host or of a server
	maxBody     = 270336 // bytes of a POST body: an answer of 256 KiB and its frame
	maxDraft    = 65536  // UTF-16 units of a draft
	maxCall     = 65536  // bytes of UTF-8 of a stored call as JSON text
	maxProblems = 100    // problems that a device gets: more would not help
	maxDevices  = 32     // devices of a session that one process serves
	maxEnded    = 1000   // ended rounds without an answer that a session remembers
	maxAnswers  = 1000   // answers of a session that no client has acknowledged
	maxRefused  = 30     // refused answers of a token, at once and then in a minute
	maxNews     = 200    // ended rounds and finished pages that a session remembers
	maxNotices  = 60     // finished pages of a server that wait for the store
)
