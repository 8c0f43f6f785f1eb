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

// Call is a request of an MCP client that a server has answered with inputRequests, as revision 2026-07-28 has them. It is
// kept with their round, so that any process can make it again with the answers: see [Relay.Resume].
type Call struct {
	// Method is tools/call, prompts/get or resources/read.
	Method string
	// Params are those of the request, as JSON text of an object; nil for none.
	Params json.RawMessage
	// RequestState is what the server has sent with the inputRequests; nil where it has sent none.
	RequestState *string
}

// keptCall is a call as it is kept. The params are text, byte for byte.
type keptCall struct {
	Method       string  `json:"method"`
	Params       string  `json:"params,omitempty"`
	RequestState *string `json:"requestState,omitempty"`
}

// sealedPrefix is the version of what a store keeps: v1.<nonce and AES-256-GCM of the call, base64url>.
const sealedPrefix = "v1."

// sealed is the call of some options as a store keeps it: only who has the secret can read it, and only for the round
// that it was kept with.
func (r *Relay) sealed(o ElicitOptions, ref Ref) (string, error) {
	switch {
	case o.Call == nil:
		return "", nil
	case r.o.Secret == nil:
		return "", errors.New("relay: a call is kept only with a secret")
	case len(o.Call.Params) > mostCall:
		return "", newError(codeInvalidRequest, reasonTooLarge)
	case o.Call.Method == "" || o.Call.Params != nil && checkObject(o.Call.Params) != nil:
		return "", newError(codeInvalidRequest, reasonMalformedCall)
	}
	content := text(keptCall{o.Call.Method, string(o.Call.Params), o.Call.RequestState})
	if len(content) > mostCall {
		return "", newError(codeInvalidRequest, reasonTooLarge)
	}
	nonce := make([]byte, 12)
	_, _ = rand.Read(nonce)
	return seal(r.o.Secret, o.Session, ref, nonce, content)
}

func seal(secret []byte, session string, ref Ref, nonce, content []byte) (string, error) {
	aead, err := callCipher(secret)
	if err != nil {
		return "", err
	}
	return sealedPrefix + base64url.EncodeToString(aead.Seal(slices.Clone(nonce), nonce, content, placeOf(session, ref))), nil
}

// unseal reads a call that was kept with a round. It reports false for what was kept otherwise.
func unseal(secret []byte, session string, ref Ref, sealed string) (call keptCall, ok bool) {
	rest, ok := strings.CutPrefix(sealed, sealedPrefix)
	kept, err := base64url.DecodeString(rest)
	aead, err2 := callCipher(secret)
	if !ok || err != nil || err2 != nil || len(kept) < aead.NonceSize() {
		return keptCall{}, false
	}
	content, err := aead.Open(nil, kept[:aead.NonceSize()], kept[aead.NonceSize():], placeOf(session, ref))
	if err != nil || json.Unmarshal(content, &call) != nil {
		return keptCall{}, false
	}
	return call, true
}

// callCipher is the cipher of calls. Its key is not the one that tokens are signed with.
func callCipher(secret []byte) (cipher.AEAD, error) {
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

// placeOf is what is authenticated with a call: it cannot be moved to another round.
func placeOf(session string, ref Ref) []byte {
	return []byte(session + "\n" + ref.ID + "\n" + ref.Fingerprint)
}

// Resume waits for the end of a question as [Relay.Await] does. When it is Answered, the call is the one that it was asked
// with, and its Params have what the server waits for: inputResponses with the results, and requestState as the server has
// sent it. Make it again as it is: with another name of a tool or other arguments it would be another call.
//
// Where the round had requests of other methods than elicitation/create, their responses are the caller's to add. The error has the
// reason "no-call" where none was kept, and "call-unreadable" where it was kept under another secret.
func (r *Relay) Resume(ctx context.Context, session string, ref Ref) (Call, Outcome, error) {
	if r.o.Secret == nil {
		return Call{}, Outcome{}, errors.New("relay: a call is kept only with a secret")
	}
	o, err := r.Await(ctx, session, ref)
	if err != nil || o.State != Answered {
		return Call{}, o, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	records, err := r.o.Store.Records(ctx, session, []string{ref.ID}, FieldFingerprint, FieldCall)
	switch {
	case err != nil:
		return Call{}, o, err
	case records[0].Fingerprint != ref.Fingerprint || records[0].Call == "":
		return Call{}, o, newError(codeInternal, reasonNoCall)
	}
	kept, ok := unseal(r.o.Secret, session, ref, records[0].Call)
	if !ok {
		return Call{}, o, newError(codeInternal, reasonCallUnreadable)
	}
	return Call{Method: kept.Method, Params: kept.answered(o.answer)}, o, nil
}

// answered are the params of the call with the answer of a round, as it is kept. All else stays as it is written.
func (k keptCall) answered(answer string) json.RawMessage {
	var list []json.RawMessage
	_ = json.Unmarshal(membersOf([]byte(answer))["responses"], &list)
	var responses []string
	for _, one := range list {
		response := membersOf(one)
		responses = append(responses, string(text(textOf(response["key"])))+":"+string(response["result"]))
	}
	members := without(k.Params, "inputResponses", "requestState")
	members = append(members, `"inputResponses":{`+strings.Join(responses, ",")+"}")
	if k.RequestState != nil {
		members = append(members, `"requestState":`+string(text(*k.RequestState)))
	}
	return json.RawMessage("{" + strings.Join(members, ",") + "}")
}

// without are the members of an object of JSON, each as it is written, but for those with some names.
func without(object string, names ...string) []string {
	var kept []string
	decoder := json.NewDecoder(strings.NewReader(object))
	_, _ = decoder.Token()
	for decoder.More() {
		start := decoder.InputOffset()
		name, _ := decoder.Token()
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			break
		}
		if text, _ := name.(string); !slices.Contains(names, text) {
			kept = append(kept, string(bytes.TrimLeft([]byte(object[start:decoder.InputOffset()]), ", \t\r\n")))
		}
	}
	return kept
}
