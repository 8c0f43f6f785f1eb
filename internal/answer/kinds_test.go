package answer

import (
	"testing"

	"github.com/elicitform/elicitform/internal/schema"
)

func TestKinds_EachHasALine(t *testing.T) {
	all := schema.Kinds()
	for _, kind := range all {
		if kinds[kind].read == nil {
			t.Errorf("kind %q has no line in kinds", kind)
		}
	}
	if len(kinds) != len(all) {
		t.Errorf("%d lines for %d kinds", len(kinds), len(all))
	}
}
