package main

import (
	"net"
	"sync"
	"time"
)

// line is a slow connection to the internet. The throttling of DevTools would not reach all processes.
type line struct {
	bitsPerSecond int
	roundTrip     time.Duration
	mu            sync.Mutex
	free          time.Time // when everything is sent that was handed over so far
}

// slowLine is what DevTools calls fast 4G. All connections share it.
var slowLine = &line{bitsPerSecond: 9_000_000, roundTrip: 170 * time.Millisecond}

// late is how late the line may send without losing speed: a sleeping thread wakes a packet's time late.
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

type slowListener struct {
	net.Listener
	line *line
}

func (l slowListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	// The browser may send as soon as the line has carried its greeting there and back.
	return &slowConn{Conn: conn, line: l.line, open: time.Now().Add(l.line.roundTrip)}, err
}

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

// Write passes on packets when the line has sent them: connections share it.
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
