//go:build js && wasm

package port

import (
	"errors"
	"syscall/js"

	"github.com/elicitform/elicitform/bridge/wire"
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/elicit"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/wording"
)

// Port talks to the host through the boot script, which owns the MessagePort:
// it had to shake hands and to show a first screen before this program ran.
type Port struct {
	boot    js.Value
	context wire.Context
	inbox   []string
	handle  func(flow.Event)
	zones   *zones

	announcer announcer
	title     string
}

// Open takes the port over from the boot script and returns it with the state
// to begin with. Texts that arrived before are kept for [Port.Listen], but the
// host's context is read from them at once, so that the first drawing is in
// the right language.
func Open() (*Port, flow.State) {
	p := &Port{boot: js.Global().Get("elicitform")}
	receive := js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.receive(args[0].String())
		return nil
	})
	texts := p.boot.Call("attach", receive)
	for i := range texts.Length() {
		text := texts.Index(i).String()
		if message, err := wire.Decode(text); err == nil && p.adapt(message) {
			continue
		}
		p.inbox = append(p.inbox, text)
	}
	words, env := p.surroundings()
	return p, flow.New(words, env)
}

// Listen hands over what has arrived and all that will, and tells the host
// that the program runs.
func (p *Port) Listen(handle func(flow.Event)) {
	p.handle = handle
	inbox := p.inbox
	p.inbox = nil
	for _, text := range inbox {
		p.receive(text)
	}
	p.post(wire.Notification(wire.MethodReady, elicit.Value{Kind: elicit.Object}))
}

// receive turns one text of the host into an event, or answers it.
func (p *Port) receive(text string) {
	if p.handle == nil {
		p.inbox = append(p.inbox, text)
		return
	}
	message, err := wire.Decode(text)
	before := p.context
	var refusal *elicit.Error
	if err != nil && !errors.As(err, &refusal) {
		return // Not a message: there is nobody to answer.
	}
	switch {
	case message.Method == wire.MethodCreate && message.ID.Exists():
		envelope := wire.ReadEnvelope(message.Params)
		if envelope.Rejected != "" {
			refusal = &elicit.Error{Reason: envelope.Rejected}
		}
		p.handle(flow.Requested{
			ID: message.ID, Params: message.Params, Err: refusal, Focus: envelope.Focus,
			Server: flow.Server{ID: envelope.Server.ID, Name: envelope.Server.Name, Title: envelope.Server.Title},
		})
	case refusal != nil:
		if message.ID.Exists() && message.Method != "" {
			code, text, data := wire.RequestError(refusal)
			p.post(wire.ErrorResponse(message.ID, code, text, data))
		}
	case message.Method == wire.MethodCancelled:
		p.handle(flow.CalledOff{ID: message.Params.Get("requestId")})
	case p.adapt(message):
		// A new theme is the boot script's business; the form need not be
		// drawn again for it.
		if p.context.Locale != before.Locale || p.context.TimeZone != before.TimeZone {
			words, env := p.surroundings()
			p.handle(flow.Adapted{Words: words, Env: env})
		}
	case message.Method == wire.MethodTeardown, message.Method == "ping":
		if message.ID.Exists() {
			p.post(wire.Response(message.ID, elicit.Value{Kind: elicit.Object}))
		}
	case message.Method != "" && message.ID.Exists():
		p.post(wire.ErrorResponse(message.ID, wire.MethodNotFound, "method not found", elicit.Value{}))
	}
}

// adapt takes the host's context from the answer to ui/initialize or from a
// change of it, and reports whether message was one of them.
func (p *Port) adapt(message wire.Message) bool {
	context := message.Result.Get("hostContext")
	if message.Method == wire.MethodContextChanged {
		context = message.Params
	}
	if context.Kind != elicit.Object {
		return false
	}
	p.context = wire.ReadContext(context, p.context)
	return true
}

// surroundings are the words and the reading rules for the host's context.
func (p *Port) surroundings() (*wording.Words, answer.Env) {
	words := wording.For(p.context.Locale)
	// Numbers and dates follow the region even where the words do not.
	locale := answer.LocaleFor(p.context.Locale)
	p.zones = newZones(p.context.TimeZone)
	return words, answer.Env{Locale: locale, Zones: p.zones}
}

// Reply answers a request with a result.
func (p *Port) Reply(id elicit.Value, result elicit.Result) {
	p.post(wire.Response(id, result.Value()))
}

// Fail answers a request with an error.
func (p *Port) Fail(id elicit.Value, err *elicit.Error) {
	code, text, data := wire.RequestError(err)
	p.post(wire.ErrorResponse(id, code, text, data))
}

func (p *Port) post(text string) { p.boot.Call("post", text) }
