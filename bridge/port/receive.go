//go:build js && wasm

package port

import (
	"strconv"

	"github.com/elicitform/elicitform/bridge/wire"
	"github.com/elicitform/elicitform/internal/flow"
)

// withdrawals are the outcomes of the reasons why a host takes a request back; withdrawn
// is for every other one.
var withdrawals = map[string]flow.Outcome{
	wire.CancelledExpired: flow.Expired, wire.CancelledElsewhere: flow.Elsewhere, wire.CancelledSent: flow.Sent,
}

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

// event is what a message means for the state machine; nil when it means nothing
// there.
func (p *Port) event(message wire.Message) flow.Event {
	params, id := message.Params, wire.RequestID(message.Params)
	if p.adapt(message) {
		return p.adapted()
	}
	switch message.Method {
	case wire.MethodCatalogue:
		if p.learn(params) {
			return flow.Adapted{Reader: p.Reader()}
		}
		return nil
	case "":
		return p.answered(message)
	case wire.MethodAsk:
		return requested(message)
	case wire.MethodRehearse:
		return flow.Rehearsal{Requested: requested(message)}
	case wire.MethodWait:
		return flow.WaitResumed{ID: id, Requests: wire.ReadRequests(params), Notes: wire.ReadNotes(params)}
	case wire.MethodCancelled:
		return flow.CalledOff{ID: id, Outcome: withdrawals[wire.ReadReason(params)]}
	case wire.MethodCompleted:
		return flow.Completed(wire.ReadCompletion(params))
	case wire.MethodReceived:
		return flow.Received{ID: id}
	case wire.MethodRefused:
		return flow.AnswerRefused{ID: id, Problems: wire.ReadRefused(params)}
	case wire.MethodQueue:
		return flow.QueueChanged{ID: id, Queue: wire.ReadQueue(params)}
	case wire.MethodFollow:
		p.followed = true
		return nil
	case wire.MethodBack:
		return flow.BackAsked{}
	}
	if message.ID.Exists() {
		p.post(wire.Failure(message.ID, wire.MethodNotFound, "method not found"))
	}
	return nil
}

// requested is a round that the host asks for, or would ask for.
func requested(message wire.Message) flow.Requested {
	params := message.Params
	return flow.Requested{ID: message.ID, Requests: wire.ReadRequests(params), Notes: wire.ReadNotes(params), Now: now()}
}

// adapted is a change of the language or the time zone. A new theme is the boot
// script's business; the form need not be drawn again for it.
func (p *Port) adapted() flow.Event {
	if p.context == p.read {
		return nil
	}
	return flow.Adapted{Reader: p.Reader()}
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
