// Package pipe is a network in memory for tests in a bubble of testing/synctest: the bubble's clock stands still while bytes
// of a real connection are under way, and goes on while all wait for a pipe. A test serves on a Listener as on a port, and its
// clients dial the Listener. It knows no names and no addresses: whatever a client calls leads to the one server.
package pipe

import (
	"context"
	"net"
	"net/http"
	"sync"
	"testing"
)

// Listener accepts the connections that are dialed to it.
type Listener struct {
	dialed chan net.Conn
	closed chan struct{}
	close  func()
}

// Listen returns a listener for [http.Server.Serve].
func Listen() *Listener {
	closed := make(chan struct{})
	return &Listener{dialed: make(chan net.Conn), closed: closed, close: sync.OnceFunc(func() { close(closed) })}
}

// Accept returns the server's end of the next connection.
func (l *Listener) Accept() (net.Conn, error) {
	select {
	case conn := <-l.dialed:
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
	case l.dialed <- server:
		return client, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

// Serve serves a handler until the test ends, and returns a client whose requests all reach it.
func Serve(t testing.TB, handler http.Handler) *http.Client {
	t.Helper()
	listener, server := Listen(), &http.Server{Handler: handler}
	go func() { _ = server.Serve(listener) }()
	dial := func(context.Context, string, string) (net.Conn, error) { return listener.Dial() }
	client := &http.Client{Transport: &http.Transport{DialContext: dial}}
	t.Cleanup(func() {
		_ = server.Close()
		client.CloseIdleConnections()
	})
	return client
}
