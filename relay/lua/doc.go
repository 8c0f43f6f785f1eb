// Package lua holds the Redis scripts of the relay. The npm package carries the same files, so that a server in Go and a
// server in TypeScript can share a session.
//
// A session has these keys, with P the prefix ("elicitform:" by default) and S the SHA-256 of the session's name in
// base64url without padding:
//
//	P{S}:r:<id>   hash    one round: state, fp, body, server, asker, pages, deadline, lease, keep, draft, call, then result and by
//	P{S}:open     zset    ids of the open rounds, by the version that opened them
//	P{S}:v        string  the version, which grows with each change
//	P{S}:gone     zset    "<how> <id> <asker>" of ended rounds and "page [<server>,<elicitationId>,<asker>]", by version
//	P{S}:sizes    hash    "<bytes of the body and the call> [<asker>,<server>]" of each open round, by id
//	P{S}:rates    zset    until when the rates of finished pages and new bytes are used up, by server, asker and session
//	P{S}:over     zset    ids of rounds that ended without an answer or were acknowledged, by when they are forgotten
//	P{S}:answers  zset    ids of rounds with an answer that no client has acknowledged, by when they are forgotten
//	P{S}          channel "<version> <id of the round, or page>" after each change: only a notification
//
// Each asker has its own keys P{S}:over:<asker> and P{S}:answers:<asker>, so that the limits of ended rounds are its own.
//
// A new round may get the id of an expired record. So every script about a round gets its fingerprint fp too, and
// changes nothing on a mismatch.
//
// All keys expire. All scripts get the same keys in the same order, use the clock of Redis, and may run twice with the
// same effect. Only the script end ends a round.
package lua

import "embed"

//go:embed *.lua
var files embed.FS

// Script returns the text of a script: ask, end, peek, draft, page or read.
func Script(name string) string {
	common, err := files.ReadFile("common.lua")
	script, err2 := files.ReadFile(name + ".lua")
	if err != nil || err2 != nil {
		panic("lua: there is no script " + name)
	}
	return string(common) + string(script)
}
