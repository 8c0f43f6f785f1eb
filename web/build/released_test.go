package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

var (
	firstSection = regexp.MustCompile(`(?ms)^## ([^\n]*)\n(.*?)(?:^## |\z)`)
	datedVersion = regexp.MustCompile(`^(\d+\.\d+\.\d+(?:-[\w.]+)?) – (?:(\d{4}-\d{2}-\d{2})|unreleased)$`)
)

// describes checks that the first section of a changelog describes a version. It reports
// whether the section has a date, or is still called unreleased.
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

// projectAndManifest returns a builder for the project, and its package.json.
func projectAndManifest(t *testing.T) (*builder, manifest) {
	t.Helper()
	root, err := projectRoot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b := &builder{root: root}
	own, err := b.ownManifest()
	if err != nil {
		t.Fatal(err)
	}
	return b, own
}

// TestChangelogOfARelease: "make release" publishes only what CHANGELOG.md describes. A version
// without a date can be rehearsed, and not published.
func TestChangelogOfARelease(t *testing.T) {
	release := os.Getenv("ELICITFORM_RELEASE")
	if release == "" {
		t.Skip("only make release looks at the changelog")
	}
	b, own := projectAndManifest(t)
	changelog, err := os.ReadFile(b.path("CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	dated, err := describes(string(changelog), own.Version)
	switch {
	case err != nil:
		t.Errorf("CHANGELOG.md %v", err)
	case dated:
		t.Logf("version %s, with its section in CHANGELOG.md", own.Version)
	case release == "final":
		t.Errorf("CHANGELOG.md gives version %s no date", own.Version)
	default:
		t.Logf("version %s. This is a rehearsal: the version has no date yet, and what is published needs one.", own.Version)
	}
}

func TestChangelogDescribesTheVersion(t *testing.T) {
	const ready = "# Changelog\n\n## 1.2.0 – 2026-12-01\n\n* More.\n\n## 1.1.0 – 2026-11-01\n\n* Less.\n"
	for changelog, want := range map[string]bool{ready: true, strings.Replace(ready, "2026-12-01", "unreleased", 1): false} {
		if dated, err := describes(changelog, "1.2.0"); err != nil || dated != want {
			t.Errorf("%v, %v for %s", dated, err, changelog)
		}
	}
	for name, c := range map[string]struct{ changelog, version, want string }{
		"only unreleased":      {"# Changelog\n\n## Unreleased\n\n* More.\n", "1.2.0", `not with "## 1.2.0 – YYYY-MM-DD"`},
		"unreleased above":     {strings.Replace(ready, "## 1.2.0", "## Unreleased\n\n* Yet more.\n\n## 1.2.0", 1), "1.2.0", `begins with the section "Unreleased"`},
		"another version":      {ready, "1.3.0", "begins with version 1.2.0, and package.json says 1.3.0"},
		"an older version":     {ready, "1.1.0", "begins with version 1.2.0"},
		"no date":              {strings.Replace(ready, " – 2026-12-01", "", 1), "1.2.0", `the section "1.2.0"`},
		"a malformed date":     {strings.Replace(ready, "2026-12-01", "soon", 1), "1.2.0", "YYYY-MM-DD"},
		"an empty section":     {strings.Replace(ready, "* More.\n", "", 1), "1.2.0", "says nothing of version 1.2.0"},
		"no section at all":    {"# Changelog\n", "1.2.0", "has no section"},
		"a version in a title": {strings.Replace(ready, "1.2.0 –", "Version 1.2.0 –", 1), "1.2.0", "begins with the section"},
	} {
		if _, err := describes(c.changelog, c.version); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
