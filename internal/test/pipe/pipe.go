// Package pipe is a network in memory, for tests in a bubble of testing/synctest: a bubble's clock stops while a goroutine
// waits for a real connection, but not for a pipe. Names and addresses are ignored.
package pipe

import (
	"context"
	"net"
	"net/http"
	"sync"
	"testing"
)

// Listener accepts the connections from its Dial.
type Listener struct {
	servers chan net.Conn
	closed  chan struct{}
	close   func()
}

// Listen returns a listener for [http.Server.Serve].
func Listen() *Listener {
	closed := make(chan struct{})
	return &Listener{servers: make(chan net.Conn), closed: closed, close: sync.OnceFunc(func() { close(closed) })}
}

// Accept returns the server's end of the next connection.
func (l *Listener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.servers:
		return conn, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Close ends Accept and refuses new connections.
func (l *Listener) Close() error {
	l.close()
	return nil
}

// Addr returns an address without meaning.
func (l *Listener) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }

// Dial returns the client's end of a new connection.
func (l *Listener) Dial() (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case l.servers <- server:
		return client, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Client returns an HTTP client that reaches the server under every host name.
func (l *Listener) Client() *http.Client {
	dial := func(context.Context, string, string) (net.Conn, error) { return l.Dial() }
	return &http.Client{Transport: &http.Transport{DialContext: dial}}
}

// Serve runs a server until the test ends.
func Serve(t testing.TB, server *http.Server) *Listener {
	t.Helper()
	var connections sync.WaitGroup
	server.ConnState = func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			connections.Add(1)
		case http.StateClosed, http.StateHijacked:
			connections.Done()
		}
	}
	listener := Listen()
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() {
		_ = server.Close()
		// A server that refuses a body holds the connection for half a second, and no goroutine may outlive a bubble.
		connections.Wait()
	})
	return listener
}
