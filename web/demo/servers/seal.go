package servers

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"time"
)

// stateLifetime is how long a person may take over one round.
const stateLifetime = 24 * time.Hour

// errState says that a requestState cannot be used.
var errState = errors.New("the requestState is not one of this server, is for another tool or is too old")

// sealer makes and reads requestState. The client carries it from one round to
// the next and must be able neither to read nor to change it.
type sealer struct{ aead cipher.AEAD }

// sealed is what a requestState holds.
type sealed struct {
	Until time.Time       `json:"until"`
	State json.RawMessage `json:"state"`
}

// newSealer has a key of its own: what it has sealed dies with the process.
func newSealer() sealer {
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err)
	}
	return sealer{aead}
}

// seal makes the requestState of a tool.
func (s sealer) seal(tool string, state any) (string, error) {
	content, err := json.Marshal(state)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(sealed{Until: time.Now().Add(stateLifetime), State: content})
	if err != nil {
		return "", err
	}
	return encode(s.aead.Seal(nil, nil, text, []byte(tool))), nil
}

// open reads what seal made for the same tool.
func (s sealer) open(tool, requestState string, state any) error {
	secret, err := base64.RawURLEncoding.DecodeString(requestState)
	if err != nil {
		return errState
	}
	text, err := s.aead.Open(nil, nil, secret, []byte(tool))
	if err != nil {
		return errState
	}
	var known sealed
	if err := json.Unmarshal(text, &known); err != nil || time.Now().After(known.Until) {
		return errState
	}
	return json.Unmarshal(known.State, state)
}

func encode(secret []byte) string { return base64.RawURLEncoding.EncodeToString(secret) }
