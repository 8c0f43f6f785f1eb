package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// Each metric that docs/scale.md names is one of the server.
func TestDocumentedMetrics(t *testing.T) {
	code, err := os.ReadFile("metrics/metrics.go")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`elicitform_([a-z_]+)`").FindAllStringSubmatch(document(t, "docs/scale.md"), -1)
	if len(named) < 8 {
		t.Errorf("only %d metrics are named", len(named))
	}
	for _, name := range named {
		if !strings.Contains(string(code), `"`+name[1]+`"`) && !strings.Contains(string(code), `"elicitform_`+name[1]+`"`) {
			t.Errorf("there is no metric %s", name[0])
		}
	}
}
