package component

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// elem returns an element with the given tag. go-app has a type for every tag,
// each with some ninety methods that the linker has to keep; this one type for
// all of them makes the program about a tenth smaller.
func elem(tag string) app.HTMLElem { return app.Elem(tag) }

// nothing stands where an element may come later: an empty text, which costs the page
// less than a hidden element. go-app matches children by position: without this text, an
// element that comes would be taken for the one after it, and the controls behind it would
// be built anew while the person types.
func nothing() app.UI { return app.Text("") }

// place is an element that comes and goes, or nothing while it is not shown.
func place(shown bool, draw func() app.UI) app.UI {
	if shown {
		return draw()
	}
	return nothing()
}

// void returns an element that has no content, such as an input.
func void(tag string) app.HTMLElemSelfClosing { return app.ElemSelfClosing(tag) }
