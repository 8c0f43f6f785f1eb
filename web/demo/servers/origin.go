package servers

import (
	"context"
	"net/http"
)

type originKey struct{}

// withOrigin remembers under which origin the client reached the server, for
// the addresses of the pages that it sends people to. The SDK has refused
// foreign Host headers before a tool sees one.
func withOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		scheme := "http://"
		if r.TLS != nil {
			scheme = "https://"
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), originKey{}, scheme+r.Host)))
	})
}

// origin is where the server is, as the client of this call sees it.
func origin(ctx context.Context) string {
	origin, _ := ctx.Value(originKey{}).(string)
	return origin
}
