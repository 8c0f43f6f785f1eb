// Package relay brings the elicitation requests of an MCP client that runs on a server to
// the page where the person is, and the answers back.
package relay
