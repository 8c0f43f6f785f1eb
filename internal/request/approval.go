package request

import "github.com/elicitform/elicitform/internal/safetext"

// Approval is a tool call that needs a person's leave, in the words of the host.
type Approval struct {
	// Tool names the tool in its protocol. Title and Description are the server's words.
	Tool, Title, Description safetext.Text
	// ReadOnly: according to the server, the tool changes nothing.
	ReadOnly  bool
	Arguments []Argument
	// Choices are the buttons, in order.
	Choices []Choice
	// AsksReason: a decline may have a reason.
	AsksReason bool
}

// Argument is an argument of a tool call: a text as it is, another value as JSON.
type Argument struct {
	Name, Text string
	JSON       bool
}

// Choice is a button of an approval. Name is the agent's own; empty for ours.
type Choice struct {
	Kind ChoiceKind
	Name safetext.Text
}

// ChoiceKind says what a choice means.
type ChoiceKind string

// Any other kind declines.
const (
	AllowOnce    ChoiceKind = "once"
	AllowSession ChoiceKind = "session"
	AllowAlways  ChoiceKind = "always"
	RejectAlways ChoiceKind = "reject_always"
)

// Allows reports whether the choice lets the tool run.
func (k ChoiceKind) Allows() bool { return k == AllowOnce || k == AllowSession || k == AllowAlways }

// DecodeApproval reads an approval, as bridge/host/approval.ts writes it: { tool: { name, title?, description?, readOnly? },
// arguments: [{ name, text, json? }], choices: [{ kind, name? }], message?, requestedSchema?, reason? }. The schema is that of the
// arguments that can be changed.
func DecodeApproval(params Value) Request {
	tool := params.Get("tool")
	a := &Approval{
		Tool: textOf(tool, "name"), Title: textOf(tool, "title"), Description: textOf(tool, "description"),
		ReadOnly: tool.Get("readOnly").Truth, AsksReason: params.Get("reason").Truth,
	}
	for _, item := range params.Get("arguments").Items {
		a.Arguments = append(a.Arguments, Argument{item.Get("name").Text, item.Get("text").Text, item.Get("json").Truth})
	}
	for _, item := range params.Get("choices").Items {
		a.Choices = append(a.Choices, Choice{ChoiceKind(item.Get("kind").Text), textOf(item, "name")})
	}
	return Request{Mode: ModeForm, Message: textOf(params, "message"), Schema: params.Get("requestedSchema"), Approval: a}
}

func textOf(v Value, name string) safetext.Text { return safetext.Text(v.Get(name).Text) }
