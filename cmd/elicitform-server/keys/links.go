package keys

import (
	"crypto/hmac"
	"encoding/base64"
)

// Sign is an HMAC of the server's secret over parts of a purpose, as text of base64url. Purposes of other methods are not used.
// Only the last part may hold a NUL.
func (r *Ring) Sign(purpose string, parts ...string) string {
	return base64.RawURLEncoding.EncodeToString(r.derive("sign\x00"+purpose, parts...))
}

// Signed reports whether [Ring.Sign] has made a signature. It takes the same time wherever a wrong one is wrong.
func (r *Ring) Signed(signature, purpose string, parts ...string) bool {
	return hmac.Equal([]byte(signature), []byte(r.Sign(purpose, parts...)))
}
