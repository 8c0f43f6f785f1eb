package main

import (
	"net"
	"sync"
	"time"
)

// line is a connection to the internet that is slower than this machine's own. The
// throttling of DevTools has to be switched on for each process that loads something,
// and does not reach all of them; this one is the same for everybody.
type line struct {
	bitsPerSecond int
	roundTrip     time.Duration
	mu            sync.Mutex
	free          time.Time // when everything is sent that was handed over so far
}

// slowLine is what DevTools calls fast 4G. All connections share it.
var slowLine = &line{bitsPerSecond: 9_000_000, roundTrip: 170 * time.Millisecond}

// listen returns a listener whose connections go over the line.
func (l *line) listen(on net.Listener) net.Listener { return &slowListener{on, l} }

// reserve returns when so many bytes have been sent that are handed over now.
func (l *line) reserve(bytes int) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); l.free.Before(now) {
		l.free = now
	}
	l.free = l.free.Add(time.Duration(bytes) * 8 * time.Second / time.Duration(l.bitsPerSecond))
	return l.free
}

type slowListener struct {
	net.Listener
	line *line
}

func (l *slowListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &slowConn{Conn: conn, line: l.line, packets: make(chan packet, window), done: make(chan struct{})}
	// The browser may send as soon as the line has carried its greeting there and back.
	c.open = time.Now().Add(l.line.roundTrip)
	go c.send()
	return c, nil
}

// slowConn is a connection over the line. What the server writes arrives half a round
// trip after it was sent; what the browser writes does so as well.
type slowConn struct {
	net.Conn
	line    *line
	open    time.Time
	packets chan packet
	once    sync.Once
	done    chan struct{}
}

// packet is a part of what the server writes, small enough for connections to share
// the line.
type packet struct {
	bytes   []byte
	arrives time.Time
}

const (
	packetSize = 1400
	// window is how many packets of one connection are on their way: more than the
	// line holds, and so few that a large file does not keep a small one waiting.
	window = 192
)

func (c *slowConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		time.Sleep(max(time.Until(c.open), 0) + c.line.roundTrip/2)
	}
	return n, err
}

func (c *slowConn) Write(p []byte) (int, error) {
	written := len(p)
	for len(p) > 0 {
		part := append([]byte(nil), p[:min(len(p), packetSize)]...)
		p = p[len(part):]
		select {
		case c.packets <- packet{part, c.line.reserve(len(part)).Add(c.line.roundTrip / 2)}:
		case <-c.done:
			return 0, net.ErrClosed
		}
	}
	return written, nil
}

// send passes packets on to the browser when they have arrived.
func (c *slowConn) send() {
	for {
		select {
		case p := <-c.packets:
			time.Sleep(time.Until(p.arrives))
			if _, err := c.Conn.Write(p.bytes); err != nil {
				_ = c.Close()
				return
			}
		case <-c.done:
			return
		}
	}
}

// Close drops what has not arrived yet: no browser here closes a connection before it
// has everything.
func (c *slowConn) Close() error {
	c.once.Do(func() { close(c.done) })
	return c.Conn.Close()
}
