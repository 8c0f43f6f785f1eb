//go:build js && wasm

package port

import (
	"errors"
	"strconv"

	"github.com/elicitform/elicitform/bridge/wire"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/flow"
)

// calledOff are the outcomes of the reasons why a host takes a request back; withdrawn is for
// every other one.
var calledOff = map[string]flow.Outcome{"expired": flow.Expired, "elsewhere": flow.Elsewhere, "sent": flow.Sent}

// receive turns one text of the host into an event, or answers it.
func (p *Port) receive(text string) {
	if p.handle == nil {
		p.inbox = append(p.inbox, text)
		return
	}
	message, err := wire.Decode(text)
	var refusal *elicit.Error
	if err != nil && !errors.As(err, &refusal) {
		return // Not a message: there is nobody to answer.
	}
	if event := p.event(message, refusal); event != nil {
		p.handle(event)
	}
}

// event is what a message means for the state machine; nil when it means nothing
// there. refusal is why its params could not be read.
func (p *Port) event(message wire.Message, refusal *elicit.Error) flow.Event {
	asks := message.ID.Exists() && message.Method != ""
	params := message.Params
	switch {
	case asks && (message.Method == wire.MethodCreate || message.Method == wire.MethodRound):
		return requested(message, refusal)
	case asks && refusal != nil:
		code, text, data := wire.RequestError(refusal, "")
		p.post(wire.ErrorResponse(message.ID, code, text, data))
		return nil
	case refusal != nil:
		return nil
	case p.adapt(message):
		return p.adapted()
	}
	switch message.Method {
	case "":
		return p.answered(message)
	case wire.MethodCancelled:
		id, reason := wire.ReadCancelled(params)
		return flow.CalledOff{ID: id, Outcome: calledOff[reason]}
	case wire.MethodComplete:
		return flow.Completed(wire.ReadCompletion(params))
	case wire.MethodWait:
		return flow.WaitResumed{ID: wire.RequestID(params), Params: params, HostNotes: wire.ReadNotes(params)}
	case wire.MethodReceived:
		return flow.Received{ID: message.Params.Get("requestId")}
	case wire.MethodRefused:
		id, refusals := wire.ReadRefused(params)
		return flow.AnswerRefused{ID: id, Problems: refusals}
	case wire.MethodQueue:
		id, queue := wire.ReadQueue(params)
		return flow.QueueChanged{ID: id, Queue: queue}
	case wire.MethodRehearse:
		return flow.Rehearsal{Requested: requested(message, nil)}
	case wire.MethodFollow:
		p.followed = true
		return nil
	case wire.MethodBack:
		return flow.BackAsked{}
	}
	if asks {
		p.post(wire.ErrorResponse(message.ID, wire.MethodNotFound, "method not found", elicit.Value{}))
	}
	return nil
}

// requested is a request, or a round of several.
func requested(message wire.Message, refusal *elicit.Error) flow.Requested {
	e := flow.Requested{ID: message.ID, Params: message.Params, Err: refusal, HostNotes: wire.ReadNotes(message.Params), Now: now()}
	if message.Method == wire.MethodRound && e.Err == nil {
		round, ok := wire.ReadRound(message.Params)
		if !ok {
			e.Err = &elicit.Error{Reason: elicit.WrongType, Detail: "requests"}
		}
		e.Round = round
	}
	return e
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
