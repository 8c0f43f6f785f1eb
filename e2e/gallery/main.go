// Command gallery takes pictures of each state of each kind of field and each step of a
// form, in each browser engine: in light, dark and forced colours, from right to left, in a
// narrow frame and in every language. It writes them into one page
// (build/gallery/index.html), runs axe on each scene, and compares the pictures with the
// recorded ones. It fails for each finding of axe, each text that is cut off, and each
// picture that has changed.
//
//	go run ./e2e/gallery [-record] [-only NAME] [-engines NAMES]
//
// With -record the new pictures replace the recorded ones, which the documents show too.
package main

import (
	"bytes"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"image"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"text/template"

	"github.com/chromedp/chromedp"

	"github.com/elicitform/elicitform/e2e/axe"
	"github.com/elicitform/elicitform/e2e/driver"
	"github.com/elicitform/elicitform/e2e/testsite"
)

// Folders of the project with the recorded and the new pictures.
const (
	recordedFolder = "docs/gallery"
	builtFolder    = "build/gallery"
)

const comparedEngine = "Chromium"

func main() {
	var g gallery
	flag.BoolVar(&g.record, "record", false, "replace the recorded pictures")
	flag.StringVar(&g.only, "only", "", "take only pictures whose names contain this, like light/form")
	engines := flag.String("engines", "", "take pictures only in these engines, like Chromium,Firefox")
	flag.Parse()
	if err := g.run(*engines); err != nil {
		fmt.Fprintln(os.Stderr, "gallery:", err)
		os.Exit(1)
	}
}

// shot is the picture of a scene in a variant in an engine, with its problems.
type shot struct {
	scene   scene
	variant variant
	engine  string
	// file is the path of the picture from the page. A changed picture has the two other files too.
	file, expected, marked string
	// pixels counts the pixels that differ from the recorded picture. problems lists the findings of axe, the texts
	// that are cut off, and the error of a missing picture.
	pixels   int
	problems []string
}

func (s shot) name() string { return s.variant.name + "/" + s.scene.name }

type gallery struct {
	record bool
	only   string
	// compares is true if the recorded pictures were drawn by the same browser with the same fonts.
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

// sites maps the answer to a request for the program to a server: "" sends it, "held" never answers, "missing" is a 404.
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
			result := shot{scene: c, variant: v, engine: engine}
			if err := g.take(s, &result); err != nil {
				result.problems = append(result.problems, err.Error())
			}
			for _, problem := range result.problems {
				fmt.Printf("%s %s: %s\n", engine, result.name(), problem)
			}
			g.shots = append(g.shots, result)
		}
	}
	if engine == comparedEngine && strings.Contains("journey", g.only) {
		return g.film(s)
	}
	return nil
}

// begin checks whether the browser and its fonts drew the recorded pictures too. With -record it notes their names.
func (g *gallery) begin(now string) error {
	file := testsite.Path(recordedFolder, "drawn-with.txt")
	if g.record {
		if g.only == "" {
			if err := os.RemoveAll(testsite.Path(recordedFolder)); err != nil {
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
		fmt.Printf("gallery: nothing is compared, because the recorded pictures were drawn by %sand the new ones by %s", then, now)
	}
	return nil
}

func (g *gallery) take(s *studio, result *shot) error {
	if err := s.show(result.scene, result.variant); err != nil {
		return err
	}
	picture, err := s.take(result.variant)
	if err != nil {
		return err
	}
	small, own := paletted(picture, maxColours), result.name()+".png"
	result.file = filepath.Join(strings.ToLower(result.engine), own)
	if err := writePicture(small, builtFolder, result.file); err != nil {
		return err
	}
	recorded := result.variant.isRecorded()
	if recorded && result.engine == comparedEngine {
		if g.record {
			err = writePicture(small, recordedFolder, own)
		} else if g.compares {
			err = result.compare(own, picture, small)
		}
	}
	if err == nil {
		err = s.Evaluate(driver.Frame, `gallery.cut()`, &result.problems)
	}
	if err != nil || !recorded {
		return err
	}
	found, err := s.findings(result.scene, result.variant)
	result.problems = append(result.problems, found...)
	return err
}

// compare compares a picture with the recorded one. The same picture gives the same small one, even where the palette is far from
// a colour of it.
func (s *shot) compare(name string, now image.Image, small *image.Paletted) error {
	then, err := readPicture(name)
	if errors.Is(err, fs.ErrNotExist) {
		s.problems = append(s.problems, "the picture is new")
		return nil
	}
	if err != nil {
		return err
	}
	if reflect.DeepEqual(then.Palette, small.Palette) && then.Rect == small.Rect && bytes.Equal(then.Pix, small.Pix) {
		return nil
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
		return errors.New("look at them; RECORD=1 make gallery records them")
	}
	return nil
}

// pageTemplate is the page with all pictures: first the changed ones, each beside the recorded picture and the
// difference, then the problems, then scene by scene. The page works without scripts.
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
