// Package lua holds the scripts by which the relay changes what it keeps in Redis.
// Go embeds the same files that the npm package carries, so that a server written in
// Go may ask and one written in TypeScript may take the answer.
//
// For a session these keys exist, with P the prefix ("elicitform:" by default) and S
// the SHA-256 of the session's name in base64url without padding:
//
//	P{S}:r:<id>   hash    one round: state, fp, body, server, asker, pages, deadline, lease, keep, draft, call, then result and by
//	P{S}:open     zset    ids of the open rounds, by the version at which they were asked
//	P{S}:v        string  the version, which grows with each change
//	P{S}:gone     zset    "<how> <id> <asker>" of ended rounds and "page [<server>,<elicitationId>,<asker>]", by version
//	P{S}:sizes    hash    "<bytes of the body and the call> [<asker>,<server>]" of each open round, by id
//	P{S}:rates    zset    until when the finished pages and the new bytes of a server, an asker and all have used up their rates
//	P{S}:over     zset    ids of ended rounds without an answer, or whose answer was acknowledged, by when they are forgotten
//	P{S}:answers  zset    ids of rounds whose answer no client has acknowledged, by when they are forgotten
//	P{S}          channel "<version> <id of the round, or page>" after each change: only a notification
//
// What has ended is bounded for each asker: P{S}:over:<asker> and P{S}:answers:<asker> stand beside the keys of rounds without one.
//
// The fingerprint fp tells a round from another one under the same id, which is possible when
// the record has expired: every script that is about a round names both, and changes nothing
// where the fingerprint is another one.
//
// All keys expire. Each script takes these six keys in this order, may run twice with the
// same effect, and takes the time from Redis, the one clock that all processes share. Only
// end ends a round, and it does so once.
package lua

import "embed"

//go:embed *.lua
var files embed.FS

// Script is the text of a script: ask, end, peek, draft, page or read.
func Script(name string) string {
	common, err := files.ReadFile("common.lua")
	script, err2 := files.ReadFile(name + ".lua")
	if err != nil || err2 != nil {
		panic("lua: there is no script " + name)
	}
	return string(common) + string(script)
}
