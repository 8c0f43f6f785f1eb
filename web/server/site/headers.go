package site

import (
	"fmt"
	"net/http"
	"strings"
)

// pagePolicy is the Content-Security-Policy of the pages that embed the
// frame. They run one script of their own and speak to this server only.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
	"frame-src 'self'; img-src 'self' data:; media-src data:; worker-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// workerPolicy is for the service worker, which fetches what the page loads.
const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

// assetPolicy is for a file that is opened by itself: it can do nothing.
const assetPolicy = "default-src 'none'; frame-ancestors 'none'"

// frameBase is the policy of the frame's document but for who may embed it.
// 'wasm-unsafe-eval' lets WebAssembly compile and nothing else; Trusted Types
// without a policy make every HTML or script sink throw.
const frameBase = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'; " +
	"base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors "

// frameCSP completes the frame's policy. The origins come from a command line
// and must not be able to add directives.
func frameCSP(ancestors []string) (string, error) {
	if len(ancestors) == 0 {
		return frameBase + "'self'", nil
	}
	for _, source := range ancestors {
		if source == "" || strings.ContainsAny(source, " \t\r\n;,") {
			return "", fmt.Errorf("frame ancestor %q is not one CSP source", source)
		}
	}
	return frameBase + strings.Join(ancestors, " "), nil
}

// features that a page could ask for and that nothing here needs. The frame's
// Copy link button works without the clipboard permission, because it acts on a
// press. Names that browsers no longer know only fill their consoles.
var features = []string{
	"accelerometer", "autoplay", "browsing-topics", "camera", "compute-pressure", "display-capture",
	"encrypted-media", "fullscreen", "gamepad", "geolocation", "gyroscope", "hid", "identity-credentials-get",
	"idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "otp-credentials", "payment",
	"picture-in-picture", "publickey-credentials-create", "publickey-credentials-get", "screen-wake-lock", "serial",
	"storage-access", "usb", "window-management", "xr-spatial-tracking",
}

var permissionsPolicy = strings.Join(features, "=(), ") + "=()"

// commonHeaders are on every response, errors too.
func commonHeaders(header http.Header) {
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Permissions-Policy", permissionsPolicy)
	header.Set("Content-Security-Policy", assetPolicy)
}

// resourceHeaders adds what depends on the file.
func (h *handler) resourceHeaders(header http.Header, r *resource) {
	header.Set("Vary", "Accept-Encoding")
	if r.hashed {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		header.Set("Cache-Control", "no-cache")
	}
	if r.document() && !r.frame {
		header.Set("Content-Security-Policy", pagePolicy)
		header.Set("Cross-Origin-Opener-Policy", r.openerPolicy())
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		return
	}
	// The frame runs at an opaque origin, so that its own files come from
	// another origin as the browser sees it, and chats elsewhere import the
	// host script. All of it is public.
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	switch {
	case r.document():
		header.Set("Content-Security-Policy", h.framePolicy)
	case r.name == "standalone-worker.js":
		header.Set("Content-Security-Policy", workerPolicy)
	}
}

// openerPolicy is the Cross-Origin-Opener-Policy of a page. A page that it
// opens, or that opened it, gets no handle on it; but for the popup, which
// exists to answer the page of another site that opened it.
func (r *resource) openerPolicy() string {
	if r.name == "popup.html" {
		return "unsafe-none"
	}
	return "same-origin"
}
