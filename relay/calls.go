package relay

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// Call is a request that a server has answered with inputRequests, as in revision 2026-07-28. The store keeps it with
// their round, so that any process can make it again: see [Relay.Resume].
type Call struct {
	// Method is tools/call, prompts/get or resources/read.
	Method string
	// Params are a JSON object; nil for none.
	Params json.RawMessage
	// RequestState is sent with the inputRequests; nil for none.
	RequestState *string
}

type storedCall struct {
	Method       string  `json:"method"`
	Params       string  `json:"params,omitempty"`
	RequestState *string `json:"requestState,omitempty"`
}

// sealedPrefix is the version of a sealed call: v1.<nonce and AES-256-GCM of the call, base64url>.
const sealedPrefix = "v1."

// sealCall returns "" without a call. The text can be read only with the secret, and only with the same round.
func (r *Relay) sealCall(o ElicitOptions, ref RoundRef) (string, error) {
	switch {
	case o.Call == nil:
		return "", nil
	case r.options.Secret == nil:
		return "", errors.New("relay: a call is kept only with a secret")
	case len(o.Call.Params) > maxCall:
		return "", newError(codeInvalidRequest, reasonTooLarge)
	case o.Call.Method == "" || o.Call.Params != nil && checkObject(o.Call.Params) != nil:
		return "", newError(codeInvalidRequest, reasonMalformedCall)
	}
	content := encodeJSON(storedCall{o.Call.Method, string(o.Call.Params), o.Call.RequestState})
	if len(content) > maxCall {
		return "", newError(codeInvalidRequest, reasonTooLarge)
	}
	nonce := make([]byte, 12)
	_, _ = rand.Read(nonce)
	return seal(r.options.Secret, o.Session, ref, nonce, content)
}

func seal(secret []byte, session string, ref RoundRef, nonce, content []byte) (string, error) {
	aead, err := newCallCipher(secret)
	if err != nil {
		return "", err
	}
	return sealedPrefix + base64url.EncodeToString(aead.Seal(slices.Clone(nonce), nonce, content, additionalData(session, ref))), nil
}

func unseal(secret []byte, session string, ref RoundRef, sealed string) (call storedCall, ok bool) {
	rest, ok := strings.CutPrefix(sealed, sealedPrefix)
	data, err := base64url.DecodeString(rest)
	aead, err2 := newCallCipher(secret)
	if !ok || err != nil || err2 != nil || len(data) < aead.NonceSize() {
		return storedCall{}, false
	}
	content, err := aead.Open(nil, data[:aead.NonceSize()], data[aead.NonceSize():], additionalData(session, ref))
	if err != nil || json.Unmarshal(content, &call) != nil {
		return storedCall{}, false
	}
	return call, true
}

// newCallCipher derives its key from the secret, because the secret itself signs the tokens.
func newCallCipher(secret []byte) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, secret, nil, "elicitform relay call", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// additionalData binds a sealed call to its round: nobody can move it to another round of the store.
func additionalData(session string, ref RoundRef) []byte {
	return []byte(session + "\n" + ref.ID + "\n" + ref.Fingerprint)
}

// Resume waits for the end of a question as [Relay.Wait] does. An Answered question gives its call, with inputResponses and
// the server's requestState. The caller adds responses to methods other than elicitation/create.
//
// The reason of the error is "no-call" without a call, and "call-unreadable" for a call that another secret has sealed.
func (r *Relay) Resume(ctx context.Context, session string, ref RoundRef) (Call, Outcome, error) {
	if r.options.Secret == nil {
		return Call{}, Outcome{}, errors.New("relay: a call is kept only with a secret")
	}
	o, err := r.Wait(ctx, session, ref)
	if err != nil || o.State != Answered {
		return Call{}, o, err
	}
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	records, err := r.options.Store.Records(ctx, session, []string{ref.ID}, FieldFingerprint, FieldCall)
	switch {
	case err != nil:
		return Call{}, o, err
	case records[0].Fingerprint != ref.Fingerprint || records[0].Call == "":
		return Call{}, o, newError(codeInternal, reasonNoCall)
	}
	call, ok := unseal(r.options.Secret, session, ref, records[0].Call)
	if !ok {
		return Call{}, o, newError(codeInternal, reasonCallUnreadable)
	}
	return Call{Method: call.Method, Params: call.paramsWithAnswer(o.answer)}, o, nil
}

func (c storedCall) paramsWithAnswer(answer string) json.RawMessage {
	var list []json.RawMessage
	_ = json.Unmarshal(readMembers([]byte(answer))["responses"], &list)
	var responses []string
	for _, item := range list {
		response := readMembers(item)
		responses = append(responses, string(encodeJSON(readString(response["key"])))+":"+string(response["result"]))
	}
	members := membersExcept(c.Params, "inputResponses", "requestState")
	members = append(members, `"inputResponses":{`+strings.Join(responses, ",")+"}")
	if c.RequestState != nil {
		members = append(members, `"requestState":`+string(encodeJSON(*c.RequestState)))
	}
	return json.RawMessage("{" + strings.Join(members, ",") + "}")
}

// membersExcept keeps the text of each member, byte for byte.
func membersExcept(object string, names ...string) []string {
	var members []string
	decoder := json.NewDecoder(strings.NewReader(object))
	_, _ = decoder.Token()
	for decoder.More() {
		start := decoder.InputOffset()
		token, _ := decoder.Token()
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			break
		}
		if name, _ := token.(string); !slices.Contains(names, name) {
			members = append(members, string(bytes.TrimLeft([]byte(object[start:decoder.InputOffset()]), ", \t\r\n")))
		}
	}
	return members
}
