package servers

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// stateLifetime is how long a person may take over one round.
const stateLifetime = 24 * time.Hour

// errState is the error for a call that does not continue one of ours.
var errState error = &jsonrpc.Error{
	Code:    jsonrpc.CodeInvalidParams,
	Message: "the requestState is not one of this server, is for another tool or is too old",
}

// sealer makes and reads requestState. The client carries it from one round to
// the next and must be able neither to read nor to change it.
type sealer struct{ aead cipher.AEAD }

// sealed is what a requestState holds.
type sealed struct {
	Until time.Time `json:"until"`
	State any       `json:"state"`
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
	text, err := json.Marshal(sealed{Until: time.Now().Add(stateLifetime), State: state})
	if err != nil {
		return "", err
	}
	return encode(s.aead.Seal(nil, nil, text, []byte(tool))), nil
}

// open reads what seal made for the same tool into state, which is a pointer.
func (s sealer) open(tool, requestState string, state any) error {
	secret, err := base64.RawURLEncoding.DecodeString(requestState)
	if err != nil {
		return errState
	}
	text, err := s.aead.Open(nil, nil, secret, []byte(tool))
	if err != nil {
		return errState
	}
	known := sealed{State: state}
	if err := json.Unmarshal(text, &known); err != nil || time.Now().After(known.Until) {
		return errState
	}
	return nil
}

func encode(secret []byte) string { return base64.RawURLEncoding.EncodeToString(secret) }
