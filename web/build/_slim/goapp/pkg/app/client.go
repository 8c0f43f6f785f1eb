package app

import (
	"net/url"
	"reflect"

	"github.com/maxence-charriere/go-app/v10/pkg/errors"
)

//slim:drops displayLoadError: the frame has no label of go-app, and tells a panic itself
//slim:drops (*engineX).externalNavigation (*engineX).mailTo (*engineX).internalURL: the frame stays on its page

// RunWhenOnBrowser shows the program's one component, and returns only by a panic.
func RunWhenOnBrowser() {
	if IsServer {
		return
	}
	engine := newEngine(nil, &routes, nil, nil, nil)
	engine.Navigate(nil, false)
	engine.Start(120)
}

// Navigate loads the program's one component.
func (e *engineX) Navigate(*url.URL, bool) {
	root := routes.newComponent()
	if err := e.Load(root); err != nil {
		panic(errors.New("loading component failed").WithTag("component-type", reflect.TypeOf(root)).Wrap(err))
	}
}

// router takes the place of the type in route.go. It has one component for every address.
type router struct{ newComponent func() Composer }

func makeRouter() router { return router{} }

func (r *router) route(_ string, newComponent func() Composer) { r.newComponent = newComponent }

func (r *router) routeWithRegexp(_ string, newComponent func() Composer) {
	r.newComponent = newComponent
}

// Render is for components that have none.
func (c *Compo) Render() UI { panic("a component without Render") }
