package driver

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"golang.org/x/net/websocket"

	"github.com/elicitform/elicitform/e2e/process"
)

// FirefoxSettings keep the browser from asking, calling home, and moving the page.
const FirefoxSettings = `
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

// firefox is a window of Firefox, driven by WebDriver BiDi: commands as JSON over a websocket.
type firefox struct {
	process *process.Process
	profile string
	top     string

	mu     sync.Mutex
	socket *websocket.Conn
	last   int
}

// bidiAddress is the line in which the browser says where it takes commands.
var bidiAddress = regexp.MustCompile(`WebDriver BiDi listening on (ws:\S+)`)

// bidiOrigin is where the commands come from: browsers refuse pages of other origins.
const bidiOrigin = "http://localhost"

func launchFirefox() (Browser, error) {
	path, err := process.Find("FIREFOX", "firefox-esr", "firefox")
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
	return window{f}, nil
}

func (f *firefox) launch(path string) error {
	if err := os.WriteFile(filepath.Join(f.profile, "user.js"), []byte(FirefoxSettings), 0o600); err != nil {
		return err
	}
	cmd := exec.Command(path, "--headless", "--foreground", "--no-remote", "--profile", f.profile, "--remote-debugging-port=0",
		"--remote-allow-origins="+bidiOrigin, fmt.Sprintf("--width=%d", windowWidth), fmt.Sprintf("--height=%d", windowHeight), "about:blank")
	// Firefox refuses a home directory of another user.
	cmd.Env = append(os.Environ(), "HOME="+f.profile)
	var err error
	if f.process, err = process.Start(cmd); err != nil {
		return err
	}
	address, err := f.process.Await(bidiAddress)
	if err != nil {
		return err
	}
	if f.socket, err = websocket.Dial(address+"/session", "", bidiOrigin); err != nil {
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

// call sends a command. No events are subscribed to: the next message with its number is the result.
func (f *firefox) call(method string, params, into any) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last++
	_ = f.socket.SetDeadline(time.Now().Add(Patience))
	err := websocket.JSON.Send(f.socket, map[string]any{"id": f.last, "method": method, "params": params})
	for err == nil {
		var reply struct {
			ID                   int
			Type, Error, Message string
			Result               json.RawMessage
		}
		err = websocket.JSON.Receive(f.socket, &reply)
		switch {
		case err != nil || reply.ID != f.last:
		case reply.Type == "error":
			return fmt.Errorf("%s: %s: %s", method, reply.Error, reply.Message)
		case into == nil:
			return nil
		default:
			return json.Unmarshal(reply.Result, into)
		}
	}
	return fmt.Errorf("%s: %w", method, err)
}

type browsingContext struct {
	Context  string            `json:"context"`
	Children []browsingContext `json:"children"`
}

// contexts lists the tabs, or only the tab named root.
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

func (f *firefox) evaluate(place Place, expression string) (string, error) {
	target := f.top
	if place == Frame {
		tabs, err := f.contexts(f.top)
		if err != nil {
			return "", err
		}
		frames := tabs[0].Children
		if len(frames) == 0 {
			return "", ErrNoFrame
		}
		target = frames[len(frames)-1].Context
	}
	var got struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	err := f.call("script.evaluate", map[string]any{
		"expression": expression, "awaitPromise": true, "target": map[string]string{"context": target},
	}, &got)
	if err == nil && got.Type == "exception" {
		err = errors.New(got.ExceptionDetails.Text)
	}
	return got.Result.Value, err
}

func (f *firefox) act(sources []source) error {
	return f.call("input.performActions", map[string]any{"context": f.top, "actions": sources}, nil)
}

func (f *firefox) Tabs() (int, error) {
	tabs, err := f.contexts("")
	return len(tabs), err
}

func (f *firefox) Return() error {
	tabs, err := f.contexts("")
	for _, tab := range tabs {
		if err == nil && tab.Context != f.top {
			err = f.call("browsingContext.close", map[string]string{"context": tab.Context}, nil)
		}
	}
	if err != nil {
		return err
	}
	return f.call("browsingContext.activate", map[string]string{"context": f.top}, nil)
}

func (f *firefox) screenshot() (string, error) {
	var picture struct{ Data string }
	err := f.call("browsingContext.captureScreenshot", map[string]string{"context": f.top}, &picture)
	return picture.Data, err
}

func (f *firefox) Close() {
	if f.socket != nil {
		f.socket.Close()
	}
	f.process.Stop()
	_ = os.RemoveAll(f.profile)
}
