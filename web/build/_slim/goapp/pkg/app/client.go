package app

import (
	"reflect"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/errors"
)

//slim:drops Getenv: a frame has no environment, and package os would be linked for it
//slim:drops displayLoadError: the frame has no label of go-app, and tells a panic itself
//slim:drops (*engineX).Navigate (*engineX).externalNavigation (*engineX).mailTo (*engineX).internalURL: the frame stays on its page
//slim:drops Route: the program has one component for every address

// RunWhenOnBrowser shows the program's one component, and returns only by a panic.
func RunWhenOnBrowser() {
	engine := newEngine()
	root := routes.newComponent()
	if err := engine.Load(root); err != nil {
		panic(errors.New("loading component failed").WithTag("component-type", reflect.TypeOf(root)).Wrap(err))
	}
	engine.loop(time.Second / 120)
}

// router takes the place of the type in route.go. It has one component for every address.
type router struct{ newComponent func() Composer }

func makeRouter() router { return router{} }

func (r *router) routeWithRegexp(_ string, newComponent func() Composer) {
	r.newComponent = newComponent
}

// Render is for components without a Render of their own.
func (c *Compo) Render() UI { panic("a component without Render") }
