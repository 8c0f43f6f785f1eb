package main

import (
	_ "embed"
	"strings"
	"text/template"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// pageTemplate is the page with all pictures: first what has changed, with what was expected and
// what differs beside it, then what was found, then scene by scene. It has no scripts.
//
//go:embed page.html
var pageTemplate string

type figure struct {
	File, Caption string
	Bad           bool
}

type section struct {
	ID, Title string
	Text      string
	Figures   []figure
}

func (g *gallery) writePage() error {
	var changed, problems, all []section
	for _, c := range scenes {
		part := section{ID: c.name, Title: c.title}
		for _, s := range g.shots {
			if s.scene.name == c.name && s.file != "" {
				part.Figures = append(part.Figures, figure{s.file, s.engine + ", " + s.variant.title, s.pixels > 0 || len(s.problems) > 0})
			}
		}
		all = append(all, part)
	}
	for _, s := range g.shots {
		if s.pixels > 0 {
			changed = append(changed, section{Title: s.name(), Figures: []figure{
				{s.expected, "expected", false}, {s.file, "now", false}, {s.marked, "what differs", false},
			}})
		}
		if len(s.problems) > 0 {
			problems = append(problems, section{Title: s.engine + ", " + s.name(), Text: strings.Join(s.problems, "\n\n")})
		}
	}
	var out strings.Builder
	sections := map[string][]section{"Changed": changed, "Problems": problems, "Scenes": all}
	err := template.Must(template.New("page").Parse(pageTemplate)).Execute(&out, sections)
	if err != nil {
		return err
	}
	return write(testsite.Path(builtFolder, "index.html"), []byte(out.String()))
}
