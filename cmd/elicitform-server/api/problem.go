package api

import (
	"cmp"
	"errors"
	"net/http"

	"github.com/elicitform/elicitform/relay"
)

// Problem says why a request failed, in the format of RFC 9457.
type Problem struct {
	// Type is an address of this server that explains Reason.
	Type string `json:"type"`
	// Title is the same for every problem with this reason.
	Title  string `json:"title"`
	Status int    `json:"status"`
	// Code is "request" for a wrong request, otherwise the code of a [relay.Error].
	Code string `json:"code"`
	// Reason is the last part of Type.
	Reason string `json:"reason"`
	// Flag is the flag of elicitform-server with which its operator mends the failure; empty if no flag does.
	Flag string `json:"flag,omitempty"`
	// Member names the wrong member of the body, or the parameter.
	Member string `json:"member,omitempty"`
	// RPCCode is the error code for the MCP server that waits.
	RPCCode int64 `json:"rpcCode,omitempty"`
	// RetryAfter is the header Retry-After in seconds; 0 for no header.
	RetryAfter int `json:"-"`
}

func (p *Problem) Error() string { return "api: " + p.Reason }

type reason struct {
	status     int
	title      string
	retryAfter int
}

const codeRequest = "request"

var reasons = map[string]reason{
	"no-ask-key":          {http.StatusUnauthorized, "The bearer token is not a valid ask key.", 0},
	"session-not-allowed": {http.StatusForbidden, "The ask key may not use this session.", 0},
	"ask-not-allowed":     {http.StatusForbidden, "The ask key lacks the right to ask.", 0},
	"not-found":           {http.StatusNotFound, "Nothing at this address belongs to this ask key.", 0},
	"method-not-allowed":  {http.StatusMethodNotAllowed, "Use a method from the header Allow.", 0},
	"still-open":          {http.StatusConflict, "The question is still open.", 0},
	"not-answered":        {http.StatusConflict, "The question has ended without an answer, or its answer was acknowledged.", 0},
	"too-large":           {http.StatusRequestEntityTooLarge, "The request is too large.", 0},
	"not-json-type":       {http.StatusUnsupportedMediaType, "The body is not application/json in UTF-8.", 0},
	"not-json":            {http.StatusBadRequest, "The body is not JSON, or was not sent in time.", 0},
	"duplicate-name":      {http.StatusBadRequest, "An object has two members with one name.", 0},
	"not-an-object":       {http.StatusBadRequest, "The body is not a JSON object.", 0},
	"unknown-member":      {http.StatusBadRequest, "The body has a member that this endpoint does not know.", 0},
	"unknown-parameter":   {http.StatusBadRequest, "The address has a parameter that this endpoint does not know.", 0},
	"wrong-type":          {http.StatusBadRequest, "A member or a parameter has a value of another type.", 0},
	"missing":             {http.StatusUnprocessableEntity, "A member is missing.", 0},
	"out-of-range":        {http.StatusUnprocessableEntity, "A value is too long, too short, too small or too great.", 0},
	"one-of-three":        {http.StatusUnprocessableEntity, "Exactly one of params, requests and approval is needed.", 0},
	"not-a-session":       {http.StatusUnprocessableEntity, "The name of a session is 1 to 1024 bytes of text without a byte order mark.", 0},
	"callback-not-parked": {http.StatusUnprocessableEntity, "Only a parked question has a callback.", 0},
	"callback-not-valid":  {http.StatusUnprocessableEntity, "The callback is not a valid address for a webhook.", 0},
	"callback-denied":     {http.StatusUnprocessableEntity, "The operator does not allow the callback.", 0},
	"callback-private":    {http.StatusUnprocessableEntity, "The operator does not allow the private or reserved address of the callback.", 0},
	"not-open":            {http.StatusConflict, "The question has ended.", 0},
	"no-identity":         {http.StatusUnprocessableEntity, "The server has no identity header, so it cannot know who opens a link.", 0},
	"too-many-links":      {http.StatusTooManyRequests, "The question has too many links.", 0},
	"links-off":           {http.StatusNotImplemented, "Links need a public URL with https.", 0},
	"no-pages":            {http.StatusNotImplemented, "Links need pages, which only a program from make server has.", 0},
	"too-many-waits":      {http.StatusTooManyRequests, "Too many requests wait for answers: of all ask keys, or of this one.", 5},
	"too-many-webhooks":   {http.StatusTooManyRequests, "Too many webhooks of the ask key are queued.", 30},
	"ending":              {http.StatusServiceUnavailable, "The process is about to end. Try again, and another process will answer.", 1},
	"store-away":          {http.StatusServiceUnavailable, "The store does not answer, or has lost the question.", 1},

	"key-in-use":              {http.StatusConflict, "The same key was used for another question.", 0},
	"nothing-to-ask":          {http.StatusUnprocessableEntity, "None of the requests is an elicitation.", 0},
	"no-call":                 {http.StatusNotFound, "The question has no call.", 0},
	"call-unreadable":         {http.StatusConflict, "The call was stored with another secret of the server.", 0},
	"call-without-round":      {http.StatusUnprocessableEntity, "A question with a call needs requests, not params.", 0},
	"not-a-call":              {http.StatusUnprocessableEntity, "The call is not a request.", 0},
	"not-own-page":            {http.StatusForbidden, "The page does not belong to this ask key alone.", 0},
	"malformed-approval":      {http.StatusUnprocessableEntity, "The approval has no tool, or a member that no page can show.", 0},
	"elicitation-id-too-long": {http.StatusUnprocessableEntity, "An elicitationId is too long.", 0},

	"too-many-requests":            {http.StatusTooManyRequests, "Too many questions are open in the session.", 30},
	"too-many-requests-of-server":  {http.StatusTooManyRequests, "Too many questions of the server are open in the session.", 30},
	"too-many-bytes":               {http.StatusTooManyRequests, "The open questions of the session are too large together.", 30},
	"too-many-bytes-of-server":     {http.StatusTooManyRequests, "The open questions of the server are too large together.", 30},
	"too-many-new-bytes":           {http.StatusTooManyRequests, "Too much was asked in the session within a minute.", 10},
	"too-many-new-bytes-of-server": {http.StatusTooManyRequests, "The server has asked too much in the session within a minute.", 10},
	"too-many-requests-of-asker":   {http.StatusTooManyRequests, "Too many questions of the ask key are open in the session.", 30},
	"too-many-bytes-of-asker":      {http.StatusTooManyRequests, "The open questions of the ask key are too large together.", 30},
	"too-many-new-bytes-of-asker":  {http.StatusTooManyRequests, "The ask key has asked too much in the session within a minute.", 10},
	"too-many-questions-of-asker":  {http.StatusTooManyRequests, "Too many questions or answers of the ask key, in all sessions.", 30},
	"too-many-answers":             {http.StatusTooManyRequests, "Too many answers to the ask key in the session are not acknowledged.", 30},
	"too-many-questions":           {http.StatusTooManyRequests, "Too many questions or answers are in the memory of the server.", 30},
	"too-many-notices":             {http.StatusTooManyRequests, "Too many pages were finished.", 10},
}

// flags are the settings that an operator changes for a reason. The others need none, or another request.
var flags = map[string]string{
	"no-ask-key":          "--ask-key",
	"session-not-allowed": "--ask-key",
	"ask-not-allowed":     "--ask-key",
	"not-own-page":        "--ask-key",
	"callback-denied":     "--webhook-allow",
	"callback-private":    "--webhook-private",
	"no-identity":         "--identity-header",
	"links-off":           "--public-url",
	"call-unreadable":     "--secret-file",
	"too-many-waits":      "--max-waits",
	"too-many-webhooks":   "--max-open",
	"too-many-questions":  "--max-open",

	"too-many-requests":            "--limit-open",
	"too-many-bytes":               "--limit-bytes",
	"too-many-new-bytes":           "--limit-new-bytes",
	"too-many-requests-of-server":  "--limit-server-open",
	"too-many-bytes-of-server":     "--limit-server-bytes",
	"too-many-new-bytes-of-server": "--limit-server-new-bytes",
	"too-many-requests-of-asker":   "--key-share",
	"too-many-bytes-of-asker":      "--key-share",
	"too-many-new-bytes-of-asker":  "--key-share",
	"too-many-questions-of-asker":  "--key-share",
}

func problem(name string) *Problem { return memberProblem(name, "") }

func memberProblem(name, member string) *Problem {
	r := reasons[name]
	return &Problem{
		Type: "/v1/errors/" + name, Title: r.title, Status: r.status, Code: codeRequest, Reason: name, Flag: flags[name], Member: member,
		RetryAfter: r.retryAfter,
	}
}

func toProblem(err error) *Problem {
	var p *Problem
	var e *relay.Error
	switch {
	case errors.As(err, &p):
		return p
	case !errors.As(err, &e):
		return problem("store-away")
	case e.Code == "disposed":
		return problem("ending")
	}
	p = memberProblem(cmp.Or(e.Reason, e.Code), e.Key)
	p.Code, p.RPCCode = e.Code, e.RPCCode
	if p.Status == 0 {
		p.Status, p.Title = http.StatusUnprocessableEntity, "The question cannot be shown to a person."
	}
	return p
}
