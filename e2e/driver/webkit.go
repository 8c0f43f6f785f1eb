package driver

import (
	"bytes"
	"encoding/json"
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

	"github.com/elicitform/elicitform/e2e/process"
)

// webKit is WebKitGTK's MiniBrowser on a virtual display, driven by WebKitWebDriver over HTTP.
type webKit struct {
	display, driver *process.Process
	home            string
	session         string // the address of the commands
	first           string // the name of the window
	inFrame         bool   // where the last command went
}

// miniBrowsers is where distributions put the browser, which is in no folder of PATH.
var miniBrowsers = []string{
	"/usr/lib/*/webkit2gtk-4.*/MiniBrowser", "/usr/lib/webkit2gtk-4.*/MiniBrowser", "/usr/libexec/webkit2gtk-4.*/MiniBrowser",
}

var displayNumber = regexp.MustCompile(`(?m)^(\d+)$`)

func launchWebKit() (Browser, error) {
	names := []string{"MiniBrowser"}
	for _, pattern := range miniBrowsers {
		found, _ := filepath.Glob(pattern)
		names = append(names, found...)
	}
	browser, err1 := process.Find("MINIBROWSER", names...)
	driver, err2 := process.Find("WEBKITWEBDRIVER", "WebKitWebDriver")
	display, err3 := process.Find("XVFB", "Xvfb")
	home, err4 := os.MkdirTemp("", "elicitform-webkit-")
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		return nil, err
	}
	w := &webKit{home: home}
	if err := w.launch(display, driver, browser); err != nil {
		w.Close()
		return nil, err
	}
	return window{w}, nil
}

func (w *webKit) launch(display, driver, browser string) error {
	var err error
	// The display is chosen by the server, which prints its number.
	w.display, err = process.Start(exec.Command(display, "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"))
	if err != nil {
		return err
	}
	number, err := w.display.Await(displayNumber)
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
	if w.driver, err = process.Start(cmd); err != nil {
		return err
	}
	w.session = "http://127.0.0.1:" + port
	// The driver prints nothing when it takes commands.
	for end := time.Now().Add(Patience); w.get("/status", nil) != nil; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			return w.driver.Failure("did not start in time")
		}
	}
	var session struct{ SessionID string }
	options := map[string]any{"webkitgtk:browserOptions": map[string]any{"binary": browser, "args": []string{"--automation"}}}
	if err := w.post("/session", map[string]any{"capabilities": map[string]any{"alwaysMatch": options}}, &session); err != nil {
		return fmt.Errorf("start %s: %w", browser, err)
	}
	w.session += "/session/" + session.SessionID
	if err := w.get("/window", &w.first); err != nil {
		return err
	}
	return w.post("/window/rect", map[string]int{"width": windowWidth, "height": windowHeight}, nil)
}

func freePort() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return strconv.Itoa(listener.Addr().(*net.TCPAddr).Port), nil
}

func (w *webKit) call(method, path string, params, into any) error {
	var body bytes.Buffer
	if method == http.MethodPost {
		if err := json.NewEncoder(&body).Encode(params); err != nil {
			return err
		}
	}
	request, err := http.NewRequest(method, w.session+path, &body)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var got struct {
		Value json.RawMessage `json:"value"`
	}
	if err := json.NewDecoder(response.Body).Decode(&got); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %.400s", method, path, got.Value)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(got.Value, into)
}

func (w *webKit) post(path string, params, into any) error {
	return w.call(http.MethodPost, path, params, into)
}

func (w *webKit) get(path string, into any) error { return w.call(http.MethodGet, path, nil, into) }

func (w *webKit) Open(url string) error {
	if err := w.leave(); err != nil {
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
		return w.leave()
	}
	// The member by which WebDriver names an element.
	const element = "element-6066-11e4-a52e-4f735466cecf"
	var frames []map[string]string
	if err := w.post("/elements", map[string]string{"using": "css selector", "value": "iframe"}, &frames); err != nil {
		return err
	}
	if len(frames) == 0 {
		return ErrNoFrame
	}
	err := w.post("/frame", map[string]any{"id": map[string]string{element: frames[len(frames)-1][element]}}, nil)
	w.inFrame = err == nil
	return err
}

// leave goes back to the page, even if the frame has been removed.
func (w *webKit) leave() error {
	w.inFrame = false
	return w.post("/frame", map[string]any{"id": nil}, nil)
}

func (w *webKit) evaluate(place Place, expression string) (text string, err error) {
	if err := w.enter(place); err != nil {
		return "", err
	}
	err = w.post("/execute/sync", map[string]any{"script": "return " + expression, "args": []any{}}, &text)
	if err != nil {
		// The page may have replaced the frame.
		err = errors.Join(err, w.leave())
	}
	return text, err
}

func (w *webKit) act(sources []source) error {
	if err := w.enter(Page); err != nil {
		return err
	}
	return w.post("/actions", map[string]any{"actions": sources}, nil)
}

func (w *webKit) windows() (handles []string, err error) {
	err = w.get("/window/handles", &handles)
	return handles, err
}

func (w *webKit) Tabs() (int, error) {
	handles, err := w.windows()
	return len(handles), err
}

func (w *webKit) Return() error {
	handles, err := w.windows()
	for _, handle := range handles {
		if err != nil || handle == w.first {
			continue
		}
		if err = w.turnTo(handle); err == nil {
			err = w.call(http.MethodDelete, "/window", nil, nil)
		}
	}
	w.inFrame = false
	return errors.Join(err, w.turnTo(w.first))
}

func (w *webKit) turnTo(window string) error {
	return w.post("/window", map[string]string{"handle": window}, nil)
}

func (w *webKit) screenshot() (picture string, err error) {
	if err := w.enter(Page); err != nil {
		return "", err
	}
	err = w.get("/screenshot", &picture)
	return picture, err
}

func (w *webKit) Close() {
	if w.driver != nil {
		// The driver ends the browser; both are in one group in any case.
		_ = w.call(http.MethodDelete, "", nil, nil)
	}
	w.driver.Stop()
	w.display.Stop()
	_ = os.RemoveAll(w.home)
}
