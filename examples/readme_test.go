package examples_test

import (
	"regexp"
	"strings"
	"testing"
)

// TestReadmeQuotesAnExample: the line for the official client is one of the example that is compiled and driven. The code before it is
// run by readme.mjs.
func TestReadmeQuotesAnExample(t *testing.T) {
	blocks := regexp.MustCompile("(?s)```ts\n(.*?)```").FindAllStringSubmatch(text(t, "../README.md"), -1)
	if len(blocks) != 2 {
		t.Fatalf("README.md has %d blocks of TypeScript, and two are tried", len(blocks))
	}
	if example := text(t, "sdk-v1/chat.ts"); !strings.Contains(example, "  "+blocks[1][1]) {
		t.Errorf("sdk-v1/chat.ts has no line %s", blocks[1][1])
	}
}
