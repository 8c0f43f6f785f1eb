package component

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// elem returns an element with the given tag. go-app has a type for every tag,
// each with some ninety methods that the linker has to keep; this one type for
// all of them makes the program about a tenth smaller.
func elem(tag string) app.HTMLElem { return app.Elem(tag) }

// void returns an element that has no content, such as an input.
func void(tag string) app.HTMLElemSelfClosing { return app.ElemSelfClosing(tag) }
