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

// newSealer has a key of its own: what it has sealed dies with the process.
func newSealer() *sealer {
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
	return &sealer{aead}
}

// seal makes the requestState of a tool, which is valid until then.
func (s *sealer) seal(tool string, so state, until time.Time) (string, error) {
	so.Until = until
	text, err := json.Marshal(so)
	return base64.RawURLEncoding.EncodeToString(s.aead.Seal(nil, nil, text, []byte(tool))), err
}

// open reads what seal made for the same tool.
func (s *sealer) open(tool, requestState string) (so state, err error) {
	secret, err := base64.RawURLEncoding.DecodeString(requestState)
	if err != nil {
		return so, errState
	}
	text, err := s.aead.Open(nil, nil, secret, []byte(tool))
	if err != nil || json.Unmarshal(text, &so) != nil || time.Now().After(so.Until) {
		return so, errState
	}
	return so, nil
}
