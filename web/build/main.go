// Command build makes the site, the files of elicitform-server and the npm package:
//
//	go run ./web/build         build/site, for the server, and the files that elicitform-server embeds
//	go run ./web/build -dist   the npm package in dist/ as well
//	go run ./web/build -run    build/site without compressed files, and serves it
//	go run ./web/build -server only the latter
//	go run ./web/build -frames build/pages dist
//	                           adds the frame of a package to a site that is published, under the path BASE
//	go run ./web/build -help   all flags
//
// A second run without changes takes a second: the go command and the bundler work only
// when a source has changed, and compressed files are cached in build/cache.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

type builder struct {
	root  string // the project's folder
	wasm  string // the Go package that becomes the program in the frame
	quick bool   // whether to compress at a low level
	names bool   // whether to keep the names of functions in the program
	pack  bool   // whether to make the npm package too
	local bool   // whether to leave out compressed files, and what only tests and the npm package need
	embed bool   // whether to make only the files that elicitform-server embeds
	log   io.Writer

	program string // the name of the program's file in the frame's folder, once frameFiles has made it
}

func main() {
	b := &builder{log: os.Stdout}
	flag.StringVar(&b.wasm, "wasm", "./wasm", "package that becomes the wasm")
	flag.BoolVar(&b.quick, "quick", false, "compress faster and worse, for development")
	flag.BoolVar(&b.names, "names", false, "keep the names of functions in the program, for profiles")
	flag.BoolVar(&b.pack, "dist", false, "make the npm package in dist/ too")
	serve := flag.Bool("run", false, "make the site without compressed files, and serve it; PORT is the port")
	program := flag.String("program", "", "only build the wasm, into the file with this absolute path")
	flag.BoolVar(&b.embed, "server", false, "only make the files that elicitform-server embeds")
	deps := flag.Bool("deps", false, "only prepare what tests and linters need: the npm packages and the slim copies of Go modules")
	frames := flag.String("frames", "", "only add the frames of the packages in these folders to the site in this one")
	flag.Parse()

	var err error
	ctx := context.Background()
	if *frames != "" {
		err = addFrames(*frames, cmp.Or(os.Getenv("BASE"), "/"), flag.Args())
	} else if b.root, err = projectRoot(ctx); err == nil {
		switch {
		case *program != "":
			err = b.programFile(ctx, *program)
		case *deps:
			err = together(ctx, b.slim, b.npmPackages)
		case *serve:
			err = b.serve(ctx)
		default:
			err = b.build(ctx)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "build:", b.explain(err))
		os.Exit(1)
	}
}

func (b *builder) build(ctx context.Context) error {
	frame, err := b.frame(ctx)
	if err != nil {
		return err
	}
	if !b.embed {
		if err := b.site(frame); err != nil {
			return err
		}
	}
	if err := b.server(frame); err != nil || !b.pack {
		return err
	}
	return b.dist(ctx, frame)
}

func (b *builder) frame(ctx context.Context, beside ...func(context.Context) error) (tree, error) {
	program := func(ctx context.Context) error { return b.programFile(ctx, b.wasmFile()) }
	if err := together(ctx, append(beside, b.scripts, program)...); err != nil {
		return nil, err
	}
	return b.frameFiles(ctx)
}

func (b *builder) site(frame tree) error {
	site, err := b.siteFiles(frame)
	if err != nil {
		return err
	}
	dir := b.path("build", "site")
	if b.local {
		return site.write(dir)
	}
	return b.part("site", "compressing what has changed, and writing build/site", func(*progress) error {
		if site, err = b.compress(site); err != nil {
			return err
		}
		return site.write(dir)
	})
}

// projectRoot lets the command work in each folder of the project.
func projectRoot(ctx context.Context) (string, error) {
	file, err := (&builder{}).goEnv(ctx, "GOMOD")
	if err == nil && filepath.Base(file) != "go.mod" {
		err = fmt.Errorf("no go.mod here or above")
	}
	return filepath.Dir(file), err
}

func (b *builder) path(parts ...string) string {
	return filepath.Join(append([]string{b.root}, parts...)...)
}

// writeFile leaves a file with the same content alone, so that its time stays the same.
func writeFile(path string, content []byte) error {
	if had, err := os.ReadFile(path); err == nil && string(had) == string(content) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}
