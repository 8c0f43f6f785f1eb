package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/elicitform/elicitform/e2e/driver"
	"github.com/elicitform/elicitform/e2e/process"
)

//go:embed orca-customizations.py
var customizations string

// desk is a desktop with its own home folder: a display, a bus, a window manager and the screen reader.
type desk struct {
	home    string
	env     []string
	running []*process.Process
	spoken  string
}

// emptyPgrep stands in for pgrep. With it Orca finds no other Orca of the same user, and so does not end the user's own.
const emptyPgrep = "#!/bin/sh\nexit 1\n"

// patience bounds each wait, which takes about a second; only a hang reaches it.
const patience = 60 * time.Second

// maxStarts limits the attempts to start a desktop. A journey is never tried again.
const maxStarts = 3

func newDesk() (*desk, error) {
	var all []error
	for range maxStarts {
		d, err := startDesk()
		if err == nil {
			return d, nil
		}
		all = append(all, err)
	}
	return nil, errors.Join(all...)
}

func startDesk() (d *desk, err error) {
	home, err := os.MkdirTemp("", "elicitform-screenreader-")
	if err != nil {
		return nil, err
	}
	d = &desk{home: home, spoken: filepath.Join(home, "spoken.jsonl")}
	defer func() {
		if err != nil {
			err = errors.Join(err, d.logs())
			d.close()
		}
	}()
	folder := func(name string) string { return filepath.Join(home, name) }
	d.env = append(os.Environ(),
		"HOME="+home, "PATH="+folder("bin")+":"+os.Getenv("PATH"), "XDG_RUNTIME_DIR="+folder("run"), "XDG_DATA_HOME="+folder("data"), "XDG_CONFIG_HOME="+folder("config"), "XDG_CACHE_HOME="+folder("cache"),
		"GSETTINGS_BACKEND=memory", "GNOME_ACCESSIBILITY=1", "ACCESSIBILITY_ENABLED=1", "NO_AT_BRIDGE=0",
		"LANG=C.UTF-8", "LC_ALL=C.UTF-8", "SCREENREADER_SPOKEN="+d.spoken)
	for _, name := range []string{"run", "data/orca", "config", "cache", "bin"} {
		if err := os.MkdirAll(folder(name), 0o700); err != nil {
			return d, err
		}
	}
	if err := os.WriteFile(folder("data/orca/orca-customizations.py"), []byte(customizations), 0o600); err != nil {
		return d, err
	}
	if err := os.WriteFile(folder("bin/pgrep"), []byte(emptyPgrep), 0o700); err != nil {
		return d, err
	}
	// Both print their address when they are ready. The display chooses a free number.
	for _, program := range []struct{ variable, command string }{
		{"DISPLAY=:", "Xvfb -displayfd 1 -screen 0 1280x1000x24 -nolisten tcp"},
		{"DBUS_SESSION_BUS_ADDRESS=", "dbus-daemon --session --nofork --print-address=1"},
	} {
		started, err := d.start(strings.Fields(program.command)...)
		if err != nil {
			return d, err
		}
		address, err := started.Await(regexp.MustCompile(`(?m)^(\d+|unix:.*)$`))
		if err != nil {
			return d, err
		}
		d.env = append(d.env, program.variable+address)
	}
	if err := d.run("gsettings", "set", "org.gnome.desktop.interface", "toolkit-accessibility", "true"); err != nil {
		return d, err
	}
	for _, command := range []string{"/usr/libexec/at-spi-bus-launcher --launch-immediately", "openbox", "orca"} {
		if _, err := d.start(strings.Fields(command)...); err != nil {
			return d, err
		}
	}
	if !until(patience, func() bool {
		speech, _ := d.readSpeech()
		return len(speech) > 0 && speech[0].kind == "ready"
	}) {
		return d, errors.New("the screen reader does not start")
	}
	return d, d.quiet()
}

// start starts a program in its own process session, with a high priority if the system allows that: Orca drops
// sentences while it waits for the processor.
func (d *desk) start(command ...string) (*process.Process, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env, cmd.SysProcAttr = d.env, &syscall.SysProcAttr{Setsid: true}
	program, err := process.Start(cmd)
	if err != nil {
		return nil, err
	}
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/autogroup", program.ID()), []byte("-15"), 0)
	_ = syscall.Setpriority(syscall.PRIO_PGRP, program.ID(), -15)
	d.running = append(d.running, program)
	return program, nil
}

func (d *desk) run(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Env = d.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// logs returns the last output of each program as an error.
func (d *desk) logs() error {
	var all []error
	for _, program := range d.running {
		text := program.Output()
		all = append(all, errors.New(text[max(0, len(text)-800):]))
	}
	return errors.Join(all...)
}

// close ends the programs in the reverse order of their start.
func (d *desk) close() {
	for _, program := range slices.Backward(d.running) {
		program.Stop()
	}
	_ = os.RemoveAll(d.home)
}

// until polls a condition and reports whether it became true before the limit.
func until(limit time.Duration, isTrue func() bool) bool {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(pollInterval) {
		if isTrue() {
			return true
		}
	}
	return isTrue()
}

// browser is a browser that the journeys use.
type browser struct {
	name string
	// command returns the arguments that start the browser with a profile folder.
	command func(profile, address string) ([]string, error)
}

var browsers = []browser{
	{"firefox", firefox},
	{"chromium", chromiumWindow},
}

// preferences let Firefox announce its pages to the screen reader, but none of its own windows.
const preferences = driver.FirefoxSettings + `
user_pref("accessibility.force_disabled", -1);
user_pref("browser.preonboarding.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.tabs.warnOnClose", false);
user_pref("intl.accept_languages", "en-US");
`

func firefox(profile, address string) ([]string, error) {
	if err := os.MkdirAll(profile, 0o700); err != nil {
		return nil, err
	}
	err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(preferences), 0o600)
	return []string{"firefox-esr", "--no-remote", "--profile", profile, address}, err
}

func chromiumWindow(profile, address string) ([]string, error) {
	path, err := driver.ChromiumPath(driver.Windowed)
	return []string{
		path, "--no-sandbox", "--no-first-run", "--force-renderer-accessibility", "--disable-gpu", "--disable-dev-shm-usage",
		"--user-data-dir=" + profile, "--password-store=basic", "--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--lang=en-US", address,
	}, err
}

// busy reports whether a thread of the desktop runs or waits for a processor or a disk. Silence of a busy desktop
// does not end the speech.
func (d *desk) busy() bool {
	groups := map[int]bool{}
	for _, program := range d.running {
		groups[program.ID()] = true
	}
	processes, _ := filepath.Glob("/proc/[0-9]*")
	for _, process := range processes {
		if _, group := read(process); !groups[group] {
			continue
		}
		threads, _ := filepath.Glob(process + "/task/*")
		for _, thread := range threads {
			if state, _ := read(thread); state == 'R' || state == 'D' {
				return true
			}
		}
	}
	return false
}

// read reads the state and the group of a process or thread: the first and third word after "(name)".
func read(folder string) (state byte, group int) {
	text, _ := os.ReadFile(folder + "/stat")
	words := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(words) < 3 {
		return 0, 0
	}
	group, _ = strconv.Atoi(string(words[2]))
	return words[0][0], group
}

type utterance struct{ kind, text string }

// readSpeech returns everything that the screen reader has spoken.
func (d *desk) readSpeech() ([]utterance, error) {
	text, err := os.ReadFile(d.spoken)
	if err != nil {
		return nil, err
	}
	var all []utterance
	for line := range bytes.Lines(text) {
		if line[len(line)-1] != '\n' {
			break // Orca still writes this line.
		}
		var pair [2]string
		if err := json.Unmarshal(line, &pair); err != nil {
			return nil, err
		}
		all = append(all, utterance{pair[0], pair[1]})
	}
	return all, nil
}

// The speech ends with a silence in which no program is busy. The silence is longer than the second after which the
// form announces the remaining characters.
const (
	silence      = 1500 * time.Millisecond
	maxSpeech    = 2 * time.Minute
	pollInterval = 50 * time.Millisecond
)

// quiet waits for the end of the speech.
func (d *desk) quiet() error {
	before, idle := -1, time.Duration(0)
	if !until(maxSpeech, func() bool {
		speech, _ := d.readSpeech()
		switch {
		case len(speech) != before:
			before, idle = len(speech), 0
		case !d.busy():
			idle += pollInterval
		}
		return idle > silence
	}) {
		return errors.New("the speech does not end, or a program is always busy")
	}
	return nil
}
