package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
)

// version is the version of this project, from its package.json.
func (b *builder) version() (string, error) {
	text, err := os.ReadFile(b.path("package.json"))
	if err != nil {
		return "", err
	}
	var own struct{ Version string }
	if err := json.Unmarshal(text, &own); err != nil {
		return "", fmt.Errorf("package.json: %w", err)
	}
	if own.Version == "" {
		return "", fmt.Errorf("package.json has no version")
	}
	return own.Version, nil
}

// released fails unless the changelog can be published with the version.
func (b *builder) released() error {
	version, err := b.version()
	if err != nil {
		return err
	}
	changelog, err := os.ReadFile(b.path("CHANGELOG.md"))
	if err != nil {
		return err
	}
	if err := describes(string(changelog), version); err != nil {
		return fmt.Errorf("CHANGELOG.md %w", err)
	}
	fmt.Fprintf(b.log, "version %s, with its section in CHANGELOG.md\n", version)
	return nil
}

var (
	versionHeading = regexp.MustCompile(`(?m)^## (.*)\n`)
	datedVersion   = regexp.MustCompile(`^(\d+\.\d+\.\d+(?:-[\w.]+)?) – \d{4}-\d{2}-\d{2}$`)
)

// describes says what keeps a changelog from being published with a version: its
// first section has to be that of the version, with a date and with something in it.
func describes(changelog, version string) error {
	headings := versionHeading.FindAllStringSubmatchIndex(changelog, -1)
	if len(headings) == 0 {
		return fmt.Errorf("has no section")
	}
	title := changelog[headings[0][2]:headings[0][3]]
	end := len(changelog)
	if len(headings) > 1 {
		end = headings[1][0]
	}
	text := strings.TrimSpace(changelog[headings[0][1]:end])
	found := datedVersion.FindStringSubmatch(title)
	switch {
	case found == nil:
		return fmt.Errorf("begins with the section %q and not with %q: what is new has no version yet. Give it the version of package.json and the date", title, "## "+version+" – YYYY-MM-DD")
	case found[1] != version:
		return fmt.Errorf("begins with version %s, and package.json says %s", found[1], version)
	case text == "":
		return fmt.Errorf("says nothing of version %s", version)
	}
	return nil
}
