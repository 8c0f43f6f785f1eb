package answer

import (
	"slices"
	"testing"

	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/schema"
)

// TestChoices_ALongDefaultCostsNothing: a default with more entries than options cannot be an answer, and 300 fields may share it
// by a reference.
// Rows: B31.
func TestChoices_ALongDefaultCostsNothing(t *testing.T) {
	f := schema.Field{Kind: schema.Choices, Options: []schema.Option{{Value: request.StringValue("a")}, {Value: request.StringValue("b")}}}
	f.Default = request.Value{Type: request.Array, Items: slices.Repeat([]request.Value{request.StringValue("a")}, 30_000)}
	if d := Start(f, Env{}); d.Origin == Suggested || len(d.Chosen) > 0 {
		t.Errorf("%+v", d)
	}
	if n := testing.AllocsPerRun(10, func() { Start(f, Env{}) }); n > 2 {
		t.Errorf("allocates %v times, want at most 2", n)
	}
}
