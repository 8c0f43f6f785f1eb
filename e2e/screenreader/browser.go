package main

import (
	"os"
	"path/filepath"

	"github.com/elicitform/elicitform/e2e/driver"
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

// preferences let Firefox tell the screen reader of its pages, and nothing of its own.
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
