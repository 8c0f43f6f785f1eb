package message

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// section returns the text below a heading of docs/reference/errors.md, up to the next heading.
func section(t *testing.T, heading string) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/reference/errors.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := strings.Cut(string(page), "\n"+heading+"\n")
	if !found {
		t.Errorf("docs/reference/errors.md has no heading %q", heading)
	}
	text, _, _ = strings.Cut(text, "\n#")
	return text
}

var (
	codeRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\|(.*)$")
	table   = regexp.MustCompile(`(?m)^\| (code|reason|end) \|`)
)

// codes returns the first cells of a text's tables. A row describes the event, and the remedy if there is one.
func codes(t *testing.T, text string) (all []string) {
	t.Helper()
	for _, row := range codeRow.FindAllStringSubmatch(text, -1) {
		all = append(all, row[1])
		if len(strings.Trim(row[2], " |")) < 10 {
			t.Errorf("%s: the row says nothing", row[1])
		}
	}
	return all
}

func (p protocol) values(groups ...string) (all []string) {
	for _, name := range groups {
		for _, entry := range p[name] {
			all = append(all, fmt.Sprint(entry[1]))
		}
	}
	return all
}

func expectSame(t *testing.T, where string, got, want []string) {
	t.Helper()
	for _, code := range want {
		if !slices.Contains(got, code) {
			t.Errorf("docs/reference/errors.md has no row for %q in %q", code, where)
		}
	}
	for i, code := range got {
		if !slices.Contains(want, code) {
			t.Errorf("docs/reference/errors.md has a row for %q in %q, which no code makes", code, where)
		}
		if slices.Contains(got[:i], code) {
			t.Errorf("docs/reference/errors.md has two rows for %q in %q", code, where)
		}
	}
}

// TestEachCodeIsDocumented: docs/reference/errors.md has a row for each code and reason of protocol.json, and no other rows.
func TestEachCodeIsDocumented(t *testing.T) {
	p := readProtocol(t)
	expectSame(t, "codes", codes(t, section(t, "## Codes of ElicitationError")), p.values("codes", "relayCodes"))
	expectSame(t, "reasons", codes(t, section(t, "## Why a request is rejected")), p.values("reasons"))
	expectSame(t, "relay", codes(t, section(t, "## Reasons of a relay")), p.values("relayReasons", "relayFull"))

	// The failures are in two tables. "internal" is both a code and a reason for the end of a program.
	frame := codes(t, section(t, "## Why a frame does not load"))
	request := codes(t, section(t, "## Why a request on the screen ends without a result"))
	expectSame(t, "failures", append(frame, request...), p.values("failures"))

	adapters := section(t, "## AdapterError")
	heads := table.FindAllStringIndex(adapters, -1)
	if len(heads) != 2 {
		t.Fatal("the section on AdapterError has two tables")
	}
	source, err := os.ReadFile("../../npm/adapters/answers.ts")
	if err != nil {
		t.Fatal(err)
	}
	union := regexp.MustCompile(`type AdapterErrorCode = (.*);`).FindStringSubmatch(string(source))
	if union == nil {
		t.Fatal("there is no AdapterErrorCode")
	}
	expectSame(t, "codes of AdapterError", codes(t, adapters[:heads[1][0]]), strings.Split(strings.ReplaceAll(union[1], `"`, ""), " | "))
	expectSame(t, "reasons of AdapterError", codes(t, adapters[heads[1][0]:]), p.values("adapterReasons"))
}

// TestLimitsAreDocumented: the table of rejected requests has the limits of protocol.json.
func TestLimitsAreDocumented(t *testing.T) {
	text := strings.ReplaceAll(section(t, "## Why a request is rejected"), ",", "")
	p := readProtocol(t)
	checked := 0
	for _, entry := range append(p["limits"], p["formLimits"]...) {
		switch entry[0] {
		case "MaxText", "MaxDepth", "MaxDigits", "MaxExponent", "MaxProperties", "MaxOptions", "MaxOptionsTotal":
			checked++
			if number := fmt.Sprintf("%.0f", entry[1]); !regexp.MustCompile(`\b` + number + `\b`).MatchString(text) {
				t.Errorf("docs/reference/errors.md does not name %s, which is %s", entry[0], number)
			}
		}
	}
	if checked != 7 {
		t.Errorf("%d limits", checked)
	}
}

// TestEachFindingIsDocumented: docs/reference/errors.md has a row for each finding about a request.
func TestEachFindingIsDocumented(t *testing.T) {
	want := []string{"secret"}
	for prefix, names := range map[string][]string{
		"unsupported:": constants(t, "../../internal/schema/field.go", "Obstacle"),
		"note:":        constants(t, "../../internal/schema/field.go", "Remark"),
		"link:":        append(constants(t, "../../internal/urlcheck/link.go", "Block"), constants(t, "../../internal/urlcheck/caution.go", "Caution")...),
	} {
		t.Run(prefix, func(t *testing.T) {
			for _, name := range names {
				want = append(want, prefix+name)
			}
		})
	}
	// The lists are read from the source, so these check the reading.
	for _, known := range []string{"note:shortened", "unsupported:too-much", "link:long", "link:too-long"} {
		if !slices.Contains(want, known) {
			t.Errorf("%s is not among the constants", known)
		}
	}
	expectSame(t, "findings", codes(t, section(t, "### Findings")), want)
}

// constants returns the values of a type's constants in a file.
func constants(t *testing.T, file, typeName string) (all []string) {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, match := range regexp.MustCompile(`(?m)^\t\w+\s+`+typeName+`\s+= "([^"]+)"`).FindAllStringSubmatch(string(source), -1) {
		all = append(all, match[1])
	}
	return all
}

// TestOtherCodesAreDocumented: docs/reference/errors.md has the codes in the source of the scripts.
func TestOtherCodesAreDocumented(t *testing.T) {
	read := func(pattern string, files ...string) (all []string) {
		for _, file := range files {
			source, err := os.ReadFile("../" + file)
			if err != nil {
				t.Fatal(err)
			}
			for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(source), -1) {
				if !slices.Contains(all, match[1]) {
					all = append(all, match[1])
				}
			}
		}
		return all
	}
	expectSame(t, "words-missing", codes(t, section(t, "### words-missing")), read(`"(bad|late)"`, "host/words.ts"))
	expectSame(t, "how a round ends", codes(t, section(t, "### How a round ends")), strings.Split(strings.ReplaceAll(
		strings.Join(read(`type RelayEnd = (.*);`, "../relay/typescript/relay-store.ts"), ""), `"`, ""), " | "))
	statuses := section(t, "### Statuses of the relay's endpoint")
	sourceStatuses := read(`(?:json\(|\? |: )([245]\d\d)\b`, "../relay/typescript/http.ts")
	for _, status := range sourceStatuses {
		// The status of a preflight request is never read.
		if status != "204" && !regexp.MustCompile(`(?m)^\|[ \d,]*\b`+status+`\b[ \d,]*\|`).MatchString(statuses) {
			t.Errorf("docs/reference/errors.md has no row for the status %s", status)
		}
	}
	for _, status := range regexp.MustCompile(`\b[245]\d\d\b`).FindAllString(strings.Join(regexp.MustCompile(`(?m)^\|[ \d,]+\|`).FindAllString(statuses, -1), ""), -1) {
		if !slices.Contains(sourceStatuses, status) {
			t.Errorf("the endpoint has no status %s", status)
		}
	}
	found := read(`(?:fault|advice|say|:?\s*advice\)|:?\s*fault\))\(\s*["']([a-z-]+)["']`,
		"../npm/cli/asset.ts", "../npm/cli/deployment.ts", "../npm/cli/finding.ts")
	found = append(found, read("fault\\(`(policy)-\\$\\{kind\\}`", "../npm/cli/deployment.ts")...)
	if i := slices.Index(found, "policy"); i < 0 {
		t.Error("the findings about policies are not found")
	} else {
		found = append(slices.Delete(found, i, i+1), "policy-script", "policy-style")
	}
	expectSame(t, "npx elicitform check", codes(t, section(t, "## What npx elicitform check finds")), found)
}
