package component

// RendersIndependently tells the slim go-app that a field is drawn without reading the
// page past go-app, so that the fields before it need not be in the page first: a long
// form crosses to the browser once.
func (f *field) RendersIndependently() {}

// RendersIndependently says the same of a check box.
func (b *box) RendersIndependently() {}

// RendersIndependently says the same of a part of a screen.
func (p *part) RendersIndependently() {}

// RendersIndependently says the same of a row on review.
func (r *answerRow) RendersIndependently() {}
