package api

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/cmd/elicitform-server/config"
)

// docs/reference/errors.md has a row for each reason of a problem, with its status, its title and its flag, and no other row.
func TestEachProblemIsDocumented(t *testing.T) {
	page, err := os.ReadFile("../../../docs/reference/errors.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(page), "\n## Problems of elicitform-server\n")
	if !ok {
		t.Fatal("docs/reference/errors.md has no section for the server")
	}
	text, _, _ = strings.Cut(text, "\n## ")
	rows, remedies := map[string]string{}, map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (\\d+ \\| [^|]+) \\| ([^|]{4,}) \\|$").FindAllStringSubmatch(text, -1) {
		if rows[row[1]] != "" {
			t.Errorf("two rows for %s", row[1])
		}
		rows[row[1]], remedies[row[1]] = row[2], row[3]
	}
	for name, reason := range reasons {
		if want := fmt.Sprint(reason.status, " | ", reason.title); rows[name] != want {
			t.Errorf("the row of %s is %q, want %q", name, rows[name], want)
		}
	}
	for name, row := range rows {
		if _, ok := reasons[name]; !ok {
			t.Errorf("no problem has the reason %s (%s)", name, row)
		}
	}
	for name, flag := range flags {
		isFlag := slices.ContainsFunc(config.Settings, func(s config.Setting) bool { return "--"+s.Flag == flag })
		if _, ok := reasons[name]; !ok || !isFlag || !strings.Contains(remedies[name], "`"+flag+"`") {
			t.Errorf("the flag %s of %s is none of the server, or the remedy %q lacks it", flag, name, remedies[name])
		}
	}
	for name, reason := range reasons {
		if reason.retryAfter > 0 != (reason.status == 429 || reason.status == 503) && name != "too-many-links" {
			t.Errorf("%s with status %s: the page promises Retry-After for 429 and 503 only", name, strconv.Itoa(reason.status))
		}
	}
}
