package elicit

import "github.com/elicitform/elicitform/internal/untrusted"

// Decode reads the params of elicitation/create. Names are exact: "Mode" is an
// unknown member, and unknown members are ignored, as the protocol asks. What
// cannot be understood is rejected and never guessed, because a wrong guess
// would show a person another request than the server made. Errors are of type
// *[Error].
func Decode(params Value) (Request, error) {
	mode, message, schema := params.Get("mode"), params.Get("message"), params.Get("requestedSchema")
	url, id := params.Get("url"), params.Get("elicitationId")
	// A request without a message is shown all the same: the protocol demands
	// one, but the fields may speak for themselves.
	request := Request{Mode: ModeForm, Message: untrusted.Text(message.Text)}
	if mode.Exists() {
		request.Mode = Mode(mode.Text)
	}
	isForm, isURL := request.Mode == ModeForm, request.Mode == ModeURL
	reason, detail := Reason(""), ""
	switch {
	case params.Type != Object:
		reason = NotAnObject
	case mode.Exists() && mode.Type != String:
		reason, detail = WrongType, "mode"
	case !isForm && !isURL:
		reason, detail = UnknownMode, mode.Text
	case message.Exists() && message.Type != String:
		reason, detail = WrongType, "message"
	case isForm && url.Exists():
		reason, detail = ModeConflict, "url"
	case isForm && schema.Type == Object:
		request.Schema = schema
	case isForm && schema.Exists() && schema.Type != Null:
		reason, detail = NotAFormSchema, schema.Type.String()
	case isForm:
	case schema.Exists():
		reason, detail = ModeConflict, "requestedSchema"
	case url.Type != String || url.Lossy:
		// A URL in which something was replaced would open another page than the
		// server named.
		reason, detail = WrongType, "url"
	case id.Exists() && (id.Type != String || id.Lossy):
		reason, detail = WrongType, "elicitationId"
	default:
		// The identifier is optional: the revision 2026-07-28 dropped it.
		request.URL, request.ElicitationID = url.Text, id.Text
	}
	if reason != "" {
		return Request{}, &Error{Reason: reason, Detail: detail}
	}
	return request, nil
}
