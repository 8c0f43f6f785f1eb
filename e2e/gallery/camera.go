package main

import "image"

// place is one of the two documents of the page.
type place int

const (
	inPage place = iota
	inFrame
)

// camera is a browser that shows forms and takes pictures of them.
type camera interface {
	// version names the browser.
	version() string
	// look sets how wide the page is and with what colours it is drawn.
	look(v variant) error
	// open loads a page.
	open(url string) error
	// evaluate returns the value of a JavaScript expression, which must be text.
	evaluate(where place, expression string) (string, error)
	// picture returns a picture of the first so many pixels of the page.
	picture(width, height int) (image.Image, error)
	close()
}

// cameras are the engines that can take pictures.
var cameras = []struct {
	engine string
	launch func() (camera, error)
}{
	{"Chromium", launchChromium},
	{"Firefox", launchWindow("Firefox")},
	{"WebKit", launchWindow("WebKit")},
}
