package repo

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	pinned = regexp.MustCompile(`uses: \S+@[0-9a-f]{40} # v\d+\.\d+\.\d+\n`)
	run    = regexp.MustCompile(`(?m)^ *-? *run: (.*)$`)
	target = regexp.MustCompile(`(?m)^([a-z0-9-]+):`)
)

// TestWorkflowsOnlyCallTargets: workflows run only targets, which everybody can run, use the same versions of
// actions, and may only read.
func TestWorkflowsOnlyCallTargets(t *testing.T) {
	called := map[string]bool{}
	for _, found := range target.FindAllStringSubmatch(text(t, "Makefile"), -1) {
		called["make "+found[1]] = false
	}
	names, _ := filepath.Glob(".github/workflows/*.yml")
	for _, name := range names {
		content := text(t, name)
		if len(pinned.FindAllString(content, -1)) != strings.Count(content, "uses:") {
			t.Errorf("%s: an action is not pinned by a commit with its version as comment", name)
		}
		if !strings.Contains(content, "\npermissions:\n  contents: read\n\n") {
			t.Errorf("%s may do more than read", name)
		}
		for _, found := range run.FindAllStringSubmatch(content, -1) {
			if _, is := called[found[1]]; !is {
				t.Errorf("%s runs %q, which is no make target", name, found[1])
			}
			called[found[1]] = true
		}
	}
	for _, name := range []string{"make test", "make lint", "make test-engines", "make test-examples", "make release", "make publish"} {
		if !called[name] {
			t.Errorf("no workflow calls %s", name)
		}
	}
}

var (
	job   = regexp.MustCompile(`(?m)^  ([\w-]+):\n`)
	needs = regexp.MustCompile(`(?m)^    needs: \[?([\w, -]+)\]?$`)
)

// untested lists the jobs of a workflow that can write somewhere, or publish, without these targets before them.
func untested(workflow string, targets ...string) []string {
	_, jobs, _ := strings.Cut(workflow, "\njobs:\n")
	text, before := map[string]string{}, map[string][]string{}
	at := job.FindAllStringSubmatchIndex(jobs, -1)
	for i, found := range at {
		end := len(jobs)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		name, content := jobs[found[2]:found[3]], jobs[found[1]:end]
		text[name] = content
		if listed := needs.FindStringSubmatch(content); listed != nil && !strings.Contains(content, "\n    if:") {
			before[name] = strings.Split(strings.ReplaceAll(listed[1], " ", ""), ",")
		}
	}
	var ran func(name string) string
	ran = func(name string) (all string) {
		for _, job := range before[name] {
			all += text[job] + ran(job)
		}
		return all
	}
	var found []string
	for name, content := range text {
		if !strings.Contains(content, ": write\n") && !strings.Contains(content, "run: make publish\n") {
			continue
		}
		for _, target := range targets {
			if !strings.Contains(ran(name), "run: make "+target+"\n") {
				found = append(found, name+" without "+target)
			}
		}
	}
	slices.Sort(found)
	return found
}

// TestNothingUntestedIsPublished: no workflow can publish a commit, or its tag, whose tests are not green.
func TestNothingUntestedIsPublished(t *testing.T) {
	required := []string{"lint", "test", "test-engines", "release"}
	names, _ := filepath.Glob(".github/workflows/*.yml")
	for _, name := range names {
		if found := untested(text(t, name), required...); found != nil {
			t.Errorf("%s: %q", name, found)
		}
	}
	publish := text(t, ".github/workflows/publish.yml")
	if strings.Count(publish, "FINAL: \"1\"\n") != 1 || strings.Contains(publish, "continue-on-error") {
		t.Error("publish.yml does not want the version to be final")
	}
	for change, want := range map[[2]string]string{
		{"needs: [test, engines, release]", "needs: [test, release]"}:   "tag without test-engines",
		{"needs: tag\n", "if: always()\n"}:                              "npm without release",
		{"run: make lint\n", "run: make help\n"}:                        "site without lint",
		{"needs: npm\n", "needs: npm\n    if: always()\n"}:              "site without test",
		{"  go:\n    needs: tag\n", "  go:\n    needs: engines\n"}:      "go without release",
		{"run: make test-engines\n", "run: make test-engines ONLY=x\n"}: "image without test-engines",
	} {
		if found := untested(strings.Replace(publish, change[0], change[1], -1), required...); !slices.Contains(found, want) {
			t.Errorf("with %q: %q", change[1], found)
		}
	}
}
