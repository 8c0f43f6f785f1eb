package e2e

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// clientOutcome is the outcome of a client scenario: the checks of the suite, and the replies that the client has got.
type clientOutcome struct {
	checks string
	got    string
}

// scenarioLine is a scenario in the suite's own list, with the revisions that it supports.
var scenarioLine = regexp.MustCompile(`(?m)^\s+- (\S+) \[(\S+)\]$`)

// resultFolder matches the suite's name of the folder of a scenario's results: the scenario and a time.
var resultFolder = regexp.MustCompile(`^(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$`)

// ofExtensions is the suite's word in place of the revisions of a scenario about an extension.
const ofExtensions = "extension"

// ofEach stands for the revision that the suite itself chooses for a scenario.
const ofEach = "each its own"

// clientScenarios are all client scenarios of the suite that need no authorization, by the
// revisions that they support. The suite itself lists them.
func clientScenarios(t *testing.T) map[string][]string {
	t.Helper()
	list, err := exec.Command(newerNode(), conformanceSuite(), "list", "--client").Output()
	must(t, err)
	scenarios := map[string][]string{}
	for _, line := range scenarioLine.FindAllStringSubmatch(string(list), -1) {
		if !strings.HasPrefix(line[1], "auth/") {
			for revision := range strings.SplitSeq(line[2], ",") {
				scenarios[revision] = append(scenarios[revision], line[1])
			}
		}
	}
	return scenarios
}

// runClientScenarios runs the scenarios that the official client of a revision supports, all in one run of the
// suite. The way names the layer between the client and its transport; see testdata/clients.mjs.
func runClientScenarios(t *testing.T, clients, way, revision string, scenarios []string) map[string]clientOutcome {
	t.Helper()
	results := t.TempDir()
	client := "node " + testsite.Path("e2e", "official", "client.mjs") + " " + clients + way
	arguments := []string{
		"client", "--suite", "all", "--output-dir", results, "--timeout", "120000",
		// The suite hands this to a shell, and the address of its server with it.
		"--command", "case ' " + strings.Join(scenarios, " ") + " ' in *\" $MCP_CONFORMANCE_SCENARIO \"*) ;; *) exit 1 ;; esac; " + client,
	}
	if revision != ofExtensions && revision != ofEach {
		arguments = append(arguments, "--spec-version", revision)
	}
	suite, err := startNode(newerNode(), conformanceSuite(), arguments)
	must(t, err)
	defer suite.Stop()
	// The suite ends with an error, because its other scenarios have no client.
	<-suite.Ended
	folders, err := os.ReadDir(results)
	must(t, err)
	outcomes := map[string]clientOutcome{}
	for _, folder := range folders {
		name := resultFolder.FindStringSubmatch(folder.Name())
		if name == nil {
			continue
		}
		var made []string
		for _, c := range readChecks(t, filepath.Join(results, folder.Name(), "checks.json")) {
			if c.Status == "INFO" {
				continue
			}
			made = append(made, fmt.Sprintf("%s %s: %s %s", c.ID, c.Name, c.Status, c.ErrorMessage))
		}
		slices.Sort(made)
		got, err := os.ReadFile(filepath.Join(results, folder.Name(), "stdout.txt"))
		must(t, err)
		outcomes[name[1]] = clientOutcome{strings.Join(made, "\n"), string(got)}
	}
	if len(outcomes) == 0 {
		t.Fatalf("the suite has left nothing\n%s", suite.Output())
	}
	return outcomes
}

// packageScripts puts the scripts of the npm package that clients.mjs needs into one
// folder, as the package has them.
func packageScripts(t *testing.T) string {
	t.Helper()
	_, err := testsite.Built()
	must(t, err)
	folder := t.TempDir()
	for _, script := range []string{"index.js", "forms.js", "testing.js"} {
		text, err := os.ReadFile(testsite.Path("build", "ts", "package", script))
		must(t, err)
		must(t, os.WriteFile(filepath.Join(folder, script), text, 0o600))
	}
	return folder
}

// TestConformanceClients covers N31, checked by the official suite: in every client
// scenario that needs no authorization, the official clients do and get the same with
// interceptElicitations before their transport as without. With REVISIONS=all each scenario
// runs at each revision that it supports, and with a transport made with our fetch too.
// Rows: N31.
func TestConformanceClients(t *testing.T) {
	t.Parallel()
	program, err := startNode("node", testsite.Path("e2e", "testdata", "clients.mjs"), []string{packageScripts(t)})
	must(t, err)
	t.Cleanup(program.Stop)
	endpoint, err := endpoint(program)
	must(t, err)
	clients := strings.TrimSuffix(endpoint, "mcp")
	supporting := clientScenarios(t)
	if len(supporting) < 4 {
		t.Fatalf("the suite lists %v", supporting)
	}
	ways := []string{"behind", "fetching"}
	if os.Getenv("REVISIONS") != "all" {
		all := slices.Concat(slices.Collect(maps.Values(supporting))...)
		slices.Sort(all)
		supporting, ways = map[string][]string{ofEach: slices.Compact(all)}, ways[:1]
	}
	for revision, scenarios := range supporting {
		t.Run(revision, func(t *testing.T) {
			t.Parallel()
			plain := runClientScenarios(t, clients, "plain", revision, scenarios)
			for _, scenario := range scenarios {
				checks := plain[scenario].checks
				if !strings.Contains(checks, ": SUCCESS") || strings.Contains(checks, ": FAILURE") || strings.Contains(checks, ": WARNING") {
					t.Errorf("%s: the plain client does not pass: %q\n%s", scenario, checks, plain[scenario].got)
				}
			}
			for _, way := range ways {
				wrapped := runClientScenarios(t, clients, way, revision, scenarios)
				for _, scenario := range scenarios {
					if wrapped[scenario] != plain[scenario] {
						t.Errorf("%s: plain\n%+v\n%s\n%+v", scenario, plain[scenario], way, wrapped[scenario])
					}
				}
			}
		})
	}
}
