// Code generated from bridge/message/protocol.json by "go generate ./bridge/message". DO NOT EDIT.

package wire

// The methods of JSON-RPC that the program knows.
const (
	MethodAsk               = "elicitform/ask"                        // shows a round, and is answered with its responses
	MethodWait              = "elicitform/wait"                       // shows an opened page of an answered round again, until it is finished
	MethodRehearse          = "elicitform/rehearse"                   // draws an invisible round, so that the next round is drawn faster
	MethodReceived          = "elicitform/received"                   // confirms that the host has settled an answer
	MethodRefused           = "elicitform/refused"                    // says why the host does not settle an answer
	MethodQueue             = "elicitform/queue"                      // reports another place of the shown round in the queue
	MethodCompleted         = "elicitform/completed"                  // reports that an opened page is finished, by the word of its server
	MethodFollow            = "elicitform/follow"                     // asks for reports about the review
	MethodBack              = "elicitform/back"                       // leads from review back to the form
	MethodReady             = "elicitform/ready"                      // says that the program runs and shows rounds
	MethodShown             = "elicitform/shown"                      // says that a round is on the screen
	MethodReview            = "elicitform/review"                     // reports that answers are on review, or no longer
	MethodDraft             = "elicitform/draft"                      // hands unfinished answers to the host
	MethodAudit             = "elicitform/audit"                      // reports the origins of accepted answers
	MethodFindings          = "elicitform/findings"                   // reports noteworthy facts about a round
	MethodReceipt           = "elicitform/receipt"                    // has the lines about the end of a round, for a transcript
	MethodFinished          = "elicitform/finished"                   // says that nobody waits for an opened page any longer
	MethodClosed            = "elicitform/closed"                     // says that the frame shows nothing
	MethodCatalogue         = "elicitform/catalogue"                  // hands over the sentences of a language
	MethodCatalogueRejected = "elicitform/catalogue-rejected"         // says why those sentences are not used
	MethodCancelled         = "notifications/cancelled"               // takes a request back, as in MCP
	MethodContextChanged    = "ui/notifications/host-context-changed" // reports a change of the host's context, as in MCP Apps
	MethodOpenLink          = "ui/open-link"                          // asks the host to open a page, as in MCP Apps
)

// The members of the data of an error.
const (
	ErrorCode   = "elicitform/code"   // in the data of an error: which ElicitationError it becomes
	ErrorReason = "elicitform/reason" // in the data of an error: why a request is rejected
	ErrorKey    = "elicitform/key"    // in the data of an error: the request of a round that is rejected
)

// What an error becomes in the host.
const (
	CodeInvalidRequest  = "invalid-request"
	CodeUnsupportedMode = "unsupported-mode"
	CodeLoadFailed      = "load-failed"
	CodeExpired         = "expired"
	CodeDisposed        = "disposed"
	CodeInternal        = "internal"
)

// Why a host takes a round back.
const (
	CancelledExpired   = "expired"
	CancelledElsewhere = "elsewhere"
	CancelledSent      = "sent"
)

// The error codes of JSON-RPC.
const (
	MethodNotFound = -32601 // a method that the receiver does not know
	InvalidParams  = -32602 // a request that cannot be shown
	InternalError  = -32603 // a fault of this project
)

// The notes of the host about a round.
const (
	noteServer       = "server"
	noteFocus        = "focus"
	noteQueue        = "queue"
	noteDeadline     = "deadline"
	noteOpenLink     = "openLink"
	noteFindings     = "findings"
	noteDrafts       = "drafts"
	noteDraft        = "draft"
	noteOutcome      = "outcome"
	noteShortReview  = "shortReview"
	noteApproval     = "approval"
	noteWaitForPages = "waitForPages"
)
