package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

// released fails unless the changelog can be published with the version. A version without
// a date can only be rehearsed, which final rules out.
func (b *builder) released(final bool) error {
	own, err := b.ownManifest()
	if err != nil {
		return err
	}
	changelog, err := os.ReadFile(b.path("CHANGELOG.md"))
	if err != nil {
		return err
	}
	dated, err := describes(string(changelog), own.Version)
	if err != nil {
		return fmt.Errorf("CHANGELOG.md %w", err)
	}
	if !dated && final {
		return fmt.Errorf("CHANGELOG.md gives version %s no date", own.Version)
	}
	fmt.Fprintf(b.log, "version %s, with its section in CHANGELOG.md\n", own.Version)
	if !dated {
		fmt.Fprintln(b.log, "This is a rehearsal: the version has no date yet, and what is published needs one.")
	}
	return nil
}

var (
	firstSection = regexp.MustCompile(`(?ms)^## ([^\n]*)\n(.*?)(?:^## |\z)`)
	datedVersion = regexp.MustCompile(`^(\d+\.\d+\.\d+(?:-[\w.]+)?) – (?:(\d{4}-\d{2}-\d{2})|unreleased)$`)
)

// describes says what keeps a changelog from being published with a version: its
// first section has to be that of the version, with something in it. It reports whether that
// has a date, or is still called unreleased.
func describes(changelog, version string) (dated bool, err error) {
	section := firstSection.FindStringSubmatch(changelog)
	if section == nil {
		return false, fmt.Errorf("has no section")
	}
	title, text := section[1], strings.TrimSpace(section[2])
	found := datedVersion.FindStringSubmatch(title)
	switch {
	case found == nil:
		return false, fmt.Errorf("begins with the section %q and not with %q: give what is new the version of package.json and the date",
			title, "## "+version+" – YYYY-MM-DD")
	case found[1] != version:
		return false, fmt.Errorf("begins with version %s, and package.json says %s", found[1], version)
	case text == "":
		return false, fmt.Errorf("says nothing of version %s", version)
	}
	return found[2] != "", nil
}
