package component

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// elem returns an element with the given tag. go-app has a type for every tag,
// each with some ninety methods that the linker has to keep; this one type for
// all of them makes the program about a tenth smaller.
func elem(tag string) app.HTMLElem { return app.Elem(tag) }

// nothing stands where an element may come later: an empty text, which costs the page
// less than a hidden element. go-app matches children by position, so without it the
// element would take the place of what stands behind it, and a control would be built
// anew while somebody types in it.
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
