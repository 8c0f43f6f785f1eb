package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The server has each metric that docs/scale.md names.
func TestDocumentedMetrics(t *testing.T) {
	code, err := os.ReadFile("metrics/metrics.go")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile("`elicitform_([a-z_]+)`").FindAllStringSubmatch(document(t, "docs/scale.md"), -1)
	if len(names) < 8 {
		t.Errorf("docs/scale.md names only %d metrics", len(names))
	}
	for _, name := range names {
		if !strings.Contains(string(code), `"`+name[1]+`"`) && !strings.Contains(string(code), `"elicitform_`+name[1]+`"`) {
			t.Errorf("there is no metric %s", name[0])
		}
	}
}
