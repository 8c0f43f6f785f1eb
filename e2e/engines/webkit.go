package engines

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"time"
)

// webKit is a window of WebKitGTK's MiniBrowser on a display that nobody sees, driven by
// WebKitWebDriver.
type webKit struct {
	display, driver *process
	home            string
	webDriver
	first   string // its window
	inFrame bool   // where the last command went
}

// miniBrowsers is where distributions put the browser, which is in no folder of PATH.
var miniBrowsers = []string{"/usr/lib/*/webkit2gtk-4.*/MiniBrowser", "/usr/lib/webkit2gtk-4.*/MiniBrowser", "/usr/libexec/webkit2gtk-4.*/MiniBrowser"}

// displayNumber is the line in which the display says its number.
var displayNumber = regexp.MustCompile(`^(\d+)$`)

func findMiniBrowser() (string, error) {
	if path := os.Getenv("MINIBROWSER"); path != "" {
		return exec.LookPath(path)
	}
	for _, pattern := range miniBrowsers {
		if found, _ := filepath.Glob(pattern); len(found) > 0 {
			return found[len(found)-1], nil
		}
	}
	return "", errors.New("WebKitGTK's MiniBrowser is missing: .ci/setup engines installs it, and MINIBROWSER can name another one")
}

func launchWebKit() (Browser, error) {
	browser, err := findMiniBrowser()
	if err != nil {
		return nil, err
	}
	driver, err := find("WEBKITWEBDRIVER", "WebKitWebDriver")
	if err != nil {
		return nil, err
	}
	display, err := find("XVFB", "Xvfb")
	if err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp("", "elicitform-webkit-")
	if err != nil {
		return nil, err
	}
	w := &webKit{home: home}
	if err := w.launch(display, driver, browser); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

func (w *webKit) launch(display, driver, browser string) error {
	var err error
	// The display is chosen by the server, which prints its number.
	if w.display, err = start(exec.Command(display, "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp")); err != nil {
		return err
	}
	number, err := w.display.await(displayNumber)
	if err != nil {
		return err
	}
	port, err := freePort()
	if err != nil {
		return err
	}
	cmd := exec.Command(driver, "--port="+port)
	cmd.Env = append(os.Environ(), "DISPLAY=:"+number, "GDK_BACKEND=x11", "HOME="+w.home, "XDG_RUNTIME_DIR="+w.home,
		"LANGUAGE=en", "NO_AT_BRIDGE=1", "GTK_A11Y=none", "LIBGL_ALWAYS_SOFTWARE=1")
	if w.driver, err = start(cmd); err != nil {
		return err
	}
	w.base = "http://127.0.0.1:" + port
	if err := w.awaitDriver(); err != nil {
		return err
	}
	var session struct{ SessionID string }
	options := map[string]any{"binary": browser, "args": []string{"--automation"}}
	if err := w.post("/session", map[string]any{"capabilities": map[string]any{"alwaysMatch": map[string]any{"webkitgtk:browserOptions": options}}}, &session); err != nil {
		return fmt.Errorf("start %s: %w", browser, err)
	}
	w.base += "/session/" + session.SessionID
	if err := w.get("/window", &w.first); err != nil {
		return err
	}
	return w.post("/window/rect", map[string]int{"width": windowWidth, "height": windowHeight}, nil)
}

// freePort returns a port that nobody listens to.
func freePort() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return strconv.Itoa(listener.Addr().(*net.TCPAddr).Port), nil
}

// awaitDriver waits until the driver, which prints nothing, takes commands.
func (w *webKit) awaitDriver() error {
	for deadline := time.Now().Add(startTimeout); ; time.Sleep(20 * time.Millisecond) {
		err := w.get("/status", nil)
		if err == nil {
			return nil
		}
		select {
		case <-w.driver.ended:
			return w.driver.failure("ended")
		default:
		}
		if time.Now().After(deadline) {
			return errors.Join(err, w.driver.failure("did not start in time"))
		}
	}
}

func (w *webKit) Open(url string) error {
	if err := w.enter(Page); err != nil {
		return err
	}
	return w.post("/url", map[string]string{"url": url}, nil)
}

// enter lets the next commands go to the page or to the frame in it.
func (w *webKit) enter(place Place) error {
	if w.inFrame == (place == Frame) {
		return nil
	}
	if place == Page {
		w.inFrame = false
		return w.post("/frame", map[string]any{"id": nil}, nil)
	}
	var frames []map[string]string
	if err := w.post("/elements", map[string]string{"using": "css selector", "value": "iframe"}, &frames); err != nil {
		return err
	}
	if len(frames) == 0 {
		return errNoFrame
	}
	if err := w.post("/frame", map[string]any{"id": map[string]string{elementKey: frames[len(frames)-1][elementKey]}}, nil); err != nil {
		return err
	}
	w.inFrame = true
	return nil
}

func (w *webKit) Evaluate(place Place, expression string) (string, error) {
	if err := w.enter(place); err != nil {
		return "", err
	}
	var value any
	err := w.post("/execute/sync", map[string]any{"script": "return (" + expression + "\n)", "args": []any{}}, &value)
	if err != nil {
		// The frame may be another one by now.
		return "", errors.Join(err, w.leave())
	}
	text, ok := value.(string)
	if !ok {
		return "", fmt.Errorf("%v is not text\nin %.300s", value, expression)
	}
	return text, nil
}

// leave goes back to the page, even from a frame that is gone.
func (w *webKit) leave() error {
	w.inFrame = false
	return w.post("/frame", map[string]any{"id": nil}, nil)
}

// act sends input to the window.
func (w *webKit) act(sources []source) error {
	if err := w.enter(Page); err != nil {
		return err
	}
	return w.post("/actions", map[string]any{"actions": sources}, nil)
}

func (w *webKit) Press(keys []string, modifiers ...string) error {
	return w.act(pressing(keys, modifiers))
}

func (w *webKit) Click(x, y float64) error { return w.act(clicking(x, y)) }

func (w *webKit) windows() (handles []string, err error) {
	return handles, w.get("/window/handles", &handles)
}

func (w *webKit) Tabs() (int, error) {
	handles, err := w.windows()
	return len(handles), err
}

func (w *webKit) Return() error {
	handles, err := w.windows()
	if err != nil {
		return err
	}
	for _, handle := range handles {
		if handle == w.first {
			continue
		}
		if err := w.turnTo(handle); err != nil {
			return err
		}
		if err := w.call(http.MethodDelete, "/window", nil, nil); err != nil {
			return err
		}
	}
	w.inFrame = false
	return w.turnTo(w.first)
}

func (w *webKit) turnTo(window string) error {
	return w.post("/window", map[string]string{"handle": window}, nil)
}

func (w *webKit) Screenshot() ([]byte, error) {
	if err := w.enter(Page); err != nil {
		return nil, err
	}
	var picture string
	if err := w.get("/screenshot", &picture); err != nil {
		return nil, err
	}
	return base64.StdEncoding.DecodeString(picture)
}

func (w *webKit) Close() {
	if w.driver != nil {
		// The driver ends the browser; both are in one group in any case.
		_ = w.call(http.MethodDelete, "", nil, nil)
	}
	w.driver.stop()
	w.display.stop()
	_ = os.RemoveAll(w.home)
}
