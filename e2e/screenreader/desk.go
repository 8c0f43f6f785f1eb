package main

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

//go:embed orca-customizations.py
var customizations string

// desk is a desktop that nobody sees: a display, a bus, a window manager and the screen
// reader, with a home of its own. Nothing of it is the person's who runs this.
type desk struct {
	home    string
	env     []string
	running []*exec.Cmd
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
	// The display chooses a number that is free, and tells it when it is there.
	number, err := d.startAndRead("Xvfb", "-displayfd", "1", "-screen", "0", "1280x1000x24", "-nolisten", "tcp")
	if err != nil {
		return d, err
	}
	d.env = append(d.env, "DISPLAY=:"+number)
	address, err := d.startAndRead("dbus-daemon", "--session", "--nofork", "--print-address=1")
	if err != nil {
		return d, err
	}
	d.env = append(d.env, "DBUS_SESSION_BUS_ADDRESS="+address)
	for _, command := range [][]string{
		{"/usr/libexec/at-spi-bus-launcher", "--launch-immediately"},
		{"openbox"},
	} {
		if _, err := d.start(command[0], command[1:]...); err != nil {
			return d, err
		}
	}
	if err := d.run("gsettings", "set", "org.gnome.desktop.interface", "toolkit-accessibility", "true"); err != nil {
		return d, err
	}
	if _, err := d.start("orca"); err != nil {
		return d, err
	}
	if !until(patience, func() bool {
		said, _ := d.said()
		return len(said) > 0 && said[0].kind == "ready"
	}) {
		return d, errors.New("the screen reader does not start")
	}
	return d, d.quiet()
}

// start starts a program of the desktop. What it prints goes into a file.
func (d *desk) start(name string, args ...string) (*exec.Cmd, error) {
	log, err := os.Create(d.log(name))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd := exec.Command(name, args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = d.env, log, log
	return cmd, d.launch(cmd)
}

// launch starts a command in a session of its own, which is ended as a whole. A screen
// reader that waits for the processor while the page goes on leaves things out: what is
// allowed to goes before the machine's other work.
func (d *desk) launch(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	_ = os.WriteFile(fmt.Sprintf("/proc/%d/autogroup", cmd.Process.Pid), []byte("-15"), 0)
	_ = syscall.Setpriority(syscall.PRIO_PGRP, cmd.Process.Pid, -15)
	d.running = append(d.running, cmd)
	return nil
}

// startAndRead does the same as start for a program that prints a line when it is ready,
// and returns the line.
func (d *desk) startAndRead(name string, args ...string) (string, error) {
	log, err := os.Create(d.log(name))
	if err != nil {
		return "", err
	}
	defer log.Close()
	cmd := exec.Command(name, args...)
	cmd.Env, cmd.Stderr = d.env, log
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := d.launch(cmd); err != nil {
		return "", err
	}
	line := make(chan string, 1)
	go func() {
		read := bufio.NewReader(out)
		text, _ := read.ReadString('\n')
		line <- strings.TrimSpace(text)
		_, _ = io.Copy(io.Discard, read)
	}()
	select {
	case text := <-line:
		if text == "" {
			return "", fmt.Errorf("%s has ended", name)
		}
		return text, nil
	case <-time.After(patience):
		return "", fmt.Errorf("%s does not start", name)
	}
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

// log is the file with what a program prints.
func (d *desk) log(name string) string { return filepath.Join(d.home, filepath.Base(name)+".log") }

// logs are the last lines of what the programs have printed, as an error.
func (d *desk) logs() error {
	files, _ := filepath.Glob(d.log("*"))
	var all []error
	for _, file := range files {
		text, _ := os.ReadFile(file)
		if len(text) > 0 {
			all = append(all, fmt.Errorf("%s: %s", filepath.Base(file), text[max(0, len(text)-800):]))
		}
	}
	return errors.Join(all...)
}

// close ends what was started, the last first. What was written is kept in a folder, if
// one is named.
func (d *desk) close(keep string) {
	for i := len(d.running) - 1; i >= 0; i-- {
		cmd := d.running[i]
		group := -cmd.Process.Pid
		_ = syscall.Kill(group, syscall.SIGTERM)
		ended := make(chan struct{})
		go func() {
			_ = cmd.Wait()
			close(ended)
		}()
		select {
		case <-ended:
		case <-time.After(3 * time.Second):
		}
		_ = syscall.Kill(group, syscall.SIGKILL)
		<-ended
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
