package relay

import (
	"bytes"
	"encoding/json"

	"github.com/elicitform/elicitform/internal/request"
)

func checkObject(text []byte) error {
	switch trimmed := bytes.TrimLeft(text, " \t\r\n"); {
	case len(text) > request.MaxText:
		return newError(codeInvalidRequest, reasonTooLarge)
	case !json.Valid(text):
		return newError(codeInvalidRequest, reasonNotJSON)
	case trimmed[0] != '{':
		return newError(codeInvalidRequest, reasonNotAnObject)
	}
	return nil
}

// encodeJSON escapes like JavaScript, not for HTML. Every value of this package can be encoded.
func encodeJSON(value any) []byte {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value)
	return bytes.TrimSuffix(buffer.Bytes(), []byte("\n"))
}

func decodeJSON(text []byte) (v any) {
	_ = json.Unmarshal(text, &v)
	return v
}

func readString(text []byte) string {
	s, _ := decodeJSON(text).(string)
	return s
}

// readMembers returns nil for text that is not a JSON object. Unlike a struct, it matches names exactly.
func readMembers(text []byte) (members map[string]json.RawMessage) {
	_ = json.Unmarshal(text, &members)
	return members
}

func readResults(text json.RawMessage) map[string]json.RawMessage {
	var list []json.RawMessage
	_ = json.Unmarshal(text, &list)
	results := map[string]json.RawMessage{}
	for _, item := range list {
		response := readMembers(item)
		key := readString(response["key"])
		if _, isDuplicate := results[key]; !isDuplicate && response["result"] != nil {
			results[key] = response["result"]
		}
	}
	return results
}

// isEqualJSON compares two texts as JSON values, for example 2 equals 2.0.
func isEqualJSON(a, b []byte) bool {
	v, err := request.ParseTrusted(string(a))
	w, err2 := request.ParseTrusted(string(b))
	return err == nil && err2 == nil && v.Equal(w)
}
