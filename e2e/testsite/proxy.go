package testsite

import (
	"bytes"
	"io"
	"log"
	"net/http"
	"net/http/httputil"
	"os"
	"time"
)

// Proxy returns a handler that sends requests on to a server. Its failures are printed, because a cut stream is a fault.
func Proxy(forward func(*httputil.ProxyRequest)) http.Handler {
	proxy := &httputil.ReverseProxy{
		Rewrite: forward,
		// The proxy closes idle connections itself: a server that closes one may miss a request that is on its way. The pool
		// is its own, because every server of net/http/httptest closes that of the default transport.
		Transport: &http.Transport{IdleConnTimeout: time.Second},
		ErrorLog:  log.New(os.Stderr, "proxy: ", 0),
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// A server of net/http closes the body of a request when its response begins. A transport that still had to look for
		// the end of the body would then cut the connection with the response.
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		proxy.ServeHTTP(w, r)
	})
}
