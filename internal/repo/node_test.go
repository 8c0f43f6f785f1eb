package repo

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestOneVersionOfNode: package.json names the oldest Node. The package, .ci/setup and the documents name the same.
func TestOneVersionOfNode(t *testing.T) {
	oldest := oldestNode(t, "package.json")
	for name, want := range map[string]string{
		"web/build/manifest.json.txt": `"node": ">=` + oldest + `"`,
		".ci/setup":                   "\nnode=" + oldest + "\n",
		"README.md":                   "Node " + oldest + " or newer",
		"CONTRIBUTING.md":             "Node " + oldest + " is enough",
		"docs/learn/index.md":         "Node " + oldest + " or newer",
	} {
		if !strings.Contains(text(t, name), want) {
			t.Errorf("%s does not say %q", name, want)
		}
	}
	for name, wants := range locked(t, "package-lock.json") {
		if !acceptsNode(wants, oldest) {
			t.Errorf("package.json says Node %s, and %s wants %s: npm prints EBADENGINE", oldest, name, wants)
		}
	}
}

// TestNodeOfTheExamples: each example names a Node that all of its packages accept. Its page in docs/learn names the same version.
// Where that is newer than the project's, the page says which package needs it.
func TestNodeOfTheExamples(t *testing.T) {
	oldest := oldestNode(t, "package.json")
	manifests, err := filepath.Glob("examples/*/package.json")
	if err != nil || len(manifests) < 20 {
		t.Fatal(manifests, err)
	}
	newest := map[string]string{} // by the name of a page
	page := regexp.MustCompile(`docs/learn/([a-z-]+)\.md`)
	for _, manifest := range manifests {
		folder := path.Dir(manifest)
		node := oldestNode(t, manifest)
		if !olderNode(oldest, node) && node != oldest {
			t.Errorf("%s says Node %s, which is older than %s", manifest, node, oldest)
		}
		for name, wants := range locked(t, folder+"/package-lock.json") {
			if !acceptsNode(wants, node) {
				t.Errorf("%s says Node %s, and %s wants %s", manifest, node, name, wants)
			}
		}
		for _, match := range page.FindAllStringSubmatch(text(t, folder+"/README.md"), -1) {
			if olderNode(newest[match[1]], node) {
				newest[match[1]] = node
			}
		}
	}
	named := regexp.MustCompile(`\bNode (\d+(?:\.\d+)*) or newer(, which \w)?`)
	pages, err := filepath.Glob("docs/learn/*.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range pages {
		match := named.FindStringSubmatch(text(t, name))
		want, ok := newest[strings.TrimSuffix(path.Base(name), ".md")]
		if match == nil || !ok {
			continue
		}
		found++
		if match[1] != want || (want != oldest) != (match[2] != "") {
			t.Errorf("%s says %q, and its example needs Node %s: a newer Node than %s has the reason behind it", name, match[0], want, oldest)
		}
	}
	if found < 10 {
		t.Errorf("only %d pages with an example name a Node", found)
	}
}

func oldestNode(t *testing.T, manifest string) string {
	t.Helper()
	var read struct{ Engines struct{ Node string } }
	if err := json.Unmarshal([]byte(text(t, manifest)), &read); err != nil {
		t.Fatal(err)
	}
	version, ok := strings.CutPrefix(read.Engines.Node, ">=")
	if !ok {
		t.Errorf("%s has no engines.node with >=", manifest)
	}
	return version
}

// locked returns the ranges of Node that the packages of a lock file want, by their folder.
func locked(t *testing.T, name string) map[string]string {
	t.Helper()
	content, err := os.ReadFile(name)
	if os.IsNotExist(err) {
		return nil
	}
	var lock struct {
		Packages map[string]struct {
			Engines  any
			Optional bool
		}
	}
	if err == nil {
		err = json.Unmarshal(content, &lock)
	}
	if err != nil {
		t.Fatal(name, err)
	}
	ranges := map[string]string{}
	for folder, locked := range lock.Packages {
		// npm installs an optional package only if it accepts the Node.
		engines, _ := locked.Engines.(map[string]any)
		if node, ok := engines["node"].(string); ok && !locked.Optional && folder != "" {
			ranges[folder] = node
		}
	}
	return ranges
}

var comparator = regexp.MustCompile(`^(>=|\^|~|)(\d[\d.x*]*)$`)

// acceptsNode reports whether a range of npm accepts a version, in the forms that engines have.
func acceptsNode(wants, version string) bool {
	for alternative := range strings.SplitSeq(wants, "||") {
		accepts := true
		for part := range strings.FieldsSeq(strings.ReplaceAll(alternative, ">= ", ">=")) {
			match := comparator.FindStringSubmatch(part)
			switch {
			case part == "*":
			case match == nil:
				accepts = strings.HasPrefix(part, "<") && olderNode(version, strings.TrimLeft(part, "<=")) && accepts
			default:
				accepts = accepts && !olderNode(version, match[2])
				if match[1] != ">=" {
					accepts = accepts && numbersOf(version)[0] == numbersOf(match[2])[0]
				}
			}
		}
		if accepts {
			return true
		}
	}
	return false
}

func olderNode(version, than string) bool {
	one, other := numbersOf(version), numbersOf(than)
	for i := range one {
		if one[i] != other[i] {
			return one[i] < other[i]
		}
	}
	return false
}

func numbersOf(version string) (numbers [3]int) {
	for i, number := range strings.SplitN(version, ".", 3) {
		numbers[i], _ = strconv.Atoi(number)
	}
	return numbers
}

func TestAcceptsNode(t *testing.T) {
	for _, c := range []struct {
		wants, version string
		accepts        bool
	}{
		{">=20", "20.19", true}, {">= 22.22", "22.22", true}, {"^20.19.0 || >=22.12.0", "20.19", true}, {"^20.19.0 || >=22.12.0", "21.0", false},
		{"20 || >=22", "20.19", true}, {"18 || 20 || >=22", "22.22.3", true}, {"^22.22.3 || ^24.15.0 || >=26.0.0", "22.22", false},
		{">=20.x", "20.19", true}, {"6.* || >= 10.*", "20.19", true}, {"*", "20.19", true}, {">=14 <20", "20.19", false}, {">=14 <21", "20.19", true}, {">=22", "20.19", false},
	} {
		if accepts := acceptsNode(c.wants, c.version); accepts != c.accepts {
			t.Errorf("%s and Node %s: %t", c.wants, c.version, accepts)
		}
	}
}
