// Code generated from bridge/message/protocol.json by "go generate ./bridge/message". DO NOT EDIT.

package request

// Why a request is rejected.
const (
	NotJSON           Reason = "not-json"
	NotAnObject       Reason = "not-an-object"
	TooLarge          Reason = "too-large"
	TooDeep           Reason = "too-deep"
	DuplicateName     Reason = "duplicate-name"
	NumberTooLong     Reason = "number-too-long"
	WrongType         Reason = "wrong-type"
	UnknownMode       Reason = "unknown-mode"
	ModeConflict      Reason = "mode-conflict"
	NotAFormSchema    Reason = "not-a-form-schema"
	UnknownDialect    Reason = "unknown-dialect"
	TooManyProperties Reason = "too-many-properties"
	TooManyOptions    Reason = "too-many-options"
)

// Reasons are all of them.
var Reasons = []Reason{
	NotJSON, NotAnObject, TooLarge, TooDeep, DuplicateName,
	NumberTooLong, WrongType, UnknownMode, ModeConflict, NotAFormSchema,
	UnknownDialect, TooManyProperties, TooManyOptions,
}

// How the wait for an opened page ended.
const (
	EndedByServer  WaitEnd = "completed"
	EndedByPerson  WaitEnd = "person"
	EndedByClosing WaitEnd = "closed"
)

// Where an answer comes from.
const (
	FromDefault AnswerOrigin = "default"
	FromPerson  AnswerOrigin = "edited"
	LeftOut     AnswerOrigin = "left-out"
)

// The types of JSON that the content of a result can carry, as MCP has it.
const (
	AnswerTypes = "string number boolean" // of one answer
	EntryTypes  = "string"                // of each entry of an answer that is a list
)

// Limits. The comment beside each says what it counts.
const (
	MaxText     = 262144 // bytes of UTF-8 that the params of a round or an answer have
	MaxDepth    = 16     // arrays and objects inside one another in a JSON text, counted from the outermost
	MaxDigits   = 40     // digits of a number before its exponent
	MaxExponent = 308    // exponent of a number, in both directions
	MaxRequests = 50     // requests in a round
	MaxRefusals = 100    // problems in a refusal
	MaxChoices  = 20     // buttons of an approval
	MaxReason   = 500    // characters of the reason of a declined approval
)
