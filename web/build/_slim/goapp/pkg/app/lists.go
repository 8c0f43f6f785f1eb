package app

import (
	"bytes"
	"strconv"
	"strings"
)

// An element has few attributes and event handlers: a list needs no hashing and keeps
// the order.

//slim:drops Match TestUIDescriptor TestPath TestMatch match matchText matchHTML matchComponent matchRaw: the tests compare documents
//slim:drops matchHTMLAttributes matchHTMLEventHandlers: the same
//slim:drops attributes.Set: a list grows, so (*attributes).Set replaces it
//slim:drops eventHandlers.Set: a list grows, so (*eventHandlers).Set replaces it
//slim:drops deleteJSAttribute: the layer in dom.go has it
//slim:drops eventHandler.options: no handler of the program is passive
//slim:drops trackMousePosition: reads members of events that no handler needs, and a member that is not a number, or throws, ends the program

// No name is twice in attributes.
type attributes []attribute

type attribute struct{ name, value string }

// find tries the index i first.
func (a attributes) find(name string, i int) int {
	if i < len(a) && a[i].name == name {
		return i
	}
	for i := range a {
		if a[i].name == name {
			return i
		}
	}
	return -1
}

// Set appends to some attributes, and ignores an empty value, as go-app does.
func (a *attributes) Set(name string, value any) {
	i := (*a).find(name, len(*a))
	before := ""
	if i >= 0 {
		before = (*a)[i].value
	}
	v := toString(value)
	if name != "value" {
		v = strings.TrimSpace(v)
	}
	switch name {
	case "style", "allow":
		v = strings.TrimLeft(before+";"+v, ";")
	case "class":
		if before != "" {
			v = strings.TrimSpace(before + " " + v)
		}
	case "srcset":
		v = strings.TrimLeft(before+", "+v, ", ")
	}
	switch {
	case v == "":
	case i >= 0:
		(*a)[i].value = v
	default:
		if *a == nil {
			*a = make(attributes, 0, 4)
		}
		*a = append(*a, attribute{name, v})
	}
}

func (e *htmlElement) setAttr(name string, value any) { e.attributes.Set(name, value) }

// Aria writes the value as [htmlElem.Attr] does, and not by a format.
func (e *htmlElem) Aria(k string, v any) HTMLElem { return e.Attr("aria-"+k, v) }

func setJSAttribute(node *domNode, name, value string) {
	on := func(property string) {
		is, _ := strconv.ParseBool(value)
		page.setFlag(node, property, is)
	}
	switch name {
	case "value":
		page.setProperty(node, name, value)
	case "contenteditable":
		page.setProperty(node, "contentEditable", value)
	case "ismap":
		on("isMap")
	case "readonly":
		on("readOnly")
	case "async", "autofocus", "autoplay", "checked", "default", "defer", "disabled", "hidden", "loop", "multiple",
		"muted", "open", "required", "reversed", "selected":
		on(name)
	default:
		page.setAttribute(node, name, value)
	}
}

func (m nodeManager) mountHTMLAttributes(ctx Context, v HTML) {
	node := nodeOf(v)
	for _, a := range v.attrs() {
		setJSAttribute(node, a.name, a.value)
	}
}

func (m nodeManager) updateHTMLAttributes(ctx Context, v HTML, newAttrs attributes) {
	node, attrs := nodeOf(v), v.attrs()
	for i, a := range attrs {
		if newAttrs.find(a.name, i) < 0 {
			page.removeAttribute(node, a.name)
		}
	}
	for i, a := range newAttrs {
		if j := attrs.find(a.name, i); j < 0 || attrs[j].value != a.value {
			setJSAttribute(node, a.name, a.value)
		}
	}
	v.setAttrs(newAttrs)
}

// No event is twice in eventHandlers.
type eventHandlers []eventHandler

type eventHandler struct {
	event     string
	scope     string
	passive   bool
	goHandler EventHandler
	listener  uint32
}

func (h eventHandlers) find(event string) int {
	for i := range h {
		if h[i].event == event {
			return i
		}
	}
	return -1
}

// Set works on a list.
func (h *eventHandlers) Set(event string, eh EventHandler, options ...EventOption) {
	if eh == nil {
		return
	}
	handler := makeEventHandler(event, eh, options...)
	if i := (*h).find(event); i >= 0 {
		(*h)[i] = handler
		return
	}
	*h = append(*h, handler)
}

func (e *htmlElement) setEventHandler(event string, h EventHandler, options ...EventOption) {
	e.eventHandlers.Set(event, h, options...)
}

func (m nodeManager) mountHTMLEventHandlers(ctx Context, v HTML) {
	events := v.events()
	for i := range events {
		events[i] = m.mountHTMLEventHandler(ctx, v, events[i])
	}
}

func (m nodeManager) mountHTMLEventHandler(ctx Context, v HTML, handler eventHandler) eventHandler {
	handle := handler.goHandler
	handler.listener = page.listen(nodeOf(v), handler.event, func(event Value) {
		ctx.Dispatch(func(ctx Context) { handle(ctx, Event{Value: event}) })
	})
	return handler
}

// updateHTMLEventHandlers keeps the old handlers that are equal.
func (m nodeManager) updateHTMLEventHandlers(ctx Context, v HTML, newEvents eventHandlers) {
	events := v.events()
	for _, handler := range events {
		if newEvents.find(handler.event) < 0 {
			page.unlisten(handler.listener)
		}
	}
	for i, handler := range newEvents {
		j := events.find(handler.event)
		if j >= 0 && events[j].Equal(handler) {
			newEvents[i] = events[j]
			continue
		}
		if j >= 0 {
			page.unlisten(events[j].listener)
		}
		newEvents[i] = m.mountHTMLEventHandler(ctx, v, handler)
	}
	v.setEvents(newEvents)
}

func (m nodeManager) encodeHTML(ctx Context, w *bytes.Buffer, depth int, v HTML) {
	m.encodeIndent(w, depth)
	w.WriteString("<" + v.Tag())
	for _, a := range v.attrs() {
		m.encodeHTMLAttribute(ctx, w, a.name, a.value)
	}
	w.WriteByte('>')
	if v.SelfClosing() {
		return
	}
	children := v.body()
	if len(children) == 1 {
		if text, ok := children[0].(*text); ok {
			m.encodeText(w, 0, text)
			children = nil
		}
	}
	for _, child := range children {
		w.WriteByte('\n')
		m.encode(ctx, w, depth+1, child)
	}
	if len(children) > 0 {
		w.WriteByte('\n')
		m.encodeIndent(w, depth)
	}
	w.WriteString("</" + v.Tag() + ">")
}
