package component

import (
	"testing"

	"github.com/elicitform/elicitform/internal/schema"
)

func TestKinds_EachHasALine(t *testing.T) {
	for _, kind := range schema.Kinds() {
		if control := controlOf(&schema.Field{Kind: kind}); control.draw == nil || control.read == nil {
			t.Errorf("kind %q has no line in controlOf", kind)
		}
	}
}
