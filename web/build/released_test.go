package main

import (
	"strings"
	"testing"
)

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
		"a date that is none":  {strings.Replace(ready, "2026-12-01", "soon", 1), "1.2.0", "YYYY-MM-DD"},
		"nothing in it":        {strings.Replace(ready, "* More.\n", "", 1), "1.2.0", "says nothing of version 1.2.0"},
		"no section at all":    {"# Changelog\n", "1.2.0", "has no section"},
		"a version in a title": {strings.Replace(ready, "1.2.0 –", "Version 1.2.0 –", 1), "1.2.0", "begins with the section"},
	} {
		if _, err := describes(c.changelog, c.version); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
