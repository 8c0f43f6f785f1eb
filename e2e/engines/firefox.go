package engines

import (
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
)

// firefoxSettings keep the browser from asking, from calling home, and from moving the
// page while a test looks where something is.
const firefoxSettings = `
user_pref("remote.active-protocols", 1);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("termsofuse.bypassNotification", true);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("datareporting.policy.firstRunURL", "");
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("startup.homepage_welcome_url", "");
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("browser.startup.page", 0);
user_pref("app.normandy.enabled", false);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.safebrowsing.update.enabled", false);
user_pref("extensions.getAddons.cache.enabled", false);
user_pref("extensions.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
user_pref("general.smoothScroll", false);
user_pref("intl.accept_languages", "en");
user_pref("signon.rememberSignons", false);
`

// firefox is a window of Firefox, driven by WebDriver BiDi without a program in between.
type firefox struct {
	process *process
	profile string
	*bidi
	top string
}

// bidiAddress is the line in which the browser says where it takes commands.
var bidiAddress = regexp.MustCompile(`WebDriver BiDi listening on (ws:\S+)`)

func launchFirefox() (Browser, error) {
	path, err := find("FIREFOX", "firefox-esr", "firefox")
	if err != nil {
		return nil, err
	}
	profile, err := os.MkdirTemp("", "elicitform-firefox-")
	if err != nil {
		return nil, err
	}
	f := &firefox{profile: profile}
	if err := f.launch(path); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (f *firefox) launch(path string) error {
	if err := os.WriteFile(filepath.Join(f.profile, "user.js"), []byte(firefoxSettings), 0o600); err != nil {
		return err
	}
	cmd := exec.Command(path, "--headless", "--foreground", "--no-remote", "--profile", f.profile, "--remote-debugging-port=0",
		"--remote-allow-origins="+bidiOrigin, fmt.Sprintf("--width=%d", windowWidth), fmt.Sprintf("--height=%d", windowHeight), "about:blank")
	// It refuses a home of somebody else.
	cmd.Env = append(os.Environ(), "HOME="+f.profile)
	var err error
	if f.process, err = start(cmd); err != nil {
		return err
	}
	address, err := f.process.await(bidiAddress)
	if err != nil {
		return err
	}
	if f.bidi, err = dialBidi(address + "/session"); err != nil {
		return err
	}
	if err := f.call("session.new", map[string]any{"capabilities": struct{}{}}, nil); err != nil {
		return err
	}
	tabs, err := f.contexts("")
	if err != nil {
		return err
	}
	f.top = tabs[0].Context
	// In a window that is not in front, buttons take no keys.
	if err := f.Return(); err != nil {
		return err
	}
	return f.call("browsingContext.setViewport", map[string]any{
		"context": f.top, "viewport": map[string]int{"width": windowWidth, "height": windowHeight},
	}, nil)
}

// browsingContext is a tab or a frame.
type browsingContext struct {
	Context  string            `json:"context"`
	Children []browsingContext `json:"children"`
}

// contexts lists the tabs, or only the one that is named.
func (f *firefox) contexts(root string) ([]browsingContext, error) {
	params := map[string]any{}
	if root != "" {
		params["root"] = root
	}
	var tree struct {
		Contexts []browsingContext `json:"contexts"`
	}
	err := f.call("browsingContext.getTree", params, &tree)
	return tree.Contexts, err
}

func (f *firefox) Open(url string) error {
	return f.call("browsingContext.navigate", map[string]any{"context": f.top, "url": url, "wait": "complete"}, nil)
}

func (f *firefox) Evaluate(place Place, expression string) (string, error) {
	target := f.top
	if place == Frame {
		tabs, err := f.contexts(f.top)
		if err != nil {
			return "", err
		}
		frames := tabs[0].Children
		if len(frames) == 0 {
			return "", errNoFrame
		}
		target = frames[len(frames)-1].Context
	}
	var got struct {
		Type             string
		Result           struct{ Type, Value string }
		ExceptionDetails struct{ Text string }
	}
	err := f.call("script.evaluate", map[string]any{
		"expression": expression, "awaitPromise": false, "target": map[string]string{"context": target},
	}, &got)
	switch {
	case err != nil:
		return "", err
	case got.Type == "exception":
		return "", fmt.Errorf("%s\nin %.300s", got.ExceptionDetails.Text, expression)
	case got.Result.Type != "string":
		return "", fmt.Errorf("a value of type %s, not text\nin %.300s", got.Result.Type, expression)
	}
	return got.Result.Value, nil
}

func (f *firefox) act(sources []source) error {
	return f.call("input.performActions", map[string]any{"context": f.top, "actions": sources}, nil)
}

func (f *firefox) Press(keys []string, modifiers ...string) error {
	return f.act(pressing(keys, modifiers))
}
func (f *firefox) Click(x, y float64) error { return f.act(clicking(x, y)) }

func (f *firefox) Tabs() (int, error) {
	tabs, err := f.contexts("")
	return len(tabs), err
}

func (f *firefox) Return() error {
	tabs, err := f.contexts("")
	if err != nil {
		return err
	}
	for _, tab := range tabs {
		if tab.Context == f.top {
			continue
		}
		if err := f.call("browsingContext.close", map[string]string{"context": tab.Context}, nil); err != nil {
			return err
		}
	}
	return f.call("browsingContext.activate", map[string]string{"context": f.top}, nil)
}

func (f *firefox) Screenshot() ([]byte, error) {
	var picture struct{ Data string }
	if err := f.call("browsingContext.captureScreenshot", map[string]string{"context": f.top}, &picture); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(picture.Data)
}

func (f *firefox) Close() {
	if f.bidi != nil {
		f.socket.Close()
	}
	f.process.stop()
	_ = os.RemoveAll(f.profile)
}
