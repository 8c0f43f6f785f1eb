// Package port connects the program to the host and to the browser. It carries out the effects of package
// flow, which decides what happens, and decides only when, such as the moment at which the focus moves.
package port

import (
	"strconv"

	"github.com/elicitform/elicitform/bridge/page"
	"github.com/elicitform/elicitform/bridge/wire"
	"github.com/elicitform/elicitform/internal/answer"
	"github.com/elicitform/elicitform/internal/flow"
	"github.com/elicitform/elicitform/internal/request"
	"github.com/elicitform/elicitform/internal/wording"
)

// Port talks to the host through the boot script, which owns the MessagePort because it showed a first
// screen before this program ran.
type Port struct {
	boot page.Value
	// context is the latest context of the host, usedContext that of the last Reader.
	context, usedContext wire.Context
	// isFollowed: the page wants to know when answers are on review.
	isFollowed bool
	inbox      []string
	handle     func(flow.Event)
	run        func(act func())
	zones      *zones
	// tag is the locale that Intl was last asked about.
	tag string
	// catalogues are the sentences of languages, by the first subtag of each language's tag.
	catalogues map[string]*wording.Catalogue

	announcer announcer
	alarms    map[flow.Alarm]func(after int)
	// channel starts a separate task for each of the tasks.
	channel page.Value
	tasks   []func()
	// links counts the pages that the host was asked to open.
	links int
	title string
	blur  page.Func
}

// Open takes the port over from the boot script. It reads the host's context and words at once, for the
// language of the first drawing.
func Open() *Port {
	p := &Port{boot: page.Global("elicitform"), alarms: map[flow.Alarm]func(int){}, catalogues: map[string]*wording.Catalogue{}}
	receive := p.callback(func(text page.Value) { p.receive(page.Text(text)) })
	page.Each(page.Call(p.boot, "attach", receive), func(text page.Value) {
		message, ok := wire.Decode(page.Text(text))
		switch {
		case ok && message.Method == wire.MethodCatalogue:
			p.learn(message.Params)
		case !ok || !p.adapt(message):
			p.inbox = append(p.inbox, page.Text(text))
		}
	})
	return p
}

// Listen passes earlier and future messages to handle. From then on, run calls the actions of the page and
// of timers.
func (p *Port) Listen(handle func(flow.Event), run func(act func())) {
	p.handle, p.run = handle, run
	inbox := p.inbox
	p.inbox = nil
	for _, text := range inbox {
		p.receive(text)
	}
	// A frame that the page moves may lose its document, so the last keys are sent now.
	page.Call(page.Global(), "addEventListener", "pagehide", p.callback(func(page.Value) {
		p.handle(flow.Woken{Alarm: flow.DraftAlarm})
	}))
	p.post(wire.Notification(wire.MethodReady, request.ObjectValue()))
}

// adapt reports whether the message has the host's context or a change of it.
func (p *Port) adapt(message wire.Message) bool {
	context := message.Result.Get("hostContext")
	if message.Method == wire.MethodContextChanged {
		context = message.Params
	}
	if context.Type != request.Object {
		return false
	}
	p.context = wire.ReadContext(context, p.context)
	return true
}

// Reader returns the language and the reading rules for the host's context.
func (p *Port) Reader() flow.Reader {
	p.usedContext = p.context
	locale := p.locale(p.context.Locale)
	p.zones = newZones(p.context.TimeZone)
	return flow.Reader{Words: p.words(locale), Env: answer.Env{Locale: locale, Zones: p.zones, Now: p.Now()}}
}

// Abandon returns the screen to the boot script, which has stored the open requests.
func (p *Port) Abandon(why string) { page.Call(p.boot, "abandon", why) }

func (p *Port) callback(act func(argument page.Value)) page.Func {
	return page.Callback(func(argument page.Value) { p.enter(func() { act(argument) }) })
}

// enter calls a function on the UI goroutine. Elsewhere, it could run in the middle of a drawing, because
// the garbage collector lets other goroutines run: then half of an operation would be carried out.
func (p *Port) enter(act func()) {
	if p.run == nil {
		act() // No drawing can be under way yet.
		return
	}
	p.run(act)
}

func (p *Port) post(text string) { page.Call(p.boot, "post", text) }

func (p *Port) receive(text string) {
	if p.handle == nil {
		p.inbox = append(p.inbox, text)
		return
	}
	message, ok := wire.Decode(text)
	if !ok {
		return // Without a message, there is no id to answer.
	}
	if event := p.event(message); event != nil {
		p.handle(event)
	}
}

func (p *Port) event(message wire.Message) flow.Event {
	if p.adapt(message) {
		if p.context == p.usedContext {
			return nil // The boot script handles a new theme.
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
		p.isFollowed = true
		return nil
	case "":
		return p.linkReply(message)
	}
	event := wire.Event(message)
	if event == nil && message.ID.Exists() {
		p.post(wire.Failure(message.ID, wire.MethodNotFound, "method not found", request.Value{}))
	}
	return event
}

// linkReply reads the response to the only request of the program. That of MCP Apps may have isError.
func (p *Port) linkReply(message wire.Message) flow.Event {
	if p.links == 0 || message.ID.Text != p.linkID() {
		return nil
	}
	return flow.LinkOpened{OK: message.Result.Exists() && !message.Result.Get("isError").Truth}
}

func (p *Port) linkID() string { return "elicitform-link-" + strconv.Itoa(p.links) }

// Tell carries out an effect that concerns the host or the browser.
func (p *Port) Tell(effect flow.Effect) {
	switch e := effect.(type) {
	case flow.OpenLink:
		p.links++
		p.post(wire.Request(p.linkID(), wire.MethodOpenLink, request.ObjectValue().With("url", request.StringValue(e.URL))))
	case flow.Announce:
		p.announce(e)
	case flow.Alert:
		p.alert(e.Text)
	case flow.Copy:
		p.copy(e.Text)
	case flow.Wake:
		p.wake(e)
	case flow.OnReview:
		if p.isFollowed {
			p.post(wire.Effect(e))
		}
	default:
		p.post(wire.Effect(e))
	}
}
