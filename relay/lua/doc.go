// Package lua holds the scripts by which the relay changes what it keeps in Redis.
// Go embeds the same files that the npm package carries, so that a server written in
// Go may ask and one written in TypeScript may take the answer.
//
// For a session these keys exist, with P the prefix ("elicitform:" by default) and S
// the SHA-256 of the session's name in base64url without padding:
//
//	P{S}:r:<id>   hash    one question: state, fp, body, server, deadline, lease, draft, then result and by
//	P{S}:open     zset    ids of the open questions, by the version at which they were asked
//	P{S}:v        string  the version, which grows with each change. It begins with the time, so that it grows also when Redis has lost it
//	P{S}:gone     zset    "<how> <id>" of ended questions and "page [<server>,<elicitationId>]", by version
//	P{S}:sizes    hash    "<bytes of the body> <server>" of each open question, by id
//	P{S}:notices  zset    until when the finished pages of a server, and of all, have used up their rate
//	P{S}          channel "<version> <id of the question, or page>" after each change: only a doorbell
//
// The fingerprint fp tells a question from another one under the same id, which is possible when
// the record has expired: every script that is about a question names both, and changes nothing
// where the fingerprint is another one.
//
// All keys expire. Each script takes these six keys in this order, may run twice with the
// same effect, and takes the time from Redis, the one clock that all processes share. Only
// [End] ends a question, and it does so once.
package lua

import _ "embed"

// Ask asks a question or joins it again.
//
//go:embed ask.lua
var Ask string

// End ends a question.
//
//go:embed end.lua
var End string

// Peek says how a question stands and keeps it alive for its asker.
//
//go:embed peek.lua
var Peek string

// Draft keeps an unfinished answer.
//
//go:embed draft.lua
var Draft string

// Page says that an opened page is finished.
//
//go:embed page.lua
var Page string

// Read says what has changed since a version.
//
//go:embed read.lua
var Read string
