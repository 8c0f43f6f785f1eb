package examples_test

import (
	"regexp"
	"strings"
	"testing"
)

// TestReadmeQuotesAnExample: the line for the official client and the component are of files that are compiled. The code before them is
// run by readme.mjs.
func TestReadmeQuotesAnExample(t *testing.T) {
	blocks := regexp.MustCompile("(?s)```ts\n(.*?)```").FindAllStringSubmatch(text(t, "../README.md"), -1)
	if len(blocks) != 3 {
		t.Fatalf("README.md has %d blocks of TypeScript, and three are tried", len(blocks))
	}
	if example := text(t, "sdk-v1/chat.ts"); !strings.Contains(example, "  "+blocks[2][1]) {
		t.Errorf("sdk-v1/chat.ts has no line %s", blocks[2][1])
	}
	component := regexp.MustCompile("(?s)```tsx\n(.*?)```").FindStringSubmatch(text(t, "../README.md"))
	if component == nil || !strings.Contains(text(t, "snippets/learn/stored.tsx"), "  "+component[1]) {
		t.Errorf("snippets/learn/stored.tsx has no line %q", component)
	}
}
