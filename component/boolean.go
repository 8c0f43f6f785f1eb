package component

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/schema"
)

// booleanControl draws yes and no, so that a no that was meant differs from a
// question that was skipped.
type booleanControl struct{}

func (booleanControl) traits(f schema.Field) traits { return radioTraits(f) }

func (booleanControl) draw(f *field, _ answer.Draft) app.UI { return f.radios("options inline") }

func (booleanControl) read(s *store, field int, now *formValues) answer.Draft {
	return readRadios(s, field, now)
}
