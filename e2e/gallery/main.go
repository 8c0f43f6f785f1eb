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
	"errors"
	"flag"
	"fmt"
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/elicitform/elicitform/e2e/axe"
	"github.com/elicitform/elicitform/e2e/testsite"
)

// Where pictures are kept, and where those of now and the page are written to. Both are
// in the project's folder.
const (
	keptFolder  = "docs/gallery"
	builtFolder = "build/gallery"
)

// comparedEngine is the engine whose pictures are kept.
const comparedEngine = "Chromium"

func main() {
	record := flag.Bool("record", false, "keep the pictures of now")
	only := flag.String("only", "", "take only pictures whose names contain this, like light/form")
	engines := flag.String("engines", "", "take pictures only in these engines, like Chromium,Firefox")
	flag.Parse()
	if err := run(*record, *only, *engines); err != nil {
		fmt.Fprintln(os.Stderr, "gallery:", err)
		os.Exit(1)
	}
}

// shot is a scene in a variant in an engine, and what was seen of it.
type shot struct {
	scene   scene
	variant variant
	engine  string
	// file is where the picture is, relative to the folder of the page; expected and
	// marked are there only where it has changed.
	file, expected, marked string
	// pixels is how many of them differ from what was kept, and problems are what axe
	// finds, what is cut off, and why there is no picture.
	pixels   int
	fresh    bool
	problems []string
}

func (s shot) name() string { return s.variant.name + "/" + s.scene.name }

// gallery is one run.
type gallery struct {
	record bool
	only   string
	// compares says that browser and fonts are those of the pictures that are kept.
	compares bool
	shots    []shot
}

func run(record bool, only, engines string) error {
	servers, err := serveSites()
	if err != nil {
		return err
	}
	source, err := axe.Source()
	if err != nil {
		return err
	}
	if only == "" {
		if err := os.RemoveAll(testsite.Path(builtFolder)); err != nil {
			return err
		}
	}
	g := &gallery{record: record, only: only}
	for _, c := range cameras {
		if engines != "" && !strings.Contains(","+engines+",", ","+c.engine+",") {
			continue
		}
		camera, err := c.launch()
		if err != nil {
			return fmt.Errorf("%s: %w", c.engine, err)
		}
		s := &studio{camera: camera, sites: servers, axe: source}
		err = g.visit(s, c.engine)
		camera.close()
		if err != nil {
			return fmt.Errorf("%s: %w", c.engine, err)
		}
	}
	if err := g.writePage(); err != nil {
		return err
	}
	return g.report()
}

// visit takes all pictures in an engine.
func (g *gallery) visit(s *studio, engine string) error {
	fmt.Printf("gallery: %s\n", s.version())
	if engine == comparedEngine {
		if err := g.begin(s.version()); err != nil {
			return err
		}
	}
	for _, v := range allVariants() {
		if !v.in(engine) {
			continue
		}
		for _, c := range scenes {
			if !v.shows(c) || g.only != "" && !strings.Contains(v.name+"/"+c.name, g.only) {
				continue
			}
			taken, err := g.take(s, engine, c, v)
			if err != nil {
				taken.problems = append(taken.problems, err.Error())
			}
			for _, problem := range taken.problems {
				fmt.Printf("%s %s: %s\n", engine, taken.name(), problem)
			}
			g.shots = append(g.shots, taken)
		}
	}
	if engine == comparedEngine && (g.only == "" || strings.Contains("journey", g.only)) {
		return g.film(s)
	}
	return nil
}

// begin finds out whether pictures can be compared, or notes with what they are kept.
func (g *gallery) begin(browser string) error {
	now := manifest{Browser: browser, Fonts: fonts()}
	kept := testsite.Path(keptFolder)
	if g.record {
		if g.only == "" {
			if err := os.RemoveAll(kept); err != nil {
				return err
			}
		}
		if err := os.MkdirAll(kept, 0o755); err != nil {
			return err
		}
		return now.write(kept)
	}
	then, err := readManifest(kept)
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Println("gallery: nothing is compared, because no pictures are kept")
		return nil
	}
	if err != nil {
		return err
	}
	if difference := now.differs(then); difference != "" {
		fmt.Printf("gallery: nothing is compared, because %s\n", difference)
		return nil
	}
	g.compares = true
	return nil
}

// take takes one picture, looks at it, and keeps or compares it.
func (g *gallery) take(s *studio, engine string, c scene, v variant) (shot, error) {
	taken := shot{scene: c, variant: v, engine: engine}
	if err := s.show(c, v); err != nil {
		return taken, err
	}
	picture, err := s.take(v)
	if err != nil {
		return taken, err
	}
	small := paletted(picture, maxColours)
	content, err := encode(small)
	if err != nil {
		return taken, err
	}
	taken.file = filepath.Join(strings.ToLower(engine), v.name, c.name+".png")
	if err := write(testsite.Path(builtFolder, taken.file), content); err != nil {
		return taken, err
	}
	if engine == comparedEngine && keeps(v) {
		if g.record {
			err = write(testsite.Path(keptFolder, v.name, c.name+".png"), content)
		} else if g.compares {
			err = g.compare(&taken, picture)
		}
		if err != nil {
			return taken, err
		}
	}
	cut, err := s.cut()
	if err != nil {
		return taken, err
	}
	taken.problems = cut
	if !keeps(v) {
		return taken, nil
	}
	found, err := s.findings(c, v)
	taken.problems = append(taken.problems, found...)
	return taken, err
}

// compare compares a picture with the one that is kept.
func (g *gallery) compare(taken *shot, now image.Image) error {
	then, err := readPicture(testsite.Path(keptFolder, taken.variant.name, taken.scene.name+".png"))
	if os.IsNotExist(err) {
		taken.fresh = true
		return nil
	}
	if err != nil {
		return err
	}
	d := compare(then, now)
	if !d.matters() {
		return nil
	}
	taken.pixels = max(d.pixels, 1)
	for name, picture := range map[*string]image.Image{&taken.expected: then, &taken.marked: d.marked} {
		kind := "expected"
		if name == &taken.marked {
			kind = "marked"
		}
		*name = filepath.Join(kind, taken.variant.name, taken.scene.name+".png")
		content, err := encode(picture)
		if err != nil {
			return err
		}
		if err := write(testsite.Path(builtFolder, *name), content); err != nil {
			return err
		}
	}
	return nil
}

// report says what is wrong.
func (g *gallery) report() error {
	pictures, changed, fresh, problems := len(g.shots), 0, 0, 0
	for _, s := range g.shots {
		if s.pixels > 0 {
			changed++
			fmt.Printf("%s has changed: %d pixels\n", s.name(), s.pixels)
		}
		if s.fresh {
			fresh++
			fmt.Printf("%s is new\n", s.name())
		}
		problems += len(s.problems)
	}
	fmt.Printf("gallery: %d pictures, %d problems found by axe and rulers, %d changed, %d new: %s\n", pictures, problems, changed, fresh, filepath.Join(builtFolder, "index.html"))
	if problems+changed+fresh > 0 {
		return fmt.Errorf("look at them; RECORD=1 make gallery keeps the pictures of now")
	}
	return nil
}
