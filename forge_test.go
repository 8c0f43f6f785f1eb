// The files that the forge reads, in .github: it says nothing about what is wrong in
// them before they are on the default branch.
package elicitform_test

import (
	"encoding/json"
	"io/fs"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// at follows the keys of mappings; nil when there is nothing.
func at(value any, keys ...string) any {
	for _, key := range keys {
		mapping, _ := value.(map[string]any)
		value = mapping[key]
	}
	return value
}

// items are the items of a list.
func items(value any) []any {
	list, _ := value.([]any)
	return list
}

// forgeFiles calls visit for every YAML file of a folder in .github.
func forgeFiles(t *testing.T, folder string, visit func(name, text string, content any)) {
	t.Helper()
	names, err := fs.Glob(os.DirFS(".github"), path.Join(folder, "*.yml"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no files in %s: %v", folder, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(path.Join(".github", name))
		if err != nil {
			t.Fatal(err)
		}
		content, err := readYAML(string(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		visit(name, string(text), content)
	}
}

var (
	pinned     = regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40}$`)
	pinnedLine = regexp.MustCompile(`uses: \S+@[0-9a-f]{40} # v\d+\.\d+\.\d+\n`)
	makeTarget = regexp.MustCompile(`(?m)^([a-z0-9-]+):`)
)

// makeTargets are the targets of the Makefile.
func makeTargets(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	var targets []string
	for _, m := range makeTarget.FindAllStringSubmatch(string(text), -1) {
		targets = append(targets, m[1])
	}
	return targets
}

// TestWorkflowsOnlyCallTargets: what the forge runs, everybody can run.
func TestWorkflowsOnlyCallTargets(t *testing.T) {
	targets := makeTargets(t)
	called := map[string]bool{}
	actions := map[string]string{}
	forgeFiles(t, "workflows", func(name, text string, content any) {
		if at(content, "permissions", "contents") != "read" || len(at(content, "permissions").(map[string]any)) != 1 {
			t.Errorf("%s may do more than read", name)
		}
		if at(content, "concurrency", "group") == nil {
			t.Errorf("%s: older runs go on beside newer ones", name)
		}
		if found := len(pinnedLine.FindAllString(text, -1)); found != strings.Count(text, "uses:") {
			t.Errorf("%s: %d of %d actions are pinned by a commit, with the version as comment", name, found, strings.Count(text, "uses:"))
		}
		jobs, _ := at(content, "jobs").(map[string]any)
		for id, job := range jobs {
			if at(job, "timeout-minutes") == nil {
				t.Errorf("%s: %s has no time limit", name, id)
			}
			for _, step := range items(at(job, "steps")) {
				if run, does := at(step, "run").(string); does {
					target, ok := strings.CutPrefix(run, "make ")
					if !ok || !slices.Contains(targets, target) {
						t.Errorf("%s: %s runs %q, which is no make target", name, id, run)
					}
					called[target] = true
					continue
				}
				action, _ := at(step, "uses").(string)
				if !pinned.MatchString(action) {
					t.Errorf("%s: %s uses %q", name, id, action)
				}
				owner, commit, _ := strings.Cut(action, "@")
				if other := actions[owner]; other != "" && other != commit {
					t.Errorf("%s: %s is used in two versions", name, owner)
				}
				actions[owner] = commit
				if owner == "actions/checkout" && at(step, "with", "persist-credentials") != "false" {
					t.Errorf("%s: %s keeps the token where every script finds it", name, id)
				}
			}
		}
	})
	for _, target := range []string{"test", "lint", "test-engines", "test-examples", "release"} {
		if !called[target] {
			t.Errorf("no workflow calls make %s", target)
		}
	}
}

// TestDependenciesAreUpdated: every folder with dependencies is in the list.
func TestDependenciesAreUpdated(t *testing.T) {
	text, err := os.ReadFile(".github/dependabot.yml")
	if err != nil {
		t.Fatal(err)
	}
	content, err := readYAML(string(text))
	if err != nil || at(content, "version") != "2" {
		t.Fatalf("version %v, %v", at(content, "version"), err)
	}
	updated := func(ecosystem, folder string) bool {
		for _, update := range items(at(content, "updates")) {
			for _, pattern := range items(at(update, "directories")) {
				fits, err := path.Match(pattern.(string), folder)
				if err != nil {
					t.Error(err)
				}
				if fits && at(update, "package-ecosystem") == ecosystem {
					return true
				}
			}
		}
		return false
	}
	ecosystems := map[string]string{"go.mod": "gomod", "package.json": "npm"}
	sources(t, []string{".mod", ".json"}, func(name string, content []byte) {
		ecosystem, has := ecosystems[path.Base(name)]
		// The package that stands in for those that an example does without has nothing to update.
		has = has && (ecosystem == "gomod" || strings.Contains(string(content), "ependencies"))
		folder := path.Join("/", path.Dir(name))
		if has && !updated(ecosystem, folder) {
			t.Errorf("nothing updates %s", name)
		}
	})
	if !updated("github-actions", "/") || updated("npm", "/web/build") {
		t.Error("what is updated is not told from what is not")
	}
}

var fieldID = regexp.MustCompile(`^[\w-]+$`)

func TestIssueFormsAreRead(t *testing.T) {
	forgeFiles(t, "ISSUE_TEMPLATE", func(name, _ string, content any) {
		if path.Base(name) == "config.yml" {
			for _, link := range items(at(content, "contact_links")) {
				if at(link, "name") == nil || at(link, "about") == nil || !strings.HasPrefix(at(link, "url").(string), "https://") {
					t.Errorf("%s: %v", name, link)
				}
			}
			return
		}
		if at(content, "name") == nil || at(content, "description") == nil || len(items(at(content, "body"))) == 0 {
			t.Errorf("%s has no name, no description or no body", name)
		}
		ids, labels := map[any]bool{}, map[any]bool{}
		for _, field := range items(at(content, "body")) {
			id, label := at(field, "id"), at(field, "attributes", "label")
			switch at(field, "type") {
			case "markdown":
				if at(field, "attributes", "value") == nil {
					t.Errorf("%s: a text says nothing", name)
				}
				continue
			case "input", "textarea":
			default:
				t.Errorf("%s: a field of type %v", name, at(field, "type"))
			}
			if text, _ := id.(string); !fieldID.MatchString(text) || label == nil {
				t.Errorf("%s: a field with id %v and label %v", name, id, label)
			}
			if ids[id] || labels[label] {
				t.Errorf("%s: two fields are called %v or %v", name, id, label)
			}
			ids[id], labels[label] = true, true
		}
	})
}

// TestIssueFormAsksForALink: the example in the form is a link as the standalone page
// makes it, with a request in it.
func TestIssueFormAsksForALink(t *testing.T) {
	forgeFiles(t, "ISSUE_TEMPLATE", func(name, _ string, content any) {
		if path.Base(name) != "form.yml" {
			return
		}
		for _, field := range items(at(content, "body")) {
			if at(field, "id") != "request" {
				continue
			}
			link, err := url.Parse(at(field, "attributes", "placeholder").(string))
			if err != nil {
				t.Fatal(err)
			}
			text, found := strings.CutPrefix(link.Fragment, "request=")
			var request struct{ Message string }
			if err := json.Unmarshal([]byte(text), &request); !found || err != nil || request.Message == "" || path.Base(link.Path) != "standalone.html" {
				t.Errorf("%s is no link to a request: %v", link, err)
			}
			return
		}
		t.Error("the form asks for no request")
	})
}
