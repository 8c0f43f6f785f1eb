package app

// clientResourceResolver takes the place of the function in resource.go. That one
// finds the files of /web/, which go-app's own server serves. The frame has no
// such files, so every location stays as it is.
func clientResourceResolver(string) func(string) string {
	return func(location string) string { return location }
}

// browser takes the place of the type in browser.go, which listens to the window.
type browser struct{}

// HandleEvents listens to nothing.
func (*browser) HandleEvents(Context, func(any)) {}
