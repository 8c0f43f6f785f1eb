// Package e2e tests the built site in headless Chromium: the frame inside a
// host page, the standalone page and the demo chat. The tests act as a person
// does, with real mouse and key events, and find controls by their accessible
// names. They check what a person, an assistive technology or the host gets.
//
// The package builds the site once, unless ELICITFORM_SITE names a folder with
// a built site. CHROME names the browser to use.
package e2e
