package relay

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/validate"
)

// ApprovalResult is the person's decision about a tool call.
type ApprovalResult struct {
	// Action is "accept", "decline", or "cancel" if the person decided nothing.
	Action string `json:"action"`
	// Scope is how long an accepted leave holds: "once", "session" or "always". The relay does not remember it.
	Scope string `json:"scope,omitempty"`
	// ID is that of the chosen option, if the approval has options.
	ID string `json:"id,omitempty"`
	// Arguments is nil unless the person changed them. Run the tool with these.
	Arguments json.RawMessage `json:"arguments,omitempty"`
	// Reason is what the person wrote for the agent.
	Reason string `json:"reason,omitempty"`
}

// Approve asks for leave to run a tool on all devices of a session, and otherwise does what [Relay.Elicit] does. The approval is
// a JSON object. Its members are those of approve in the npm package, without the server:
//
//	{"tool": {"name", "title"?, "description"?, "annotations"?, "arguments"?}, "message"?, "reason"?: true,
//	 "scopes"?: ["once", "session", "always"], "options"?: [{"id", "name", "kind"}], "editable"?: {"properties": …}}
//
// The page is JavaScript: an argument with a number that it would round, such as 9007199254740993, is an error.
func (r *Relay) Approve(ctx context.Context, approval json.RawMessage, o ElicitOptions) (*ApprovalResult, error) {
	requests, err := approvalRequest(approval, o)
	if err != nil {
		return nil, err
	}
	outcome, err := r.await(ctx, requests, o)
	if err != nil {
		return nil, err
	}
	return outcome.DecodeApproval()
}

// StartApproval is [Relay.Start] for an approval.
func (r *Relay) StartApproval(ctx context.Context, approval json.RawMessage, o ElicitOptions) (Question, error) {
	return r.begin(ctx, o, false, func() ([]elicitation, error) { return approvalRequest(approval, o) })
}

// ParkApproval is [Relay.Park] for an approval.
func (r *Relay) ParkApproval(ctx context.Context, approval json.RawMessage, o ElicitOptions) (Question, error) {
	return r.begin(ctx, o, true, func() ([]elicitation, error) { return approvalRequest(approval, o) })
}

// DecodeApproval reads the result of an approval; its error is Err.
func (o Outcome) DecodeApproval() (*ApprovalResult, error) {
	if o.Err != nil {
		return nil, o.Err
	}
	result := &ApprovalResult{}
	if err := json.Unmarshal(o.Results[""], result); err != nil || result.Action == "" {
		return nil, newError(codeInternal, reasonMalformedResult)
	}
	return result, nil
}

func approvalRequest(approval json.RawMessage, o ElicitOptions) ([]elicitation, error) {
	requests, err := singleRequest(approval, o)
	if err != nil {
		return nil, err
	}
	if value, err := request.Parse(approval); err != nil || !isApproval(value) {
		return nil, newError(codeInvalidRequest, reasonMalformedApproval)
	}
	requests[0].IsApproval = true
	return requests, nil
}

type memberTypes map[string]request.Type

// The types of the members of an approval, of its tool and of an option, and of a decision. The TypeScript relay takes the same
// approvals and decisions, those of testdata/approvals.json.
var (
	approvalTypes = memberTypes{
		"tool": request.Object, "scopes": request.Array, "options": request.Array, "editable": request.Object,
		"message": request.String, "reason": request.Bool,
	}
	toolTypes = memberTypes{
		"name": request.String, "title": request.String, "description": request.String, "annotations": request.Object,
		"arguments": request.Object,
	}
	optionTypes   = memberTypes{"id": request.String, "name": request.String, "kind": request.String}
	decisionTypes = memberTypes{
		"action": request.String, "scope": request.String, "id": request.String, "arguments": request.Object, "reason": request.String,
	}
)

// scopeOfKind maps the kind of an option to its scope. An option that rejects has no scope.
var scopeOfKind = map[string]request.Value{
	"allow_once": request.StringValue("once"), "allow_always": request.StringValue("always"), "reject_once": {}, "reject_always": {},
}

// hasTypes reports whether a value is an object whose members have these types. It refuses unknown members: otherwise the screen
// would not show arguments whose name is misspelled.
func hasTypes(v request.Value, types memberTypes) bool {
	return v.Type == request.Object && every(v.Members, func(m request.Member) bool { return m.Value.Type == types[m.Name] && !m.Value.Lossy })
}

func every[T any](items []T, holds func(T) bool) bool {
	return !slices.ContainsFunc(items, func(item T) bool { return !holds(item) })
}

// isApproval reports whether a page can show an approval as it is.
func isApproval(v request.Value) bool {
	tool, options, editable, scopes := v.Get("tool"), v.Get("options"), v.Get("editable"), v.Get("scopes")
	return hasTypes(v, approvalTypes) && hasTypes(tool, toolTypes) && tool.Get("name").Text != "" && isExact(tool.Get("arguments")) &&
		(!editable.Exists() || editable.Get("properties").Type == request.Object) &&
		(!scopes.Exists() || len(scopes.Items) > 0 && every(scopes.Items, isScope)) &&
		(!options.Exists() || len(options.Items) > 0 && len(options.Items) <= request.MaxChoices && every(options.Items, isOption))
}

func isScope(v request.Value) bool {
	return v.Type == request.String && slices.Contains([]string{"once", "session", "always"}, v.Text)
}

func isOption(v request.Value) bool {
	_, isKind := scopeOfKind[v.Get("kind").Text]
	return hasTypes(v, optionTypes) && len(v.Members) == len(optionTypes) && isKind
}

// isExact reports whether JavaScript reads a value and writes the same value again.
func isExact(v request.Value) bool {
	if v.Type == request.Number {
		float, err := strconv.ParseFloat(v.Text, 64)
		return err == nil && request.CompareNumbers(strconv.FormatFloat(float, 'g', -1, 64), v.Text) == 0
	}
	return !v.Lossy && every(v.Items, isExact) && every(v.Members, func(m request.Member) bool { return !m.Lossy && isExact(m.Value) })
}

// decisionProblems checks a decision about an approval. The chat acts on it, and a program with a token can send any decision.
func (f *formRules) decisionProblems(approval request.Value, result json.RawMessage) []problem {
	decision, err := request.Parse(result)
	if err != nil || !hasTypes(decision, decisionTypes) {
		return []problem{{Message: "not a result"}}
	}
	action, arguments, reason := decision.Get("action").Text, decision.Get("arguments"), decision.Get("reason")
	message := ""
	switch {
	case action != "accept" && action != "decline" && action != "cancel":
		message = "not a result"
	case !isOffered(approval, decision):
		message = "not offered"
	case arguments.Exists() && (action != "accept" || !approval.Get("editable").Exists()):
		message = "not editable"
	case reason.Exists() && (action != "decline" || !approval.Get("reason").Truth):
		message = "not asked"
	case utf8.RuneCountInString(reason.Text) > request.MaxReason:
		message = messages[validate.TooLong]
	case !arguments.Exists():
		return nil
	default:
		return f.argumentProblems(approval, arguments)
	}
	return []problem{{Message: message}}
}

func isOffered(approval, decision request.Value) bool {
	action, id, scope := decision.Get("action").Text, decision.Get("id"), decision.Get("scope")
	options, scopes := approval.Get("options"), approval.Get("scopes")
	switch {
	case scope.Exists() != (action == "accept"), id.Exists() && action == "cancel":
		return false
	case action == "accept" && !options.Exists():
		isDefault := !scopes.Exists() && scope.Text == "once"
		return !id.Exists() && (isDefault || slices.ContainsFunc(scopes.Items, scope.Equal))
	case action == "accept", id.Exists():
		return slices.ContainsFunc(options.Items, func(option request.Value) bool {
			return option.Get("id").Equal(id) && scopeOfKind[option.Get("kind").Text].Equal(scope)
		})
	}
	return true
}

// argumentProblems checks changed arguments: only those that are editable may differ, and they follow the schema.
func (f *formRules) argumentProblems(approval, arguments request.Value) (problems []problem) {
	before, editable := byName(approval.Get("tool").Get("arguments")), byName(approval.Get("editable").Get("properties"))
	content := request.ObjectValue()
	for _, m := range arguments.Members {
		if _, isEditable := editable[m.Name]; isEditable {
			content.Members = append(content.Members, m)
		} else if m.Lossy || !isExact(m.Value) || !m.Value.Equal(before[m.Name]) {
			problems = append(problems, problem{Name: m.Name, Message: "not editable"})
		}
	}
	after := byName(arguments)
	for _, m := range approval.Get("tool").Get("arguments").Members {
		_, isEditable := editable[m.Name]
		if _, found := after[m.Name]; !found && !isEditable {
			problems = append(problems, problem{Name: m.Name, Message: "missing"})
		}
	}
	// The changed arguments are checked as the answers of a form.
	form := request.ObjectValue().With("requestedSchema", approval.Get("editable"))
	return append(problems, f.contentProblems(form, content)...)
}

func byName(v request.Value) map[string]request.Value {
	members := make(map[string]request.Value, len(v.Members))
	for _, m := range v.Members {
		members[m.Name] = m.Value
	}
	return members
}
