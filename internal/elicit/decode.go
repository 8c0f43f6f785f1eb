package elicit

import "github.com/elicitform/elicitform/internal/untrusted"

// Decode reads the params of elicitation/create. Names are exact: "Mode" is an
// unknown member, and unknown members are ignored, as the protocol asks. What
// cannot be understood is rejected and never guessed, because a wrong guess
// would show a person another request than the server made. Errors are of type
// *[Error].
func Decode(params Value) (Request, error) {
	if params.Kind != Object {
		return Request{}, &Error{Reason: NotAnObject}
	}
	mode, err := modeOf(params.Get("mode"))
	if err != nil {
		return Request{}, err
	}
	request := Request{Mode: mode}
	message := params.Get("message")
	if message.Exists() && message.Kind != String {
		return Request{}, &Error{Reason: WrongType, Detail: "message"}
	}
	// A request without a message is shown all the same: the protocol demands
	// one, but the fields may speak for themselves.
	request.Message = untrusted.Text(message.Text)
	if mode == ModeURL {
		return decodeURL(params, request)
	}
	return decodeForm(params, request)
}

func modeOf(mode Value) (Mode, error) {
	switch {
	case !mode.Exists():
		return ModeForm, nil
	case mode.Kind != String:
		return "", &Error{Reason: WrongType, Detail: "mode"}
	case mode.Text == string(ModeForm) || mode.Text == string(ModeURL):
		return Mode(mode.Text), nil
	}
	return "", &Error{Reason: UnknownMode, Detail: mode.Text}
}

func decodeForm(params Value, request Request) (Request, error) {
	if params.Get("url").Exists() {
		return Request{}, &Error{Reason: ModeConflict, Detail: "url"}
	}
	schema := params.Get("requestedSchema")
	switch schema.Kind {
	case Missing, Null:
		return request, nil
	case Object:
		request.Schema = schema
		return request, nil
	}
	return Request{}, &Error{Reason: NotAFormSchema, Detail: schema.Kind.String()}
}

func decodeURL(params Value, request Request) (Request, error) {
	if params.Get("requestedSchema").Exists() {
		return Request{}, &Error{Reason: ModeConflict, Detail: "requestedSchema"}
	}
	url := params.Get("url")
	// A URL in which something was replaced would open another page than the
	// server named.
	if url.Kind != String || url.Lossy {
		return Request{}, &Error{Reason: WrongType, Detail: "url"}
	}
	request.URL = url.Text
	// The identifier is optional: the revision 2026-07-28 dropped it.
	id := params.Get("elicitationId")
	if id.Exists() && (id.Kind != String || id.Lossy) {
		return Request{}, &Error{Reason: WrongType, Detail: "elicitationId"}
	}
	request.ElicitationID = id.Text
	return request, nil
}
