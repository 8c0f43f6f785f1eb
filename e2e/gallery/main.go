// Command gallery shows each state of each kind of field and each step of a form, in
// light, dark and forced colours, from right to left, in a narrow frame and in every
// language. It takes pictures of them in each browser engine, makes one page of them
// (build/gallery/index.html), lets axe look at each, and compares those that are kept
// with what they are now. It fails for what axe finds, for what is cut off, and for a
// picture that has changed.
//
//	go run ./e2e/gallery [-record] [-only NAME] [-engines NAMES]
//
// With -record the pictures of now are kept, for the next comparison and for the
// documents.
package main

import (
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"image"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/axe"
	"github.com/elicitform/elicitform/e2e/driver"
	"github.com/elicitform/elicitform/e2e/testsite"
)

// Where pictures are kept, and those of now written, in the project's folder.
const (
	keptFolder  = "docs/gallery"
	builtFolder = "build/gallery"
)

const comparedEngine = "Chromium"

func main() {
	var g gallery
	flag.BoolVar(&g.record, "record", false, "keep the pictures of now")
	flag.StringVar(&g.only, "only", "", "take only pictures whose names contain this, like light/form")
	engines := flag.String("engines", "", "take pictures only in these engines, like Chromium,Firefox")
	flag.Parse()
	if err := g.run(*engines); err != nil {
		fmt.Fprintln(os.Stderr, "gallery:", err)
		os.Exit(1)
	}
}

// shot is a scene in a variant in an engine, and what was seen of it.
type shot struct {
	scene   scene
	variant variant
	engine  string
	// file is where the picture is beside the page; the others are there if it has changed.
	file, expected, marked string
	// pixels counts those that differ from the kept picture. problems lists what axe finds, what is cut off, and why
	// there is no picture.
	pixels   int
	problems []string
}

func (s shot) name() string { return s.variant.name + "/" + s.scene.name }

type gallery struct {
	record bool
	only   string
	// compares says that browser and fonts are those of the pictures that are kept.
	compares bool
	shots    []shot
}

func (g *gallery) run(engines string) error {
	servers, err1 := serveSites()
	source, err2 := axe.Source()
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	if g.only == "" {
		if err := os.RemoveAll(testsite.Path(builtFolder)); err != nil {
			return err
		}
	}
	for _, engine := range driver.Engines {
		if engines != "" && !strings.Contains(","+engines+",", ","+engine.Name+",") {
			continue
		}
		launch := engine.Launch
		if engine.Name == comparedEngine {
			launch = func() (driver.Browser, error) { return driver.LaunchTab(chromedp.Flag("font-render-hinting", "none")) }
		}
		browser, err := launch()
		if err == nil {
			err = g.visit(&studio{Browser: browser, sites: servers, axe: source}, engine.Name)
			browser.Close()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", engine.Name, err)
		}
	}
	if err := g.writePage(); err != nil {
		return err
	}
	return g.report()
}

// sites are servers by how they serve the program: "", "held" (never) or "missing".
type sites map[string]string

func serveSites() (sites, error) {
	pages, err := testsite.Handler("'self'")
	if err != nil {
		return nil, err
	}
	all := sites{}
	for name, program := range map[string]http.Handler{
		"":        pages,
		"held":    http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }),
		"missing": http.NotFoundHandler(),
	} {
		all[name], err = testsite.Serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.Contains(r.URL.Path, ".wasm") {
				program.ServeHTTP(w, r)
			} else {
				pages.ServeHTTP(w, r)
			}
		}))
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (g *gallery) visit(s *studio, engine string) error {
	if c, ok := s.Browser.(*driver.Chromium); ok {
		version, err := driver.Version(c.Ctx)
		if err == nil {
			err = g.begin(drawnWith(version))
		}
		if err != nil {
			return err
		}
	}
	for _, v := range allVariants() {
		for _, c := range scenes {
			if !v.in(engine) || !v.shows(c) || !strings.Contains(v.name+"/"+c.name, g.only) {
				continue
			}
			taken := shot{scene: c, variant: v, engine: engine}
			if err := g.take(s, &taken); err != nil {
				taken.problems = append(taken.problems, err.Error())
			}
			for _, problem := range taken.problems {
				fmt.Printf("%s %s: %s\n", engine, taken.name(), problem)
			}
			g.shots = append(g.shots, taken)
		}
	}
	if engine == comparedEngine && strings.Contains("journey", g.only) {
		return g.film(s)
	}
	return nil
}

// begin finds out whether pictures can be compared, or notes with what they are kept.
func (g *gallery) begin(now string) error {
	file := testsite.Path(keptFolder, "drawn-with.txt")
	if g.record {
		if g.only == "" {
			if err := os.RemoveAll(testsite.Path(keptFolder)); err != nil {
				return err
			}
		}
		return write(file, []byte(now))
	}
	then, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	g.compares = now == string(then)
	if !g.compares {
		fmt.Printf("gallery: nothing is compared, because the kept pictures were drawn by %sand those of now by %s", then, now)
	}
	return nil
}

func (g *gallery) take(s *studio, taken *shot) error {
	if err := s.show(taken.scene, taken.variant); err != nil {
		return err
	}
	picture, err := s.take(taken.variant)
	if err != nil {
		return err
	}
	small, own := paletted(picture, maxColours), taken.name()+".png"
	taken.file = filepath.Join(strings.ToLower(taken.engine), own)
	if err := writePicture(small, builtFolder, taken.file); err != nil {
		return err
	}
	kept := taken.variant.kept()
	if kept && taken.engine == comparedEngine {
		if g.record {
			err = writePicture(small, keptFolder, own)
		} else if g.compares {
			err = taken.compare(own, picture)
		}
	}
	if err == nil {
		err = s.Evaluate(driver.Frame, `gallery.cut()`, &taken.problems)
	}
	if err != nil || !kept {
		return err
	}
	found, err := s.findings(taken.scene, taken.variant)
	taken.problems = append(taken.problems, found...)
	return err
}

func (s *shot) compare(name string, now image.Image) error {
	then, err := readPicture(name)
	if errors.Is(err, fs.ErrNotExist) {
		s.problems = append(s.problems, "the picture is new")
		return nil
	}
	if err != nil {
		return err
	}
	pixels, marked := compare(then, now)
	if pixels <= maxPixels {
		return nil
	}
	s.pixels, s.expected, s.marked = pixels, filepath.Join("expected", name), filepath.Join("marked", name)
	return errors.Join(writePicture(then, builtFolder, s.expected), writePicture(marked, builtFolder, s.marked))
}

func (g *gallery) report() error {
	changed, problems := 0, 0
	for _, s := range g.shots {
		if s.pixels > 0 {
			changed++
			fmt.Printf("%s has changed: %d pixels\n", s.name(), s.pixels)
		}
		problems += len(s.problems)
	}
	fmt.Printf("gallery: %d pictures, %d problems, %d changed: %s/index.html\n", len(g.shots), problems, changed, builtFolder)
	if problems+changed > 0 {
		return errors.New("look at them; RECORD=1 make gallery keeps the pictures of now")
	}
	return nil
}

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
