// Package e2e tests the built site in headless Chromium: the frame in a host page, the standalone page and the demo.
// Tests that act as a person does use the driver's keys and pointer, and find controls by role and name; others look
// at the page by scripts. The site is built once, unless ELICITFORM_SITE names a folder with it; CHROME names the browser.
package e2e
