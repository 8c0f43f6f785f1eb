package relay

import (
	"bytes"
	"encoding/json"
)

// round is the body of a round, as the store has it and a device gets it.
type round struct {
	Server       Server        `json:"server"`
	Requests     []elicitation `json:"requests"`
	WaitForPages bool          `json:"waitForPages,omitempty"`
	Review       string        `json:"review,omitempty"`
}

// elicitation is a request of a round. Those of an approval are a round of one, and its Params are the approval.
type elicitation struct {
	Key        string `json:"key,omitempty"`
	Params     string `json:"params,omitempty"`
	IsApproval bool   `json:"approval,omitempty"`
}

type response struct {
	Key    string          `json:"key,omitempty"`
	Result json.RawMessage `json:"result"`
}

// singleRequest rejects a call, whose params have a place only for the answers of inputRequests.
func singleRequest(params json.RawMessage, o ElicitOptions) ([]elicitation, error) {
	if err := checkObject(params); err != nil {
		return nil, err
	}
	if o.Call != nil {
		return nil, newError(codeInvalidRequest, reasonCallWithoutRound)
	}
	return []elicitation{{Params: string(params)}}, nil
}

// readElicitations skips requests that are not for the person, such as sampling.
func readElicitations(requests json.RawMessage) ([]elicitation, error) {
	if err := checkObject(requests); err != nil {
		return nil, err
	}
	var elicitations []elicitation
	keys := map[string]bool{}
	decoder := json.NewDecoder(bytes.NewReader(requests))
	_, _ = decoder.Token()
	for decoder.More() {
		var value json.RawMessage
		token, _ := decoder.Token()
		key, _ := token.(string)
		_ = decoder.Decode(&value)
		if keys[key] {
			return nil, newError(codeInvalidRequest, reasonDuplicateName)
		}
		keys[key] = true
		fields := readMembers(value)
		if readString(fields["method"]) == methodCreate {
			elicitations = append(elicitations, elicitation{Key: key, Params: string(fields["params"])})
		}
	}
	return elicitations, nil
}

// encodeRound checks only ids. The form finds any other fault and tells the person.
func encodeRound(r round) ([]byte, error) {
	for _, request := range r.Requests {
		if len(elicitationID(request)) > maxID {
			err := newError(codeInvalidRequest, reasonElicitationIDTooLong)
			err.Key = request.Key
			return nil, err
		}
	}
	switch {
	case r.Server.ID == "":
		return nil, newError(codeInternal, reasonNoServerID)
	case len(r.Server.ID) > maxID:
		return nil, newError(codeInternal, reasonServerIDTooLong)
	}
	return encodeJSON(r), nil
}

func pageIDs(requests []elicitation) (ids []string) {
	for _, request := range requests {
		if id := elicitationID(request); id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}

func elicitationID(r elicitation) string {
	return readString(readMembers([]byte(r.Params))["elicitationId"])
}
