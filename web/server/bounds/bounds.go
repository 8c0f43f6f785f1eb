// Package bounds limits the time and the size of requests. It reads no content.
package bounds

import (
	"io"
	"net/http"
	"time"
)

// Bounds limit a request. An answer may take any time: an MCP stream stays open while a person fills in a form.
type Bounds struct {
	// Headers and Body limit the time in which each has to arrive.
	Headers, Body time.Duration
	// Idle limits the time that a connection waits for its next request.
	Idle time.Duration
	// Bytes limits the size of a body.
	Bytes int64
}

// Default suits a slow connection, and stops a client that holds connections open on purpose.
var Default = Bounds{Headers: 10 * time.Second, Body: 20 * time.Second, Idle: 2 * time.Minute, Bytes: 1 << 20}

const maxHeaders = 64 << 10

// Server returns an HTTP server with these limits.
func (b Bounds) Server(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           b.limit(handler),
		ReadHeaderTimeout: b.Headers,
		IdleTimeout:       b.Idle,
		MaxHeaderBytes:    maxHeaders,
	}
}

// limit removes the deadline when the body has been read. The read timeout of http.Server goes on while the
// answer is written, and would end the streams that wait for a person.
func (b Bounds) limit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != nil && r.Body != http.NoBody {
			control := http.NewResponseController(w)
			if err := control.SetReadDeadline(time.Now().Add(b.Body)); err != nil {
				http.Error(w, "the time for the body cannot be limited", http.StatusInternalServerError)
				return
			}
			r.Body = &timedBody{http.MaxBytesReader(w, r.Body, b.Bytes), control}
		}
		next.ServeHTTP(w, r)
	})
}

type timedBody struct {
	io.ReadCloser
	control *http.ResponseController
}

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		_ = b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}
