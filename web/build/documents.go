package main

import (
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
)

const repository = "https://github.com/elicitform/elicitform"

// documentLink matches the text before a target, the target, and the place in it, as
// Markdown or HTML.
var documentLink = regexp.MustCompile(`(\]\(|(?:src|srcset|href)=")([^)"\s#]+)(#[^)"\s]*)?`)

// isPackable is false for documents for contributors, which stay in the repository.
func isPackable(name string) bool {
	return slices.Contains([]string{"README.md", "CHANGELOG.md", "SECURITY.md"}, name) ||
		strings.HasPrefix(name, "docs/") && !strings.HasPrefix(name, "docs/contributing/") && path.Ext(name) == ".md"
}

// documents adds README.md and every document that can be reached from it, so that
// links between them stay valid. Other links become addresses in the repository, at the
// tag of the version.
func (b *builder) documents(pack tree, version string) error {
	wanted := []string{"README.md"}
	for len(wanted) > 0 {
		name := wanted[0]
		wanted = wanted[1:]
		if _, there := pack[name]; there {
			continue
		}
		text, err := os.ReadFile(b.path(name))
		if err != nil {
			return err
		}
		packed, linked, err := b.packedDocument(name, string(text), version)
		if err != nil {
			return err
		}
		pack[name] = []byte(packed)
		wanted = append(wanted, linked...)
	}
	return nil
}

// packedDocument returns a document, and the documents of the package that it links to.
func (b *builder) packedDocument(name, text, version string) (packed string, linked []string, err error) {
	var out strings.Builder
	code := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			code = !code
		}
		if !code {
			line = documentLink.ReplaceAllStringFunc(line, func(link string) string {
				parts := documentLink.FindStringSubmatch(link)
				if strings.Contains(parts[2], ":") {
					return link
				}
				target := path.Join(path.Dir(name), parts[2])
				if _, missing := os.Stat(b.path(target)); missing != nil {
					err = fmt.Errorf("%s links to %s, which is not there", name, target)
				}
				if isPackable(target) {
					linked = append(linked, target)
					return link
				}
				shown := "blob"
				if slices.Contains([]string{".png", ".gif", ".svg"}, path.Ext(target)) {
					shown = "raw" // Only there is a picture a file of its own.
				}
				return parts[1] + repository + "/" + shown + "/v" + version + "/" + target + parts[3]
			})
		}
		out.WriteString(line)
	}
	return out.String(), linked, err
}
