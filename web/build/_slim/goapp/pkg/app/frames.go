package app

import (
	"reflect"
	"sync"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/errors"
)

//slim:drops (*engineX).Start: loop replaces it
//slim:drops (*engineX).Encode: no server draws the page
//slim:drops (*engineX).initBrowser (*engineX).notifyComponentEvent (*engineX).page: the program listens to the window itself, and has one page
//slim:drops nodeManager.NotifyComponentEvent: no component listens to the window
//slim:drops Context.ObserveState Context.GetState Context.SetState Context.DelState: the program has one state of its own
//slim:drops Context.LocalStorage Context.SessionStorage Context.DeviceID: a sandboxed frame has no storage
//slim:drops Context.Encrypt Context.Decrypt Context.cryptoKey: nothing is stored
//slim:drops Context.Notifications: a sandboxed frame may not notify
//slim:drops Context.Page: the program has one page
//slim:drops Context.AppUpdateAvailable: the program is updated with its host
//slim:drops Context.Navigate Context.NavigateTo: the frame stays on its page
//slim:drops Context.Handle Context.NewAction Context.NewActionWithValue: the program has events of its own
//slim:drops Context.ResizeContent: no component depends on its size
//slim:drops Getenv: a frame has no environment, and package os would be linked for it
//slim:drops displayLoadError: the frame has no label of go-app, and reports a panic itself
//slim:drops (*engineX).Navigate (*engineX).externalNavigation (*engineX).mailTo (*engineX).internalURL: the frame stays on its page
//slim:drops Route: the program has one component for every address

// RunWhenOnBrowser shows the program's only component, and never returns.
func RunWhenOnBrowser() {
	engine := newEngine()
	root := routes.newComponent()
	if err := engine.Load(root); err != nil {
		panic(errors.New("loading component failed").WithTag("component-type", reflect.TypeOf(root)).Wrap(err))
	}
	engine.loop(time.Second / 120)
}

// router replaces the type in route.go. It has one component for every address.
type router struct{ newComponent func() Composer }

func makeRouter() router { return router{} }

func (r *router) routeWithRegexp(_ string, newComponent func() Composer) {
	r.newComponent = newComponent
}

// Render is for components without a Render of their own.
func (c *Compo) Render() UI { panic("a component without Render") }

// Context is small, because it is copied for each node that is mounted or updated. Its
// methods are those of the engine. A context.Context would link the methods of time.Time.
type Context struct {
	*engineX

	sourceElement UI
}

type engineX struct {
	// stopped ends the loop of a test when it is closed.
	stopped    chan struct{}
	nodes      nodeManager
	updates    updateManager
	body       HTML
	dispatches chan func()
	defers     chan func()
	goroutines sync.WaitGroup
}

func newEngine() *engineX {
	return &engineX{
		dispatches: make(chan func(), 4096),
		defers:     make(chan func(), 4096),
	}
}

// ResolveStaticResource finds the files of a program beside its document.
func (ctx Context) ResolveStaticResource(path string) string { return path }

// NewTestEngine makes the same engine for tests.
func NewTestEngine() TestEngine { return newEngine() }

func (e *engineX) baseContext() Context { return Context{engineX: e} }

func (e *engineX) addComponentUpdate(c Composer, n int) { e.updates.Add(c, n) }

func (e *engineX) removeComponentUpdate(c Composer) { e.updates.Done(c) }

// Load adopts the document's own elements and draws the first component.
func (e *engineX) Load(v Composer) error {
	if e.body == nil {
		page = openPage()
		body := Window().Get("document").Get("body")
		first := Elem("div").setJSElement(page.adopt(body.firstElementChild()))
		e.body = Elem("body").setJSElement(page.adopt(body)).setBody([]UI{first})
		first.setParent(e.body)
	}
	body, err := e.nodes.Update(e.baseContext(), e.body, Elem("body").Body(v))
	if err != nil {
		return errors.New("updating root failed").Wrap(err)
	}
	e.body = body.(HTML)
	page.commit()
	return nil
}

// loop draws as soon as it has called all waiting functions, but at most once in an
// interval, so that a burst is drawn once. Without changes it never waits.
func (e *engineX) loop(interval time.Duration) {
	start, lastDrawing := time.Now(), -interval
	ended, waits := make(chan struct{}, 1), false
	for {
		select {
		case dispatch := <-e.dispatches:
			dispatch()
			e.handleWaiting(interval)

		case <-ended:
			waits = false

		case <-e.stopped:
			return
		}
		switch wait := lastDrawing + interval - time.Since(start); {
		case wait <= 0 || !e.updates.any():
			if began := time.Since(start); e.processFrame() {
				lastDrawing = began
			}
		case !waits:
			page.port.after(wait, func() { ended <- struct{}{} })
			waits = true
		}
	}
}

func (m *updateManager) any() bool {
	for _, updates := range m.pending {
		for _, count := range updates {
			if count > 0 {
				return true
			}
		}
	}
	return false
}

// handleWaiting calls the waiting functions, and those that they add, for a limited time.
func (e *engineX) handleWaiting(limit time.Duration) {
	began := time.Now()
	for {
		select {
		case dispatch := <-e.dispatches:
			dispatch()
		default:
			return
		}
		if time.Since(began) > limit {
			return
		}
	}
}

// processFrame draws, and then runs the deferred functions. It reports whether a
// component was drawn.
func (e *engineX) processFrame() (drew bool) {
	ctx := e.baseContext()
	e.updates.UpdateForEach(func(c Composer) {
		if !c.Mounted() {
			return
		}
		drew = true
		if _, err := e.nodes.UpdateComponentRoot(ctx, c); err != nil {
			panic(errors.New("updating component failed").Wrap(err))
		}
	})
	page.commit()
	e.executeDefers()
	return drew
}
