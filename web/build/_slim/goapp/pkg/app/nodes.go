package app

import (
	"reflect"

	"github.com/maxence-charriere/go-app/v10/pkg/errors"
)

// Mounting, updating and dismounting, with the layer in dom.go in place of calls to the page.

//slim:drops nodeManager.mountRawHTML nodeManager.dismountRawHTML nodeManager.updateRawHTML: the program shows no markup

// FilterUIElems returns all elements: the program uses no conditions and no ranges of go-app.
func FilterUIElems(v ...UI) []UI { return v }

// Mount tests for the frequent types before it tests for interfaces.
func (m nodeManager) Mount(ctx Context, depth uint, v UI) (UI, error) {
	ctx = m.context(ctx, v)
	switch v := v.(type) {
	case *text:
		return m.mountText(v)
	case *htmlElem:
		return m.mountHTML(ctx, depth, v)
	case Composer:
		return m.mountComponent(ctx, depth, v)
	case HTML:
		return m.mountHTML(ctx, depth, v)
	}
	return nil, nodeError("unsupported element", v)
}

func (m nodeManager) mountText(v *text) (UI, error) {
	if v.Mounted() {
		return nil, nodeError("text is already mounted", v).WithTag("preview-value", previewText(v.value))
	}
	v.jsvalue = page.createText(v.value)
	return v, nil
}

func (m nodeManager) mountHTML(ctx Context, depth uint, v HTML) (UI, error) {
	if v.Mounted() {
		return nil, nodeError("html element is already mounted", v).WithTag("tag", v.Tag())
	}
	node := page.createElement(v.Tag())
	v = v.setJSElement(node)
	m.mountHTMLAttributes(ctx, v)
	m.mountHTMLEventHandlers(ctx, v)
	v.setDepth(depth)
	children := v.body()
	for i := range children {
		child, err := m.mountChild(ctx, v, i, children[i])
		if err != nil {
			return nil, err
		}
		children[i] = child
		page.append(node, nodeOf(child))
	}
	return v, nil
}

func (m nodeManager) mountChild(ctx Context, parent HTML, i int, child UI) (UI, error) {
	child, err := m.Mount(ctx, parent.depth()+1, child)
	if err != nil {
		return nil, nodeError("mounting child failed", parent).WithTag("tag", parent.Tag()).WithTag("index", i).Wrap(err)
	}
	return child.setParent(parent), nil
}

func nodeError(message string, v UI) errors.Error {
	return errors.New(message).WithTag("type", reflect.TypeOf(v))
}

// Dismount releases the node of an element or a text.
func (m nodeManager) Dismount(v UI) {
	if v, is := v.(Composer); is {
		m.dismountComponent(v)
		return
	}
	node := nodeOf(v)
	switch v := v.(type) {
	case *text:
		v.jsvalue = nil
	case HTML:
		m.dismountHTML(v)
	}
	page.release(node)
}

func (m nodeManager) dismountHTMLEventHandler(handler eventHandler) { page.unlisten(handler.listener) }

// renderComponent leaves earlier drawings pending: if a Render reads the page, [Value]
// carries them out.
func (m nodeManager) renderComponent(v Composer) (UI, error) { return v.Render(), nil }

// Update ignores a value that is drawn already.
func (m nodeManager) Update(ctx Context, v, new UI) (UI, error) {
	switch {
	case !v.Mounted():
		return nil, nodeError("element not mounted", v)
	case v == new:
		return v, nil
	}
	ctx = m.context(ctx, v)
	switch v := v.(type) {
	case *text:
		return m.updateText(v, new.(*text))
	case *htmlElem:
		return m.updateHTML(ctx, v, new.(*htmlElem))
	case Composer:
		return m.updateComponent(ctx, v, new.(Composer))
	case HTML:
		return m.updateHTML(ctx, v, new.(HTML))
	}
	return nil, nodeError("unsupported element", v)
}

func (m nodeManager) updateText(v, new *text) (UI, error) {
	if v.value != new.value {
		v.value = new.value
		page.setText(nodeOf(v), v.value)
	}
	return v, nil
}

func (m nodeManager) updateHTML(ctx Context, v, new HTML) (UI, error) {
	m.updateHTMLAttributes(ctx, v, new.attrs())
	m.updateHTMLEventHandlers(ctx, v, new.events())
	node, children := nodeOf(v), v.body()
	for i, next := range new.body() {
		var was UI
		if i < len(children) {
			was = children[i]
			if m.CanUpdate(was, next) {
				child, err := m.Update(ctx, was, next)
				if err != nil {
					return nil, nodeError("updating child failed", v).WithTag("tag", v.Tag()).WithTag("index", i).Wrap(err)
				}
				children[i] = child
				continue
			}
		}
		child, err := m.mountChild(ctx, v, i, next)
		if err != nil {
			return nil, err
		}
		if was == nil {
			page.append(node, nodeOf(child))
			children = append(children, child)
			continue
		}
		page.replace(node, nodeOf(child), nodeOf(was))
		children[i] = child
		m.Dismount(was)
	}
	count := len(new.body())
	for _, child := range children[count:] {
		page.remove(node, nodeOf(child))
		m.Dismount(child)
	}
	clear(children[count:])
	return v.setBody(children[:count]), nil
}

// canUpdateValue compares without the methods of time.Time, which no component shows.
func canUpdateValue(v, new reflect.Value) bool {
	if v.CanInt() || v.CanUint() || v.CanFloat() || v.Kind() == reflect.String || v.Kind() == reflect.Bool {
		return !v.Equal(new)
	}
	return !reflect.DeepEqual(v.Interface(), new.Interface())
}

func (m nodeManager) UpdateComponentRoot(ctx Context, v Composer) (UI, error) {
	ctx = m.context(ctx, v)
	root, next := v.root(), v.Render()
	if m.CanUpdate(root, next) {
		root, err := m.Update(ctx, root, next)
		if err != nil {
			return nil, nodeError("updating component root failed", v).Wrap(err)
		}
		v.setRoot(root)
		return v, nil
	}
	next, err := m.Mount(ctx, v.depth()+1, next)
	if err != nil {
		return nil, nodeError("mounting component root failed", v).Wrap(err)
	}
	replaceIn(v.parent(), next, root)
	next.setParent(v)
	v.setRoot(next)
	m.Dismount(root)
	return v, nil
}

// replaceIn replaces a node in the nearest element among its parents.
func replaceIn(parent, new, old UI) {
	for ; parent != nil; parent = parent.parent() {
		if element, ok := parent.(HTML); ok {
			page.replace(nodeOf(element), nodeOf(new), nodeOf(old))
			return
		}
	}
}

func (m nodeManager) context(ctx Context, v UI) Context {
	ctx.sourceElement = v
	return ctx
}
