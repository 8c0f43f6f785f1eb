package main

import (
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
)

// repository is the address of all files that the npm package does not carry.
const repository = "https://github.com/elicitform/elicitform"

// documentLink matches a link or a picture of a document, as Markdown or as HTML:
// the text before its target, the target, and the place in it.
var documentLink = regexp.MustCompile(`(\]\(|(?:src|srcset|href)=")([^)"\s#]+)(#[^)"\s]*)?`)

// carried reports whether the package carries a document when another one links to
// it. A document for people who work on this project stays in the repository.
func carried(name string) bool {
	return slices.Contains([]string{"README.md", "CHANGELOG.md", "SECURITY.md"}, name) ||
		strings.HasPrefix(name, "docs/") && !strings.HasPrefix(name, "docs/contributing/") && path.Ext(name) == ".md"
}

// documents adds README.md and every document that can be reached from it, under the
// names that they have in the project, so that links between them lead somewhere.
// Links to anything else become addresses in the repository, at the tag of the version.
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

// packedDocument returns a document as the package carries it, and the documents that
// it links to and that the package carries as well.
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
				if carried(target) {
					linked = append(linked, target)
					return link
				}
				shown := "blob"
				if slices.Contains([]string{".png", ".gif", ".svg"}, path.Ext(target)) {
					shown = "raw" // So documents can show the picture.
				}
				return parts[1] + repository + "/" + shown + "/v" + version + "/" + target + parts[3]
			})
		}
		out.WriteString(line)
	}
	return out.String(), linked, err
}
