package site

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
)

// pagePolicy lets the pages that embed the frame load scripts and data only from this server.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
	"frame-src 'self'; img-src 'self' data:; media-src data:; worker-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"

// With assetPolicy a file that is opened as a page loads and runs nothing.
const assetPolicy = "default-src 'none'; frame-ancestors 'none'"

// frameBase has {own} in place of this server, and lacks the origins that may embed the frame.
// 'wasm-unsafe-eval' allows WebAssembly, but not eval. Trusted Types without a policy let the
// browser throw when a script writes HTML or code as text. The sandbox gives the document an
// opaque origin in every page, and not this server's.
const frameBase = "default-src 'none'; script-src {own} 'wasm-unsafe-eval'; connect-src {own}; style-src {own}; " +
	"base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; " +
	"sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors "

// A host comes from the browser and must not add sources to the policy.
var hostSource = regexp.MustCompile(`^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(:[0-9]+)?$`)

// Some releases of WebKit ignore 'self' in a frame of opaque origin, and load neither its
// scripts nor its styles (https://bugs.webkit.org/show_bug.cgi?id=316847), so the policy has
// the address, too. A source with http: also allows https:, for a proxy in front of this
// server.
func ownSources(req *http.Request) string {
	switch {
	case !hostSource.MatchString(req.Host):
		return "'self'"
	case req.TLS != nil:
		return "'self' https://" + req.Host
	default:
		return "'self' http://" + req.Host
	}
}

// The ancestors come from the command line, and must not add directives.
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

// features are switched off, because nothing uses them. The Copy link button works without the
// clipboard permission, because a person presses it. Browsers warn about names that they have
// dropped: those are missing here.
var features = []string{
	"accelerometer", "autoplay", "browsing-topics", "camera", "compute-pressure", "display-capture",
	"encrypted-media", "fullscreen", "gamepad", "geolocation", "gyroscope", "hid", "identity-credentials-get",
	"idle-detection", "local-fonts", "magnetometer", "microphone", "midi", "otp-credentials", "payment",
	"picture-in-picture", "publickey-credentials-create", "publickey-credentials-get", "screen-wake-lock", "serial",
	"storage-access", "usb", "window-management", "xr-spatial-tracking",
}

var permissionsPolicy = strings.Join(features, "=(), ") + "=()"

func commonHeaders(header http.Header) {
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Permissions-Policy", permissionsPolicy)
	header.Set("Content-Security-Policy", assetPolicy)
}

func (h *handler) resourceHeaders(header http.Header, req *http.Request, r *resource) {
	header.Set("Vary", "Accept-Encoding")
	if r.hashed {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		header.Set("Cache-Control", "no-cache")
	}
	if r.document() && !r.frame {
		header.Set("Content-Security-Policy", pagePolicy)
		// Pages of other sites that open this page, or that it opens, get no reference to its
		// window. The popup is an exception, because it answers its opener.
		if r.name == "popup.html" {
			header.Set("Cross-Origin-Opener-Policy", "unsafe-none")
		} else {
			header.Set("Cross-Origin-Opener-Policy", "same-origin")
		}
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		return
	}
	// The frame has an opaque origin, so its own files, which are public, come from another
	// origin, and so does the host script for a chat on another server.
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	switch {
	case r.document():
		header.Set("Content-Security-Policy", strings.ReplaceAll(h.framePolicy, "{own}", ownSources(req)))
	case r.name == "standalone-worker.js":
		header.Set("Content-Security-Policy", workerPolicy)
	}
}
