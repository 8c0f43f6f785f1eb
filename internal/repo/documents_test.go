package repo

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// rowsAfter are the rows of the table whose head begins with a text, each as its cells.
func rowsAfter(t *testing.T, document, head string) (rows [][]string) {
	t.Helper()
	_, table, found := strings.Cut(document, "\n"+head)
	if !found {
		t.Fatalf("there is no table that begins with %q", head)
	}
	table, _, _ = strings.Cut(table, "\n\n")
	for _, line := range strings.Split(table, "\n")[2:] {
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows = append(rows, cells)
	}
	return rows
}

// TestDocumentsNameTestsThatExist checks all documents as TestEveryPromiseHasATest checks the promises. The copies of
// the build have tests too.
func TestDocumentsNameTestsThatExist(t *testing.T) {
	tests, named := maps.Clone(testsByName(t)), 0
	copied, _ := filepath.Glob("web/build/_slim/*/*/*/*_test.go")
	for _, file := range copied {
		for _, found := range aTest.FindAllStringSubmatch(text(t, file), -1) {
			tests[found[1]] = true
		}
	}
	sources(t, []string{".md"}, func(name string, content []byte) {
		for _, found := range namedTest.FindAllStringSubmatch(codeSpans(string(content)), -1) {
			if found[1] != "" {
				named++
				if !tests[found[1]] {
					t.Errorf("%s names %s, which is no test", name, found[1])
				}
			}
		}
	})
	if named < 100 {
		t.Errorf("%d names of tests were found", named)
	}
}

// codeSpans is a document without its blocks of code.
func codeSpans(document string) string {
	return regexp.MustCompile("(?ms)^```.*?^```").ReplaceAllString(document, "")
}

// TestComparisonHasItsSources requires a link for each claim about others, and a test for each claim about this
// project.
func TestComparisonHasItsSources(t *testing.T) {
	const document = "docs/understand/comparison.md"
	content, tests := text(t, document), testsByName(t)
	hasTest := func(cell string) bool {
		names := namedTest.FindAllStringSubmatch(cell, -1)
		return len(names) > 0 && !slices.ContainsFunc(names, func(name []string) bool { return !tests[name[1]+name[2]] })
	}
	sourced := func(cell string) bool { return cell == "not known" || strings.Contains(cell, "](") }
	clients := rowsAfter(t, content, "| | shows forms |")
	for _, row := range clients {
		ours := row[0] == "**elicitform**"
		for i, cell := range row[1:] {
			if ours && !hasTest(cell) || !ours && !sourced(cell) {
				t.Errorf("%s: column %d of %s has no test or no source: %q", document, i+2, row[0], cell)
			}
		}
	}
	field := rowsAfter(t, content, "| what people have seen |")
	for _, row := range field {
		if len(row) != 3 || !strings.Contains(row[1], "](https://") || !hasTest(row[2]) {
			t.Errorf("%s: %q has no source, or no test that exists", document, row[0])
		}
	}
	if len(clients) < 12 || len(field) < 10 || clients[0][0] != "**elicitform**" || !strings.Contains(content, "2026-11") {
		t.Errorf("%s has %d clients and %d rows of the field", document, len(clients), len(field))
	}
	if hasTest("`TestGone`") || hasTest("yes") || !hasTest("`TestComparisonHasItsSources`") || sourced("yes") {
		t.Error("a cell without a test or a source was taken, or one with a test was not")
	}
}

// TestAccessibilityStatementIsTested requires that the statement's rows are rows of the checklist, and that its excerpts
// stand in the transcripts.
func TestAccessibilityStatementIsTested(t *testing.T) {
	const document = "docs/understand/accessibility.md"
	content, checklist := text(t, document), text(t, "e2e/rows/accessibility.txt")
	criteria := rowsAfter(t, content, "| WCAG 2.2 |")
	for _, row := range criteria {
		for id := range strings.SplitSeq(row[len(row)-1], ", ") {
			if !strings.Contains("\n"+checklist, "\n"+id+" ") {
				t.Errorf("%s: %s names the row %q, which no checklist has", document, row[0], id)
			}
		}
	}
	excerpts := regexp.MustCompile("(?ms)^```transcript (\\S+)\n(.*?)^```").FindAllStringSubmatch(content, -1)
	for _, excerpt := range excerpts {
		if !strings.Contains("\n"+text(t, "e2e/screenreader/transcripts/"+excerpt[1]+".txt"), "\n"+excerpt[2]) {
			t.Errorf("%s: an excerpt does not stand in the transcript %s:\n%s", document, excerpt[1], excerpt[2])
		}
	}
	if len(criteria) < 10 || len(excerpts) < 3 {
		t.Errorf("%s has %d criteria and %d excerpts", document, len(criteria), len(excerpts))
	}
}

// unexplained lists the missed goals of the benchmarks for which no reason is given. In the
// name of a goal with a reason, … stands for any words.
func unexplained(benchmarks string, reasons [][]string) (found []string) {
	for _, missed := range regexp.MustCompile(`(?m)^\| (.*?) \|.*\*\*missed\*\*`).FindAllStringSubmatch(benchmarks, -1) {
		explained := slices.ContainsFunc(reasons, func(reason []string) bool {
			pattern := strings.ReplaceAll(regexp.QuoteMeta(reason[0]), "…", ".+")
			return len(reason) == 2 && reason[1] != "" && regexp.MustCompile("^"+pattern+"$").MatchString(missed[1])
		})
		if !explained {
			found = append(found, missed[1])
		}
	}
	return found
}

// TestMissedGoalsHaveReasons requires a reason for each missed goal of the benchmarks.
func TestMissedGoalsHaveReasons(t *testing.T) {
	reasons := rowsAfter(t, text(t, "docs/understand/performance.md"), "| goal | why it is missed |")
	for _, goal := range unexplained(text(t, "docs/benchmarks.md"), reasons) {
		t.Errorf("docs/understand/performance.md does not say why the goal %q is missed", goal)
	}
	found := unexplained("| A key, ms | 1 | **missed** |\n| A form, ms | 2 | **missed** |\n| Met, ms | 1 | met |\n", [][]string{{"A …, kB", "because"}, {"A k…, ms", "because"}})
	if !slices.Equal(found, []string{"A form, ms"}) {
		t.Errorf("without a reason are %q", found)
	}
}

// TestBrowsersAreThoseOfTheTests: the table of journeys equals that of the tests. The features that an old browser lacks
// are used where the document says.
func TestBrowsersAreThoseOfTheTests(t *testing.T) {
	const document = "docs/browsers.md"
	content := text(t, document)
	var want, got []string
	for _, journey := range regexp.MustCompile(`(?m)^\t\{"([^"]+)", (true|false), `).FindAllStringSubmatch(text(t, "e2e/engines_test.go"), -1) {
		want = append(want, journey[1]+" "+strings.ReplaceAll(strings.ReplaceAll(journey[2], "true", "yes"), "false", ""))
	}
	for _, row := range rowsAfter(t, content, "| journey, with real keys and clicks |") {
		got = append(got, row[0]+" "+row[1])
	}
	if !slices.Equal(got, want) || len(want) < 10 {
		t.Errorf("%s has the journeys\n%q, and the tests go\n%q", document, got, want)
	}
	for _, engine := range rowsAfter(t, content, "| engine | last run, November 2026 |") {
		if !strings.Contains(text(t, "e2e/driver/driver.go"), `{"`+engine[0]+`", `) {
			t.Errorf("%s names %s, in which no test runs", document, engine[0])
		}
	}
	used := rowsAfter(t, content, "| what | where | Chromium |")
	for _, row := range used {
		what, where := strings.Trim(row[0], "`"), strings.Trim(row[1], "`")
		if strings.Contains(where, "/") && !strings.Contains(text(t, where), what) {
			t.Errorf("%s: %s does not use %s", document, where, what)
		}
	}
	if len(used) < 5 || !strings.Contains(text(t, "web/bundle.mjs"), `target: "es2022"`) || !strings.Contains(content, "compiled for `es2022`") {
		t.Errorf("%s names %d things that old browsers lack, or another syntax than web/bundle.mjs", document, len(used))
	}
}
