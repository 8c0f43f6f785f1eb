package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/elicitform/elicitform/e2e/chromium"
)

// browser is one that a journey is made in.
type browser struct {
	name string
	// command starts it with a profile in that folder.
	command func(profile, address string) ([]string, error)
}

var browsers = []browser{
	{"firefox", firefox},
	{"chromium", chromiumWindow},
}

// preferences keep Firefox from saying anything of its own.
var preferences = map[string]string{
	"accessibility.force_disabled":                      "-1",
	"app.update.enabled":                                "false",
	"browser.aboutwelcome.enabled":                      "false",
	"browser.preonboarding.enabled":                     "false",
	"browser.shell.checkDefaultBrowser":                 "false",
	"browser.startup.homepage_override.mstone":          `"ignore"`,
	"browser.tabs.warnOnClose":                          "false",
	"datareporting.policy.dataSubmissionEnabled":        "false",
	"intl.accept_languages":                             `"en-US"`,
	"network.captive-portal-service.enabled":            "false",
	"signon.rememberSignons":                            "false",
	"termsofuse.bypassNotification":                     "true",
	"toolkit.telemetry.reportingpolicy.firstRun":        "false",
	"browser.newtabpage.activity-stream.feeds.snippets": "false",
}

func firefox(profile, address string) ([]string, error) {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(preferences)) {
		fmt.Fprintf(&text, "user_pref(%q, %s);\n", name, preferences[name])
	}
	if err := os.MkdirAll(profile, 0o700); err != nil {
		return nil, err
	}
	err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(text.String()), 0o600)
	return []string{"firefox-esr", "--no-remote", "--profile", profile, address}, err
}

func chromiumWindow(profile, address string) ([]string, error) {
	path, err := chromium.Find(chromium.Windowed)
	return []string{
		path, "--no-sandbox", "--no-first-run", "--force-renderer-accessibility", "--disable-gpu", "--disable-dev-shm-usage",
		"--user-data-dir=" + profile, "--password-store=basic", "--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--lang=en-US", address,
	}, err
}
