package main

import (
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/elicitform/elicitform/e2e/process"
)

//go:embed orca-customizations.py
var customizations string

// desk is a virtual desktop: a display, a bus, a window manager and the screen
// reader, with a home of its own. Nothing of it is the person's who runs this.
type desk struct {
	home    string
	env     []string
	running []*process.Process
	spoken  string
}

// noOther answers Orca when it asks with pgrep for others of the same user: it ends them or
// itself, and the person who runs this may need theirs.
const noOther = "#!/bin/sh\nexit 1\n"

// patience is how long something may take that takes a second.
const patience = 60 * time.Second

// starts is how often a desktop is started before that counts as an error. Only starting
// is tried again: what was said then is never.
const starts = 3

// newDesk starts a desktop.
func newDesk() (*desk, error) {
	var all []error
	for range starts {
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
			d.close("")
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
	if err := os.WriteFile(folder("bin/pgrep"), []byte(noOther), 0o700); err != nil {
		return d, err
	}
	// The display chooses a number that is free. Display and bus print where they are when
	// they are there.
	for _, program := range []struct{ variable, command string }{
		{"DISPLAY=:", "Xvfb -displayfd 1 -screen 0 1280x1000x24 -nolisten tcp"},
		{"DBUS_SESSION_BUS_ADDRESS=", "dbus-daemon --session --nofork --print-address=1"},
	} {
		started, err := d.start(strings.Fields(program.command)...)
		if err != nil {
			return d, err
		}
		said, err := started.Await(regexp.MustCompile(`(?m)^(\d+|unix:.*)$`))
		if err != nil {
			return d, err
		}
		d.env = append(d.env, program.variable+said)
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
		said, _ := d.said()
		return len(said) > 0 && said[0].kind == "ready"
	}) {
		return d, errors.New("the screen reader does not start")
	}
	return d, d.quiet()
}

// start starts a program of the desktop in a session of its own. A screen reader that waits
// for the processor while the page goes on leaves things out, so the desktop goes before the
// machine's other work where that is allowed.
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

// run runs a command to its end.
func (d *desk) run(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Env = d.env
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, out)
	}
	return nil
}

// logs are the last lines of what the programs have printed, as an error.
func (d *desk) logs() error {
	var all []error
	for _, program := range d.running {
		text := program.Output()
		all = append(all, errors.New(text[max(0, len(text)-800):]))
	}
	return errors.Join(all...)
}

// close ends what was started, the last first. What was written and printed is kept in a
// folder, if one is named.
func (d *desk) close(keep string) {
	for i, program := range slices.Backward(d.running) {
		program.Stop()
		_ = os.WriteFile(filepath.Join(d.home, fmt.Sprintf("%d.log", i)), []byte(program.Output()), 0o600)
	}
	if keep != "" && os.Rename(d.home, keep) == nil {
		return
	}
	_ = os.RemoveAll(d.home)
}

// until asks again and again, and reports whether the answer was yes in time.
func until(limit time.Duration, asked func() bool) bool {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(look) {
		if asked() {
			return true
		}
	}
	return asked()
}
