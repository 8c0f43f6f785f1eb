//go:build js && wasm

package port

import (
	"github.com/elicitform/elicitform/bridge/wire"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/flow"
)

// Tell carries out an effect that concerns the host or the browser as a whole.
func (p *Port) Tell(effect flow.Effect) {
	switch e := effect.(type) {
	case flow.Reply:
		p.post(wire.Responses(e.ID, e.Responses))
	case flow.Fail:
		p.post(wire.Rejection(e.ID, e.Err, e.Key))
	case flow.KeepDraft:
		p.post(wire.Draft(e.ID, e.Draft))
	case flow.Audit:
		p.post(wire.Audit(e.ID, e.Entries))
	case flow.Shown:
		p.post(wire.Shown(e.ID))
	case flow.TellFindings:
		p.post(wire.Findings(e.ID, e.Findings))
	case flow.WaitOver:
		p.post(wire.Finished(e.ID, e.How))
	case flow.PutAway:
		p.post(wire.Notification(wire.MethodClosed, elicit.Value{Kind: elicit.Object}))
	case flow.OnReview:
		if p.followed {
			p.post(wire.Review(e.Now))
		}
	case flow.OpenLink:
		p.links++
		p.post(wire.OpenLink(p.linkID(), e.URL))
	case flow.Copy:
		p.copy(e.Text)
	case flow.Wake:
		p.wake(e)
	}
}
