package component

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/elicitform/elicitform/internal/safetext"
)

// TestPreviews_Long: of a preview with thousands of lines, the page has a few until the person asks for all. None of it is markup.
func TestPreviews_Long(t *testing.T) {
	preview := "<b>first</b>\n" + strings.Repeat("line\n", 4000)
	s := reach(t, "en", fmt.Sprintf(`{"message":"m","requestedSchema":{"type":"object","properties":{"q":{"type":"string","title":"Parser","oneOf":[
		{"const":"a","title":"A","_meta":{"_claude/askUserQuestionOption":{"preview":%q}}},{"const":"b","title":"B"}]}}}}`, preview))
	box := first(t, draw(s), "preview")
	if lines := strings.Count(textIn(box), "line"); lines >= safetext.MessageLines || !strings.Contains(textIn(box), "Show all") {
		t.Errorf("%d lines: %q", lines, textIn(box))
	}
	every(box, func(n *html.Node) {
		if n.Data == "b" {
			t.Error("the preview is markup")
		}
	})
}
