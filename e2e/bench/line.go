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

// late is how long after its time the line may send a packet without losing speed: after more, it was idle. The machine wakes a
// sleeping thread up to a millisecond late, which is as long as a packet takes.
const late = 10 * time.Millisecond

// reserve returns when so many bytes have been sent that are handed over now.
func (l *line) reserve(bytes int) time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := time.Now(); now.Sub(l.free) > late {
		l.free = now
	}
	l.free = l.free.Add(time.Duration(bytes) * 8 * time.Second / time.Duration(l.bitsPerSecond))
	return l.free
}

// slowListener is a listener whose connections go over a line.
type slowListener struct {
	net.Listener
	line *line
}

func (l slowListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	// The browser may send as soon as the line has carried its greeting there and back.
	return &slowConn{Conn: conn, line: l.line, open: time.Now().Add(l.line.roundTrip)}, err
}

// slowConn is a connection over the line.
type slowConn struct {
	net.Conn
	line *line
	open time.Time
}

// Read waits for as long as a question and its answer are on their way.
func (c *slowConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		time.Sleep(max(time.Until(c.open), 0) + c.line.roundTrip)
	}
	return n, err
}

// Write passes on packets, each when the line has sent it, so that connections share the
// line.
func (c *slowConn) Write(p []byte) (written int, err error) {
	const packet = 1400
	for written < len(p) && err == nil {
		part := p[written:min(written+packet, len(p))]
		time.Sleep(time.Until(c.line.reserve(len(part))))
		var n int
		n, err = c.Conn.Write(part)
		written += n
	}
	return written, err
}
