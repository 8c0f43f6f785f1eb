package wire

import (
	"strings"
	"testing"
)

func TestAsked_B34_ComparesWhatTheServerSent(t *testing.T) {
	const request = `{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"Sure?","requestedSchema":{"type":"object","properties":{"a":{"type":"number","maximum":1.0}}},"_meta":{"elicitform/queue":{"position":1,"total":2},"progressToken":7}}}`
	swap := func(pairs ...string) string {
		text := strings.NewReplacer(pairs...).Replace(request)
		if text == request {
			t.Fatalf("%q changes nothing", pairs)
		}
		return text
	}
	same := map[string]string{
		"another place in the queue": swap(`"position":1,"total":2`, `"position":2,"total":3`),
		"another draft":              swap(`"progressToken":7`, `"elicitform/draft":{"fields":[{"name":"a","text":"5"}]},"progressToken":7`),
		"nothing of ours":            swap(`"elicitform/queue":{"position":1,"total":2},`, ``),
	}
	for what, text := range same {
		if Asked(text) != Asked(request) {
			t.Errorf("%s: %q is another question than %q", what, Asked(text), Asked(request))
		}
	}
	other := map[string]string{
		"another message":  swap("Sure?", "Sure!"),
		"another number":   swap("1.0", "1"),
		"another name":     swap(`"a":`, `"b":`),
		"a member more":    swap(`"message"`, `"mode":"form","message"`),
		"another order":    swap(`"type":"number","maximum":1.0`, `"maximum":1.0,"type":"number"`),
		"their own _meta":  swap(`"progressToken":7`, `"progressToken":8`),
		"a name of theirs": swap(`"progressToken":7`, `"elicitforms/queue":7`),
		"another method":   swap(`elicitation/create`, `elicitform/round`),
		"no params":        `{"jsonrpc":"2.0","id":1,"method":"elicitation/create"}`,
		"no object":        `{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":[1]}`,
		"too long":         swap("Sure?", strings.Repeat("x", MaxMessage)),
	}
	seen := map[string]string{Asked(request): "the request"}
	for what, text := range other {
		if before, is := seen[Asked(text)]; is {
			t.Errorf("%s is the same question as %s: %q", what, before, Asked(text))
		}
		seen[Asked(text)] = what
	}
}
