//go:build js && wasm

package port

import (
	"os"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/internal/answer/localetest"
)

// TestRecordLocales writes the facts that native tests read to the file that
// ELICITFORM_RECORD names: see "make locales".
func TestRecordLocales(t *testing.T) {
	file := os.Getenv("ELICITFORM_RECORD")
	if file == "" {
		return
	}
	lines := make([]string, len(localetest.Tags))
	for i, tag := range localetest.Tags {
		lines[i] = new(notation).readFacts(tag).Value().JSON()
	}
	if err := os.WriteFile(file, []byte("[\n"+strings.Join(lines, ",\n")+"\n]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}
