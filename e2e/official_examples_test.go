package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// TestExamplesAreShort covers N31: for each client and each way to use it, the
// code that a chat has to copy is one file with under twenty lines.
// Rows: N31.
func TestExamplesAreShort(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(testsite.Path("examples", "sdk-*", "*.ts"))
	must(t, err)
	if len(files) != 4 {
		t.Errorf("%d examples: %q", len(files), files)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		must(t, err)
		count := 0
		for line := range strings.Lines(string(content)) {
			if strings.TrimSpace(line) != "" {
				count++
			}
		}
		if count >= 20 {
			t.Errorf("%s has %d lines", file, count)
		}
	}
}
