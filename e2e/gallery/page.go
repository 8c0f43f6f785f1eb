package main

import (
	"fmt"
	"html"
	"path/filepath"
	"strings"

	"github.com/elicitform/elicitform/e2e/testsite"
)

// pageStart is the head of the page. It has no scripts.
const pageStart = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Gallery</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { margin: 1.5rem; }
  nav ul { columns: 16rem; padding-inline-start: 1.25rem; }
  .row { display: flex; gap: 1.5rem; overflow-x: auto; padding-block: .5rem 1.5rem; align-items: start; }
  figure { margin: 0; flex: none; }
  figcaption { font-size: .875rem; }
  img { display: block; max-inline-size: none; outline: 1px solid GrayText; }
  .bad figcaption { font-weight: 700; }
  pre { white-space: pre-wrap; max-inline-size: 60rem; }
</style>
<h1>Gallery</h1>
`

// writePage writes the page with all pictures: first what has changed, with what was
// expected and what differs beside it, then what was found, then scene by scene.
func (g *gallery) writePage() error {
	var page strings.Builder
	page.WriteString(pageStart)
	changed, problems := "", ""
	for _, s := range g.shots {
		if s.pixels > 0 {
			changed += fmt.Sprintf("<h3>%s: %d pixels</h3>\n<div class=row>%s%s%s</div>\n", html.EscapeString(s.name()), s.pixels,
				figure(s.expected, "expected", false), figure(s.file, "now", false), figure(s.marked, "what differs", false))
		}
		if len(s.problems) > 0 {
			problems += fmt.Sprintf("<h3>%s, %s</h3>\n<pre>%s</pre>\n", s.engine, html.EscapeString(s.name()), html.EscapeString(strings.Join(s.problems, "\n\n")))
		}
	}
	for _, part := range []struct{ title, content string }{{"Changed", changed}, {"Problems", problems}} {
		if part.content != "" {
			fmt.Fprintf(&page, "<h2>%s</h2>\n%s", part.title, part.content)
		}
	}
	page.WriteString("<nav aria-label=Scenes><ul>\n")
	for _, c := range scenes {
		fmt.Fprintf(&page, "<li><a href=\"#%s\">%s</a>\n", c.name, html.EscapeString(c.title))
	}
	page.WriteString("</ul></nav>\n")
	for _, c := range scenes {
		fmt.Fprintf(&page, "<h2 id=\"%s\">%s</h2>\n<div class=row>\n", c.name, html.EscapeString(c.title))
		for _, s := range g.shots {
			if s.scene.name == c.name && s.file != "" {
				page.WriteString(figure(s.file, s.engine+", "+s.variant.title, s.pixels > 0 || len(s.problems) > 0))
			}
		}
		page.WriteString("</div>\n")
	}
	return write(testsite.Path(builtFolder, "index.html"), []byte(page.String()))
}

func figure(file, caption string, bad bool) string {
	class := ""
	if bad {
		class = " class=bad"
	}
	caption = html.EscapeString(caption)
	return fmt.Sprintf("<figure%s><figcaption>%s</figcaption><img src=\"%s\" alt=\"%s\" loading=lazy></figure>\n", class, caption, filepath.ToSlash(file), caption)
}
