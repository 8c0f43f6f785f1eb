// Package port is the frame's side of the browser: the MessagePort to the
// host, the focus, the live regions and the time zones of Intl. It carries out
// what package flow says and decides nothing; it exists for js and wasm only.
package port
