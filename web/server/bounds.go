package main

import (
	"io"
	"net/http"
	"time"
)

// bounds are what a request may cost before it is understood. How long an answer
// takes is not bounded: an MCP stream stays open while a person fills in a form.
type bounds struct {
	// headers, body: how long they may take to arrive.
	headers, body time.Duration
	// idle is how long a connection may wait for its next request.
	idle time.Duration
	// bytes is how large a body may be.
	bytes int64
}

// defaultBounds let a person on a slow line through, and nobody else who is slow.
var defaultBounds = bounds{headers: 10 * time.Second, body: 20 * time.Second, idle: 2 * time.Minute, bytes: 1 << 20}

const maxHeaders = 64 << 10

// server is an HTTP server within the bounds.
func (b bounds) server(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           b.limit(handler),
		ReadHeaderTimeout: b.headers,
		IdleTimeout:       b.idle,
		MaxHeaderBytes:    maxHeaders,
	}
}

// limit bounds the body of each request. The deadline is taken away when the
// body has been read: the read timeout of http.Server goes on counting while the
// answer is written, and would end the streams that wait for a person.
func (b bounds) limit(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != nil && r.Body != http.NoBody {
			control := http.NewResponseController(w)
			if err := control.SetReadDeadline(time.Now().Add(b.body)); err != nil {
				http.Error(w, "the time for the body cannot be limited", http.StatusInternalServerError)
				return
			}
			r.Body = &timedBody{http.MaxBytesReader(w, r.Body, b.bytes), control}
		}
		next.ServeHTTP(w, r)
	})
}

// timedBody lifts the deadline at the end of the body.
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
