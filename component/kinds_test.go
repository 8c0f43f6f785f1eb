package component

import (
	"testing"

	"github.com/elicitform/elicitform/internal/schema"
)

func TestKinds_EachHasALine(t *testing.T) {
	all := schema.Kinds()
	for _, kind := range all {
		if controls[kind] == nil {
			t.Errorf("kind %q has no line in controls", kind)
		}
	}
	if len(controls) != len(all) {
		t.Errorf("%d lines for %d kinds", len(controls), len(all))
	}
}
