//go:build js && wasm

package port

import (
	"errors"
	"strconv"
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
	// followed: the page wants to know when answers are on review; reviewed:
	// they are.
	followed, reviewed bool
	inbox              []string
	handle             func(flow.Event)
	// fail takes what a callback has panicked with.
	fail  func(fault any)
	zones *zones
	notation

	announcer announcer
	alarms    map[flow.Alarm]*alarm
	tasks     tasks
	sight     sight
	press     press
	links     int
	title     string
}

// Open takes the port over from the boot script. Texts that arrived before are kept
// for [Port.Listen], but the host's context is read from them at once, so that the
// first drawing is in the right language.
func Open() *Port {
	p := &Port{boot: global("elicitform"), alarms: map[flow.Alarm]*alarm{}}
	receive := p.callback(func(args []js.Value) { p.receive(text(argument(args, 0))) })
	each(call(p.boot, "attach", receive), func(kept js.Value) {
		if message, err := wire.Decode(text(kept)); err != nil || !p.adapt(message) {
			p.inbox = append(p.inbox, text(kept))
		}
	})
	return p
}

// Services are what the state machine needs of the browser.
func (p *Port) Services() flow.Services { return flow.Services{Links: parser{}} }

// Listen hands over what has arrived and all that will, and tells the host
// that the program runs.
func (p *Port) Listen(handle func(flow.Event), fail func(fault any)) {
	p.handle, p.fail = handle, fail
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
	case message.ID.Exists() && (message.Method == wire.MethodCreate || message.Method == wire.MethodRound):
		p.handle(requested(message, refusal))
	case refusal != nil:
		if message.ID.Exists() && message.Method != "" {
			code, text, data := wire.RequestError(refusal, "")
			p.post(wire.ErrorResponse(message.ID, code, text, data))
		}
	case message.Method == wire.MethodCancelled:
		id, expired := wire.ReadCancelled(message.Params)
		p.handle(flow.CalledOff{ID: id, Expired: expired})
	case message.Method == wire.MethodComplete:
		completion := wire.ReadCompletion(message.Params)
		p.handle(flow.Finished{ID: completion.RequestID, ElicitationID: completion.ElicitationID, Server: completion.Server})
	case message.Method == wire.MethodWait:
		p.handle(flow.WaitResumed{ID: wire.RequestID(message.Params), Params: message.Params, HostNotes: wire.ReadNotes(message.Params)})
	case message.Method == wire.MethodReceived:
		p.handle(flow.Received{ID: message.Params.Get("requestId")})
	case message.Method == wire.MethodFollow:
		p.followed = true
	case message.Method == wire.MethodBack:
		// On a form of a round it would lead to the part before.
		if p.reviewed {
			p.handle(flow.WentBack{})
		}
	case message.Method == wire.MethodRefused:
		id, refusals := wire.ReadRefused(message.Params)
		p.handle(flow.AnswerRefused{ID: id, Problems: refusals})
	case p.adapt(message):
		// A new theme is the boot script's business; the form need not be
		// drawn again for it.
		if p.context.Locale != before.Locale || p.context.TimeZone != before.TimeZone {
			p.handle(flow.Adapted{Reader: p.Reader()})
		}
	case message.Method == "":
		p.answered(message)
	case message.Method == wire.MethodTeardown, message.Method == "ping":
		if message.ID.Exists() {
			p.post(wire.Response(message.ID, elicit.Value{Kind: elicit.Object}))
		}
	case message.ID.Exists():
		p.post(wire.ErrorResponse(message.ID, wire.MethodNotFound, "method not found", elicit.Value{}))
	}
}

// requested turns a request of the host into an event.
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

// answered takes the host's answer to a request of this side, of which there
// is one kind.
func (p *Port) answered(message wire.Message) {
	if p.links > 0 && message.ID.Text == p.linkID() {
		// An answer of MCP Apps may say isError in its result.
		p.handle(flow.LinkOpened{OK: message.Result.Exists() && !message.Result.Get("isError").Truth})
	}
}

// linkID is the id of the last request to open a page.
func (p *Port) linkID() string { return "elicitform-link-" + strconv.Itoa(p.links) }

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

// Reader is the language and the rules of reading for the host's context.
func (p *Port) Reader() flow.Reader {
	// Numbers and dates follow the region even where the words do not.
	tag := answer.WithRegion(p.context.Locale, languages())
	locale := answer.NewLocale(p.readFacts(answer.CleanTag(tag)))
	p.zones = newZones(p.context.TimeZone)
	return flow.Reader{Words: wording.For(locale, p.spell), Env: answer.Env{Locale: locale, Zones: p.zones}}
}

// Tell carries out an effect that concerns the host or the browser as a whole.
func (p *Port) Tell(effect flow.Effect) {
	switch e := effect.(type) {
	case flow.Reply:
		p.post(wire.Response(e.ID, e.Result.Value()))
	case flow.ReplyAll:
		p.post(wire.Response(e.ID, wire.RoundResult(e.Responses)))
	case flow.Fail:
		code, text, data := wire.RequestError(e.Err, e.Key)
		p.post(wire.ErrorResponse(e.ID, code, text, data))
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
		p.reviewed = e.Now
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

// Abandon hands the screen over to the boot script, which has kept what is open.
func (p *Port) Abandon(why string) { call(p.boot, "abandon", why) }

// callback makes a function of the program that the page can call. What makes
// it panic is handed on.
func (p *Port) callback(act func(args []js.Value)) js.Func {
	return callback(func(args []js.Value) {
		defer func() {
			if fault := recover(); fault != nil {
				if p.fail == nil {
					panic(fault)
				}
				p.fail(fault)
			}
		}()
		act(args)
	})
}

func (p *Port) post(text string) { call(p.boot, "post", text) }
