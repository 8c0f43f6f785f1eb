package testsite

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"
)

// lateEnd is a body whose last Read, which reports the end, waits until the response has begun.
type lateEnd struct {
	io.ReadCloser
	began <-chan struct{}
	looks int
}

func (b *lateEnd) Read(p []byte) (int, error) {
	if b.looks++; b.looks > 1 {
		<-b.began
	}
	return b.ReadCloser.Read(p)
}

// TestProxy checks that a stream continues if it begins before the proxy has read the end of the request.
func TestProxy(t *testing.T) {
	began := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadFull(r.Body, make([]byte, r.ContentLength))
		_, _ = io.WriteString(w, "first\n")
		_ = http.NewResponseController(w).Flush()
		select {
		case <-began:
		case <-r.Context().Done():
			return
		}
		_, _ = io.WriteString(w, "last\n")
	}))
	defer server.Close()
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewServer(Proxy(func(r *httputil.ProxyRequest) {
		r.SetURL(address)
		r.Out.Body = &lateEnd{ReadCloser: r.Out.Body, began: began}
	}))
	defer proxy.Close()
	response, err := http.Post(proxy.URL, "text/plain", strings.NewReader("request"))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	if !lines.Scan() || lines.Text() != "first" {
		t.Fatalf("the stream begins with %q: %v", lines.Text(), lines.Err())
	}
	close(began)
	if !lines.Scan() || lines.Text() != "last" {
		t.Errorf("the stream ends with %q: %v", lines.Text(), lines.Err())
	}
}
