// Package port connects the program to the host and to the browser: messages, the
// focus, the live region, the clock, the clipboard and Intl. It carries out what
// package flow says and decides nothing. It is built for js and wasm only.
package port
