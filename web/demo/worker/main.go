//go:build js && wasm

// Command worker runs the servers of web/demo/servers in a worker of a browser, for a host that only has
// files. It answers each request over a port, piece by piece.
package main

import (
	"context"
	"net/http"
	"strings"
	"syscall/js"

	"github.com/elicitform/elicitform/web/demo/servers"
)

func main() {
	base := strings.TrimSuffix(js.Global().Get("location").Get("href").String(), "/worker.js")
	mux := http.NewServeMux()
	servers.Mount(mux, servers.DefaultPatience, base)

	// serve(request, port) answers a request over a port. The message "cancel" from the port cancels the request.
	js.Global().Set("serve", js.FuncOf(func(_ js.Value, args []js.Value) any {
		ctx, cancel := context.WithCancel(context.Background())
		onCancel := js.FuncOf(func(_ js.Value, args []js.Value) any {
			if args[0].Get("data").Equal(js.ValueOf("cancel")) {
				cancel()
			}
			return nil
		})
		w := &response{header: http.Header{}, port: args[1]}
		w.port.Set("onmessage", onCancel)
		// A handler may wait for a person: this function may not.
		go func() {
			defer onCancel.Release()
			defer w.port.Set("onmessage", nil)
			defer cancel()
			if req, err := request(ctx, args[0]); err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
			} else {
				mux.ServeHTTP(w, req)
			}
			w.WriteHeader(http.StatusOK)
			w.port.Call("postMessage", nil)
		}()
		return nil
	}))
	js.Global().Call("started")
	select {}
}

// request reads { method, path, headers, body }.
func request(ctx context.Context, object js.Value) (*http.Request, error) {
	body := strings.NewReader(object.Get("body").String())
	req, err := http.NewRequestWithContext(ctx, object.Get("method").String(), object.Get("path").String(), body)
	if err != nil {
		return nil, err
	}
	headers := object.Get("headers")
	for i := range headers.Length() {
		req.Header.Add(headers.Index(i).Index(0).String(), headers.Index(i).Index(1).String())
	}
	return req, nil
}

type response struct {
	header http.Header
	port   js.Value
	isSent bool // whether the head was sent
}

func (w *response) Header() http.Header { return w.header }

func (w *response) WriteHeader(status int) {
	if w.isSent {
		return
	}
	w.isSent = true
	headers := []any{}
	for name, values := range w.header {
		for _, value := range values {
			headers = append(headers, []any{name, value})
		}
	}
	w.port.Call("postMessage", map[string]any{"status": status, "headers": headers})
}

func (w *response) Write(part []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	bytes := js.Global().Get("Uint8Array").New(len(part))
	js.CopyBytesToJS(bytes, part)
	w.port.Call("postMessage", bytes)
	return len(part), nil
}

// Flush sends the head: all written parts are sent already.
func (w *response) Flush() { w.WriteHeader(http.StatusOK) }
