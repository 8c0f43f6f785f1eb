package port

import (
	"strconv"

	"github.com/elicitform/elicitform/bridge/wire"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/flow"
)

// receive turns one text of the host into an event, or answers it.
func (p *Port) receive(text string) {
	if p.handle == nil {
		p.inbox = append(p.inbox, text)
		return
	}
	message, ok := wire.Decode(text)
	if !ok {
		return // Not a message: it has no id to answer.
	}
	if event := p.event(message); event != nil {
		p.handle(event)
	}
}

// event is what a message means for the state machine; nil when it means nothing.
func (p *Port) event(message wire.Message) flow.Event {
	if p.adapt(message) {
		if p.context == p.read {
			return nil // A new theme is the boot script's business.
		}
		return flow.Adapted{Reader: p.Reader()}
	}
	switch message.Method {
	case wire.MethodCatalogue:
		if p.learn(message.Params) {
			return flow.Adapted{Reader: p.Reader()}
		}
		return nil
	case wire.MethodFollow:
		p.followed = true
		return nil
	case "":
		return p.answered(message)
	}
	event := wire.Event(message, now())
	if event == nil && message.ID.Exists() {
		p.post(wire.Failure(message.ID, wire.MethodNotFound, "method not found", elicit.Value{}))
	}
	return event
}

// answered takes the host's answer to a request of this side. There is one kind: to
// open a page. An answer of MCP Apps may say isError in its result.
func (p *Port) answered(message wire.Message) flow.Event {
	if p.links == 0 || message.ID.Text != p.linkID() {
		return nil
	}
	return flow.LinkOpened{OK: message.Result.Exists() && !message.Result.Get("isError").Truth}
}

// linkID is the id of the last request to open a page.
func (p *Port) linkID() string { return "elicitform-link-" + strconv.Itoa(p.links) }

// Tell carries out an effect that concerns the host or the browser as a whole.
func (p *Port) Tell(effect flow.Effect) {
	switch e := effect.(type) {
	case flow.OpenLink:
		p.links++
		p.post(wire.Request(p.linkID(), wire.MethodOpenLink, elicit.ObjectValue().With("url", elicit.StringValue(e.URL))))
	case flow.Announce:
		p.announce(e)
	case flow.Alert:
		p.alert(e.Text)
	case flow.Copy:
		p.copy(e.Text)
	case flow.Wake:
		p.wake(e)
	case flow.OnReview:
		if p.followed {
			p.post(wire.Effect(e))
		}
	default:
		p.post(wire.Effect(e))
	}
}
