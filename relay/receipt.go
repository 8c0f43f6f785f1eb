package relay

import "encoding/json"

// maxReceipt is the number of bytes of a receipt in a transcript.
const maxReceipt = 8192

// readReceipt reads the receipt that a device sends with its answer. It returns a copy of the members that a receipt has; nil
// without a title, or if the copy is too large: a program with a token can send anything.
//
// The TypeScript relay reads the same receipts in testdata/receipts.json.
func readReceipt(text json.RawMessage) json.RawMessage {
	members := readMembers(text)
	receipt := struct {
		Title    string      `json:"title"`
		Server   string      `json:"server"`
		Outcome  string      `json:"outcome"`
		Answers  [][2]string `json:"answers"`
		EndedAt  json.Number `json:"endedAt"`
		Language string      `json:"language"`
	}{
		readString(members["title"]), readString(members["server"]), readString(members["outcome"]), [][2]string{},
		"0", readString(members["language"]),
	}
	_ = json.Unmarshal(members["endedAt"], &receipt.EndedAt)
	var answers []json.RawMessage
	_ = json.Unmarshal(members["answers"], &answers)
	for _, answer := range answers {
		var parts []json.RawMessage
		_ = json.Unmarshal(answer, &parts)
		parts = append(parts, nil, nil)
		receipt.Answers = append(receipt.Answers, [2]string{readString(parts[0]), readString(parts[1])})
	}
	if encoded := encodeJSON(receipt); receipt.Title != "" && len(encoded) <= maxReceipt {
		return encoded
	}
	return nil
}

// withReceipt adds the receipt of a device to an answer that the store keeps.
func withReceipt(answer string, text json.RawMessage) string {
	if receipt := readReceipt(text); receipt != nil {
		return answer[:len(answer)-1] + `,"receipt":` + string(receipt) + "}"
	}
	return answer
}
